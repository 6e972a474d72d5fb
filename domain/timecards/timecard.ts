/** A meal or a pause on a card. Instants are ISO 8601, to the second as punched. */
export interface TimecardBreak {
  kind: 'lunch' | 'pause';
  started_at: string;
  /** Null while it is running. */
  ended_at: string | null;
  /** The lunch entry that the punches write. */
  lunch_id: string | null;
}

/** A later correction of a punch, with both values. */
export interface TimecardCorrection {
  /** `started_at`, `ended_at`, or `breaks.<n>.started_at`. */
  field: string;
  before: string | null;
  after: string | null;
  reason: string;
  corrected_by: string;
  corrected_at: string;
}

export interface TimecardTimes {
  started_at: string;
  /** Null while the day is open. */
  ended_at: string | null;
  breaks: readonly TimecardBreak[];
}

/** The state of a workday. `off` is a day without a card. */
export type TimecardState = 'off' | 'working' | 'lunch' | 'paused' | 'ended';

/** The state derived from a card's punches. */
export function timecardState(card: TimecardTimes | null): TimecardState {
  if (card === null) return 'off';
  const open = card.breaks.find(({ ended_at }) => ended_at === null);
  if (open !== undefined) return open.kind === 'lunch' ? 'lunch' : 'paused';
  return card.ended_at === null ? 'working' : 'ended';
}

/** A time span, in milliseconds since the epoch. */
export interface WorkedSpan {
  start: number;
  end: number;
}

/**
 * The worked spans, from the first punch to the last, without meals and pauses. A running one ends at `now`.
 * @param now in ms since the epoch
 */
export function workedSpans(card: TimecardTimes, now: number): WorkedSpan[] {
  const end = card.ended_at === null ? now : Date.parse(card.ended_at);
  const spans: WorkedSpan[] = [];
  let start = Date.parse(card.started_at);
  const ordered = [...card.breaks].sort((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at));
  for (const { started_at, ended_at } of ordered) {
    const pausedAt = Math.min(Date.parse(started_at), end);
    if (pausedAt > start) spans.push({ start, end: pausedAt });
    start = Math.max(start, ended_at === null ? end : Math.min(Date.parse(ended_at), end));
  }
  if (end > start) spans.push({ start, end });
  return spans;
}

/** Worked milliseconds, not rounded. */
export function workedMs(card: TimecardTimes, now: number): number {
  return workedSpans(card, now).reduce((sum, { start, end }) => sum + end - start, 0);
}
