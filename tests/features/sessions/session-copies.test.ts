import { describe, expect, test } from 'vitest';
import type { Session } from '#contract/session.ts';
import { problemsOfSession } from '#features/sessions/record-session.ts';
import {
  emptyValues,
  fieldsOfCopy,
  fieldsOfValues,
  valuesOfLastTime,
  valuesOfMakeUp,
} from '#features/sessions/session-values.ts';
import { sessionRow } from '#tests/support/device-entries.ts';

const ME = '0195b000-0000-7000-8000-000000000001';
const MAYA = '0195b000-0000-7000-8000-000000000002';
const LEO = '0195b000-0000-7000-8000-000000000003';
const SLP = '0195b000-0000-7000-8000-000000000004';
const DAY = '2026-03-10';
const beginning = { provider: ME, day: DAY, today: DAY, now: '10:00' };

const last: Session = {
  ...sessionRow(ME, 1, {
    ...{ id: '0195b000-0000-7000-8000-000000000005', student_ids: [MAYA, LEO], service: SLP },
    ...{ session_date: '2026-03-03', start_time: '13:00', end_time: '13:20', notes: 'Calm.' },
  } as never),
  ...{ scheduled_minutes: 30, actual_minutes: 20, direct_minutes: 20, indirect_minutes: 0 },
  ...{ duration_reason: 'Fire drill.', setting: 'group', modality: 'remote', location: '101' },
};

describe('the same as last time', () => {
  const values = valuesOfLastTime(last, emptyValues(beginning));

  test("copies who, what, when, and where to the form's day", () => {
    expect(values).toMatchObject({
      ...{ student_ids: [MAYA, LEO], service: SLP, start_time: '13:00', session_date: DAY },
      ...{ location: '101', setting: 'group', modality: 'remote' },
    });
  });

  test('lasts as long as planned, without any outcome', () => {
    expect(values).toMatchObject({
      ...{ scheduled_minutes: 30, actual_minutes: 30, attendance: 'delivered' },
      ...{ notes: '', duration_reason: '' },
    });
    expect(problemsOfSession(fieldsOfValues(values), DAY)).toEqual({});
  });
});

test("a session on another day is complete, and is linked to that day's event", () => {
  const fields = fieldsOfCopy({ pattern: last, existing: null, calendar_event_id: MAYA, doubt: null }, DAY);
  expect(fields).toMatchObject({
    ...{ session_date: DAY, start_time: '13:00', end_time: '13:30', actual_minutes: 30 },
    ...{ direct_minutes: 30, indirect_minutes: 0, calendar_event_id: MAYA, notes: '' },
  });
  expect(problemsOfSession(fields, DAY)).toEqual({});
});

test('indirect work stays indirect on another day', () => {
  const indirect: Session = {
    ...last,
    ...{ setting: 'indirect', student_ids: [], direct_minutes: 0, indirect_minutes: 20 },
  };
  const fields = fieldsOfCopy(
    { pattern: indirect, existing: null, calendar_event_id: null, doubt: null },
    DAY,
  );
  expect(fields).toMatchObject({ direct_minutes: 0, indirect_minutes: 30 });
  expect(problemsOfSession(fields, DAY)).toEqual({});
});

test('a make-up is for one student, for as long as is owed', () => {
  const values = valuesOfMakeUp(last, { student: LEO, minutes: 15 }, beginning);
  expect(values).toMatchObject({
    ...{ student_ids: [LEO], service: SLP, setting: 'individual', attendance: 'make-up' },
    ...{ make_up_of: last.id, scheduled_minutes: 15, actual_minutes: 15, session_date: DAY },
  });
  expect(problemsOfSession(fieldsOfValues(values), DAY)).toEqual({});
});
