import { minutesOfDay, timePlusMinutes } from '#domain/time/pacific.ts';

/** A gap shorter than this is only the way to the next room. */
const SHORTEST_GAP_MINUTES = 15;

/** Something with a place in the day. Wall times `HH:mm`; the end of the day is `24:00`. */
export interface DaySpan {
  id: string;
  start_time: string;
  minutes: number;
  /** Whether it takes the person's time: a waived meal does not. */
  occupies: boolean;
}

export type StripItem<Span extends DaySpan> =
  | { kind: 'span'; span: Span; end_time: string; overlaps: readonly Span[] }
  | { kind: 'gap'; start_time: string; end_time: string; minutes: number };

/**
 * One day in the order of its clock: what it holds, what shares minutes, and
 * where at least a quarter of an hour is free between the first and the last.
 */
export function dayStrip<Span extends DaySpan>(spans: readonly Span[]): StripItem<Span>[] {
  const ordered = [...spans].sort((a, b) => startOf(a) - startOf(b) || endOf(a) - endOf(b));
  const items: StripItem<Span>[] = [];
  let busyUntil: number | null = null;
  for (const span of ordered) {
    if (span.occupies && busyUntil !== null && startOf(span) - busyUntil >= SHORTEST_GAP_MINUTES) {
      items.push({
        kind: 'gap',
        start_time: timePlusMinutes('00:00', busyUntil),
        end_time: span.start_time,
        minutes: startOf(span) - busyUntil,
      });
    }
    items.push({
      kind: 'span',
      span,
      end_time: timePlusMinutes(span.start_time, span.minutes),
      overlaps: ordered.filter((other) => sharesMinutes(span, other)),
    });
    if (span.occupies) busyUntil = Math.max(busyUntil ?? 0, endOf(span));
  }
  return items;
}

/** Touching ends share nothing. */
function sharesMinutes(a: DaySpan, b: DaySpan): boolean {
  return a.id !== b.id && a.occupies && b.occupies && startOf(a) < endOf(b) && startOf(b) < endOf(a);
}

function startOf(span: DaySpan): number {
  return minutesOfDay(span.start_time);
}

function endOf(span: DaySpan): number {
  return startOf(span) + span.minutes;
}
