import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WriteAnswer } from '#contract/sync.ts';
import type { LocalDatabase } from '#db/local-database.ts';
import { lunchBreakById } from '#db/lunch-breaks.ts';
import { unsentWrites } from '#db/outbox.ts';
import { drainBatch, type PushOutcome, resumeSending } from '#sync/outbox/drain.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { LONGEST_BACKOFF_MS } from '#sync/outbox/settle.ts';
import { drainWhileAnswered } from '#sync/outbox/worker-drain.ts';
import { applyPage, syncPosition } from '#sync/pull/pull.ts';
import {
  openDevice,
  outboxStates,
  type ScriptedServer,
  scriptedServer,
  type TestDevice,
} from '#tests/support/device.ts';
import { type LunchEntry, lunchEntry, lunchRow } from '#tests/support/device-entries.ts';

let device: TestDevice;

beforeEach(async () => {
  device = await openDevice();
});

afterEach(() => device.close());

async function createLunch(changes: Partial<LunchEntry> = {}, lane = 'day'): Promise<LunchEntry> {
  const lunch = lunchEntry(changes);
  await queueWrite(device.workspace, { endpoint: 'lunch.create', id: lunch.id, body: lunch, lane });
  return lunch;
}

async function updateLunch(id: string, body: Partial<LunchEntry>): Promise<void> {
  await queueWrite(device.workspace, { endpoint: 'lunch.update', opened: null, id, body, lane: 'day' });
}

/** A lunch break that the server has, at version 1. */
async function sentLunch(): Promise<LunchEntry> {
  const lunch = await createLunch();
  await drain(scriptedServer(() => accepted(lunch, 1)));
  expect(await device.db.outbox.count()).toBe(0);
  return lunch;
}

function accepted(
  lunch: LunchEntry,
  version: number,
  changes: Partial<LunchEntry> = {},
): Partial<WriteAnswer> {
  return { version, row: lunchRow(device.workspace.user_id, version, { ...lunch, ...changes }) };
}

function drain(server: ScriptedServer, db: LocalDatabase = device.db) {
  return drainBatch(db, server.transport, device.clock, device.lock);
}

