import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { errorCatalog } from '#contract/errors.ts';
import { type EndpointName, endpointNamed, endpoints } from '#contract/index.ts';
import type { Allowances } from '#server/plugins/allowances.ts';
import { seedOfCommit } from '#tests/support/commit-seed.ts';
import { usualKind } from '#tests/support/database.ts';
import { type ApiWorld, openApiWorld } from './api-world.ts';
import { exampleFor, holdsUnstorable, mutationsOf } from './input-examples.ts';

const names = Object.keys(endpoints) as EndpointName[];

/** What may change without a write: counters, the clock of a sign-in, and audited refusals. */
const UNWATCHED = ['attempt_counters', 'audit_entries', 'sign_ins'];

/** Rejections must be about the input, not about rate limits. */
const ENDLESS: Allowances = {
  push: { most: Number.POSITIVE_INFINITY, perSecond: 1 },
  upload: { most: Number.POSITIVE_INFINITY, perSecond: 1 },
};

/** A third of the inputs in each run, another third at the next commit; `npm run test:soak` sends all of them. */
const EVERY = process.env.BAD_INPUT === 'all' ? 1 : 3;
const seed = seedOfCommit();
const shareOf = <Input>(inputs: readonly Input[]) =>
  inputs.filter((_, place) => (place + seed) % EVERY === 0);

