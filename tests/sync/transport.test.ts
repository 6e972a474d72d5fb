import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ANSWER_MARKER } from '#contract/errors.ts';
import { lunchBreakById } from '#db/lunch-breaks.ts';
import { exportDataKey } from '#db/vault.ts';
import { lunch_breaks } from '#server/db/schema/lunch-breaks.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { createApiClient, NoAnswer, type Tokens } from '#sync/api-client.ts';
import { drainBatch } from '#sync/outbox/drain.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { encryptedTransport, openTransport } from '#sync/outbox/transport.ts';
import { drainWhileAnswered } from '#sync/outbox/worker-drain.ts';
import { pullAll, syncPosition } from '#sync/pull/pull.ts';
import { type ApiWorld, openApiWorld, type Person } from '#tests/server/api-world.ts';
import { usualKind } from '#tests/support/database.ts';
import { openDevice, outboxStates, type TestDevice } from '#tests/support/device.ts';
import { fetchFrom } from '#tests/support/device-api.ts';
import { lunchEntry, type SessionEntry, sessionEntry } from '#tests/support/device-entries.ts';

let world: ApiWorld;
let person: Person;
let caseload: { service: string; student: string };
let token: string;
let device: TestDevice;

beforeAll(async () => {
  world = await openApiWorld(usualKind);
  person = await world.addPerson();
  caseload = await world.addCaseload(person);
  token = (await world.signIn(person)).token;
});

afterAll(() => world.close());

beforeEach(async () => {
  device = await openDevice({ user_id: person.id });
});

afterEach(() => device.close());

const held = (held: string): Tokens => ({ current: async () => held, renew: async () => null });

function sender(fetch: typeof globalThis.fetch = fetchFrom(world.app), tokens: Tokens = held(token)) {
  const api = createApiClient({ tokens, fetch });
  return { db: device.db, api, device_id: device.workspace.device_id, app_version: '1', clock: device.clock };
}

async function createLunch(changes = {}): Promise<string> {
  const lunch = lunchEntry(changes);
  await queueWrite(device.workspace, { endpoint: 'lunch.create', id: lunch.id, body: lunch, lane: 'day' });
  return lunch.id;
}

async function createSession(changes: Partial<SessionEntry> = {}): Promise<string> {
  const body = sessionEntry({ student_ids: [caseload.student], service: caseload.service, ...changes });
  await queueWrite(device.workspace, { endpoint: 'session.create', id: body.id, body, lane: body.id });
  return body.id;
}

function drain(from = sender()) {
  return drainBatch(device.db, openTransport(from), device.clock, device.lock);
}

async function lunchesThere(id: string) {
  return world.db.select().from(lunch_breaks).where(eq(lunch_breaks.id, id));
}

const page = '<!doctype html><title>Welcome to the school network</title>';

describe('a response that is not from our server', () => {
  const strangers: [string, () => Response | Promise<Response>][] = [
    ['a page with status 200', () => new Response(page, { headers: { 'content-type': 'text/html' } })],
    ['JSON with status 200', () => Response.json({ answers: [] })],
    [
      'a redirect',
      () => new Response(null, { status: 302, headers: { location: 'https://login.example/' } }),
    ],
    ['a refusal', () => new Response(page, { status: 403 })],
    ['a failed gateway', () => new Response(page, { status: 502 })],
    ['ours, cut in the middle', () => new Response('{"answers":[', { headers: { [ANSWER_MARKER]: '1' } })],
    ['nothing', () => Promise.reject(new TypeError('fetch failed'))],
  ];

  test.each(strangers)('counts as no answer: %s', async (_, answer) => {
    await createLunch();
    const report = await drain(sender(async () => answer()));
    expect(report).toMatchObject({ outcome: 'no-answer', sent: 0 });
    expect(await outboxStates(device.db)).toEqual(['waiting']);
    expect(await device.db.meta.get('pause')).toBeUndefined();
    await expect(pullAll(device.db, sender(async () => answer()).api, 'd')).rejects.toThrow(NoAnswer);
    expect((await syncPosition(device.db)).cursor).toBeNull();
  });
});

