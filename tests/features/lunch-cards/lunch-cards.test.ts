import { expect, test } from 'vitest';
import type { LunchCard } from '#contract/lunch-cards.ts';
import { COMPLIANCE_LABELS } from '#domain/lunch/meal-words.ts';
import { lunchCards } from '#features/lunch-cards/lunch-cards.tsx';

test('the totals of Lunch Cards always add up to the number of cards', () => {
  const cards = Object.keys(COMPLIANCE_LABELS).map(
    (compliance) => ({ compliance, needs_acknowledgment: false }) as LunchCard,
  );
  const [all, ...held] = lunchCards.totals?.(cards, cards, 0) ?? [];
  expect(all).toEqual(['Cards', cards.length]);
  const labels: readonly string[] = Object.values(COMPLIANCE_LABELS);
  const counts = held.filter(([label]) => labels.includes(label)).map(([, count]) => Number(count));
  expect(counts).toEqual(cards.map(() => 1));
});

test('a card without a clock-out has no hours to add up', () => {
  const worked = lunchCards.columns.find(({ id }) => id === 'worked');
  const card = { started_at: '2026-03-17T15:00:00Z', worked_minutes: 2_606 } as LunchCard;
  expect(worked?.value({ ...card, ended_at: null })).toBeNull();
  expect(worked?.value({ ...card, ended_at: '2026-03-17T23:00:00Z' })).toBe(2_606);
});
