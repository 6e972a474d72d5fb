import { expect, test } from 'vitest';
import { dueReviews, reviewWords } from '#domain/students/iep-reviews.ts';

const TODAY = '2026-03-10';

test.each([
  ['2026-04-09', '2026-06-08', ['IEP due in 30 days', 'Triennial due in 90 days']],
  ['2026-04-10', '2026-06-09', []],
  ['2026-03-11', '2026-03-10', ['Triennial due today', 'IEP due in 1 day']],
  ['2026-03-09', null, ['IEP 1 day overdue']],
  [null, undefined, []],
])('an annual review on %s and a triennial one on %s are announced in time', (annual, triennial, words) => {
  const dates = { iep_annual_date: annual, iep_triennial_date: triennial };
  expect(dueReviews(dates, TODAY).map(reviewWords)).toEqual(words);
});
