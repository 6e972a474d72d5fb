import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorCatalog } from '#contract/errors.ts';
import { type EndpointName, endpointNamed, endpoints } from '#contract/index.ts';
import { isPermission } from '#domain/access/permissions.ts';
import { buildApp } from '#server/app.ts';
import type { Dependencies, Module } from '#server/plugins/answered-call.ts';
import { collectHandlers } from '#server/plugins/registry.ts';
import { databaseKinds } from '#tests/support/database.ts';
import { type ApiWorld, openApiWorld, sessionBody } from './api-world.ts';

const names = Object.keys(endpoints) as EndpointName[];

describe.each(databaseKinds)('the server on %s', (kind) => {
  let world: ApiWorld;
  beforeAll(async () => {
    world = await openApiWorld(kind);
  });
  afterAll(() => world.close());

  test('serves exactly the calls of the contract', () => {
    const routes = world.app
      .printRoutes({ commonPrefix: false, includeHooks: false })
      .split('\n')
      .filter((line) => line.includes('(') && !line.includes('OPTIONS'));
    const count = routes.flatMap((line) => /\(([^)]+)\)/.exec(line)?.[1]?.split(', ') ?? []).length;
    expect(count).toBe(names.length);
    for (const name of names) {
      const { method, path } = endpointNamed(name);
      expect(world.app.hasRoute({ method, url: path.replace(/\{(\w+)\}/g, ':$1') }), name).toBe(true);
    }
  });

  test('does not start with a missing, duplicate, or unknown handler', () => {
    const dependencies = {} as Dependencies;
    const execute = async () => ({ status: 200, body: {} });
    const engine = { execute, inBatch: async () => Promise.reject(new Error('nobody asks')) };
    const collect = (list: readonly Module[]) => () => collectHandlers(list, dependencies, engine);
    expect(collect([])).toThrow(/no handler for auth\.login/);
    const pings: Module = (api) => {
      api.handleFree('sync.ping', async () => ({ server_time: '' }));
      api.handleFree('sync.ping', async () => ({ server_time: '' }));
    };
    expect(collect([pings])).toThrow(/served twice/);
    const stranger: Module = (api) =>
      api.handleFree('no.such-call' as 'sync.ping', async () => ({ server_time: '' }));
    expect(collect([stranger])).toThrow(/isn't a call of the contract/);
  });

  test('has a known policy for every call', () => {
    for (const name of names) {
      const { policy } = endpointNamed(name);
      expect(policy === 'public' || policy === 'upload-token' || isPermission(policy), name).toBe(true);
    }
  });

  test.each(names.filter((name) => endpointNamed(name).policy !== 'public'))(
    '%s requires a login',
    async (name) => {
      const { path, method } = endpointNamed(name);
      const url = path.replace(/\{\w+\}/g, randomUUID());
      for (const authorization of [
        undefined,
        'Bearer x.y.z',
        'Basic YTpi',
        'Bearer ',
        `Upload ${randomUUID()}`,
      ]) {
        const response = await world.app.inject({
          method,
          url,
          headers: authorization === undefined ? {} : { authorization },
        });
        expect(response.statusCode, authorization).toBe(401);
      }
    },
  );

  test('allows nothing to an unknown role', async () => {
    const person = await world.addPerson({ role: '7', grants: ['reports.badge', 'payroll.view'] });
    const { token } = await world.signIn(person);
    for (const name of names) {
      const endpoint = endpointNamed(name);
      if (endpoint.policy === 'public' || endpoint.policy === 'upload-token') continue;
      const url = endpoint.path.replace(/\{\w+\}/g, randomUUID());
      const headers = { authorization: `Bearer ${token}` };
      const response = await world.app.inject({ method: endpoint.method, url, headers });
      expect([name, response.statusCode]).toEqual([name, 403]);
    }
  });

  test('marks every response as its own and prevents caching', async () => {
    for (const url of [
      '/api/health/',
      '/api/nothing/',
      '/api/user/id/',
      '/api/openapi.json',
      '/api/%E0%A4%A',
    ]) {
      const { headers } = await world.app.inject({ method: 'GET', url });
      expect([url, headers['x-caseload'], headers['cache-control']]).toEqual([url, '1', 'no-store']);
    }
  });

  test('answers unknown routes and methods with an error of the catalogue', async () => {
    for (const [method, url] of [
      ['GET', '/api/nothing/'],
      ['GET', '/api/login/'],
      ['DELETE', '/api/login/'],
      ['GET', '/api/health'],
      ['POST', '/'],
      ['GET', '/api'],
    ] as const) {
      const response = await world.app.inject({ method, url });
      expect([url, response.statusCode, response.json().code]).toEqual([url, 404, 'route.absent']);
      expect(response.json().request_id).toMatch(/[\da-f-]{36}/);
    }
  });

  test('reports its health and kind of database', async () => {
    const { status, body } = await world.call('operations.health');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'ok', database: kind });
  });

  test('lists the demo accounts in demo mode only', async () => {
    expect((await world.call('operations.demo')).body.sign_ins).toHaveLength(5);
    const config = { ...world.config, mode: 'production' as const };
    const app = await buildApp({ db: world.db, config, mailer: { send: async () => undefined } });
    expect((await app.inject('/api/demo/')).json()).toEqual({ sign_ins: [] });
    await app.close();
  });

  test('describes all of its calls', async () => {
    const document = (await world.app.inject('/api/openapi.json')).json();
    for (const name of names) {
      const { path, method } = endpointNamed(name);
      expect(document.paths[path][method.toLowerCase()].operationId).toBe(name);
    }
    expect(Object.keys(document.components.schemas)).toContain('Problem');
  });

  test('allows no inline script, frame, or untrusted markup', async () => {
    const { headers } = await world.app.inject('/api/health/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(/trusted-types ([^;]*)/.exec(policy.replace('require-trusted-types-for', ''))?.[1]).toBe(
      'caseload-sw dompurify ProseMirrorClipboard',
    );
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  describe('parsing a body', () => {
    const send = (payload: string | Buffer, headers: Record<string, string> = {}) =>
      world.app.inject({
        method: 'POST',
        url: '/api/login/',
        payload,
        headers: { 'content-type': 'application/json', ...headers },
      });

    test.each([
      ['broken JSON', '{"email":', 400, 'request.unreadable'],
      ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), 400, 'request.unreadable'],
      ['nesting beyond measure', '['.repeat(50_000) + ']'.repeat(50_000), 413, 'request.too-large'],
      ['a prototype', '{"__proto__":{"email":"a"}}', 400, 'request.unreadable'],
      ['more than a megabyte', `"${'x'.repeat(1_100_000)}"`, 413, 'request.too-large'],
      ['nothing', '', 422, 'request.invalid'],
      ['null', 'null', 422, 'request.invalid'],
      ['a list', '[]', 422, 'request.invalid'],
    ] as const)('rejects %s', async (_, payload, status, code) => {
      const response = await send(payload);
      expect([response.statusCode, response.json().code]).toEqual([status, code]);
    });

    test.each([
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      'x',
    ])('rejects the content type %s', async (type) => {
      const response = await send('email=a', { 'content-type': type });
      expect([response.statusCode, response.json().code]).toEqual([415, 'request.unsupported']);
    });

    test('names each invalid field, by first segment and by full path', async () => {
      const person = await world.addPerson();
      const { token } = await world.signIn(person);
      const caseload = await world.addCaseload(person);
      const { status, body } = await world.call('session.create', {
        token,
        body: sessionBody(caseload, { student_ids: ['x'], start_time: 'late', extra: 1 }),
      });
      expect(status).toBe(422);
      expect(Object.keys(body.fields ?? {}).sort()).toEqual([
        'extra',
        'start_time',
        'student_ids',
        'student_ids.0',
      ]);
    });
  });

  test('has a message and a status for every code', () => {
    for (const [code, entry] of Object.entries(errorCatalog)) {
      expect([code, entry.status >= 400, entry.message.length > 5]).toEqual([code, true, true]);
    }
  });
});
