import { describe, expect, test } from 'vitest';
import { BELL } from '#domain/notifications/bell-events.ts';
import {
  CLOSING_ITEMS,
  isRemindable,
  mayRemindAgain,
  REMINDER_EVENTS,
  sheetFindings,
} from '#domain/payroll/closing-rules.ts';

const clean = { items: [], problems: [], isAsSubmitted: true } as const;

describe('what has to be looked at before a timesheet is approved', () => {
  test.each([
    ['nothing, if its hours are sure', clean, []],
    ['hours that changed since it was submitted', { ...clean, isAsSubmitted: false }, ['hours-differ']],
    ['an unsynced device, which may change the hours', { ...clean, items: ['unsynced'] }, ['unsynced']],
    ['a lunch card to acknowledge', { ...clean, items: ['lunch-card'] }, ['lunch-card']],
    [
      'a request once, however many kinds there are',
      { ...clean, items: ['late-entry', 'edit', 'deletion'] },
      ['request'],
    ],
    [
      'the same thing once, by its day and by its list',
      { ...clean, items: ['duration', 'open-time'], problems: ['open-card', 'duration-undecided'] },
      ['open-time', 'duration'],
    ],
    [
      'days that say something, in order of weight',
      { ...clean, problems: ['no-sessions', 'overlap', 'meal-unexplained', 'overlap'] },
      ['meal-unexplained', 'overlap', 'no-sessions'],
    ],
    [
      'not what leaves the hours as they are: notes, rates, and held changes',
      { ...clean, items: ['unsigned-note', 'missing-rate', 'held-change'] },
      [],
    ],
  ] as [string, Parameters<typeof sheetFindings>[0], string[]][])('%s', (_, facts, expected) => {
    expect(sheetFindings(facts)).toEqual(expected);
  });
});

describe('reminders', () => {
  test.each([
    [null, true],
    ['2026-03-10T18:00:00.000Z', false],
    ['2026-03-09T22:00:01.000Z', false],
    ['2026-03-09T22:00:00.000Z', true],
  ])('after %s may ring again: %s', (reminded_at, expected) => {
    expect(mayRemindAgain(reminded_at, '2026-03-10T18:00:00.000Z')).toBe(expected);
  });

  test('ring for what people do themselves, each with its own words, which go out by email too', () => {
    const items = CLOSING_ITEMS.filter(isRemindable);
    expect(items).toEqual(['unsubmitted', 'open-time', 'unsigned-note', 'unsynced']);
    const events = items.map((item) => REMINDER_EVENTS[item]);
    expect(new Set(events).size).toBe(items.length);
    expect(events.every((event) => BELL[event].by_mail)).toBe(true);
  });
});
