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
export function lunchWords({ lunches }: LunchCard): string {
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

export function reasonWords({ lunches }: LunchCard): string {
  return lunches
    .filter(({ exception_reason }) => exception_reason !== '')
    .map(({ exception_reason }) => EXCEPTION_LABELS[exception_reason])
    .join(', ');
}

export function findingText(card: LunchCard): string {
  return findingsWords({ findings: card.findings, worked_ms: card.worked_minutes * 60_000 }).join(' ');
}

function acknowledgmentWords({ acknowledgment }: LunchCard): string {
  if (acknowledgment === null) return '';
  const { by, acknowledged_at, note } = acknowledgment;
  return [`${by}, ${pacificDisplay(acknowledged_at)}`, note].filter((part) => part !== '').join(': ');
}

/** What the badge beside it says already is not said again. */
function exceptionText(card: LunchCard): string {
  return card.compliance === 'noncompliant' || card.compliance === 'unknown' ? findingText(card) : '';
}

/** The columns of the file and of the print; on the screen a reason stands below what it is about. */
export function cardColumns(action: (card: LunchCard) => ReactNode): DataTableColumn<LunchCard>[] {
  return allColumns(action).filter(({ id }) => id !== 'reason');
}

/** Every fact in a column of its own. */
export const FILE_COLUMNS: readonly DataTableColumn<LunchCard>[] = allColumns(() => null).map((column) => {
  if (column.id === 'worked') return { ...column, header: 'Worked (minutes)' };
  return column.id === 'findings' ? { ...column, value: findingText } : column;
});

/** @param action stands where a card waits for its acknowledgement */
function allColumns(action: (card: LunchCard) => ReactNode): DataTableColumn<LunchCard>[] {
  return [
    {
      id: 'date',
      header: 'Date',
      width: '7rem',
      value: (card) => card.work_date,
      cell: (card) => displayDay(card.work_date),
      csvValue: (card) => displayDay(card.work_date),
    },
    { id: 'provider', header: 'Provider', width: '10rem', value: (card) => card.provider_name },
    {
      id: 'compliance',
      header: 'Compliance',
      width: '8.75rem',
      value: (card) => COMPLIANCE_LABELS[card.compliance],
      cell: (card) => <Badge variant={LOOKS[card.compliance]}>{COMPLIANCE_LABELS[card.compliance]}</Badge>,
    },
    {
      id: 'findings',
      header: 'Findings',
      width: '18rem',
      value: exceptionText,
      cell: (card) => (
        <span
          className="line-clamp-2 whitespace-normal text-[0.8125rem] leading-4.5"
          title={[exceptionText(card), reasonWords(card)].join(' ').trim()}
        >
          {exceptionText(card)} <span className="text-muted-foreground">{reasonWords(card)}</span>
        </span>
      ),
    },
    { id: 'reason', header: 'Reason', value: reasonWords },
    {
      id: 'acknowledged',
      header: 'Acknowledged',
      width: '9.25rem',
      value: acknowledgmentWords,
      cell: (card) => (card.needs_acknowledgment ? action(card) : full(acknowledgmentWords)(card)),
    },
    { id: 'lunch', header: 'Lunch', width: '11.5rem', value: lunchWords, cell: full(lunchWords) },
    {
      id: 'worked',
      header: 'Worked',
      width: '6.5rem',
      align: 'end',
      value: (card) => card.worked_minutes,
      cell: (card) => (card.started_at === null ? '–' : <DurationDisplay minutes={card.worked_minutes} />),
    },
  ];
}

/** Cut off where the column ends; the whole text stands in the hint. */
function full(words: (card: LunchCard) => string) {
  return (card: LunchCard) => <span title={words(card)}>{words(card)}</span>;
}
