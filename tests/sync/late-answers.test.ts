import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PulledChange } from '#contract/sync.ts';
import { sessionById } from '#db/sessions.ts';
import { drainBatch } from '#sync/outbox/drain.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { digestCheck, driftedScopes } from '#sync/pull/digest.ts';
import { applyPage, syncPosition } from '#sync/pull/pull.ts';
import { openDevice, outboxStates, scriptedServer, type TestDevice } from '#tests/support/device.ts';
import { lunchEntry } from '#tests/support/device-entries.ts';
import { changeRow, deleteRow, drain, type ServerRow, sentRow } from '#tests/support/stale-rows.ts';

let device: TestDevice;

beforeEach(async () => {
  device = await openDevice();
});

afterEach(() => device.close());

async function pull(changes: PulledChange[]): Promise<void> {
  const position = { ...(await syncPosition(device.db)), cursor: '1', is_refreshing: false };
  await device.db.meta.put(position);
  const page = { epoch: 'e', cursor: '2', more: false, server_time: '2026-03-10T18:00:00.000Z' };
  const rest = { is_fresh: false, scopes_added: [], scopes_removed: [], done: [], total: null };
  expect(await applyPage(device.db, position, { ...page, ...rest, changes })).toBe(true);
}

function pulled(row: ServerRow): PulledChange {
  return { entity: 'session', id: row.id, scopes: ['user:me'], left: [], row };
}

describe('a deletion whose answer arrives after a pull', () => {
  test('leaves the session that the server kept with a request to delete it', async () => {
    const session = await sentRow(device, 'session', { notes: 'kept' });
    await deleteRow(device, 'session', session.id);
    await pull([pulled({ ...session, version: 2, approval_request: 'pending' })]);
    await drain(device, () => ({ status: 204, version: 2 }));
    expect(await sessionById(device.db, session.id)).toMatchObject({
      version: 2,
      notes: 'kept',
      approval_request: 'pending',
      record_state: 'sent',
    });
  });

  test('removes the session that the pull brought as it was before', async () => {
    const session = await sentRow(device, 'session');
    await deleteRow(device, 'session', session.id);
    await pull([pulled(session)]);
    await drain(device, () => ({ status: 204, version: 2 }));
    expect(await device.db.sessions.count()).toBe(0);
  });
});

test('a change that the worker is answered after a pull has brought it reads as the server has it', async () => {
  const session = await sentRow(device, 'session', { notes: 'as planned' });
  await changeRow(device, 'session', session.id, { notes: 'as typed' });
  await pull([pulled({ ...session, version: 2, notes: 'as stored' })]);
  expect(await sessionById(device.db, session.id)).toMatchObject({ notes: 'as typed' });
  const worker = device.connect(null);
  const { transport } = scriptedServer(() => ({ status: 200, version: 2 }));
  await drainBatch(worker, transport, device.clock, device.lock);
  expect(await sessionById(device.db, session.id)).toMatchObject({
    ...{ notes: 'as stored', version: 2, record_state: 'sent' },
  });
});

test('what waited for another write is due as soon as that one is accepted', async () => {
  const [first, second] = [lunchEntry(), lunchEntry()];
  for (const lunch of [first, second]) {
    await queueWrite(device.workspace, {
      endpoint: 'lunch.create',
      id: lunch.id,
      body: lunch,
      lane: lunch.id,
    });
  }
  const [before, after] = await device.db.outbox.orderBy('seq').toArray();
  await device.db.outbox.update(after?.seq ?? 0, { depends_on: [before?.write_id ?? ''] });
  const later = { status: 503, code: 'server.failed', message: 'Busy.' } as const;
  const blocked = { status: 424, code: 'write.blocked', message: 'Waiting.' } as const;
  await drain(device, ({ write_id }) => (write_id === before?.write_id ? later : blocked));
  await device.db.outbox.update(before?.seq ?? 0, { next_attempt_at: 0 });
  await drain(device, () => ({ status: 201, version: 1 }));
  expect(await outboxStates(device.db)).toEqual(['waiting']);
  expect(await device.db.outbox.get(after?.seq ?? 0)).toMatchObject({ next_attempt_at: 0, problem: null });
});

describe('a row accepted for the file of a student', () => {
  const student = uuidv7();
  const note = { id: uuidv7(), student, note: 'Asked for a break.', note_date: '2026-03-10' };
  const accept = async () => {
    await queueWrite(device.workspace, {
      ...{ endpoint: 'student-note.create', id: note.id, body: note, lane: `student:${student}` },
    } as never);
    await drain(device, () => ({ status: 201, version: 1 }));
  };

  test('who is not on this device is checked with the next pull, and counts as drift', async () => {
    await accept();
    expect(await digestCheck(device.db)).toMatchObject({ is_wanted: true });
    expect(await driftedScopes(device.db, [])).toEqual([`student:${student}`]);
  });

  test('who is still of this person is no drift before a pull delivers it', async () => {
    await accept();
    expect(await driftedScopes(device.db, [{ scope: `student:${student}`, rows: 1, sha256: null }])).toEqual(
      [],
    );
  });
});
