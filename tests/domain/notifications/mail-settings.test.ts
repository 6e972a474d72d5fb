import { describe, expect, test } from 'vitest';
import {
  isQuiet,
  mailedUntil,
  mailSettingsProblems,
  USUAL_MAIL_SETTINGS,
} from '#domain/notifications/mail-settings.ts';

describe('quiet hours', () => {
  test.each([
    ['2026-03-11T13:59:00Z', '19:00', '07:00', true], // 6:59 AM
    ['2026-03-11T14:00:00Z', '19:00', '07:00', false],
    ['2026-03-12T01:59:00Z', '19:00', '07:00', false],
    ['2026-03-12T02:00:00Z', '19:00', '07:00', true], // 7:00 PM
    ['2026-01-15T02:59:00Z', '19:00', '07:00', false], // winter
    ['2026-03-11T19:30:00Z', '12:00', '13:00', true],
    ['2026-03-11T20:00:00Z', '12:00', '13:00', false],
    ['2026-03-11T09:00:00Z', '00:00', '00:00', false],
  ])('at %s from %s until %s: %s', (now, quiet_from, quiet_until, quiet) => {
    expect(isQuiet({ ...USUAL_MAIL_SETTINGS, quiet_from, quiet_until }, now)).toBe(quiet);
  });
});

describe('an email mentions what rang', () => {
  test.each([
    ['soon', '2026-03-11T18:00:00Z', '2026-03-11T18:00:00.000Z'],
    ['soon', '2026-03-12T06:00:00Z', null],
    ['never', '2026-03-11T18:00:00Z', null],
    // 7:00 AM Pacific, in daylight saving time and out of it.
    ['daily', '2026-03-11T13:59:00Z', null],
    ['daily', '2026-03-11T14:00:00Z', '2026-03-11T14:00:00.000Z'],
    // A late one doesn't go out at night either.
    ['daily', '2026-03-12T01:59:00Z', '2026-03-11T14:00:00.000Z'],
    ['daily', '2026-03-12T06:00:00Z', null],
    ['daily', '2026-03-08T14:30:00Z', '2026-03-08T14:00:00.000Z'],
  ] as const)('%s, at %s: before %s', (mail, now, until) => {
    expect(mailedUntil({ ...USUAL_MAIL_SETTINGS, mail }, now)).toBe(until);
  });

  test.each([
    ['2026-03-11T13:30:00Z', '2026-03-10T14:00:00.000Z'],
    ['2026-03-08T13:30:00Z', '2026-03-07T15:00:00.000Z'],
  ])('daily without quiet hours, at %s: before %s', (now, until) => {
    const settings = {
      ...USUAL_MAIL_SETTINGS,
      mail: 'daily',
      quiet_from: '00:00',
      quiet_until: '00:00',
    } as const;
    expect(mailedUntil(settings, now)).toBe(until);
  });
});

test.each([
  ['daily', '06:59', 'Choose a time outside your quiet hours.'],
  ['daily', '07:00', undefined],
  ['daily', '19:00', 'Choose a time outside your quiet hours.'],
  ['soon', '06:59', undefined],
] as const)('%s emails at %s during quiet hours until 7:00: %s', (mail, daily_at, problem) => {
  expect(mailSettingsProblems({ ...USUAL_MAIL_SETTINGS, mail, daily_at }).daily_at).toBe(problem);
});