describe('the answer to a write', () => {
  const cases: [
    what: string,
    answer: Partial<WriteAnswer>,
    state: string,
    then: { pull?: true; paused?: string },
  ][] = [
    ['408', { status: 408, code: null }, 'waiting', {}],
    ['425', { status: 425, code: null }, 'waiting', {}],
    ['429', { status: 429, code: 'request.too-many' }, 'waiting', {}],
    ['500', { status: 500, code: 'server.failed' }, 'waiting', {}],
    ['503', { status: 503, code: 'server.busy' }, 'waiting', {}],
    ['599 with a code of a newer server', { status: 599, code: 'not.known-yet' }, 'waiting', {}],
    ['409 while the first is still running', { status: 409, code: 'write.running' }, 'waiting', {}],
    ['424', { status: 424, code: 'write.blocked' }, 'waiting', {}],
    ['400', { status: 400, code: 'request.unreadable' }, 'parked', {}],
    ['403', { status: 403, code: 'access.denied' }, 'parked', { pull: true }],
    ['404', { status: 404, code: 'record.absent' }, 'parked', {}],
    ['409', { status: 409, code: 'record.exists' }, 'parked', {}],
    ['410', { status: 410, code: 'record.deleted' }, 'parked', {}],
    ['412 without the newer row', { status: 412, code: 'record.stale' }, 'parked', { pull: true }],
    ['413', { status: 413, code: 'request.too-large' }, 'parked', {}],
    ['422', { status: 422, code: 'period.locked' }, 'parked', {}],
    ['418 with a code of a newer server', { status: 418, code: 'not.known-yet' }, 'parked', {}],
    ['401', { status: 401, code: 'auth.signed-out' }, 'held', { paused: 'signed-out' }],
    ['426', { status: 426, code: 'app.outdated' }, 'held', { paused: 'outdated' }],
  ];

  test.each(cases)('of %s keeps the write', async (_, answer, state, then) => {
    const lunch = await createLunch({ notes: 'mine' });
    const report = await drain(scriptedServer(() => ({ message: "The server's words.", ...answer })));
    const [write] = await unsentWrites(device.db);
    expect(write).toMatchObject({ state, content: { body: lunch } });
    expect(write?.problem?.message).toBe("The server's words.");
    expect(report).toMatchObject({ pull: then.pull ?? false, outcome: then.paused ?? 'answers' });
    expect((await device.db.meta.get('pause')) ?? null).toEqual(
      then.paused === undefined ? null : { key: 'pause', reason: then.paused },
    );
    expect(await lunchBreakById(device.db, lunch.id)).toMatchObject({
      notes: 'mine',
      record_state: state === 'parked' ? 'attention' : 'waiting',
    });
  });

  const outcomes: [PushOutcome, string][] = [
    [{ kind: 'no-answer' }, 'waiting'],
    [{ kind: 'busy', retryAfterMs: 7_000 }, 'waiting'],
    [{ kind: 'signed-out' }, 'held'],
    [{ kind: 'outdated' }, 'held'],
  ];

  test.each(outcomes)('for the whole batch, %o, keeps all of its writes', async (outcome, state) => {
    await createLunch();
    await createLunch();
    const server = scriptedServer(() => ({}));
    server.next = outcome;
    const report = await drain(server);
    expect(report.outcome).toBe(outcome.kind);
    expect(report.retryAfterMs).toBe(outcome.kind === 'busy' ? 7_000 : null);
    expect(await outboxStates(device.db)).toEqual([state, state]);
  });

  test('that is missing keeps the write for a retry', async () => {
    await createLunch();
    const { db, clock, lock } = device;
    const report = await drainBatch(db, async () => ({ kind: 'answers', answers: [] }), clock, lock);
    expect(report.sent).toBe(0);
    expect(await outboxStates(db)).toEqual(['waiting']);
  });

  test('of success stores the row, removes the write, and records the outcome', async () => {
    const lunch = await createLunch();
    const [write] = await device.db.outbox.toArray();
    const report = await drain(scriptedServer(() => accepted(lunch, 1, { notes: 'trimmed' })));
    expect(report).toMatchObject({ sent: 1, outcome: 'answers' });
    expect(await device.db.outbox.count()).toBe(0);
    expect(await lunchBreakById(device.db, lunch.id)).toMatchObject({
      notes: 'trimmed',
      version: 1,
      record_state: 'sent',
      received_at: '2026-03-10T17:00:01.000Z',
    });
    expect(await device.db.history.get(write?.write_id ?? '')).toMatchObject({ outcome: 'sent' });
  });
});

describe('a failing server', () => {
  test('is retried forever, with delays under five minutes', async () => {
    await createLunch();
    const failing = scriptedServer(() => ({ status: 500, code: 'server.failed' }));
    device.clock.chance = 0.999;
    for (let attempt = 1; attempt <= 30; attempt += 1) {
      expect((await drain(failing)).outcome).toBe('answers');
      const [row] = await device.db.outbox.toArray();
      expect(row).toMatchObject({ state: 'waiting', attempts: attempt });
      const wait = (row?.next_attempt_at ?? 0) - device.clock.now();
      expect(wait).toBeLessThanOrEqual(LONGEST_BACKOFF_MS);
      if (wait > 0) expect((await drain(failing)).outcome).toBe('nothing');
      device.clock.pass(wait);
    }
  });

  test('holds up a lane of a hundred and twenty writes, but not other due lanes', async () => {
    for (let at = 0; at < 120; at += 1) await createLunch({}, 'held');
    const first = await device.db.outbox.orderBy('seq').first();
    await device.db.outbox.update(first?.seq ?? 0, { next_attempt_at: device.clock.now() + 60_000 });
    const behind = await createLunch({}, 'free');
    const server = scriptedServer(() => accepted(behind, 1));
    await drain(server);
    expect((await unsentWrites(device.db)).length).toBe(120);
    expect(await lunchBreakById(device.db, behind.id)).toMatchObject({ record_state: 'sent' });
  });

  test('holds up its lane, not the others', async () => {
    const first = await createLunch({}, 'day:monday');
    await createLunch({}, 'day:monday');
    await createLunch({}, 'day:tuesday');
    const server = scriptedServer((row) =>
      row.entity_id === first.id ? { status: 503, code: 'server.busy' } : { version: 1 },
    );
    await drain(server);
    await createLunch({}, 'day:monday');
    await createLunch({}, 'day:tuesday');
    await drain(server);
    expect(server.batches[1]?.map((row) => row.lane)).toEqual(['day:tuesday']);
  });
});

