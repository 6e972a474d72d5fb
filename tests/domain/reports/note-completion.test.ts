import { expect, test } from 'vitest';
import { type CountedNote, completionOf, NOTE_FIGURES } from '#domain/reports/note-completion.ts';

const TODAY = '2026-03-31';
const note = (changes: Partial<CountedNote>): CountedNote => ({
  ...{ session_date: '2026-03-30', status: 'not-started', co_signed_at: null, days_to_sign: null },
  ...changes,
});

test.each<[string, Partial<CountedNote>, (typeof NOTE_FIGURES)[number][]]>([
  ['an open note of yesterday', {}, ['open']],
  ['a draft on its seventh day', { status: 'draft', session_date: '2026-03-24' }, ['open']],
  ['a returned note a day late', { status: 'returned', session_date: '2026-03-23' }, ['open', 'late_week']],
  ['an open note 8 days late', { session_date: '2026-03-16' }, ['open', 'late_month']],
  ['an open note 31 days late', { session_date: '2026-02-21' }, ['open', 'late_longer']],
  ['a signed note', { status: 'done', days_to_sign: 7 }, ['signed']],
  ['a note signed late', { status: 'done', days_to_sign: 8 }, ['signed', 'signed_late']],
  ['a co-signed note', { status: 'done', co_signed_at: '2026-03-30T20:00:00Z' }, ['co_signed']],
  ['an old note to co-sign', { status: 'to-co-sign', session_date: '2026-01-05' }, ['to_co_sign']],
])('counts %s', (_, changes, figures) => {
  const counts = completionOf([note(changes)], TODAY);
  expect(NOTE_FIGURES.filter((figure) => counts[figure] === 1)).toEqual(['needed', ...figures]);
  const { needed, signed, co_signed, to_co_sign, open } = counts;
  expect(signed + co_signed + to_co_sign + open).toBe(needed);
});
