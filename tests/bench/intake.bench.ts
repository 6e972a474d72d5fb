import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyLimitOf } from '#contract/body-limit.ts';
import { encrypt, toBase64, writePlace } from '#contract/encryption.ts';
import { addressOf } from '#contract/endpoint.ts';
import { type EndpointName, endpointNamed } from '#contract/index.ts';
import { CODES_PER_CALL } from '#contract/soap-options.ts';
import { MOST_VALUES } from '#server/plugins/raw-input.ts';
import { type ApiWorld, openApiWorld } from '#tests/server/api-world.ts';
import { quantile } from './bench-world.ts';

/** How long one request may block everyone else's. */
const BLOCKED_LIMIT_MS = 250;
const REPEATS = 3;
const MEGABYTE = 1_024 * 1_024;

let world: ApiWorld;
let address: string;
let client: Worker;
/** The office's token, which has every permission. */
let token: string;
let officeId: string;
let uploadToken: string;
const dataKey = new Uint8Array(32).fill(5);
const deviceId = randomUUID();

/** Sends from a thread of its own, so that only the server's work is measured. */
const CLIENT = `
  const { parentPort } = require('node:worker_threads');
  const { Agent, request } = require('node:http');
  const agent = new Agent({ keepAlive: true });
  parentPort.on('message', ({ url, method, headers, body }) => {
    const began = performance.now();
    let took = 0;
    const sent = request(url, { method, agent, headers: { 'content-length': body.length, ...headers } });
    sent.on('response', (answer) => {
      took = performance.now() - began;
      answer.resume();
      answer.on('end', () => parentPort.postMessage({ status: answer.statusCode, took }));
    });
    sent.on('error', ({ code }) => took === 0 && parentPort.postMessage({ status: code, took }));
    sent.end(body);
  });
`;

beforeAll(async () => {
  world = await openApiWorld('postgres');
  address = await world.app.listen({ port: 0, host: '127.0.0.1' });
  client = new Worker(CLIENT, { eval: true });
  const office = await world.addPerson({ role: '0' });
  officeId = office.id;
  token = (await world.signIn(office)).token;
  const registered = await world.call('device.register', {
    token,
    params: { id: deviceId },
    body: { app_version: '1', data_key: toBase64(dataKey) },
  });
  uploadToken = registered.body.upload_token;
});

afterAll(async () => {
  await client.terminate();
  await world.close();
});

interface Sent {
  /** Or the error of the connection. */
  status: number | string;
  took: number;
  /** The longest time that the server's event loop was blocked. */
  blocked: number;
}

async function send(name: EndpointName, body: Uint8Array, headers: Record<string, string>): Promise<Sent> {
  const { path, method } = endpointNamed(name);
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key, randomUUID()]));
  const url = `${address}${addressOf({ path }, params)}`;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  client.postMessage({ url, method, headers: { 'content-type': 'application/json', ...headers }, body });
  const [{ status, took }] = (await once(client, 'message')) as [Omit<Sent, 'blocked'>];
  await new Promise((resolve) => setTimeout(resolve, 20));
  delay.disable();
  return { status, took, blocked: delay.max / 1e6 };
}

const device = () => ({
  device_id: deviceId,
  device_now: world.clock.now.toISOString(),
  app_version: '1.0.0',
  unsent_count: 0,
  unsent_since: null,
});
const textOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const empties = (count: number) => Array.from({ length: count }, () => ({}));
const envelope = () => ({
  write_id: randomUUID(),
  base_version: null,
  depends_on: [],
  captured_at: world.clock.now.toISOString(),
});
/** Fills a body up to the call's byte limit with one long text. */
function filled(name: EndpointName, make: (text: string) => unknown): Uint8Array {
  const room = bodyLimitOf(endpointNamed(name)) - textOf(make('')).length;
  return textOf(make('A'.repeat(room - (room % 4))));
}

async function encryptedWrites(count: number, body: unknown) {
  const key = await crypto.subtle.importKey('raw', dataKey, 'AES-GCM', false, ['encrypt']);
  const content = { endpoint: 'session.create', endpoint_version: 1, params: {}, body };
  return Promise.all(
    Array.from({ length: count }, async () => {
      const write = envelope();
      return { ...write, sealed: toBase64(await encrypt(key, writePlace(write.write_id), content)) };
    }),
  );
}

