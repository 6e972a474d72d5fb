import { describe, expect, test } from 'vitest';
import { declared } from '#entities/declared.ts';
import { openApiDocument } from '#server/modules/operations/openapi.ts';

const document = openApiDocument('0.0.0');
const schemas = document.components.schemas as Record<string, unknown>;

/** Every nested value, with its path. */
function* within(value: unknown, place = ''): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  yield [place, value as Record<string, unknown>];
  for (const [name, inner] of Object.entries(value)) yield* within(inner, `${place}/${name}`);
}

const references = [...within(document)].flatMap(([place, { $ref }]) =>
  typeof $ref === 'string' ? [{ place, to: $ref }] : [],
);

describe('the OpenAPI document', () => {
  test('references only what it contains', () => {
    expect(references.length).toBeGreaterThan(100);
    expect(references.filter(({ to }) => !(to.replace('#/components/schemas/', '') in schemas))).toEqual([]);
  });

  test('contains only what is referenced', () => {
    const used = new Set(references.map(({ to }) => to));
    expect(Object.keys(schemas).filter((name) => !used.has(`#/components/schemas/${name}`))).toEqual([]);
  });

  test('names entities and bodies as the contract does', () => {
    const names = Object.keys(schemas);
    expect(names).toEqual(
      expect.arrayContaining([
        'Session',
        'SessionBody',
        'SessionChanges',
        'LunchBreak',
        'Timesheet',
        'Student',
      ]),
    );
    expect(names).toEqual(
      expect.arrayContaining(['SoapNoteBody', 'LunchCard', 'AuthLoginBody', 'HomeWaiting']),
    );
    expect(names.length).toBeGreaterThan(Object.keys(declared).length * 2);
  });

  test('uses the same schema for every call that returns it', () => {
    const { post } = document.paths['/api/students/sessions/new/'] as Record<string, never>;
    expect(post).toMatchObject({
      requestBody: {
        content: { 'application/json': { schema: { $ref: '#/components/schemas/SessionBody' } } },
      },
      responses: {
        201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Session' } } } },
      },
    });
  });

  test('describes the parts of each form', () => {
    const form = (path: string) => {
      const { post } = (document.paths as Record<string, Record<string, never>>)[path] ?? {};
      const { requestBody } = post ?? { requestBody: { content: {} } };
      return (requestBody as { content: Record<string, { schema: unknown }> }).content['multipart/form-data'];
    };
    expect(form('/api/user/admin/messages/')?.schema).toMatchObject({
      required: ['message'],
      properties: {
        files: { type: 'array' },
        message: { $ref: '#/components/schemas/AdminMessageBodyInput' },
      },
    });
    expect(form('/api/tickets/{id}/attachments/')?.schema).toMatchObject({
      required: ['file'],
      properties: { file: { format: 'binary' }, id: { type: 'string' } },
    });
  });

  test('repeats no large object inline', () => {
    const seen = new Map<string, string[]>();
    for (const [place, value] of within(document)) {
      if (Object.keys((value.properties ?? {}) as object).length < 6) continue;
      const text = JSON.stringify(value);
      seen.set(text, [...(seen.get(text) ?? []), place]);
    }
    const isNamed = (place: string) => /^\/components\/schemas\/\w+$/.test(place);
    expect([...seen.values()].filter((places) => places.length > 1 && !places.every(isNamed))).toEqual([]);
  });
});
