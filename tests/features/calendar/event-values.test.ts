import { describe, expect, test } from 'vitest';
import {
  type EventValues,
  fieldsOfValues,
  newEventValues,
  problemsByValue,
  touchedFields,
  touchesRepetition,
  withTimesInStep,
} from '#features/calendar/event/event-values.ts';

const VALUES = newEventValues('ana', '2026-03-10', '23:00');

describe('start, end, and duration stay consistent', () => {
  test.each<[string, Partial<EventValues>, Partial<EventValues>]>([
    [
      'a later start',
      { event_start_time: '23:15' },
      { event_end_date: '2026-03-10', event_end_time: '23:45' },
    ],
    [
      'over midnight',
      { event_start_time: '23:45' },
      { event_end_date: '2026-03-11', event_end_time: '00:15' },
    ],
    ['another day', { event_start_date: '2026-03-17' }, { event_end_date: '2026-03-17' }],
    ['longer', { duration: 90 }, { event_end_date: '2026-03-11', event_end_time: '00:30' }],
    ['a later end', { event_end_time: '23:50' }, { duration: 50 }],
    ['an end before the start', { event_end_time: '22:00' }, { duration: null }],
    ['a cleared start', { event_start_time: '' }, { event_start_time: '' }],
    ['a cleared duration', { duration: null }, { duration: null }],
  ])('%s', (_name, change, expected) => {
    expect(withTimesInStep(VALUES, change)).toMatchObject(expected);
  });
});

describe("the form's contents", () => {
  const nameOf = () => 'SLP – Maya R.';

  test.each<[string, Partial<EventValues>, object]>([
    [
      'no repetition',
      { recurring_days: [1], until: '2026-06-01' },
      { recurring: false, recurring_days: [], recurring_timeframe: '' },
    ],
    [
      'days in order',
      { recurring_type: 'weekly', recurring_days: [5, 1] },
      { recurring: true, recurring_days: [1, 5] },
    ],
    ['no days each month', { recurring_type: 'monthly', recurring_days: [5] }, { recurring_days: [] }],
    [
      'an end date',
      { recurring_type: 'daily', ends: 'date', until: '2026-06-01' },
      { recurring_timeframe: '2026-06-01' },
    ],
    ['a count', { recurring_type: 'daily', ends: 'count', count: 5 }, { recurring_timeframe: '5' }],
    ['a title of its own', { event_title: ' Meeting ' }, { event_title: 'Meeting' }],
    ['the title of its student', { student: 'maya' }, { event_title: 'SLP – Maya R.', student: 'maya' }],
  ])('as fields: %s', (_name, change, expected) => {
    expect(fieldsOfValues({ ...VALUES, ...change }, nameOf)).toMatchObject(expected);
  });

  test('only edited fields are a change, and one occurrence has no recurrence', () => {
    const before = fieldsOfValues({ ...VALUES, event_title: 'Meeting' }, nameOf);
    const renamed = touchedFields(before, { ...before, event_title: 'Team', invites: [] });
    expect(renamed).toEqual({ event_title: 'Team' });
    expect(touchesRepetition(renamed)).toBe(false);
    expect(touchesRepetition(touchedFields(before, { ...before, recurring_days: [2] }))).toBe(true);
  });

  test.each<[string, Record<string, string>, Partial<EventValues>, object]>([
    [
      'neither title nor student',
      {},
      { event_title: '' },
      { event_title: 'Enter a title, or choose a student.' },
    ],
    [
      'a cleared date',
      { event_start_date: 'Invalid' },
      { event_start_date: '' },
      { event_start_date: 'Enter a date.' },
    ],
    [
      'an end before the start',
      { event_end_time: 'The end must be after the start.', duration: 'NaN' },
      { duration: null },
      { event_end_time: 'The end must be after the start.' },
    ],
    [
      'a count of too many',
      { recurring_timeframe: 'Too many.' },
      { recurring_type: 'daily', ends: 'count', count: 301 },
      { count: 'Too many.' },
    ],
  ])('problems at their fields: %s', (_name, problems, change, expected) => {
    expect(problemsByValue(problems, { ...VALUES, event_title: 'Meeting', ...change })).toEqual(expected);
  });
});