/** The worst body for each of these calls: as large as allowed, with as many values as allowed. */
const worst: [string, EndpointName, () => Promise<Uint8Array> | Uint8Array][] = [
  [
    'values without content',
    'sync.push',
    () => textOf({ device: device(), writes: empties(MOST_VALUES / 2 - 20) }),
  ],
  [
    'unknown fields',
    'sync.push',
    () => textOf(Object.fromEntries(Array.from({ length: MOST_VALUES - 2 }, (_, at) => [`f${at}`, 0]))),
  ],
  [
    'one write of many values',
    'sync.push',
    () =>
      textOf({
        device: device(),
        writes: [
          {
            ...envelope(),
            endpoint: 'session.create',
            endpoint_version: 1,
            params: {},
            body: empties(MOST_VALUES / 2 - 20),
          },
        ],
      }),
  ],
  [
    'fifty large notes',
    'sync.push',
    () =>
      textOf({
        device: device(),
        writes: Array.from({ length: 50 }, () => ({
          ...envelope(),
          ...{ endpoint: 'soap.create', endpoint_version: 1, params: {} },
          body: { subjective: 'x'.repeat(20_000) },
        })),
      }),
  ],
  [
    'parameters without end',
    'sync.push',
    () =>
      textOf({
        device: device(),
        writes: [
          {
            ...envelope(),
            ...{ endpoint: 'session.create', endpoint_version: 1, body: null },
            params: Object.fromEntries(Array.from({ length: MOST_VALUES - 30 }, (_, at) => [`${at}`, ''])),
          },
        ],
      }),
  ],
  [
    'ciphertext that does not open',
    'sync.push-sealed',
    () =>
      filled('sync.push-sealed', (text) => ({
        device: device(),
        writes: [
          { ...envelope(), sealed: text.slice(0, text.length / 2 - ((text.length / 2) % 4)) },
          { ...envelope(), sealed: text.slice(0, text.length / 2 - ((text.length / 2) % 4)) },
        ],
      })),
  ],
  [
    'ciphertext of many values',
    'sync.push-sealed',
    async () => textOf({ device: device(), writes: await encryptedWrites(8, empties(MOST_VALUES / 2 - 20)) }),
  ],
  [
    'a manifest of wrong items',
    'timesheet.submit',
    () => textOf({ manifest: Array.from({ length: 2_000 }, () => ({ write_ids: empties(20) })) }),
  ],
  ['a text beyond its length', 'soap.create', () => filled('soap.create', (text) => ({ subjective: text }))],
  [
    'a batch of codes that are none',
    'dx-code.import',
    () => textOf({ codes: Array.from({ length: CODES_PER_CALL }, () => ({ code: 7, description: [] })) }),
  ],
  [
    'a code beyond its length',
    'dx-code.import',
    () => filled('dx-code.import', (text) => ({ codes: [{ code: text, description: '', service: null }] })),
  ],
  [
    'a rescue file',
    'rescue.import',
    async () =>
      textOf({
        ...{ format: 'caseload-rescue', format_version: 1, device_id: deviceId, user_id: officeId },
        ...{ app_version: '1', exported_at: world.clock.now.toISOString() },
        writes: await encryptedWrites(5_000, { notes: 'x'.repeat(1_500) }),
      }),
  ],
];

test('bodies of 16 MB with an invalid token are answered before they are read', async () => {
  const body = new Uint8Array(16 * MEGABYTE).fill(0x20);
  const sent: Sent[] = [];
  for (let at = 0; at < 20; at += 1) {
    sent.push(await send('sync.push-sealed', body, { authorization: 'Upload anything' }));
  }
  const slowest = Math.max(...sent.map(({ took }) => took));
  const blocked = Math.max(...sent.map((one) => one.blocked));
  console.log(
    `20 × 16 MB under a bad token: slowest answer ${slowest.toFixed(0)} ms, blocked ${blocked.toFixed(0)} ms`,
  );
  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 401));
  expect(slowest).toBeLessThan(100);
});

test.each(worst)('%s in %s', async (what, name, make) => {
  const body = await make();
  const upload = endpointNamed(name).policy === 'upload-token';
  const authorization = upload ? `Upload ${uploadToken}` : `Bearer ${token}`;
  const sent: Sent[] = [];
  for (let at = 0; at < REPEATS; at += 1) sent.push(await send(name, body, { authorization }));
  const blocked = quantile(
    sent.map((one) => one.blocked),
    0.5,
  );
  console.log(
    `${name}, ${what}: ${(body.length / MEGABYTE).toFixed(1)} MB, answered ${sent[0]?.status} in ${sent[0]?.took.toFixed(0)} ms, blocked ${blocked.toFixed(0)} ms`,
  );
  expect(blocked).toBeLessThan(BLOCKED_LIMIT_MS);
});