describe('a lost answer', () => {
  test('repeats the same write under the same key, exactly once', async () => {
    const lunch = await createLunch();
    const server = scriptedServer(() => accepted(lunch, 1));
    server.next = { kind: 'no-answer' };
    await drain(server);
    await drain(server);
    await drain(server);
    expect(server.batches.map((batch) => batch.map((row) => row.write_id))).toEqual([
      server.batches[0]?.map((row) => row.write_id),
      server.batches[0]?.map((row) => row.write_id),
    ]);
    expect(await device.db.outbox.count()).toBe(0);
  });

  test('of a tab that died while sending is requested again under the same key', async () => {
    const lunch = await createLunch();
    const sent: string[][] = [];
    const dying = drainBatch(
      device.db,
      async (batch) => {
        sent.push(batch.map((row) => row.write_id));
        throw new Error('killed');
      },
      device.clock,
      device.lock,
    );
    await expect(dying).rejects.toThrow('killed');
    expect(await outboxStates(device.db)).toEqual(['sending']);
    await updateLunch(lunch.id, { notes: 'later' });
    const server = scriptedServer(() => accepted(lunch, 1));
    await drain(server, device.connect());
    expect(server.batches[0]?.map((row) => row.write_id)).toEqual(sent[0]);
    expect((await unsentWrites(device.db)).map((write) => write.content.body)).toEqual([{ notes: 'later' }]);
  });

  test('that comes after a pull has delivered the effect keeps the newer row', async () => {
    const lunch = await sentLunch();
    await updateLunch(lunch.id, { notes: 'mine' });
    const server = scriptedServer(() => accepted(lunch, 2, { notes: 'mine' }));
    server.next = { kind: 'no-answer' };
    await drain(server);
    const newer = lunchRow(device.workspace.user_id, 3, { ...lunch, notes: 'office' });
    await applyPage(device.db, await syncPosition(device.db), {
      epoch: 'e',
      cursor: 'c1',
      more: false,
      server_time: '2026-03-10T18:00:00.000Z',
      is_fresh: false,
      scopes_added: [],
      scopes_removed: [],
      changes: [{ entity: 'lunch', id: lunch.id, scopes: ['user:1'], left: [], row: newer }],
      done: [],
      total: null,
    });
    await drain(server);
    expect(await lunchBreakById(device.db, lunch.id)).toMatchObject({
      notes: 'office',
      version: 3,
      record_state: 'sent',
    });
  });
});

describe('a chain of writes of one row', () => {
  test('is sent one by one, each with the version from the previous answer', async () => {
    const lunch = await createLunch();
    const failing = scriptedServer(() => ({ status: 500, code: 'server.failed' }));
    device.clock.chance = 0;
    await drain(failing);
    await updateLunch(lunch.id, { notes: 'b' });
    const server = scriptedServer((row) =>
      row.effect === 'create' ? accepted(lunch, 7) : accepted(lunch, 8, { notes: 'b' }),
    );
    await drain(server);
    expect(await lunchBreakById(device.db, lunch.id)).toMatchObject({ notes: 'b', record_state: 'waiting' });
    await drain(server);
    expect(server.batches.map((batch) => batch.map((row) => row.base_version))).toEqual([[null], [7]]);
    expect(await lunchBreakById(device.db, lunch.id)).toMatchObject({ notes: 'b', version: 8 });
  });

  test('that the worker sends stays complete on the screen', async () => {
    const lunch = await createLunch();
    device.clock.chance = 0;
    await drain(scriptedServer(() => ({ status: 500, code: 'server.failed' })));
    await updateLunch(lunch.id, { notes: 'b' });
    const worker = device.connect(null);
    const server = scriptedServer((row) => ({ version: row.effect === 'create' ? 1 : 2 }));
    await drain(server, worker);
    expect(await outboxStates(device.db)).toEqual(['waiting']);
    expect(await lunchBreakById(device.db, lunch.id)).toMatchObject({ notes: 'b', record_state: 'waiting' });
    await updateLunch(lunch.id, { lunch_duration: 45 });
    const [write] = await unsentWrites(device.db);
    expect(write?.content.base_values).toEqual({ notes: '', lunch_duration: 30 });
    expect(write?.base_version).toBe(1);
    await drain(server, worker);
    expect(await device.db.outbox.count()).toBe(0);
    expect(await lunchBreakById(device.db, lunch.id)).toMatchObject({
      notes: 'b',
      lunch_duration: 45,
      record_state: 'sent',
    });
    expect((await device.db.lunchBreaks.get(lunch.id))?.version).toBe(2);
  });
});

