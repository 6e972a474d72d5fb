// @vitest-environment node
import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unsentWrites } from '#db/outbox.ts';
import { type LocalSession, sessionById, sessionsOfProvider } from '#db/sessions.ts';
import {
  changeSession,
  createSession,
  deleteSession,
  type SessionFields,
} from '#features/sessions/record-session.ts';
import { fieldsOfValues, type SessionValues, valuesOfSession } from '#features/sessions/session-values.ts';
import { drainBatch } from '#sync/outbox/drain.ts';
import { openDevice, scriptedServer, type TestDevice } from '#tests/support/device.ts';
import { sessionEntry } from '#tests/support/device-entries.ts';

const DAY = '2026-03-10';

let device: TestDevice;
beforeEach(async () => {
  device = await openDevice();
});
afterEach(() => device.close());

function fields(entered: Partial<SessionFields> = {}): SessionFields {
  const { id: _, ...entry } = sessionEntry({
    student_ids: [randomUUID()],
    service: randomUUID(),
    location: '3',
  });
  return { ...entry, provider: device.workspace.user_id, ...entered };
}

async function saved(entered: Partial<SessionFields> = {}) {
  const recorded = await createSession(device.workspace, uuidv7(), fields(entered));
  if (recorded.kind === 'refused') throw new Error(JSON.stringify(recorded.problems));
  const session = await sessionById(device.db, recorded.id);
  if (session === null) throw new Error('The session is not on the device.');
  return session;
}

test(`a session can't be saved at "Break"; an existing one can be changed`, async () => {
  const refused = await createSession(device.workspace, uuidv7(), fields({ location: '5' }));
  expect(refused).toMatchObject({ kind: 'refused', problems: { location: expect.any(String) } });
  const moved = await saved();
  expect(await changed(moved, { location: '5' })).toMatchObject({ kind: 'refused' });
  const before = { ...moved, location: '5' };
  expect(await changed(before, { notes: 'Changed.' })).toMatchObject({ kind: 'saved' });
});

/** The session saved again, as its form holds it, with some fields changed. */
function changed(session: LocalSession, changes: Partial<SessionValues>) {
  const { provider: _, ...entry } = fieldsOfValues({ ...valuesOfSession(session), ...changes });
  return changeSession(device.workspace, session, entry);
}

describe('a new session', () => {
  test('is on the screen and in the outbox at once', async () => {
    const session = await saved({ notes: 'Worked on s-blends.' });
    expect(session).toMatchObject({
      notes: 'Worked on s-blends.',
      record_state: 'waiting',
      received_at: null,
      captured_by: device.workspace.user_id,
      captured_at: '2026-03-10T18:00:00.000Z',
    });
    const [write, ...others] = await unsentWrites(device.db);
    expect(others).toEqual([]);
    expect(write).toMatchObject({
      endpoint: 'session.create',
      entity_id: session.id,
      lane: `session:${session.id}`,
      content: { body: { id: session.id, notes: 'Worked on s-blends.' } },
    });
  });

  test('with a changed duration waits for approval', async () => {
    const session = await saved({
      calendar_event_id: randomUUID(),
      actual_minutes: 20,
      direct_minutes: 20,
      end_time: '09:20',
      duration_reason: 'Fire drill',
    });
    expect(session).toMatchObject({ changeDuration: true, approval_request: 'pending' });
  });

  test.each<[string, Partial<SessionFields>, string, string]>([
    ['without a student', { student_ids: [] }, 'student_ids', 'Choose at least one student.'],
    [
      'with a changed duration and no reason',
      { actual_minutes: 20, direct_minutes: 20, end_time: '09:20' },
      'duration_reason',
      'Enter a reason for the changed duration.',
    ],
    ['without a service', { service: '' }, 'service', 'This field is required.'],
    ['with no number of minutes', { actual_minutes: Number.NaN }, 'actual_minutes', 'Enter whole minutes.'],
    [
      'planned for next week',
      { session_date: '2026-03-17' },
      'session_date',
      'The date is in the future. Plan it in the calendar instead.',
    ],
  ])("%s isn't saved", async (_, entered, field, words) => {
    const recorded = await createSession(device.workspace, uuidv7(), fields(entered));
    expect(recorded).toMatchObject({ kind: 'refused', problems: { [field]: words } });
    expect(await device.db.outbox.count()).toBe(0);
    expect(await device.db.sessions.count()).toBe(0);
  });
});

