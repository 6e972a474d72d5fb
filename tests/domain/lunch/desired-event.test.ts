import { describe, expect, test } from 'vitest';
import { CalendarEventBody } from '#contract/calendar.ts';
import {
  desiredEventOnDelete,
  desiredEventOnSave,
  type LunchEventFields,
  type LunchOnCalendar,
  lunchEventId,
} from '#domain/lunch/desired-event.ts';
import { WAIVER_TYPES } from '#domain/lunch/lunch-break.ts';

const LUNCH = '0195c9a0-0000-7000-8000-000000000001';
/** As every device and the server derive it: a change would create second events. */
const OWN = '3e2fb252-a08f-555a-83fd-f235d27a5217';
const LINKED = '0195c9a0-0000-7000-8000-0000000011ed';

function lunch(changes: Partial<LunchOnCalendar> = {}): LunchOnCalendar {
  return {
    id: LUNCH,
    provider: '0195c9a0-0000-7000-8000-000000000007',
    lunch_start_time: '2026-03-02T20:00:00.000Z',
    lunch_duration: 45,
    waiver_type: '',
    calendar_event_id: null,
    ...changes,
  };
}

/** The calendar event of a saved lunch break. */
function eventOf(changes: Partial<LunchOnCalendar>): LunchEventFields {
  const desired = desiredEventOnSave(lunch(changes));
  if (desired.kind !== 'put') throw new Error(`It wants ${desired.kind}`);
  return desired.fields;
}

test("derives the event id from the break's, in any letter case", () => {
  expect(lunchEventId(LUNCH)).toBe(OWN);
  expect(lunchEventId(LUNCH.toUpperCase())).toBe(OWN);
  expect(CalendarEventBody.shape.id.parse(OWN)).toBe(OWN);
});

test('creates an event that the contract accepts', () => {
  const body = { id: OWN, ...eventOf({}) };
  expect(CalendarEventBody.parse(body)).toMatchObject(body);
});

describe('a saved lunch break', () => {
  test('creates an event with the specified fields', () => {
    expect(desiredEventOnSave(lunch())).toEqual({
      kind: 'put',
      eventId: OWN,
      fields: {
        provider: '0195c9a0-0000-7000-8000-000000000007',
        student: null,
        event_start_date: '2026-03-02',
        event_start_time: '12:00',
        event_end_date: '2026-03-02',
        event_end_time: '12:45',
        duration: 45,
        recurring: false,
        recurring_type: '',
        recurring_timeframe: '',
        location: '5',
        meeting_notes: '',
        event_color: 'green',
        event_title: 'Lunch Break',
        remind_me: false,
        is_lunch: true,
        service: null,
        service_list: [],
        invites: [],
      },
    });
  });

  test('keeps its existing event', () => {
    expect(desiredEventOnSave(lunch({ calendar_event_id: LINKED }))).toMatchObject({
      kind: 'put',
      eventId: LINKED,
    });
  });

  test('lasts half an hour by default', () => {
    expect(eventOf({ lunch_duration: null })).toMatchObject({ duration: 30, event_end_time: '12:30' });
  });

  test.each([
    ['the spring night', '2026-03-08T09:45:00Z', 30, '2026-03-08', '01:45', '2026-03-08', '03:15'],
    ['the autumn night', '2026-11-01T08:45:00Z', 60, '2026-11-01', '01:45', '2026-11-01', '01:45'],
    ['midnight', '2026-03-03T07:50:00Z', 30, '2026-03-02', '23:50', '2026-03-03', '00:20'],
    ['the end of a year', '2027-01-01T07:45:00Z', 15, '2026-12-31', '23:45', '2027-01-01', '00:00'],
    [
      'a summer day given with an offset',
      '2026-07-01T15:10:30-04:00',
      30,
      '2026-07-01',
      '12:10',
      '2026-07-01',
      '12:40',
    ],
  ])('is on Pacific wall time across %s', (_, start, minutes, startDate, startTime, endDate, endTime) => {
    expect(eventOf({ lunch_start_time: start, lunch_duration: minutes })).toMatchObject({
      event_start_date: startDate,
      event_start_time: startTime,
      event_end_date: endDate,
      event_end_time: endTime,
      duration: minutes,
    });
  });

  test('creates no event if it is waived from the start', () => {
    expect(desiredEventOnSave(lunch({ waiver_type: 'on_duty' }))).toEqual({ kind: 'none' });
  });

  test.each(WAIVER_TYPES.filter((waiver) => waiver !== ''))(
    'with the waiver %s leaves a linked event and names the waiver in its note',
    (waiver) => {
      const desired = desiredEventOnSave(lunch({ waiver_type: waiver, calendar_event_id: LINKED }));
      expect(desired).toEqual({
        kind: 'note-waiver',
        eventId: LINKED,
        waiver,
        meeting_notes: expect.stringContaining(waiver),
      });
    },
  );

  test('removes the note when the waiver is withdrawn', () => {
    expect(eventOf({ calendar_event_id: LINKED }).meeting_notes).toBe('');
  });
});

describe('a deleted lunch break', () => {
  test('deletes its event', () => {
    expect(desiredEventOnDelete(lunch({ calendar_event_id: LINKED }))).toEqual({
      kind: 'remove',
      eventId: LINKED,
    });
  });

  test('deletes its event even if it was waived later', () => {
    expect(desiredEventOnDelete(lunch({ calendar_event_id: LINKED, waiver_type: 'first_meal_6h' }))).toEqual({
      kind: 'remove',
      eventId: LINKED,
    });
  });

  test('does nothing without an event', () => {
    expect(desiredEventOnDelete(lunch())).toEqual({ kind: 'none' });
  });
});
