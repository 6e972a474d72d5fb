import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CalendarEvent } from '#contract/calendar.ts';
import { calendarEventById } from '#db/calendar-events.ts';
import { occurrenceOn } from '#domain/calendar/series.ts';
import { decideConflict, openConflictOfRow } from '#sync/merge/conflict.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { openDevice, outboxStates, type TestDevice } from '#tests/support/device.ts';
import { eventEntry } from '#tests/support/device-entries.ts';
import { changeRow, drain, onlyWrite, type ServerRow, staleAnswer } from '#tests/support/stale-rows.ts';

let device: TestDevice;
let seen: CalendarEvent;

beforeEach(async () => {
  device = await openDevice();
  const pattern = { recurring: true, recurring_type: 'weekly', recurring_timeframe: '4' } as const;
  const entry = eventEntry({ event_title: 'Reading', is_lunch: false, ...pattern });
  const series = { ...entry, provider: device.workspace.user_id, version: 1 };
  seen = occurrenceOn(series, '2026-03-17');
});

afterEach(() => device.close());

/** Changes an occurrence individually on this device. */
async function changedHere(changes: Partial<CalendarEvent>, isRemembered = true): Promise<void> {
  const { version: _, provider: __, ...body } = { ...seen, ...changes };
  await queueWrite(device.workspace, {
    endpoint: 'calendar.create',
    id: seen.id,
    body: body as never,
    lane: 'event',
    ...(isRemembered ? { instead_of: { ...seen } } : {}),
  });
}

/** Another device of the same person was first. */
const changedThere = (changes: Partial<CalendarEvent>) =>
  drain(device, () => staleAnswer({ ...seen, ...changes } as unknown as ServerRow, {}, 1));

describe('an occurrence that two devices changed', () => {
  test('becomes a change of the first row, without a conflict if the fields differ', async () => {
    await changedHere({ event_color: 'red', location: '101' });
    const before = await onlyWrite(device);
    await changedThere({ event_title: 'Reading aloud', event_color: 'blue' });
    const write = await onlyWrite(device);
    expect(write).toMatchObject({
      endpoint: 'calendar.update',
      effect: 'update',
      state: 'waiting',
      base_version: 1,
      seq: before.seq,
      content: { params: { id: seen.id }, body: { event_color: 'red', location: '101' } },
    });
    expect(write.write_id).not.toBe(before.write_id);
    expect(await calendarEventById(device.db, seen.id)).toMatchObject({
      event_title: 'Reading aloud',
      event_color: 'red',
      location: '101',
      record_state: 'waiting',
    });
  });

  test('conflicts if both moved it, and is resolved like any change', async () => {
    await changedHere({ event_start_time: '13:00', event_end_time: '13:30', event_color: 'red' });
    await changedThere({ event_start_time: '14:00', event_end_time: '14:30' });
    expect(await outboxStates(device.db)).toEqual(['parked']);
    const openConflict = await openConflictOfRow(device.db, seen.id);
    expect(openConflict?.conflict).toMatchObject({
      kind: 'fields',
      fields: expect.arrayContaining([
        { field: 'event_start_time', base: '12:00', mine: '13:00', theirs: '14:00' },
      ]),
    });
    if (openConflict === null) return;
    const decided = await decideConflict(device.workspace, openConflict, {
      kind: 'fields',
      choices: { time: 'mine' },
    });
    expect(decided).toBe('decided');
    expect((await onlyWrite(device)).content.body).toEqual({
      event_start_time: '13:00',
      event_end_time: '13:30',
      event_color: 'red',
    });
  });

  test('is settled if both made the same change', async () => {
    await changedHere({ event_color: 'red' });
    await changedThere({ event_color: 'red' });
    expect(await outboxStates(device.db)).toEqual([]);
    expect(await calendarEventById(device.db, seen.id)).toMatchObject({ version: 1, record_state: 'sent' });
  });

  test('keeps later changes behind it', async () => {
    await changedHere({ event_color: 'red' });
    await drain(device, () => ({ status: 503, code: 'server.busy' }));
    await changeRow(device, 'calendar', seen.id, { location: '101' });
    await device.db.outbox.toCollection().modify({ next_attempt_at: 0 });
    await changedThere({ event_title: 'Reading aloud' });
    const [first, second] = await device.db.outbox.orderBy('seq').toArray();
    expect(first).toMatchObject({ effect: 'update', base_version: 1 });
    expect(second?.depends_on).toEqual([first?.write_id]);
    expect(await calendarEventById(device.db, seen.id)).toMatchObject({
      event_title: 'Reading aloud',
      event_color: 'red',
      location: '101',
    });
  });

  test("conflicts if the write doesn't say what its author saw", async () => {
    await changedHere({ event_color: 'red' }, false);
    await changedThere({ event_title: 'Reading aloud' });
    expect(await onlyWrite(device)).toMatchObject({ state: 'parked', effect: 'create' });
  });
});
