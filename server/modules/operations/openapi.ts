import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { errorCatalog } from '#contract/errors.ts';
import { endpoints } from '#contract/index.ts';
import { createSchemaBook } from './named-schemas.ts';

type SchemaBook = ReturnType<typeof createSchemaBook>;

function parametersOf(book: SchemaBook, schema: z.ZodObject | undefined, place: 'path' | 'query') {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(field as z.ZodType, undefined).success,
    schema: book.schemaOf(field as z.ZodType, 'input'),
  }));
}

const header = (name: string, description: string, required = false) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
});

function headersOf({ method, offline, policy }: Endpoint) {
  if (method === 'GET' || policy === 'public' || policy === 'upload-token') return [];
  const headers = [
    header('Idempotency-Key', 'A UUID. The same key with the same body returns the first answer.'),
  ];
  if (offline !== undefined) {
    headers.push(header('X-Device-Id', 'The device whose outbox sends it.'));
    headers.push(header('X-Captured-At', "When the change was entered, by the device's clock."));
    headers.push(header('X-Device-Now', "The device's clock when it sends the request."));
    if (offline.effect !== 'create') headers.push(header('If-Match', 'The version of the row.', true));
  }
  return headers;
}

/** The parts of a form: its text fields, some of them JSON, and the file or files. */
function formOf(book: SchemaBook, { file, fields }: NonNullable<Endpoint['form']>) {
  const texts = Object.entries(fields.shape);
  const binary = { type: 'string', format: 'binary' };
  const required = texts.flatMap(([name, field]) =>
    z.safeParse(field as z.ZodType, undefined).success ? [] : [name],
  );
  return {
    type: 'object',
    required: [...(file ? ['file'] : []), ...required],
    properties: {
      ...(file ? { file: binary } : { files: { type: 'array', items: binary } }),
      ...Object.fromEntries(texts.map(([name, field]) => [name, book.schemaOf(field as z.ZodType, 'input')])),
    },
  };
}

function requestBodyOf(book: SchemaBook, { body, takes, form }: Endpoint) {
  if (takes === 'bytes') {
    return { requestBody: { required: true, content: { 'application/octet-stream': {} } } };
  }
  if (form !== undefined) {
    const schema = formOf(book, form);
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (body === undefined) return {};
  const content = { 'application/json': { schema: book.schemaOf(body, 'input') } };
  return { requestBody: { required: true, content } };
}

function operationOf(book: SchemaBook, name: string, endpoint: Endpoint) {
  const status = String(
    endpoint.status ?? (endpoint.reply === undefined && endpoint.isRaw !== true ? 204 : 200),
  );
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [name.split('.')[0]],
    'x-policy': endpoint.policy,
    security:
      endpoint.policy === 'public'
        ? []
        : [{ [endpoint.policy === 'upload-token' ? 'upload' : 'bearer']: [] }],
    parameters: [
      ...parametersOf(book, endpoint.params, 'path'),
      ...parametersOf(book, endpoint.query, 'query'),
      ...headersOf(endpoint),
    ],
    ...requestBodyOf(book, endpoint),
    responses: {
      [status]: {
        description: 'Accepted',
        ...(endpoint.reply === undefined
          ? {}
          : { content: { 'application/json': { schema: book.schemaOf(endpoint.reply, 'output') } } }),
      },
      default: {
        description: 'Rejected, with an error code',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

/** The contract as an OpenAPI 3.1 document; each named schema appears once. */
export function openApiDocument(serverVersion: string) {
  const book = createSchemaBook();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    paths[endpoint.path] ??= {};
    Object.assign(paths[endpoint.path] ?? {}, {
      [endpoint.method.toLowerCase()]: operationOf(book, name, endpoint),
    });
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Caseload', version: serverVersion },
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        upload: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`Upload <token>`' },
      },
      schemas: {
        ...book.schemas(),
        Problem: {
          type: 'object',
          required: ['code', 'message', 'request_id'],
          properties: {
            code: { type: 'string', enum: Object.keys(errorCatalog) },
            message: { type: 'string' },
            fields: { type: 'object', additionalProperties: { type: 'string' } },
            current: { description: 'With record.stale: the current row' },
            changed: {
              description:
                'With record.stale and record.deleted: who came first and when (by, by_name, at), where it is known',
            },
            request_id: { type: 'string' },
          },
        },
      },
    },
  };
}
