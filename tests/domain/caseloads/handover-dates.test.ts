import { expect, test } from 'vitest';
import {
  handoverProblems,
  handoverState,
  lastMoveUndoDay,
  serviceParts,
} from '#domain/caseloads/handover-dates.ts';

const dates = (start_date: string, end_date: string | null) => ({ start_date, end_date });
const TO_MAY = dates('2026-04-01', '2026-05-15');

test.each([
  [
    'a service that goes on comes back',
    dates('2025-08-18', null),
    TO_MAY,
    {
      before: dates('2025-08-18', '2026-03-31'),
      covered: TO_MAY,
      after: dates('2026-05-16', null),
    },
  ],
  [
    'a service that ends later comes back until its end',
    dates('2025-08-18', '2026-06-12'),
    TO_MAY,
    {
      before: dates('2025-08-18', '2026-03-31'),
      covered: TO_MAY,
      after: dates('2026-05-16', '2026-06-12'),
    },
  ],
  [
    'a service that ends in it stays with the substitute',
    dates('2025-08-18', '2026-05-15'),
    TO_MAY,
    {
      before: dates('2025-08-18', '2026-03-31'),
      covered: TO_MAY,
      after: null,
    },
  ],
  [
    'a service that begins in it begins with the substitute',
    dates('2026-04-20', '2026-04-30'),
    TO_MAY,
    {
      before: null,
      covered: dates('2026-04-20', '2026-04-30'),
      after: null,
    },
  ],
  [
    'without a last day nothing comes back',
    dates('2025-08-18', '2026-06-12'),
    dates('2026-04-01', null),
    {
      before: dates('2025-08-18', '2026-03-31'),
      covered: dates('2026-04-01', '2026-06-12'),
      after: null,
    },
  ],
  [
    'one day',
    dates('2025-08-18', null),
    dates('2026-04-01', '2026-04-01'),
    {
      before: dates('2025-08-18', '2026-03-31'),
      covered: dates('2026-04-01', '2026-04-01'),
      after: dates('2026-04-02', null),
    },
  ],
  ['what has ended stays', dates('2025-08-18', '2026-03-31'), TO_MAY, null],
  ['what begins after it stays', dates('2026-05-16', null), TO_MAY, null],
])('%s', (_, service, days, parts) => {
  expect(serviceParts(service, days)).toEqual(parts);
});

test.each([
  [dates('2026-03-10', null), []],
  [dates('2026-03-10', '2026-03-10'), []],
  [dates('2026-03-09', null), ['start_date']],
  [dates('2026-03-11', '2026-03-10'), ['end_date']],
])('%j on March 10 has errors at %j', (days, fields) => {
  expect(Object.keys(handoverProblems(days, '2026-03-10'))).toEqual(fields);
});

test('a move can be undone for 30 days', () => {
  expect(lastMoveUndoDay('2026-03-10')).toBe('2026-04-09');
});

test.each([
  ['upcoming', '2026-04-02', '2026-04-10', {}],
  ['active', '2026-04-01', '2026-04-01', {}],
  ['active', '2026-03-01', null, {}],
  ['ended', '2026-03-01', '2026-03-31', {}],
  ['handed-back', '2026-03-01', '2026-03-31', { handed_back_at: '2026-03-20T18:00:00.000Z' }],
  ['undone', '2026-04-02', null, { undone_at: '2026-03-21T18:00:00.000Z' }],
  [
    'undone',
    '2026-03-01',
    null,
    { undone_at: '2026-03-21T18:00:00.000Z', handed_back_at: '2026-03-20T18:00:00.000Z' },
  ],
] as const)('on April 1 a hand-over is %s from %s to %s with %o', (state, start, end, changes) => {
  const move = { ...dates(start, end), undone_at: null, handed_back_at: null, ...changes };
  expect(handoverState(move, '2026-04-01')).toBe(state);
});
