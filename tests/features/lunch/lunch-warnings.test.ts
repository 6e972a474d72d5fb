import { describe, expect, test } from 'vitest';
import type { Service } from '#contract/catalog.ts';
import type { LunchBreak } from '#contract/lunch.ts';
import type { Session } from '#contract/session.ts';
import { pacificInstant } from '#domain/time/pacific.ts';
import { type LunchSurroundings, lunchWarnings } from '#features/lunch/lunch-warnings.ts';
import { lunchRow, sessionRow } from '#tests/support/device-entries.ts';

const DAY = '2026-03-10';
const at = (time: string, day = DAY) => pacificInstant(day, time);
const lunch = (id: string, time: string, changes: Partial<LunchBreak> = {}): LunchBreak =>
  lunchRow('me', 1, { id, lunch_start_time: at(time), ...changes });
const session = (start_time: string, end_time: string, changes: Partial<Session> = {}): Session =>
  sessionRow('me', 1, { service: 'slp', session_date: DAY, start_time, end_time, ...changes });
const services = [{ id: 'slp', name: 'Speech Therapy' }] as Service[];

function words(
  entry: LunchBreak,
  around: Partial<LunchSurroundings> = {},
  before: LunchBreak | null = null,
): string[] {
  const found = lunchWarnings(entry, before, { lunches: [], sessions: [], services, ...around });
  return found.map((warning) => warning.words);
}

describe('before a lunch break is saved', () => {
  const entry = lunch('new', '12:00');

  test('says nothing about the first one on a free day', () => {
    expect(
      words(entry, { lunches: [lunch('old', '12:00', { lunch_start_time: at('12:00', '2026-03-09') })] }),
    ).toEqual([]);
  });

  test.each([
    [['09:00'], 'This would be your 2nd lunch break on 03/10/2026.'],
    [['08:00', '09:00'], 'This would be your 3rd lunch break on 03/10/2026.'],
    [['08:00', '09:00', '15:00'], 'This would be your 4th lunch break on 03/10/2026.'],
    // Two that share minutes count once.
    [['09:00', '09:10'], 'This would be your 2nd lunch break on 03/10/2026.'],
  ])('after those at %j it says which one of the day it would be', (times, expected) => {
    expect(words(entry, { lunches: times.map((time) => lunch(time, time)) })).toEqual([expected]);
  });

  test("waivers and reasons for no meal don't count as lunch breaks of the day", () => {
    const lunches = [
      lunch('waived', '09:00', { waiver_type: 'first_meal_6h' }),
      lunch('none', '10:00', { exception_reason: 'not-provided' }),
    ];
    expect(words(entry, { lunches })).toEqual([]);
    expect(words({ ...entry, waiver_type: 'on_duty' }, { lunches: [lunch('a', '12:00')] })).toEqual([]);
  });

  test("one edited on its day isn't counted again, and one that moves to the day is", () => {
    const lunches = [entry, lunch('other', '09:00')];
    expect(words(entry, { lunches }, entry)).toEqual([]);
    expect(words(entry, { lunches }, { ...entry, lunch_start_time: at('12:00', '2026-03-09') })).toEqual([
      'This would be your 2nd lunch break on 03/10/2026.',
    ]);
  });

  test('an overlapping lunch is named, punched or entered, and can be opened', () => {
    const punched = lunch('punched', '12:05', { source: 'punch', lunch_end_time: at('12:35') });
    const lunches = [punched, lunch('entered', '11:45')];
    expect(lunchWarnings(entry, null, { lunches, sessions: [], services })).toEqual([
      { about: 'punched', words: 'You punched lunch (12:05–12:35 PM).', isLunch: true },
      {
        ...{ about: 'entered', isLunch: true },
        words: 'Overlaps your lunch break (11:45 AM–12:15 PM). Overlapping minutes count once.',
      },
    ]);
  });

  test('an overlapping session is named by its times and service, never by its student', () => {
    const sessions = [
      session('11:45', '12:15'),
      session('12:30', '13:00'),
      session('12:00', '12:30', { attendance: 'student-absent' }),
      session('12:00', '12:30', { attendance: 'provider-absent' }),
    ];
    expect(words(entry, { sessions })).toEqual([
      'Overlaps your session (11:45 AM–12:15 PM, Speech Therapy).',
      'Overlaps your session (12:00–12:30 PM, Speech Therapy).',
    ]);
  });

  test('says nothing until the times are entered', () => {
    expect(words({ ...entry, lunch_start_time: '' }, { lunches: [lunch('a', '12:00')] })).toEqual([]);
    expect(words({ ...entry, lunch_duration: Number.NaN }, { lunches: [lunch('a', '12:00')] })).toEqual([]);
  });
});
