import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PulledChange } from '#contract/sync.ts';
import { sessionById } from '#db/sessions.ts';
import { drainBatch } from '#sync/outbox/drain.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { applyPage, syncPosition } from '#sync/pull/pull.ts';
import { openDevice, outboxStates, scriptedServer, type TestDevice } from '#tests/support/device.ts';
import { sessionEntry, sessionRow } from '#tests/support/device-entries.ts';
import { changeRow, drain, staleAnswer } from '#tests/support/stale-rows.ts';

const OTHER = '5b0c1e9a-6f53-4f0e-9a0e-1d7f1b1c0a11';
const OLD = '2025-11-05';

let device: TestDevice;

beforeEach(async () => {
  device = await openDevice();
  const position = await syncPosition(device.db);
  await device.db.meta.put({ ...position, cursor: '1', is_refreshing: false, others_from: '2026-01-01' });
});

afterEach(() => device.close());

/** Someone else's session of a month that the device doesn't hold, as the server answered it. */
const oldSession = (changes: Parameters<typeof sessionRow>[2] = {}) =>
  sessionRow(OTHER, 3, { session_date: OLD, notes: 'as answered', ...changes });

function borrow(session: ReturnType<typeof oldSession>, body: { notes: string } | null): Promise<unknown> {
  const write = { id: session.id, lane: `session:${session.id}`, borrowed: session };
  return body === null
    ? queueWrite(device.workspace, { endpoint: 'session.delete', ...write, body: undefined })
    : queueWrite(device.workspace, { endpoint: 'session.update', ...write, body, opened: session });
}

async function pull(changes: PulledChange[], scopes_removed: string[] = []): Promise<void> {
  const position = await syncPosition(device.db);
  const page = {
    epoch: 'e',
    cursor: `${position.cursor}+`,
    more: false,
    server_time: '2026-03-10T18:00:00.000Z',
  };
  const rest = { is_fresh: false, scopes_added: [], scopes_removed, done: [], total: null };
  expect(await applyPage(device.db, position, { ...page, ...rest, changes })).toBe(true);
}

describe('a session that the device does not hold', () => {
  test('is here while a change of it waits, and goes once the server has the change', async () => {
    const session = oldSession();
    await borrow(session, { notes: 'as changed' });
    expect(await sessionById(device.db, session.id)).toMatchObject({
      ...{ notes: 'as changed', record_state: 'waiting' },
    });
    const { batches, transport } = scriptedServer(() => ({
      ...{ status: 200, version: 4, row: { ...session, notes: 'as changed', version: 4 } },
    }));
    await drainBatch(device.db, transport, device.clock, device.lock);
    expect(batches.flat().map(({ base_version }) => base_version)).toEqual([3]);
    expect(await device.db.sessions.count()).toBe(0);
    expect(await outboxStates(device.db)).toEqual([]);
  });

  test('goes although the worker, which has no key, sends the change', async () => {
    await borrow(oldSession(), { notes: 'as changed' });
    const { transport } = scriptedServer(() => ({ status: 200, version: 4 }));
    await drainBatch(device.connect(null), transport, device.clock, device.lock);
    expect(await device.db.sessions.count()).toBe(0);
  });

  test('keeps both sides when someone else changed it meanwhile', async () => {
    const session = oldSession();
    await borrow(session, { notes: 'mine' });
    await drain(device, () => staleAnswer(session as never, { notes: 'theirs' }));
    await drain(device, () => ({ status: 200, version: 5, row: { ...session, version: 5 } }));
    const parked = await device.db.outbox.toArray();
    const kept = await sessionById(device.db, session.id);
    expect(parked.length === 0 || kept?.notes === 'mine').toBe(true);
  });

  test('disappears at once when it is deleted, and does not come back with the answer', async () => {
    const session = oldSession();
    await borrow(session, null);
    expect(await sessionById(device.db, session.id)).toBeNull();
    await drain(device, () => ({ status: 204, version: null }));
    expect(await device.db.sessions.count()).toBe(0);
  });

  test('is refused where nothing was borrowed', async () => {
    await expect(changeRow(device, 'session', oldSession().id, { notes: 'unseen' })).rejects.toMatchObject({
      code: 'record.absent',
    });
  });
});

describe('a session entered for someone else', () => {
  async function enter(session_date: string, answered = {}): Promise<string> {
    const entry = sessionEntry({ session_date });
    await queueWrite(device.workspace, {
      endpoint: 'session.create',
      ...{ id: entry.id, body: { ...entry, provider: OTHER }, lane: `session:${entry.id}` },
    });
    const row = sessionRow(OTHER, 1, { ...entry, ...answered });
    await drain(device, () => ({ status: 201, version: 1, row }));
    return entry.id;
  }

  test('leaves the device with the answer if its month is not held: no pull would bring its changes', async () => {
    await enter(OLD);
    expect(await device.db.sessions.count()).toBe(0);
  });

  test('stays if its month is held, or something about it is to be decided', async () => {
    const recent = await enter('2026-02-03');
    const late = await enter(OLD, { approval_request: 'pending' });
    expect((await device.db.sessions.toArray()).map(({ id }) => id).sort()).toEqual([recent, late].sort());
  });
});

