import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyLimitOf } from '#contract/body-limit.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { ANSWER_MARKER, ApiError } from '#contract/errors.ts';
import { type EndpointName, endpointNamed, endpoints } from '#contract/index.ts';
import type { RequestContext } from '#server/records/call.ts';
import { type Allowances, createAllowances } from './allowances.ts';
import type { Answer } from './answer.ts';
import type { Dependencies } from './answered-call.ts';
import { type Authenticated, authenticate } from './authentication.ts';
import { authorize } from './checked-call.ts';
import type { Engine } from './execute.ts';
import { checkHeaders, checkInput } from './raw-input.ts';
import type { Registry } from './registry.ts';

const callers = new WeakMap<FastifyRequest, Authenticated>();

/** Marks a response as ours, and keeps it out of every cache. */
export function markAnswer(reply: FastifyReply): void {
  reply.header(ANSWER_MARKER, '1').header('cache-control', 'no-store');
}

export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status);
  if (answer.status === 429 || answer.status === 503) {
    const usual = answer.status === 429 ? 60_000 : 2_000;
    reply.header('retry-after', String(Math.ceil((answer.retryAfterMs ?? usual) / 1_000)));
  }
  if (answer.cookie !== undefined) reply.header('set-cookie', answer.cookie);
  if (answer.body === undefined) return reply.send();
  const isProblem = answer.status >= 400;
  const body = isProblem ? { ...(answer.body as object), request_id: reply.request.id } : answer.body;
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** Fastify writes parameters as `:name`. */
function routeOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** Registers a route for every call of the contract, and no other. */
export function registerRoutes(
  app: FastifyInstance,
  {
    registry,
    engine,
    dependencies,
    allowances,
  }: {
    registry: Registry;
    engine: Engine;
    dependencies: Dependencies;
    allowances: Allowances;
  },
): void {
  const taken = createAllowances(allowances);
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());

  const takeAllowance = (
    { allowance }: Endpoint,
    bodyLimit: number,
    { person }: Authenticated,
    request: FastifyRequest,
  ) => {
    if (allowance === undefined || person === null) return;
    // A body of unknown length counts as the maximum size.
    const announced = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
    const bytes = Math.min(announced, bodyLimit);
    taken.take(allowance, person, allowance === 'upload' ? bytes : 1, dependencies.now());
  };

  const addRoute = (scope: FastifyInstance, name: EndpointName) => {
    const endpoint = endpointNamed(name);
    const handler = registry.handlerOf(name);
    const bodyLimit = bodyLimitOf(endpoint);
    scope.route({
      method: endpoint.method,
      url: routeOf(endpoint.path),
      bodyLimit,
      // Before the body is read, so that a rejected caller can't make the server parse it.
      onRequest: async (request) => {
        const caller = await authenticate(endpoint, request.headers.authorization, dependencies);
        // A call with an idempotency key is authorized later: a caller who lost the permission still gets the
        // stored answer.
        if (handler.kind !== 'bound') authorize({ name, actor: caller.actor });
        takeAllowance(endpoint, bodyLimit, caller, request);
        callers.set(request, caller);
      },
      handler: async (request, reply) => {
        const caller = callers.get(request);
        if (caller === undefined) throw new ApiError('auth.signed-out');
        const headers = checkHeaders(request.headers);
        const now = dependencies.now().toISOString();
        const context: Omit<RequestContext, 'afterCommit' | 'write_id'> = {
          now,
          request_id: request.id,
          device_id: headers.device_id,
          captured_at: headers.captured_at ?? now,
          device_now: headers.device_now ?? now,
          base_version: headers.base_version,
          address: request.ip,
        };
        const input = { params: request.params, query: request.query, body: request.body };
        const callRequest = {
          name,
          ...input,
          ...caller,
          context,
          key: headers.key,
          cookies: request.headers.cookie,
          userAgent: request.headers['user-agent'],
        };
        if (handler.kind !== 'raw') return sendAnswer(reply, await engine.execute(callRequest));
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort());
        await handler.run({
          ...checkInput(endpoint, input),
          actor: caller.actor,
          context: { ...context, write_id: headers.key, afterCommit: () => undefined },
          db: dependencies.db,
          reply,
          signal: AbortSignal.any([gone.signal, stopping.signal]),
        });
        return reply;
      },
    });
  };

  const names = Object.keys(endpoints) as EndpointName[];
  for (const name of names.filter((each) => endpointNamed(each).takes === undefined)) addRoute(app, name);
  // In its own scope: everywhere else only JSON is parsed.
  app.register((scope, _, ready) => {
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer' },
      async (_: unknown, bytes: Buffer) => bytes,
    );
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, readForm);
    for (const name of names.filter((each) => endpointNamed(each).takes !== undefined)) addRoute(scope, name);
    ready();
  });
}

/** A form has one file and a few fields. Thousands of small parts would take seconds to parse. */
const MOST_FORM_PARTS = 8;

function hasManyParts(bytes: Buffer, boundary: string): boolean {
  let parts = 0;
  for (let at = bytes.indexOf(boundary); at !== -1; at = bytes.indexOf(boundary, at + boundary.length)) {
    parts += 1;
    // The last boundary closes the form.
    if (parts > MOST_FORM_PARTS + 1) return true;
  }
  return false;
}

/** Parses a form with the platform's parser. */
async function readForm(request: FastifyRequest, bytes: Buffer<ArrayBuffer>): Promise<FormData> {
  const type = request.headers['content-type'] ?? '';
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1];
  if (boundary === undefined || hasManyParts(bytes, `--${boundary}`))
    throw new ApiError('request.unreadable');
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData();
  } catch {
    throw new ApiError('request.unreadable');
  }
}
