import { describe, expect, test } from 'vitest';
import type { CalendarEvent } from '#contract/calendar.ts';
import type { Student } from '#contract/student.ts';
import { problemsOfSession } from '#features/sessions/record-session.ts';
import {
  emptyValues,
  fieldsOfValues,
  problemsByValue,
  type SessionValues,
  studentsNamedIn,
  valuesOfEvent,
} from '#features/sessions/session-values.ts';

const ID = '01890000-0000-7000-8000-000000000001';
const TODAY = '2026-03-10';
const beginning = { provider: ID, day: TODAY, today: TODAY, now: '10:32' };

const student = (id: string, first_name: string, last_name: string) =>
  ({ id, first_name, last_name, location: 'school' }) as Student;

function problems(changes: Partial<SessionValues>) {
  const values = {
    ...emptyValues(beginning),
    ...{ student_ids: [ID], service: ID, calendar_event_id: ID },
    ...changes,
  };
  return problemsByValue(problemsOfSession(fieldsOfValues(values), TODAY), values);
}

describe('the session form shows errors at their fields', () => {
  test.each<[string, Partial<SessionValues>, Partial<Record<keyof SessionValues, string>>]>([
    ['nothing is wrong', {}, {}],
    ['no student', { student_ids: [] }, { student_ids: 'Choose at least one student.' }],
    ['no student is needed for indirect work', { student_ids: [], setting: 'indirect' }, {}],
    ['no service', { service: '' }, { service: 'Choose a service.' }],
    ['no date', { session_date: '' }, { session_date: 'Enter a date.' }],
    ['no start', { start_time: '' }, { start_time: 'Enter a start time.' }],
    ['no duration, and only that', { actual_minutes: null }, { actual_minutes: 'Enter the minutes.' }],
    ['no scheduled minutes', { scheduled_minutes: null }, { scheduled_minutes: 'Enter the minutes.' }],
    [
      'half a minute',
      { actual_minutes: 20.5, scheduled_minutes: 20.5 },
      {
        actual_minutes: 'Enter whole minutes.',
        scheduled_minutes: 'Enter whole minutes.',
      },
    ],
    [
      'a changed duration without a reason',
      { actual_minutes: 20 },
      {
        duration_reason: 'Enter a reason for the changed duration.',
      },
    ],
    ['a changed duration with its reason', { actual_minutes: 20, duration_reason: 'Fire drill' }, {}],
    [
      'past midnight',
      { start_time: '23:45' },
      {
        actual_minutes: 'The session runs past midnight. Log the rest on the next day.',
      },
    ],
    [
      'several students alone',
      { student_ids: [ID, ID.replace('1', '2')], setting: 'individual' },
      {
        setting: 'Choose Group for more than one student.',
      },
    ],
    [
      'more indirect minutes than there are',
      { indirect_minutes: 45 },
      {
        indirect_minutes: 'Enter no more than the duration.',
      },
    ],
  ])('%s', (_, changes, shown) => {
    expect(problems(changes)).toEqual(shown);
  });
});

describe('the contract’s fields of the form', () => {
  const fieldsOf = (changes: Partial<SessionValues>) =>
    fieldsOfValues({ ...emptyValues(beginning), ...changes });

  test('compute the end and the direct minutes', () => {
    expect(fieldsOf({ start_time: '10:00', actual_minutes: 45, indirect_minutes: 15 })).toMatchObject({
      end_time: '10:45',
      direct_minutes: 30,
      indirect_minutes: 15,
    });
  });

  test('make all minutes of indirect work indirect', () => {
    expect(fieldsOf({ setting: 'indirect', actual_minutes: 45 })).toMatchObject({
      direct_minutes: 0,
      indirect_minutes: 45,
    });
  });

  test('drop the reason of a change that was undone', () => {
    expect(fieldsOf({ duration_reason: 'Fire drill' }).duration_reason).toBe('');
  });

  test("drop the missed session if it isn't a makeup", () => {
    expect(fieldsOf({ make_up_of: ID, attendance: 'delivered' }).make_up_of).toBeNull();
    expect(fieldsOf({ make_up_of: ID, attendance: 'make-up' }).make_up_of).toBe(ID);
  });
});

describe('a new form', () => {
  test.each([
    ['ends about now on today', { day: TODAY, now: '10:32' }, '10:00'],
    ['starts in the morning before the working day', { day: TODAY, now: '05:10' }, '09:00'],
    ['starts in the morning on another day', { day: '2026-03-09', now: '10:32' }, '09:00'],
  ])('%s', (_, when, start_time) => {
    expect(emptyValues({ ...beginning, ...when })).toMatchObject({ session_date: when.day, start_time });
  });
});

describe('a planned session', () => {
  const event = (changes: Partial<CalendarEvent>) =>
    ({
      id: ID,
      provider: 'planner',
      student: null,
      service: 'slp',
      location: null,
      event_title: '',
      event_start_date: TODAY,
      event_start_time: '10:00',
      duration: 45,
      ...changes,
    }) as CalendarEvent;
  const maya = student('maya', 'Maya', 'Rivera');
  const leo = student('leo', 'Leo', 'Stein');

  test('fills in student, service, times and the student’s school', () => {
    expect(valuesOfEvent(event({ student: 'maya' }), [maya, leo], beginning)).toMatchObject({
      provider: 'planner',
      student_ids: ['maya'],
      service: 'slp',
      start_time: '10:00',
      scheduled_minutes: 45,
      actual_minutes: 45,
      location: 'school',
      setting: 'individual',
      calendar_event_id: ID,
    });
  });

  test(`in "Break" takes place at the student's school`, () => {
    expect(valuesOfEvent(event({ student: 'maya', location: '5' }), [maya], beginning).location).toBe(
      'school',
    );
  });

  test('of a group fills in everyone in its title', () => {
    const values = valuesOfEvent(event({ event_title: 'SLP – Maya R., Leo S.' }), [maya, leo], beginning);
    expect(values).toMatchObject({ student_ids: ['maya', 'leo'], setting: 'group' });
  });

  test('without any student is indirect work', () => {
    expect(valuesOfEvent(event({ event_title: 'Report Writing' }), [maya], beginning)).toMatchObject({
      student_ids: [],
      setting: 'indirect',
    });
  });

  test('selects no one if two students share the name', () => {
    expect(studentsNamedIn('SLP – Maya R.', [maya, student('other', 'Maya', 'Ruiz')])).toEqual([]);
  });
});
