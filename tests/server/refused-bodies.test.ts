import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bodyLimitOf } from '#contract/body-limit.ts';
import { encrypt, toBase64, writePlace } from '#contract/encryption.ts';
import { addressOf } from '#contract/endpoint.ts';
import { type EndpointName, endpointNamed } from '#contract/index.ts';
import { MOST_VALUES, readJson } from '#server/plugins/raw-input.ts';
import { usualKind } from '#tests/support/database.ts';
import { postText, RawSocket } from '#tests/support/raw-socket.ts';
import { type ApiWorld, openApiWorld, type Person } from './api-world.ts';

let world: ApiWorld;
let address: string;
let provider: Person;
let token: string;
beforeAll(async () => {
  world = await openApiWorld(usualKind);
  address = await world.app.listen({ port: 0, host: '127.0.0.1' });
  provider = await world.addPerson();
  token = (await world.signIn(provider)).token;
});
afterAll(async () => {
  world.app.server.closeAllConnections();
  await world.close();
});

const report = () => ({
  device_id: randomUUID(),
  device_now: world.clock.now.toISOString(),
  app_version: '1.0.0',
  unsent_count: 0,
  unsent_since: null,
});

/** More values than any call may have, in few bytes. */
const tangle = `[${Array.from({ length: MOST_VALUES }, () => '{}').join(',')}]`;

/** The texts parsed during the work. */
async function parsedWhile(work: () => Promise<unknown>): Promise<string[]> {
  const parse = vi.spyOn(JSON, 'parse');
  try {
    await work();
    return parse.mock.calls.map(([text]) => text);
  } finally {
    parse.mockRestore();
  }
}

describe('before a byte of the body is read', () => {
  /** Announces the largest body that the call accepts, and sends nothing of it. */
  async function expectAnswer(name: EndpointName, authorization: string, status: number): Promise<void> {
    const endpoint = endpointNamed(name);
    const socket = await RawSocket.open(address);
    await socket.send(postText(addressOf(endpoint), { authorization }, '', bodyLimitOf(endpoint)));
    await socket.untilReceived('\r\n\r\n');
    expect(socket.received).toContain(`HTTP/1.1 ${status} `);
    socket.vanish();
  }

  test.each(['sync.push-sealed', 'sync.surrender', 'sync.check-in'] as const)(
    '%s refuses an upload token that no device has',
    (name) => expectAnswer(name, 'Upload anything', 401),
  );

  test.each(['sync.push', 'sync.hand-over', 'soap.create'] as const)(
    '%s refuses a bad access token',
    (name) => expectAnswer(name, 'Bearer anything', 401),
  );

  test('a call without stored answers rejects a person who lacks its permission', () =>
    expectAnswer('rescue.import', `Bearer ${token}`, 403));
});

describe('a body that is too large for its call', () => {
  const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
    world.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    });

  test('is rejected where no login is needed', async () => {
    const { statusCode } = await post(
      '/api/login/',
      JSON.stringify({ email: 'x'.repeat(8_000), password: 'x' }),
    );
    expect(statusCode).toBe(413);
  });

  test('is rejected on unknown routes', async () => {
    const { statusCode } = await post('/api/no-such-call/', JSON.stringify(['x'.repeat(8_000)]));
    expect(statusCode).toBe(413);
  });

  test('is never parsed if it has more values than any call needs', async () => {
    const body = `{"device":${JSON.stringify(report())},"writes":${tangle}}`;
    expect(body.length).toBeLessThan(bodyLimitOf(endpointNamed('sync.push')));
    const parsed = await parsedWhile(async () => {
      const { statusCode } = await post('/api/sync/push/', body, { authorization: `Bearer ${token}` });
      expect(statusCode).toBe(413);
    });
    expect(parsed).not.toContain(body);
  });
});

describe('a JSON text', () => {
  const bytesOf = (text: string) => new TextEncoder().encode(text);

  test('may contain any number of brackets, commas, and escaped quotes inside of its strings', () => {
    const value = { 'a,[{"\\': `\\"${',[{'.repeat(MOST_VALUES)}` };
    expect(readJson(bytesOf(JSON.stringify(value)))).toEqual(value);
  });

  test('may contain the maximum number of values and no more', () => {
    const list = (values: number) => bytesOf(`[${'1,'.repeat(values - 2)}1]`);
    expect(readJson(list(MOST_VALUES))).toHaveLength(MOST_VALUES - 1);
    expect(() => readJson(list(MOST_VALUES + 1))).toThrow('The request is too large.');
  });
});

test('an encrypted write with too many values is rejected alone, without being parsed', async () => {
  const device = report();
  const dataKey = new Uint8Array(32).fill(5);
  const registered = await world.call('device.register', {
    token,
    params: { id: device.device_id },
    body: { app_version: '1', data_key: toBase64(dataKey) },
  });
  const key = await crypto.subtle.importKey('raw', dataKey, 'AES-GCM', false, ['encrypt']);
  const write_id = randomUUID();
  const body: unknown = JSON.parse(tangle);
  const content = { endpoint: 'session.create', endpoint_version: 1, params: {}, body };
  const sealed = toBase64(await encrypt(key, writePlace(write_id), content));
  const payload = JSON.stringify({
    device,
    writes: [{ write_id, base_version: null, depends_on: [], captured_at: device.device_now, sealed }],
  });
  const headers = {
    'content-type': 'application/json',
    authorization: `Upload ${registered.body.upload_token}`,
  };
  let answers: unknown;
  const parsed = await parsedWhile(async () => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/sync/push-sealed/',
      payload,
      headers,
    });
    answers = answer.json<{ answers: unknown }>().answers;
  });
  expect(parsed.filter((text) => text.startsWith('{"endpoint"'))).toEqual([]);
  expect(answers).toEqual([expect.objectContaining({ status: 422, code: 'request.invalid' })]);
});

test('the answer to a body with thousands of invalid fields names the first of them', async () => {
  const manifest = Array.from({ length: 2_000 }, () => ({}));
  const { status, body } = await world.call('timesheet.submit', { token, body: { manifest } });
  expect(status).toBe(422);
  expect(Object.keys(body.fields ?? {}).length).toBeLessThan(500);
});

test('a form with many parts is rejected without being read', async () => {
  const part = (name: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nx\r\n`;
  const read = vi.spyOn(Response.prototype, 'formData');
  const send = (parts: number) =>
    world.app.inject({
      method: 'POST',
      url: addressOf(endpointNamed('attachment.upload'), { id: randomUUID() }),
      payload: `${Array.from({ length: parts }, (_, at) => part(`field-${at}`)).join('')}--b--\r\n`,
      headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${token}` },
    });
  try {
    expect((await send(8)).statusCode).toBe(422);
    expect(read).toHaveBeenCalledTimes(1);
    expect((await send(9)).statusCode).toBe(400);
    expect(read).toHaveBeenCalledTimes(1);
  } finally {
    read.mockRestore();
  }
});