describe("our server's answer to the whole push", () => {
  test('with 401 is retried with one renewed token', async () => {
    const id = await createLunch();
    let renewals = 0;
    const tokens: Tokens = {
      current: async () => (renewals === 0 ? 'outdated' : token),
      renew: async () => {
        renewals += 1;
        return token;
      },
    };
    expect(await drain(sender(undefined, tokens))).toMatchObject({ outcome: 'answers', sent: 1 });
    expect(renewals).toBe(1);
    expect(await lunchesThere(id)).toHaveLength(1);
  });

  test('with 401 and no new token holds the queue', async () => {
    await createLunch();
    expect((await drain(sender(undefined, held('outdated')))).outcome).toBe('signed-out');
    expect(await outboxStates(device.db)).toEqual(['held']);
    expect((await drain()).outcome).toBe('paused');
  });

  test('with 503 says how long to wait', async () => {
    await createLunch();
    const busy = async () =>
      Response.json(
        { code: 'server.busy', message: 'Busy.' },
        { status: 503, headers: { [ANSWER_MARKER]: '1', 'retry-after': '7' } },
      );
    expect(await drain(sender(busy))).toMatchObject({ outcome: 'busy', retryAfterMs: 7_000 });
    expect(await outboxStates(device.db)).toEqual(['waiting']);
  });

  test('with 429 keeps every write and says how long to wait, decrypted and encrypted alike', async () => {
    await createLunch();
    await createLunch();
    const tooMany = async () =>
      Response.json(
        { code: 'request.too-many', message: 'Your devices are sending too fast.' },
        { status: 429, headers: { [ANSWER_MARKER]: '1', 'retry-after': '3' } },
      );
    expect(await drain(sender(tooMany))).toMatchObject({ outcome: 'busy', sent: 0, retryAfterMs: 3_000 });
    const worker = { ...sender(tooMany), db: device.connect(null) };
    expect(await drainBatch(worker.db, encryptedTransport(worker), device.clock, device.lock)).toMatchObject({
      outcome: 'busy',
      retryAfterMs: 3_000,
    });
    expect(await outboxStates(device.db)).toEqual(['waiting', 'waiting']);
    expect(await drain()).toMatchObject({ outcome: 'answers', sent: 2 });
  });

  test("parks the one write that can't be parsed and accepts the others", async () => {
    const good = await createLunch();
    await createLunch();
    const [, bad] = await device.db.outbox.orderBy('seq').toArray();
    await device.db.outbox.update(bad?.seq ?? 0, { captured_at: 'yesterday' });
    expect(await drain()).toMatchObject({ outcome: 'answers', sent: 1 });
    expect(await lunchesThere(good)).toHaveLength(1);
    const [left] = await device.db.outbox.toArray();
    expect(left).toMatchObject({ state: 'parked', problem: { code: 'request.invalid' } });
  });

  test('never blames the writes for a wrong clock', async () => {
    await createLunch();
    device.clock.pass(-60 * 365 * 86_400_000);
    expect((await drain()).outcome).toBe('busy');
    expect(await outboxStates(device.db)).toEqual(['waiting']);
  });
});

test('a write whose answer was lost after the commit takes effect once', async () => {
  const id = await createLunch({ notes: 'once' });
  const real = fetchFrom(world.app);
  const losing: typeof fetch = async (...asked) => {
    await real(...asked);
    throw new TypeError('fetch failed');
  };
  expect((await drain(sender(losing))).outcome).toBe('no-answer');
  expect(await lunchesThere(id)).toHaveLength(1);
  expect((await drain()).sent).toBe(1);
  expect(await lunchesThere(id)).toMatchObject([{ version: 1, notes: 'once' }]);
  expect(await lunchBreakById(device.db, id)).toMatchObject({ record_state: 'sent', version: 1 });
});

test('encrypted writes have the same effect as decrypted ones, row for row', async () => {
  const registered = await world.call('device.register', {
    params: { id: device.workspace.device_id },
    body: { app_version: '1', data_key: await exportDataKey(device.key) },
    token,
  });
  const worker = {
    ...sender(),
    db: device.connect(null),
    api: createApiClient({
      tokens: held(registered.body.upload_token),
      scheme: 'Upload',
      fetch: fetchFrom(world.app),
    }),
  };
  const sent: Record<'open' | 'closed', string[]> = { open: [], closed: [] };
  for (const way of ['open', 'closed'] as const) {
    const start_time = way === 'open' ? '07:00' : '08:00';
    const end_time = way === 'open' ? '07:30' : '08:30';
    const session = await createSession({ start_time, end_time, notes: 'made' });
    const refused = await createSession({ student_ids: [randomUUID()] });
    const transport = way === 'open' ? openTransport(sender()) : encryptedTransport(worker);
    const db = way === 'open' ? device.db : worker.db;
    const drainAll = () => drainWhileAnswered(() => drainBatch(db, transport, device.clock, device.lock));
    await drainAll();
    await queueWrite(device.workspace, {
      endpoint: 'session.update',
      opened: null,
      id: session,
      body: { notes: 'changed' },
      lane: session,
    });
    await drainAll();
    const left = await device.db.outbox.where('entity_id').equals(refused).toArray();
    expect(left).toMatchObject([{ state: 'parked', problem: { code: 'request.invalid' } }]);
    sent[way].push(session);
  }
  expect(await device.db.outbox.count()).toBe(2);
  const rows = await world.db.select().from(sessions).where(eq(sessions.provider, person.id));
  const [open, closed] = [sent.open, sent.closed].map(([id]) => {
    const { id: _, start_time: _start, end_time: _end, ...row } = rows.find((one) => one.id === id) ?? {};
    return row;
  });
  expect(open).toMatchObject({ version: 2, notes: 'changed', captured_by: person.id });
  expect(closed).toEqual(open);
});
