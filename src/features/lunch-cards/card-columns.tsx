import type { ReactNode } from 'react';
import type { LunchCard } from '#contract/lunch-cards.ts';
import { EXCEPTION_LABELS, WAIVER_LABELS } from '#domain/lunch/lunch-break.ts';
import { COMPLIANCE_LABELS, findingsWords } from '#domain/lunch/meal-words.ts';
import { displayDay, displayTime, pacificDisplay, pacificTime } from '#domain/time/pacific.ts';
import { Badge } from '#ui/badge.tsx';
import type { DataTableColumn } from '#ui/data-table.tsx';
import { DurationDisplay } from '#ui/time-display.tsx';

const LOOKS = {
  compliant: 'success',
  noncompliant: 'destructive',
  waived: 'default',
  unknown: 'warning',
  'not-required': 'neutral',
} as const satisfies Record<LunchCard['compliance'], string>;

/** "12:02 PM – 12:33 PM", each on its own; a waiver by its name. */
function lunchWords({ lunches }: LunchCard): string {
  return lunches
    .map((lunch) => {
      if (lunch.waiver_type !== '') return WAIVER_LABELS[lunch.waiver_type];
      const start = displayTime(pacificTime(lunch.lunch_start_time));
      const end =
        lunch.lunch_end_time ??
        (lunch.source === 'punch'
          ? null
          : new Date(Date.parse(lunch.lunch_start_time) + lunch.lunch_duration * 60_000).toISOString());
      return end === null ? `${start} – ` : `${start} – ${displayTime(pacificTime(end))}`;
    })
    .join(', ');
}

function reasonWords({ lunches }: LunchCard): string {
  return lunches
    .filter(({ exception_reason }) => exception_reason !== '')
    .map(({ exception_reason }) => EXCEPTION_LABELS[exception_reason])
    .join(', ');
}

function findingText(card: LunchCard): string {
  return findingsWords({ findings: card.findings, worked_ms: card.worked_minutes * 60_000 }).join(' ');
}

function acknowledgmentWords({ acknowledgment }: LunchCard): string {
  if (acknowledgment === null) return '';
  const { by, acknowledged_at, note } = acknowledgment;
  return [`${by}, ${pacificDisplay(acknowledged_at)}`, note].filter((part) => part !== '').join(': ');
}

/** @param action stands where a card waits for its acknowledgement */
export function cardColumns(action: (card: LunchCard) => ReactNode): DataTableColumn<LunchCard>[] {
  return [
    {
      id: 'date',
      header: 'Date',
      width: '7rem',
      value: (card) => card.work_date,
      cell: (card) => displayDay(card.work_date),
      csvValue: (card) => displayDay(card.work_date),
    },
    { id: 'provider', header: 'Provider', width: '9rem', value: (card) => card.provider_name },
    {
      id: 'worked',
      header: 'Worked',
      width: '6.5rem',
      align: 'end',
      value: (card) => card.worked_minutes,
      cell: (card) => (card.started_at === null ? '–' : <DurationDisplay minutes={card.worked_minutes} />),
    },
    { id: 'lunch', header: 'Lunch', width: '11.5rem', value: lunchWords, cell: full(lunchWords) },
    {
      id: 'compliance',
      header: 'Compliance',
      width: '8.5rem',
      value: (card) => COMPLIANCE_LABELS[card.compliance],
      cell: (card) => <Badge variant={LOOKS[card.compliance]}>{COMPLIANCE_LABELS[card.compliance]}</Badge>,
    },
    { id: 'findings', header: 'Findings', value: findingText, cell: full(findingText) },
    { id: 'reason', header: 'Reason', width: '8.5rem', value: reasonWords, cell: full(reasonWords) },
    {
      id: 'acknowledged',
      header: 'Acknowledged',
      width: '9rem',
      value: acknowledgmentWords,
      cell: (card) => (card.needs_acknowledgment ? action(card) : full(acknowledgmentWords)(card)),
    },
  ];
}

/** Cut off where the column ends; the whole text stands in the hint. */
function full(words: (card: LunchCard) => string) {
  return (card: LunchCard) => <span title={words(card)}>{words(card)}</span>;
}
