import { expect, test } from 'vitest';
import type { GradeLine, RenewalLine, RenewalPlan } from '#contract/year-renewals.ts';
import {
  minutesProblem,
  NO_CHOICE,
  type RenewalChoice,
  renewalBody,
  renewalWords,
} from '#features/bulk-changes/renewal-values.ts';

function line(id: string, changes: Partial<RenewalLine> = {}): RenewalLine {
  return {
    ...{ id, version: 2, student: 'anna', student_name: 'Anna', service: 'speech', service_name: 'Speech' },
    ...{ from: '2025-07-01', to: null, provider: 'paula', provider_name: 'Paula', authorised_minutes: 120 },
    ...{ authorised_per: 'month', start_date: '2026-07-01', end_date: '2027-06-30', next_provider: 'paula' },
    ...{ reason: '', is_refused: false, ...changes },
  };
}

function grade(student: string, next_grade: string | null): GradeLine {
  return { student, student_name: student, grade: '3', next_grade, leaves: false, reason: '' };
}

const plan: RenewalPlan = {
  ...{ start_date: '2026-07-01', end_date: '2027-06-30' },
  lines: [
    line('kept'),
    line('gone', { next_provider: null }),
    line('soft', { reason: 'No minutes are authorized.', authorised_minutes: null }),
    line('refused', { reason: 'Already renewed from 07/01/2026.', is_refused: true }),
  ],
  grades: [grade('anna', '4'), grade('ben', '4'), grade('cleo', null)],
};

const choose = (toggled: string[], changes: [string, { provider: string; minutes: string }][] = []) =>
  ({ toggled: new Set(toggled), changes: new Map(changes) }) satisfies RenewalChoice;

test.each<[string, RenewalChoice, [string, string | null, number | null][], string[], string]>([
  [
    'as suggested',
    NO_CHOICE,
    [
      ['kept', 'paula', 120],
      ['gone', null, 120],
    ],
    ['anna', 'ben'],
    'Renews 2 services, 1 with another provider, 1 without a provider. Moves 2 grades up.',
  ],
  [
    'with what was left out, and without what was suggested; never what is refused',
    choose(['kept', 'gone', 'soft', 'refused', 'ben', 'cleo']),
    [['soft', 'paula', null]],
    ['anna'],
    'Renews 1 service. Moves 1 grade up.',
  ],
  [
    'with another provider and minutes',
    choose(['gone'], [['kept', { provider: 'sven', minutes: ' 90 ' }]]),
    [['kept', 'sven', 90]],
    ['anna', 'ben'],
    'Renews 1 service, 1 with another provider. Moves 2 grades up.',
  ],
])('renews %s', (_, choice, lines, grades, words) => {
  const body = renewalBody('id', plan, choice);
  expect(
    body.lines.map(({ id, provider, authorised_minutes }) => [id, provider, authorised_minutes]),
  ).toEqual(lines);
  expect(body.lines.every(({ version }) => version === 2)).toBe(true);
  expect(body.grades).toEqual(grades);
  expect(renewalWords(plan, choice)).toBe(words);
});

test.each([
  ['', false],
  ['90', false],
  ['60000', false],
  ['0', true],
  ['60001', true],
  ['90.5', true],
  ['two hours', true],
])('minutes “%s” are refused: %s', (minutes, isRefused) => {
  expect(minutesProblem(minutes) !== '').toBe(isRefused);
});
