import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WriteAnswer } from '#contract/sync.ts';
import type { LocalDatabase, OutboxRow } from '#db/local-database.ts';
import { drainBatch, type PushOutcome } from '#sync/outbox/drain.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { drainWhileAnswered } from '#sync/outbox/worker-drain.ts';
import { openDevice, outboxStates, type TestDevice } from '#tests/support/device.ts';
import { lunchEntry, lunchRow } from '#tests/support/device-entries.ts';

/** Writes of a full batch here. */
const LIMIT = 2;

let device: TestDevice;

beforeEach(async () => {
  device = await openDevice();
});

afterEach(() => device.close());

async function queueLunches(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const body = lunchEntry();
    await queueWrite(device.workspace, { endpoint: 'lunch.create', id: body.id, body, lane: 'day' });
    ids.push(body.id);
  }
  return ids;
}

function accept(batch: readonly OutboxRow[], changes: Partial<WriteAnswer> = {}): PushOutcome {
  const answers = batch.map(
    (write): WriteAnswer => ({
      write_id: write.write_id,
      status: 200,
      code: null,
      message: null,
      version: 1,
      row: lunchRow(device.workspace.user_id, 1, { id: write.entity_id }),
      ...changes,
    }),
  );
  return { kind: 'answers', answers };
}

interface Request {
  rows: string[];
  writes: string[];
  /** The states of the outbox when it left. */
  states: string[];
  answered: string | undefined;
}

/** Answers the requests one after the other as said, and accepts the rest. */
function recordingServer(said: (PushOutcome | ((batch: readonly OutboxRow[]) => PushOutcome))[] = []) {
  const requests: Request[] = [];
  let underWay = 0;
  let most = 0;
  return {
    requests,
    most: () => most,
    underWay: () => underWay,
    async transport(batch: readonly OutboxRow[], answered?: string): Promise<PushOutcome> {
      underWay += 1;
      most = Math.max(most, underWay);
      const at = requests.length;
      requests.push({
        rows: batch.map((row) => row.entity_id),
        writes: batch.map((row) => row.write_id),
        states: await outboxStates(device.db),
        answered,
      });
      await new Promise((resolve) => setTimeout(resolve, 20));
      underWay -= 1;
      const outcome = said[at] ?? accept(batch);
      return typeof outcome === 'function' ? outcome(batch) : outcome;
    },
  };
}

function drain(server: ReturnType<typeof recordingServer>, db: LocalDatabase = device.db) {
  return drainBatch(db, server.transport, device.clock, device.lock, LIMIT);
}

test('full batches follow each other under one hold of the lock, one request at a time, in order', async () => {
  const ids = await queueLunches(6);
  const server = recordingServer();
  const report = await drain(server);
  expect(report).toMatchObject({ outcome: 'answers', sent: 6 });
  expect(server.requests.flatMap(({ rows }) => rows)).toEqual(ids);
  expect(server.requests.map(({ rows }) => rows.length)).toEqual([2, 2, 2]);
  expect(server.most()).toBe(1);
  expect(await device.db.outbox.count()).toBe(0);
  expect(await device.db.history.count()).toBe(6);
});

test('a batch leaves before the answers to the one before it are stored, already leased', async () => {
  await queueLunches(4);
  const server = recordingServer();
  await drain(server);
  expect(server.requests[1]?.states).toEqual(['sending', 'sending', 'sending', 'sending']);
});

test('a request names the newest write that was answered, although that answer is not stored yet', async () => {
  await queueLunches(4);
  const server = recordingServer();
  await drain(server);
  const [first, second] = server.requests;
  expect(first?.answered).toBeUndefined();
  expect(second?.answered).toBe(first?.writes.at(-1));
});

test('fewer writes than a full batch wait until the answers before them are stored', async () => {
  await queueLunches(3);
  const server = recordingServer();
  expect((await drain(server)).sent).toBe(2);
  expect(await outboxStates(device.db)).toEqual(['waiting']);
  await drainWhileAnswered(() => drain(server));
  expect(await device.db.outbox.count()).toBe(0);
});