describe('concurrent drains', () => {
  test('send each write once, even if two tabs and the worker start together', async () => {
    const lunches = await Promise.all(Array.from({ length: 60 }, (_, at) => createLunch({}, `lane-${at}`)));
    const server = scriptedServer((row) => {
      const lunch = lunches.find((known) => known.id === row.entity_id);
      return lunch === undefined ? { status: 404, code: 'record.absent' } : accepted(lunch, 1);
    });
    const drainers = [device.db, device.connect(), device.connect(null)];
    await Promise.all(drainers.map((db) => drainWhileAnswered(() => drain(server, db))));
    const sent = server.batches.flat().map((row) => row.write_id);
    expect(sent).toHaveLength(60);
    expect(new Set(sent).size).toBe(60);
    expect(await device.db.outbox.count()).toBe(0);
    expect(await device.db.history.where('write_id').anyOf(sent).count()).toBe(60);
  });
});

describe('a held queue', () => {
  test('sends nothing until its author has logged in, then all of it', async () => {
    const lunch = await createLunch();
    const server = scriptedServer((row) => ({ version: 1, row: lunchRow('p', 1, { id: row.entity_id }) }));
    server.next = { kind: 'signed-out' };
    await drain(server);
    await createLunch();
    expect((await drain(server)).outcome).toBe('paused');
    expect(server.batches).toHaveLength(1);
    await resumeSending(device.db);
    expect(await drain(server)).toMatchObject({ outcome: 'answers', sent: 2 });
    expect(await lunchBreakById(device.db, lunch.id)).toMatchObject({ record_state: 'sent' });
  });

  test('is not held for the page because the worker was rejected', async () => {
    await createLunch();
    const server = scriptedServer(() => ({ version: 1 }));
    server.next = { kind: 'signed-out' };
    expect((await drain(server, device.connect(null))).outcome).toBe('signed-out');
    expect(await outboxStates(device.db)).toEqual(['waiting']);
    expect((await drain(server)).sent).toBe(1);
  });

  test('stops a sender that would otherwise retry without end', async () => {
    await createLunch();
    const server = scriptedServer(() => ({ status: 426, code: 'app.outdated', message: 'Update.' }));
    const report = await drainWhileAnswered(() => drain(server));
    expect(report.outcome).toBe('outdated');
    expect(server.batches).toHaveLength(1);
  });
});

describe("a batch that the server can't parse", () => {
  test('is sent one by one: the invalid write is parked, its dependents are blocked, the rest arrives', async () => {
    const bad = await createLunch({ notes: 'bad' }, 'a');
    const good = await createLunch({}, 'b');
    await queueWrite(device.workspace, {
      endpoint: 'lunch.create',
      id: lunchEntry().id,
      body: lunchEntry(),
      lane: 'c',
      depends_on: [(await device.db.outbox.toArray())[0]?.write_id ?? ''],
    });
    const sizes: number[] = [];
    const { db, clock, lock } = device;
    const report = await drainBatch(
      db,
      async (batch) => {
        sizes.push(batch.length);
        if (batch.some((row) => row.entity_id === bad.id)) {
          return { kind: 'unreadable', problem: { code: 'request.invalid', message: 'Not readable.' } };
        }
        const [row] = batch;
        return {
          kind: 'answers',
          answers: [
            {
              write_id: row?.write_id ?? '',
              status: 200,
              code: null,
              message: null,
              ...accepted(good, 1),
            } as WriteAnswer,
          ],
        };
      },
      clock,
      lock,
    );
    expect(report).toMatchObject({ outcome: 'answers', sent: 1 });
    expect(sizes).toEqual([3, 1, 1]);
    expect(await outboxStates(db)).toEqual(['parked', 'blocked']);
  });
});