describe('an own session of a fiscal year that the device does not hold', () => {
  const LONG_AGO = '2023-11-07';
  const mine = (changes: Parameters<typeof sessionRow>[2] = {}) =>
    sessionRow(device.workspace.user_id, 3, { session_date: LONG_AGO, ...changes });

  beforeEach(async () => {
    const position = await syncPosition(device.db);
    await device.db.meta.put({ ...position, others_from: null, own_from: '2024-07-01' });
  });

  test('is here while a change of it waits, and goes once the server has the change', async () => {
    const session = mine();
    await borrow(session, { notes: 'as changed' });
    expect((await device.db.sessions.toArray()).map(({ id }) => id)).toEqual([session.id]);
    await drain(device, () => ({ status: 200, version: 4, row: { ...session, version: 4 } }));
    expect(await device.db.sessions.count()).toBe(0);
  });

  test.each([
    ['leaves with the answer once it is entered', LONG_AGO, 'none', 0],
    ['stays while a request about it is pending', LONG_AGO, 'pending', 1],
    ['stays if its fiscal year is held', '2024-07-01', 'none', 1],
  ])('%s', async (_, session_date, approval_request, count) => {
    const entry = sessionEntry({ session_date });
    await queueWrite(device.workspace, {
      endpoint: 'session.create',
      ...{
        id: entry.id,
        body: { ...entry, provider: device.workspace.user_id },
        lane: `session:${entry.id}`,
      },
    });
    const row = mine({ ...entry, approval_request: approval_request as 'pending' | 'none' });
    await drain(device, () => ({ status: 201, version: 1, row }));
    expect(await device.db.sessions.count()).toBe(count);
  });

  test('leaves with its fiscal year, but not with a change that waits to be sent', async () => {
    const [sent, waiting, next] = [
      mine({ session_date: '2025-06-30' }),
      mine({ session_date: '2024-07-01' }),
      mine({ session_date: '2025-07-01' }),
    ];
    const scopeOf = ({ session_date }: typeof sent) =>
      `user:${device.workspace.user_id}:fy${session_date < '2025-07-01' ? 2024 : 2025}`;
    await pull(
      [sent, waiting, next].map((row) => ({
        ...{ entity: 'session' as const, id: row.id, scopes: [scopeOf(row)], left: [], row },
      })),
    );
    await changeRow(device, 'session', waiting.id, { notes: 'typed' });
    await pull([], [scopeOf(sent)]);
    expect((await device.db.sessions.toArray()).map(({ id }) => id).sort()).toEqual(
      [waiting.id, next.id].sort(),
    );
  });
});

test.each([
  ['of the office', ['org']],
  ['of a lead', ['service:speech', 'service:occupational']],
  ['of a supervisor', ['supervised:otto']],
])('a month %s leaves with its sessions, but not with what waits to be sent', async (_, members) => {
  const [sent, waiting, next] = [
    sessionRow(OTHER, 1, { session_date: '2026-01-05' }),
    sessionRow(OTHER, 1, { session_date: '2026-01-06' }),
    sessionRow(OTHER, 1, { session_date: '2026-02-01' }),
  ];
  const scopesOf = (row: typeof sent) => members.map((member) => `${member}:${row.session_date.slice(0, 7)}`);
  await pull(
    [sent, waiting, next].map((row) => ({
      ...{ entity: 'session' as const, id: row.id, scopes: scopesOf(row), left: [], row },
    })),
  );
  await changeRow(device, 'session', waiting.id, { notes: 'typed' });
  await pull([], scopesOf(sent));
  expect((await device.db.sessions.toArray()).map(({ id }) => id).sort()).toEqual(
    [waiting.id, next.id].sort(),
  );
  await drain(device, () => ({ status: 200, version: 2, row: { ...waiting, notes: 'typed', version: 2 } }));
  expect((await device.db.sessions.toArray()).map(({ id }) => id)).toEqual([next.id]);
});

test('a month leaves a session, too, whose waiting change moves it to another month', async () => {
  const session = sessionRow(OTHER, 1, { session_date: '2026-01-05' });
  await pull([{ entity: 'session', id: session.id, scopes: ['org:2026-01'], left: [], row: session }]);
  await changeRow(device, 'session', session.id, { session_date: '2026-03-05' });
  await pull([], ['org:2026-01']);
  expect((await device.db.sessions.get(session.id))?.scopes).toEqual([]);
  const moved = { ...session, session_date: '2026-03-05', version: 2 };
  await pull([{ entity: 'session', id: session.id, scopes: ['org:2026-03'], left: [], row: moved }]);
  await drain(device, () => ({ status: 200, version: 2, row: moved }));
  expect(await device.db.sessions.get(session.id)).toMatchObject({
    scopes: ['org:2026-03'],
    is_withdrawn: 0,
  });
});
