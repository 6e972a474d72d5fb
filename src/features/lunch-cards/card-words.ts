import type { LunchCard } from '#contract/lunch-cards.ts';
import { EXCEPTION_LABELS, WAIVER_LABELS } from '#domain/lunch/lunch-break.ts';
import { findingsWords } from '#domain/lunch/meal-words.ts';
import { displaySpan, displayTime, pacificDisplay, pacificTime } from '#domain/time/pacific.ts';

/** "12:02–12:33 PM" for each meal; a waiver by its name. */
export function lunchWords({ lunches }: LunchCard): string {
  return lunches
    .map((lunch) => {
      if (lunch.waiver_type !== '') return WAIVER_LABELS[lunch.waiver_type];
      const start = pacificTime(lunch.lunch_start_time);
      const end =
        lunch.lunch_end_time ??
        (lunch.source === 'punch'
          ? null
          : new Date(Date.parse(lunch.lunch_start_time) + lunch.lunch_duration * 60_000).toISOString());
      return end === null ? `${displayTime(start)} – ` : displaySpan(start, pacificTime(end));
    })
    .join(', ');
}

export function reasonWords({ lunches }: LunchCard): string {
  return lunches
    .filter(({ exception_reason }) => exception_reason !== '')
    .map(({ exception_reason }) => EXCEPTION_LABELS[exception_reason])
    .join(', ');
}

export function findingText(card: LunchCard): string {
  return findingsWords({ findings: card.findings, worked_ms: card.worked_minutes * 60_000 }).join(' ');
}

export function acknowledgmentWords({ acknowledgment }: LunchCard): string {
  if (acknowledgment === null) return '';
  const { by, acknowledged_at, note } = acknowledgment;
  return [`${by}, ${pacificDisplay(acknowledged_at)}`, note].filter((part) => part !== '').join(': ');
}

/** Leaves out what the badge next to it already says. */
export function exceptionText(card: LunchCard): string {
  return card.compliance === 'noncompliant' || card.compliance === 'unknown' ? findingText(card) : '';
}
