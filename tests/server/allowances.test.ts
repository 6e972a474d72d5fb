import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addressOf } from '#contract/endpoint.ts';
import { endpointNamed } from '#contract/index.ts';
import { PART_BYTES } from '#domain/attachments/part-plan.ts';
import { ALLOWANCES } from '#server/plugins/allowances.ts';
import { usualKind } from '#tests/support/database.ts';
import { postText, RawSocket } from '#tests/support/raw-socket.ts';
import { type ApiWorld, openApiWorld, type Person } from './api-world.ts';
import { attachmentBody, partOf, pngOf, putPart } from './attachment-files.ts';

let world: ApiWorld;
let address: string;
let person: Person;
let token: string;

async function open(parts: Parameters<typeof openApiWorld>[1] = {}): Promise<void> {
  world = await openApiWorld(usualKind, parts);
  address = await world.app.listen({ port: 0, host: '127.0.0.1' });
}

async function close(): Promise<void> {
  world.app.server.closeAllConnections();
  await world.close();
}

const report = (device_id: string) => ({
  device_id,
  device_now: world.clock.now.toISOString(),
  app_version: '1.0.0',
  unsent_count: 0,
  unsent_since: null,
});

const passed = (ms: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + ms);
};

describe('pushes', () => {
  beforeAll(() => open());
  afterAll(close);
  beforeEach(async () => {
    person = await world.addPerson();
    token = (await world.signIn(person)).token;
  });

  const push = (by = token, device_id = randomUUID() as string) =>
    world.call('sync.push', {
      token: by,
      body: { device: report(device_id), writes: [{ write_id: randomUUID(), depends_on: [] }] },
    });

  async function pushAll(): Promise<void> {
    for (let at = 0; at < ALLOWANCES.push.most; at += 1) expect((await push()).status).toBe(200);
  }

  test('of eight devices that come online with 1,000 writes each are all accepted', async () => {
    for (let batch = 0; batch < (8 * 1_000) / 50; batch += 1) expect((await push()).status).toBe(200);
  });

  test('beyond the allowance are rejected before they are read, and accepted as time passes', async () => {
    await pushAll();
    const refused = await push();
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
      body: { code: 'request.too-many' },
    });
    const socket = await RawSocket.open(address);
    const path = addressOf(endpointNamed('sync.push'));
    await socket.send(postText(path, { authorization: `Bearer ${token}` }, '', 1_000_000));
    await socket.untilReceived('\r\n\r\n');
    expect(socket.received).toContain('HTTP/1.1 429 ');
    socket.vanish();
    passed(1_000);
    expect((await push()).status).toBe(200);
    expect((await push()).status).toBe(429);
  });

  test('of a closed device count for its person, and no one else waits for them', async () => {
    const device_id = randomUUID();
    const { body } = await world.call('device.register', {
      token,
      params: { id: device_id },
      body: { app_version: '1', data_key: Buffer.alloc(32).toString('base64') },
    });
    await pushAll();
    const sealed = await world.call('sync.push-sealed', {
      headers: { authorization: `Upload ${body.upload_token}` },
      body: { device: report(device_id), writes: [] },
    });
    expect(sealed.status).toBe(429);
    const { token: other } = await world.signIn(await world.addPerson());
    expect((await push(other)).status).toBe(200);
  });
});

describe('uploads', () => {
  const bytes = pngOf(5 * PART_BYTES);
  let id: string;
  let student: string;
  beforeEach(async () => {
    await open({ allowances: { ...ALLOWANCES, upload: { most: 2.5 * PART_BYTES, perSecond: 1_024 } } });
    person = await world.addPerson();
    ({ student } = await world.addCaseload(person));
    token = (await world.signIn(person)).token;
    const body = attachmentBody(student, bytes);
    id = body.id;
    expect((await world.call('attachment.create', { token, body })).status).toBe(201);
  });
  afterEach(close);

  const put = (part: number) => putPart(world.app, token, id, part, partOf(bytes, part));

  test('are counted in bytes, rejected beyond the allowance, and accepted as time passes', async () => {
    expect([(await put(1)).status, (await put(2)).status, (await put(3)).status]).toEqual([200, 200, 429]);
    const { body } = await world.call('attachment.parts', { token, params: { id } });
    expect(body.arrived).toEqual([1, 2]);
    passed(128_000);
    expect((await put(3)).status).toBe(200);
    expect((await put(4)).status).toBe(429);
  });

  test('in one piece count the same, and say how long to wait', async () => {
    const form = new FormData();
    form.set('file', new File([pngOf(3 * PART_BYTES)], 'drawing.png'));
    const response = await fetch(`${address}/api/students/attachments/${student}/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(128);
  });

  test('of unknown length count as the maximum size', async () => {
    const response = await fetch(`${address}/api/students/attachments/${student}/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
      body: new Blob(['--x--']).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(429);
  });
});

describe('streams of hints', () => {
  beforeAll(() => open());
  afterAll(close);

  test('are limited to ten per person: the eleventh waits until the oldest has had a minute, and replaces it', async () => {
    person = await world.addPerson();
    token = (await world.signIn(person)).token;
    const follow = async (by = token) => {
      const response = await fetch(`${address}/api/sync/hints/`, {
        headers: { authorization: `Bearer ${by}` },
      });
      return { response, over: response.text().catch(() => '') };
    };
    const streams = [];
    for (let at = 0; at < 10; at += 1) streams.push(await follow());
    expect(streams.map(({ response }) => response.status)).toEqual(Array(10).fill(200));
    passed(20_000);
    const refused = (await follow()).response;
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '40']);
    const { token: other } = await world.signIn(await world.addPerson());
    expect((await follow(other)).response.status).toBe(200);

    passed(40_000);
    const eleventh = await follow();
    expect(eleventh.response.status).toBe(200);
    expect(await streams[0]?.over).toContain(': connected');
    expect((await follow()).response.status).toBe(200);
    expect(await streams[1]?.over).toContain(': connected');
  });
});
