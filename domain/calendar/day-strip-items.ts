import { minutesSinceMidnight, wallAfter } from '#domain/time/clock-change.ts';

/** A shorter gap is only the walk to the next room. */
const SHORTEST_GAP_MINUTES = 15;

/** An item with a position in the day: a wall time `HH:mm` and real minutes. */
export interface DaySpan {
  id: string;
  start_time: string;
  minutes: number;
  /** Whether it takes up the person's time: a waived meal does not. */
  occupies: boolean;
}

export type StripItem<Span extends DaySpan> =
  | { kind: 'span'; span: Span; end_time: string; overlaps: readonly Span[] }
  | { kind: 'gap'; start_time: string; end_time: string; minutes: number };

/**
 * One Pacific day in clock order: its items, which of them overlap, and free gaps of at least a quarter of an
 * hour between the first and the last.
 */
export function dayStrip<Span extends DaySpan>(spans: readonly Span[], day: string): StripItem<Span>[] {
  const startOf = (span: DaySpan) => minutesSinceMidnight({ day, time: span.start_time });
  const endOf = (span: DaySpan) => startOf(span) + span.minutes;
  // Items that only touch don't overlap.
  const sharesMinutes = (a: DaySpan, b: DaySpan) =>
    a.id !== b.id && a.occupies && b.occupies && startOf(a) < endOf(b) && startOf(b) < endOf(a);
  const ordered = [...spans].sort((a, b) => startOf(a) - startOf(b) || endOf(a) - endOf(b));
  const items: StripItem<Span>[] = [];
  let busyUntil: number | null = null;
  for (const span of ordered) {
    if (span.occupies && busyUntil !== null && startOf(span) - busyUntil >= SHORTEST_GAP_MINUTES) {
      items.push({
        kind: 'gap',
        start_time: wallAfter({ day, time: '00:00' }, busyUntil).time,
        end_time: span.start_time,
        minutes: startOf(span) - busyUntil,
      });
    }
    items.push({
      kind: 'span',
      span,
      end_time: wallAfter({ day, time: span.start_time }, span.minutes).time,
      overlaps: ordered.filter((other) => sharesMinutes(span, other)),
    });
    if (span.occupies) busyUntil = Math.max(busyUntil ?? 0, endOf(span));
  }
  return items;
}
