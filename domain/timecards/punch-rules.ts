import { EARLIEST_ENTRY_DAYS, type FieldErrors } from '#domain/sessions/session-rules.ts';
import { dayPlus, displayDay, displayTime, pacificDay, pacificTime } from '#domain/time/pacific.ts';
import { type TimecardState, type TimecardTimes, timecardState } from './timecard.ts';

/** A command on an open card, besides its correction. */
export type Punch = 'start-lunch' | 'end-lunch' | 'pause' | 'unpause' | 'end-day';

export interface DatedCard extends TimecardTimes {
  /** The Pacific day on which it began. */
  work_date: string;
}

/** How far in the future a punch may be by the judging side's clock, in milliseconds. */
const FUTURE_TOLERANCE_MS = 5 * 60_000;

/**
 * Why an instant can't be punched; null if it can.
 * @param now the caller's clock: the device's as corrected, or the server's
 */
export function futureProblem(at: string | number, now: string | number): string | null {
  const ahead = new Date(at).getTime() - new Date(now).getTime();
  return ahead > FUTURE_TOLERANCE_MS
    ? "This time is in the future. Check your device's clock, then enter the time again."
    : null;
}

/** The transitions of a card. An ended day has none. */
const NEXT: Record<TimecardState, Partial<Record<Punch, TimecardState>>> = {
  off: {},
  working: { 'start-lunch': 'lunch', pause: 'paused', 'end-day': 'ended' },
  lunch: { 'end-lunch': 'working' },
  paused: { unpause: 'working' },
  ended: {},
};

/** The state after a punch; null if the punch isn't allowed. */
export function stateAfter(state: TimecardState, punch: Punch): TimecardState | null {
  return NEXT[state][punch] ?? null;
}

/** An instant truncated to the second. */
export function toTheSecond(at: string | number): string {
  return new Date(Math.floor(new Date(at).getTime() / 1_000) * 1_000).toISOString();
}

/** A new card from its start punch. */
export function startedDay<Start extends { started_at: string }>(start: Start) {
  const started_at = toTheSecond(start.started_at);
  return { ...start, started_at, work_date: pacificDay(started_at), ended_at: null, breaks: [] };
}

/**
 * Why a punch isn't allowed; null if it is.
 *
 * A punch on a later day never changes an earlier one, whose end is entered as a correction. A punch can't be
 * before the previous one.
 */
export function punchProblem(card: DatedCard, punch: Punch, at: string): string | null {
  const state = timecardState(card);
  if (state === 'ended') return "You've already clocked out.";
  if (pacificDay(at) !== card.work_date) {
    return `You didn't clock out on ${displayDay(card.work_date).slice(0, 5)}.`;
  }
  if (stateAfter(state, punch) === null)
    return WRONG_STATE[state][punch] ?? "This punch doesn't fit this day.";
  const moment = toTheSecond(at);
  const kind = punch === 'pause' ? 'pause' : punch === 'start-lunch' ? 'lunch' : null;
  if (card.breaks.some((taken) => taken.kind === kind && taken.started_at === moment)) {
    return 'You already punched this second. Try again.';
  }
  const last = lastPunch(card);
  return Date.parse(moment) < last
    ? `This punch is earlier than the last one, at ${displayTime(pacificTime(last))}.`
    : null;
}

const WRONG_STATE: Record<TimecardState, Partial<Record<Punch, string>>> = {
  off: {},
  working: { 'end-lunch': "You're not at lunch.", unpause: "You're not on a break." },
  lunch: {
    'end-day': 'Lunch is still running. Enter when it ended first.',
    pause: 'Lunch is still running. Enter when it ended first.',
    'start-lunch': 'Lunch is already running.',
    unpause: "You're not on a break.",
  },
  paused: {
    'end-day': "You're still on a break. Enter when it ended first.",
    'start-lunch': "You're still on a break. Enter when it ended first.",
    pause: "You're already on a break.",
    'end-lunch': "You're not at lunch.",
  },
  ended: {},
};

/**
 * The card after a punch, on the device and on the server. A punch that the card already has, or that isn't
 * allowed, changes nothing.
 * @param lunch_id the entry that a lunch punch writes
 */
export function applyPunch<Card extends DatedCard>(
  card: Card,
  punch: Punch,
  { at, lunch_id = null }: { at: string; lunch_id?: string | null | undefined },
): Card {
  if (punchProblem(card, punch, at) !== null) return card;
  const moment = toTheSecond(at);
  switch (punch) {
    case 'start-lunch':
    case 'pause': {
      const kind = punch === 'pause' ? ('pause' as const) : ('lunch' as const);
      const isHeld = card.breaks.some(
        (taken) => taken.kind === kind && lunch_id !== null && taken.lunch_id === lunch_id,
      );
      if (isHeld) return card;
      const taken = {
        kind,
        started_at: moment,
        ended_at: null,
        lunch_id: kind === 'lunch' ? lunch_id : null,
      };
      return { ...card, breaks: [...card.breaks, taken] };
    }
    case 'end-lunch':
    case 'unpause':
      return {
        ...card,
        breaks: card.breaks.map((taken) =>
          taken.ended_at === null ? { ...taken, ended_at: moment } : taken,
        ),
      };
    case 'end-day':
      return { ...card, ended_at: moment };
  }
}

/**
 * Why a day can't be started, by field.
 * @param others the provider's other cards of that Pacific day
 * @param now the caller's clock
 */
export function startProblems(
  started_at: string,
  others: readonly TimecardTimes[],
  now: string | number,
): FieldErrors {
  const future = futureProblem(started_at, now);
  if (future !== null) return { started_at: future };
  if (pacificDay(started_at) < dayPlus(pacificDay(now), -EARLIEST_ENTRY_DAYS))
    return { started_at: 'The start is more than two years ago.' };
  const start = Date.parse(toTheSecond(started_at));
  for (const other of others) {
    if (other.ended_at === null) return { started_at: "You're already clocked in." };
    if (start < Date.parse(other.ended_at)) {
      return {
        started_at: `This day already has a timecard until ${displayTime(pacificTime(other.ended_at))}.`,
      };
    }
  }
  return {};
}

function lastPunch(card: TimecardTimes): number {
  const instants = card.breaks.flatMap(({ started_at, ended_at }) => [started_at, ended_at ?? started_at]);
  return Math.max(...[card.started_at, ...instants].map((instant) => Date.parse(instant)));
}