// The embedded engine is PostgreSQL itself: both reject the same values.
describe.each([usualKind])('bad input on %s', (kind) => {
  let world: ApiWorld;
  let token: string;
  let uploadToken: string;
  const deviceId = randomUUID();
  beforeAll(async () => {
    world = await openApiWorld(kind, { allowances: ENDLESS });
    // A person with every permission, so that the input gets as far as possible.
    const person = await world.addPerson({ role: '0' });
    await world.addCaseload(person);
    token = (await world.signIn(person)).token;
    const registered = await world.call('device.register', {
      token,
      params: { id: deviceId },
      body: { app_version: '1', data_key: Buffer.alloc(32).toString('base64') },
    });
    uploadToken = registered.body.upload_token;
    const { rows } = await world.db.execute<{ name: string }>(sql`
      select table_name::text as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
    const digests = rows
      .filter(({ name }) => !UNWATCHED.includes(name))
      .map(
        ({ name }) =>
          sql`select ${sql.raw(`'${name} '`)} || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest
            from ${sql.identifier(name)} t`,
      );
    tableDigests = sql.join(digests, sql` union all `);
  });
  afterAll(() => world.close());

  function urlOf(endpoint: Endpoint, params: unknown, query?: string): string {
    const values = (params ?? {}) as Record<string, unknown>;
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeParam(values[name]));
    return query === undefined ? path : `${path}?${query}`;
  }

  async function send(endpoint: Endpoint, url: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await world.app.inject({
      method: endpoint.method,
      url,
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        authorization: endpoint.policy === 'upload-token' ? `Upload ${uploadToken}` : `Bearer ${token}`,
        ...(endpoint.offline === undefined ? {} : { 'if-match': '1' }),
        ...headers,
      },
    });
    return { status: response.statusCode, code: readCode(response.body) };
  }

  /** Expects an error of the catalogue, with its status. */
  function expectApiError(what: string, { status, code }: { status: number; code: string | null }): void {
    const entry =
      code !== null && Object.hasOwn(errorCatalog, code) ? errorCatalog[code as 'request.invalid'] : null;
    const isApiError = status >= 400 && status < 500 && entry?.status === status;
    expect(isApiError ? 'refused' : `${what}: ${status} ${code}`).toBe('refused');
  }

  let tableDigests: SQL;

  async function contentOfTables(): Promise<string> {
    const { rows } = await world.db.execute<{ digest: string }>(tableDigests);
    return rows.map(({ digest }) => digest).join('\n');
  }

  const withBody = names.filter((name) => endpointNamed(name).body !== undefined);
  const withParams = names.filter((name) => endpointNamed(name).params !== undefined);
  const plain = names.filter((name) => endpointNamed(name).isRaw !== true);

  test.each(withBody)('in the body of %s is rejected and changes nothing', async (name) => {
    const endpoint = endpointNamed(name);
    const schema = endpoint.body;
    if (schema === undefined) return;
    const example = exampleFor(schema);
    expect(
      schema.safeParse(example).error?.issues,
      'the example is an input that the contract takes',
    ).toBeUndefined();
    const params = endpoint.params === undefined ? {} : exampleFor(endpoint.params);
    const bad = mutationsOf(example).filter(
      ({ value }) => holdsUnstorable(value) || !schema.safeParse(value).success,
    );
    // A command without fields can be invalid in fewer ways.
    expect(bad.length).toBeGreaterThan(Object.keys(example as object).length === 0 ? 5 : 10);
    // A queued write's own body is validated with that write, not with its batch.
    const envelope = bad.filter(({ value }) => !schema.safeParse(value).success);
    const before = await contentOfTables();
    for (const { what, value } of shareOf(name === 'sync.push' ? envelope : bad)) {
      expectApiError(`${name}: ${what}`, await send(endpoint, urlOf(endpoint, params), value));
    }
    expect(await contentOfTables()).toBe(before);
  });

  test.each(withBody)('beyond the contract in the body of %s does not break the server', async (name) => {
    const endpoint = endpointNamed(name);
    const schema = endpoint.body;
    if (schema === undefined) return;
    const params = endpoint.params === undefined ? {} : exampleFor(endpoint.params);
    for (const { what, value } of shareOf(mutationsOf(exampleFor(schema)))) {
      if (!schema.safeParse(value).success) continue;
      const { status, code } = await send(endpoint, urlOf(endpoint, params), value);
      expect(status < 500 ? 'answered' : `${name}: ${what}: ${status} ${code}`).toBe('answered');
    }
  });

  test.each(withParams)('in the URL of %s is rejected and changes nothing', async (name) => {
    const endpoint = endpointNamed(name);
    const schema = endpoint.params;
    if (schema === undefined) return;
    const body = endpoint.body === undefined ? undefined : exampleFor(endpoint.body);
    const example = exampleFor(schema) as Record<string, string>;
    const before = await contentOfTables();
    for (const field of Object.keys(example)) {
      for (const value of [
        'x',
        ' ',
        '\u0000',
        '-1',
        '1e99',
        "' or 1=1",
        'x'.repeat(250),
        'x'.repeat(5_000),
        '../..',
        '%',
        '%ED%A0%80',
        '{id}',
      ]) {
        const params = { ...example, [field]: value };
        expectApiError(
          `${name}: ${field} as ${value.slice(0, 20)}`,
          await send(endpoint, urlOf(endpoint, params), body),
        );
      }
    }
    expect(await contentOfTables()).toBe(before);
  });

  test.each(plain)('in the query of %s is rejected and changes nothing', async (name) => {
    const endpoint = endpointNamed(name);
    const params = endpoint.params === undefined ? {} : exampleFor(endpoint.params);
    const body = endpoint.body === undefined ? undefined : exampleFor(endpoint.body);
    const fields = Object.keys(endpoint.query?.shape ?? {});
    const required =
      endpoint.query === undefined ? {} : (exampleFor(endpoint.query) as Record<string, unknown>);
    const before = await contentOfTables();
    expectApiError(
      `${name}: an unknown query`,
      await send(endpoint, urlOf(endpoint, params, 'unknown=1'), body),
    );
    for (const field of fields) {
      for (const value of ['%00', 'x'.repeat(30_000), '1&again=1', `1&${field}=2`]) {
        const others = Object.entries(required).filter(([other]) => other !== field);
        const query = [
          ...others.map(([other, given]) => `${other}=${encodeURIComponent(String(given))}`),
          `${field}=${value}`,
        ];
        expectApiError(
          `${name}: ${field} as ${value.slice(0, 20)}`,
          await send(endpoint, urlOf(endpoint, params, query.join('&')), body),
        );
      }
    }
    expect(await contentOfTables()).toBe(before);
  });

  test.each(withBody)('with an unexpected content type is rejected by %s', async (name) => {
    const endpoint = endpointNamed(name);
    const params = endpoint.params === undefined ? {} : exampleFor(endpoint.params);
    const url = urlOf(endpoint, params);
    const before = await contentOfTables();
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=b',
      '*/*',
      '',
    ]) {
      expectApiError(`${name}: ${type}`, await send(endpoint, url, '{}', { 'content-type': type }));
    }
    for (const text of ['{', '{"a":', 'undefined', '[1,]', '\u0000', '['.repeat(1_000)]) {
      expectApiError(`${name}: ${text.slice(0, 9)}`, await send(endpoint, url, text));
    }
    expect(await contentOfTables()).toBe(before);
  });

  const changing = names.filter(
    (name) => endpointNamed(name).offline?.effect !== 'create' && endpointNamed(name).offline,
  );
  test.each(changing)('an unknown id is rejected by %s', async (name) => {
    const endpoint = endpointNamed(name);
    const params = endpoint.params === undefined ? {} : exampleFor(endpoint.params);
    expectApiError(
      name,
      await send(endpoint, urlOf(endpoint, params), endpoint.body === undefined ? undefined : {}),
    );
  });
});

/** Some inputs are invalid encodings: send them as they are. */
function encodeParam(value: unknown): string {
  const text = String(value);
  return text.startsWith('%') ? text : encodeURIComponent(text);
}

function readCode(body: string): string | null {
  try {
    return (JSON.parse(body) as { code?: string }).code ?? null;
  } catch {
    return null;
  }
}