test('a later change of a row on the wire is not leased with the batch behind it', async () => {
  const [first = ''] = await queueLunches(3);
  // The creation counts as attempted, so that the change is a write of its own.
  await device.db.outbox.toCollection().modify({ attempts: 1 });
  await queueWrite(device.workspace, {
    endpoint: 'lunch.update',
    opened: null,
    id: first,
    body: { notes: 'later' },
    lane: 'day',
  });
  await queueLunches(1);
  const server = recordingServer();
  await drainWhileAnswered(() => drain(server));
  expect(server.requests.map(({ rows }) => rows.includes(first))).toEqual([true, true, false]);
  // It stops its lane, so the batch behind is not a full one, and is leased after the answers are stored.
  expect(server.requests[1]?.states).toEqual(['sending', 'sending', 'waiting']);
  expect(await device.db.outbox.count()).toBe(0);
});

const troubles: [string, PushOutcome | ((batch: readonly OutboxRow[]) => PushOutcome), string[]][] = [
  ['gets no answer', { kind: 'no-answer' }, ['waiting', 'waiting', 'waiting', 'waiting']],
  [
    'meets a busy server',
    { kind: 'busy', retryAfterMs: 1_000 },
    ['waiting', 'waiting', 'waiting', 'waiting'],
  ],
  ['meets an ended sign-in', { kind: 'signed-out' }, ['held', 'held', 'held', 'held']],
  ['is answered in part', (batch) => accept(batch.slice(0, 1)), ['waiting', 'waiting', 'waiting']],
  [
    'fails in part',
    (batch) => ({
      kind: 'answers',
      answers: [
        accept(batch.slice(0, 1)),
        accept(batch.slice(1), { status: 500, code: 'server.failed' }),
      ].flatMap((outcome) => (outcome.kind === 'answers' ? outcome.answers : [])),
    }),
    ['waiting', 'waiting', 'waiting'],
  ],
  [
    'is refused',
    (batch) => accept(batch, { status: 422, code: 'period.locked', version: null }),
    ['parked', 'parked', 'waiting', 'waiting'],
  ],
];

test.each(troubles)('when a batch %s, the one leased behind it stays here', async (_, outcome, states) => {
  await queueLunches(6);
  const server = recordingServer([accept, outcome]);
  await drain(server);
  expect(server.requests).toHaveLength(2);
  expect(await outboxStates(device.db)).toEqual(states);
});

test('after a crash while answers are stored, both batches are sent again in order under their ids', async () => {
  await queueLunches(4);
  const server = recordingServer();
  const tab = device.connect();
  const settle = tab.transaction.bind(tab);
  tab.transaction = ((mode: string, ...parts: unknown[]) => {
    // Answers are stored in the only transaction that touches the history.
    if (Array.isArray(parts[0]) && parts[0].some((table) => table === tab.history)) {
      return Promise.reject(new Error('The tab was killed.'));
    }
    return (settle as (...all: unknown[]) => unknown)(mode, ...parts);
  }) as typeof tab.transaction;
  await expect(drain(server, tab)).rejects.toThrow('The tab was killed.');
  // The lock was held until the request was over.
  expect([server.requests.length, server.underWay()]).toEqual([2, 0]);
  expect(await outboxStates(device.db)).toEqual(['sending', 'sending', 'sending', 'sending']);

  await drainWhileAnswered(() => drain(server));
  const sent = server.requests.map(({ writes }) => writes);
  expect(sent.slice(2)).toEqual(sent.slice(0, 2));
  expect(await device.db.outbox.count()).toBe(0);
});

test('others that send for this person get their turn after twenty batches', async () => {
  await queueLunches(LIMIT * 22);
  const server = recordingServer();
  expect((await drain(server)).sent).toBe(LIMIT * 20);
  expect((await drain(server)).sent).toBe(LIMIT * 2);
});

test('sending stops behind the batch on the wire when another tab pauses it', async () => {
  await queueLunches(6);
  const pausing = async (batch: readonly OutboxRow[]): Promise<PushOutcome> => {
    await device.db.meta.put({ key: 'pause', reason: 'outdated' });
    return accept(batch);
  };
  let requests = 0;
  const { db, clock, lock } = device;
  const transport = (batch: readonly OutboxRow[]) => {
    requests += 1;
    return requests === 1 ? pausing(batch) : Promise.resolve(accept(batch));
  };
  expect((await drainBatch(db, transport, clock, lock, LIMIT)).sent).toBe(2);
  expect((await drainBatch(db, transport, clock, lock, LIMIT)).outcome).toBe('paused');
  expect(requests).toBe(1);
});
