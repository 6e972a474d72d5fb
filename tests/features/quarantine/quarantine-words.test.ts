import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { QuarantinedWrite } from '#contract/quarantine.ts';
import type { KnownNames } from '#entities/words/say.ts';
import { cutWords, detailWords, shownFields, titleWords } from '#features/quarantine/quarantine-words.ts';

const MAYA = randomUUID();
const STRANGER = randomUUID();
const SPEECH = randomUUID();
const names: KnownNames = {
  students: new Map([[MAYA, 'Maya Rivera']]),
  services: new Map([[SPEECH, 'Speech Therapy']]),
  locations: new Map([['7', 'Oak School']]),
  providers: new Map(),
};
const session = {
  id: randomUUID(),
  student_ids: [MAYA],
  service: SPEECH,
  location: '7',
  session_date: '2026-11-21',
  start_time: '09:00',
  end_time: '09:30',
  time_zone: 'America/Los_Angeles',
  scheduled_minutes: 45,
  actual_minutes: 30,
  direct_minutes: 30,
  indirect_minutes: 0,
  setting: 'individual',
  modality: 'in_person',
  attendance: 'delivered',
  reason: '',
  duration_reason: 'Fire drill',
  notes: 'Two steps\nforward',
  calendar_event_id: null,
  make_up_of: null,
};

type Content = Pick<QuarantinedWrite, 'endpoint' | 'params' | 'body'>;
const created: Content = { endpoint: 'session.create', params: {}, body: session };

describe('a write in plain words', () => {
  test.each([
    ['session.create', 'New session'],
    ['session.update', 'Changed session'],
    ['session.delete', 'Deleted session'],
    ['lunch.create', 'New lunch break'],
    ['calendar.update', 'Changed calendar event'],
    ['timesheet.submit', 'New timesheet'],
    ['invoice.send', 'invoice.send'],
  ])('%s is "%s"', (endpoint, title) => {
    expect(titleWords({ endpoint, params: {} } as QuarantinedWrite)).toBe(title);
  });

  test("describes a session by day, time, length, and the student's short name", () => {
    expect(detailWords(created, null, names)).toBe('11/21/2026, 9:00 AM, 30 minutes, Maya R.');
  });

  test("counts students whom the reader can't see", () => {
    const body = { ...session, student_ids: [MAYA, STRANGER, randomUUID()] };
    expect(detailWords({ ...created, body }, null, names)).toContain('Maya R., 2 other students');
  });

  test('describes a change by its result, and a deletion by the record', () => {
    const params = { id: session.id };
    const changed: Content = { endpoint: 'session.update', params, body: { actual_minutes: 40 } };
    expect(detailWords(changed, session, names)).toBe('11/21/2026, 9:00 AM, 40 minutes, Maya R.');
    expect(detailWords(changed, null, names)).toBe('40 minutes');
    const deleted: Content = { endpoint: 'session.delete', params, body: undefined };
    expect(detailWords(deleted, session, names)).toBe('11/21/2026, 9:00 AM, 30 minutes, Maya R.');
    expect(detailWords(deleted, null, names)).toBe('');
  });

  test('says when a lunch break or calendar event is', () => {
    const lunch = { lunch_start_time: '2026-11-21T20:00:00.000Z', lunch_duration: 1 };
    expect(detailWords({ endpoint: 'lunch.create', params: {}, body: lunch }, null, names)).toBe(
      '11/21/2026, 12:00 PM Pacific, 1 minute',
    );
    const event = { event_start_date: '2026-11-21', event_start_time: '12:00', event_title: 'Lunch' };
    expect(detailWords({ endpoint: 'calendar.create', params: {}, body: event }, null, names)).toBe(
      '11/21/2026, 12:00 PM, Lunch',
    );
  });
});

describe('the fields of a write', () => {
  const shown = (body: unknown, current: object | null = null) =>
    Object.fromEntries(
      shownFields('session', body, current, names).map(({ label, value }) => [label, value]),
    );

  test('have readable labels and values, except for the id', () => {
    expect(shown(session)).toEqual({
      Students: 'Maya Rivera',
      Service: 'Speech Therapy',
      Date: '11/21/2026',
      'Start time': '9:00 AM',
      'End time': '9:30 AM',
      'Time zone': 'Pacific time',
      Scheduled: '45 minutes',
      Duration: '30 minutes',
      'Reason for the change': 'Fire drill',
      Direct: '30 minutes',
      Indirect: '0 minutes',
      Location: 'Oak School',
      Setting: 'Individual',
      Modality: 'In person',
      Attendance: 'Delivered',
      'Attendance reason': 'None',
      Notes: 'Two steps\nforward',
      'Planned in the calendar': 'No',
      'Makes up for': 'None',
    });
  });

  test('say what is on this device now if the write would change it', () => {
    const fields = shownFields('session', { actual_minutes: 40, setting: 'individual' }, session, names);
    expect(fields).toEqual([
      { name: 'actual_minutes', label: 'Duration', value: '40 minutes', now: '30 minutes' },
      { name: 'setting', label: 'Setting', value: 'Individual', now: null },
    ]);
  });

  test("never hide what this version doesn't know", () => {
    expect(shown({ mood_of_day: { scale: 3 }, student_ids: [STRANGER] })).toEqual({
      Students: 'a student not on this device',
      'mood of day': '{"scale":3}',
    });
  });

  test.each([
    [{ session_date: 'tomorrow', start_time: 9, actual_minutes: 'long' }],
    [{ student_ids: 'Maya', attendance: 'constructor', service: 7 }],
    [null],
    ['text'],
    [[]],
  ])('are displayed even if they are invalid: %j', (body) => {
    expect(() => shown(body)).not.toThrow();
    expect(Object.values(shown(body)).join()).not.toContain('undefined');
  });
});

test.each([
  ['open', 499, null],
  ['open', 500, 'These are the oldest 500. Once you review them, the next ones appear.'],
  ['all', 500, 'These are the newest 500.'],
] as const)('a list of %s changes with %i entries says whether there are more', (filter, listed, words) => {
  expect(cutWords(filter, listed)).toBe(words);
});
