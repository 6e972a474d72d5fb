// @vitest-environment node
import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unsentWrites } from '#db/outbox.ts';
import { pendingDecision, timesheetsOfPeriod } from '#db/timesheets.ts';
import { createSession, deleteSession, type SessionFields } from '#features/sessions/record-session.ts';
import { decideTimesheet } from '#features/timesheets/decide-timesheet.ts';
import { submitTimesheet } from '#features/timesheets/submit-timesheet.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { openDevice, pulledSoFar, type TestDevice } from '#tests/support/device.ts';

const DAY = '2026-03-10';

/** Own timesheets are on the device. */
const unasked = {
  call: () => Promise.reject(new Error('The server was asked.')),
} as unknown as ApiClient;

let device: TestDevice;
beforeEach(async () => {
  device = await openDevice();
  await pulledSoFar(device.db);
});
afterEach(() => device.close());

function session(session_date: string): SessionFields {
  return {
    ...{ provider: device.workspace.user_id, student_ids: [randomUUID()], service: randomUUID() },
    ...{ location: '3', session_date, start_time: '09:00', end_time: '09:30' },
    ...{ time_zone: 'America/Los_Angeles', scheduled_minutes: 30, actual_minutes: 30 },
    ...{ direct_minutes: 30, indirect_minutes: 0, setting: 'individual', modality: 'in_person' },
    ...{ attendance: 'delivered', reason: '', duration_reason: '', notes: '' },
    ...{ calendar_event_id: null, make_up_of: null },
  } as SessionFields;
}

function submit() {
  const { workspace } = device;
  const period = { from: '2026-03-01', to: '2026-03-15', emp: 'w2_exempt', provider: workspace.user_id };
  return submitTimesheet(workspace, period, '', []);
}

test('a timesheet lists the rows of its period and the unsynced writes', async () => {
  const inside = await createSession(device.workspace, uuidv7(), session(DAY));
  await createSession(device.workspace, uuidv7(), session('2026-02-20'));
  expect(inside.kind).toBe('saved');
  expect((await submit()).kind).toBe('saved');
  const writes = await unsentWrites(device.workspace.db);
  const [first, , sheet] = writes;
  expect(sheet).toMatchObject({ endpoint: 'timesheet.submit', depends_on: [] });
  expect(sheet?.content.body).toMatchObject({
    manifest: [{ entity: 'session', id: first?.entity_id, version: 0, write_ids: [first?.write_id] }],
    totals: { sessions: 1, direct_minutes: 30, paid_minutes: 30 },
  });
  const [local] = await timesheetsOfPeriod(device.workspace.db, device.workspace.user_id, '2026-03-01');
  expect(local).toMatchObject({ status: 'submitted', waiting_for: 1, version: 0 });
});

test("its days close immediately, others don't, and it is submitted only once", async () => {
  const made = await createSession(device.workspace, uuidv7(), session(DAY));
  await submit();
  await expect(createSession(device.workspace, uuidv7(), session('2026-03-02'))).rejects.toMatchObject({
    code: 'timesheet.closed',
  });
  if (made.kind === 'saved') {
    await expect(deleteSession(device.workspace, made.id)).rejects.toMatchObject({
      code: 'timesheet.closed',
    });
  }
  expect((await createSession(device.workspace, uuidv7(), session('2026-02-20'))).kind).toBe('saved');
  expect(await submit()).toMatchObject({ kind: 'refused' });
});

test('a withdrawal is queued behind the submission as a separate command, and changes nothing here', async () => {
  const submitted = await submit();
  if (submitted.kind !== 'saved') throw new Error('It was not submitted.');
  const { db, user_id } = device.workspace;
  const [sheet] = await timesheetsOfPeriod(db, user_id, '2026-03-01');
  if (sheet === undefined) throw new Error('There is no timesheet.');
  await decideTimesheet(device.workspace, unasked, sheet, { new_status: 'withdrawn', notes: 'Forgot one.' });
  const [creation, withdrawal] = await unsentWrites(db);
  expect(creation?.endpoint).toBe('timesheet.submit');
  expect(withdrawal).toMatchObject({
    endpoint: 'timesheet.decide',
    depends_on: [creation?.write_id],
    content: { body: { new_status: 'withdrawn', notes: 'Forgot one.' } },
  });
  expect(await pendingDecision(db, sheet.id)).toMatchObject({ new_status: 'withdrawn', state: 'waiting' });
  const [after] = await timesheetsOfPeriod(db, user_id, '2026-03-01');
  expect(after?.status).toBe('submitted');
});

test('nothing is submitted or decided before its records have loaded', async () => {
  const { db, user_id } = device.workspace;
  await pulledSoFar(db, { was_whole: false, is_refreshing: true, whole_from: '2026-03-02' });
  const words = 'Your records are still loading. Try again in a moment.';
  expect(await submit()).toEqual({ kind: 'refused', message: words });
  const sheet = {
    ...{ id: uuidv7(), provider_id: user_id },
    ...{ period_start_date: '2026-03-01', period_end_date: '2026-03-15' },
  };
  const decision = { new_status: 'approved', notes: '' } as const;
  await expect(decideTimesheet(device.workspace, unasked, sheet, decision)).rejects.toThrow(words);
  expect(await unsentWrites(db)).toEqual([]);
});

test('a period whose sessions are no longer all on the device is not submitted', async () => {
  const { db } = device.workspace;
  await pulledSoFar(db, { own_from: '2026-03-02' });
  expect(await submit()).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('Ask your office'),
  });
  expect(await unsentWrites(db)).toEqual([]);
  await pulledSoFar(db, { own_from: '2026-03-01' });
  expect((await submit()).kind).toBe('saved');
});