describe('a changed session', () => {
  test('that never left the device stays one write', async () => {
    const session = await saved();
    await changed(session, { notes: 'Later thought.' });
    const writes = await unsentWrites(device.db);
    expect(writes).toHaveLength(1);
    expect(writes[0]).toMatchObject({
      endpoint: 'session.create',
      content: { body: { notes: 'Later thought.' } },
    });
    expect(await sessionById(device.db, session.id)).toMatchObject({ notes: 'Later thought.' });
  });

  test('sends only the edited fields once the server has it', async () => {
    const session = await saved();
    const server = scriptedServer(() => ({
      version: 1,
      row: { ...session, version: 1, received_at: '2026-03-10T18:00:05.000Z' },
    }));
    await drainBatch(device.db, server.transport, device.clock, device.lock);
    const confirmed = await sessionById(device.db, session.id);
    if (confirmed === null) throw new Error('The session is gone.');
    expect(confirmed.record_state).toBe('sent');

    await changed(confirmed, { start_time: '10:00' });
    const [write] = await unsentWrites(device.db);
    expect(write).toMatchObject({ endpoint: 'session.update', base_version: 1 });
    expect(write?.content.body).toEqual({ start_time: '10:00', end_time: '10:30' });
  });

  test('saved unchanged sends nothing', async () => {
    const session = await saved();
    await changed(session, {});
    expect((await unsentWrites(device.db)).map(({ endpoint }) => endpoint)).toEqual(['session.create']);
  });

  test("isn't saved if a rule fails", async () => {
    const session = await saved();
    const recorded = await changed(session, { attendance: 'other' });
    expect(recorded).toEqual({ kind: 'refused', problems: { reason: 'Enter a reason.' } });
    expect(await sessionById(device.db, session.id)).toMatchObject({ attendance: 'delivered' });
  });

  describe('after the server rejected it', () => {
    async function refused() {
      const session = await saved();
      const server = scriptedServer(() => ({ status: 422, code: 'period.locked', message: 'Locked.' }));
      await drainBatch(device.db, server.transport, device.clock, device.lock);
      const parked = await sessionById(device.db, session.id);
      if (parked === null) throw new Error('The session is gone.');
      expect(parked.record_state).toBe('attention');
      const [write] = await unsentWrites(device.db);
      return { parked, refusedId: write?.write_id };
    }

    test('is sent again as one corrected write under a new id', async () => {
      const { parked, refusedId } = await refused();
      await changed(parked, { session_date: '2026-03-09' });
      const writes = await unsentWrites(device.db);
      expect(writes).toHaveLength(1);
      expect(writes[0]).toMatchObject({
        endpoint: 'session.create',
        state: 'waiting',
        content: { body: { session_date: '2026-03-09' } },
      });
      expect(writes[0]?.write_id).not.toBe(refusedId);
    });

    test('is sent again when it is saved unchanged', async () => {
      const { parked, refusedId } = await refused();
      await changed(parked, {});
      const writes = await unsentWrites(device.db);
      expect(writes.map(({ state }) => state)).toEqual(['waiting']);
      expect(writes[0]?.write_id).not.toBe(refusedId);
    });
  });
});

describe('a deleted session', () => {
  test('that never left the device leaves nothing behind', async () => {
    const session = await saved();
    await deleteSession(device.workspace, session.id);
    expect(await device.db.outbox.count()).toBe(0);
    expect(await sessionsOfProvider(device.db, session.provider, DAY, DAY)).toEqual([]);
  });

  test('that the server may have seen is hidden here and deleted there', async () => {
    const session = await saved();
    const server = scriptedServer(() => ({}));
    server.next = { kind: 'no-answer' };
    await drainBatch(device.db, server.transport, device.clock, device.lock);
    await deleteSession(device.workspace, session.id);
    expect((await unsentWrites(device.db)).map(({ endpoint }) => endpoint)).toEqual([
      'session.create',
      'session.delete',
    ]);
    expect(await sessionsOfProvider(device.db, session.provider, DAY, DAY)).toEqual([]);
  });
});
