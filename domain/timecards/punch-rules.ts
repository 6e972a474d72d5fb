import { EARLIEST_ENTRY_DAYS, type FieldProblems } from '#domain/sessions/session-rules.ts';
import { dayPlus, displayDay, displayTime, pacificDay, pacificTime } from '#domain/time/pacific.ts';
import { type TimecardState, type TimecardTimes, timecardState } from './timecard.ts';

/** What changes an open card, besides its correction. */
export type Punch = 'start-lunch' | 'end-lunch' | 'pause' | 'unpause' | 'end-day';

export interface DatedCard extends TimecardTimes {
  /** The Pacific day on which it began. */
  work_date: string;
}

/** How far a punch may lie ahead of the clock of the side that judges it, in milliseconds. */
const FUTURE_TOLERANCE_MS = 5 * 60_000;

/**
 * Why an instant is no time of a punch; null where it is.
 *
 * @param now the clock of the side that asks: the device's as corrected, or the server's
 */
export function futureProblem(at: string | number, now: string | number): string | null {
  const ahead = new Date(at).getTime() - new Date(now).getTime();
  return ahead > FUTURE_TOLERANCE_MS
    ? "This time is in the future. Check your device's clock, then enter the time again."
    : null;
}

/** Which punches a state takes, and where they lead. Nothing leads out of an ended day. */
const NEXT: Record<TimecardState, Partial<Record<Punch, TimecardState>>> = {
  off: {},
  working: { 'start-lunch': 'lunch', pause: 'paused', 'end-day': 'ended' },
  lunch: { 'end-lunch': 'working' },
  paused: { unpause: 'working' },
  ended: {},
};

/** The state that a punch leads to; nothing where it is not taken. */
export function stateAfter(state: TimecardState, punch: Punch): TimecardState | null {
  return NEXT[state][punch] ?? null;
}

/** An instant as it is kept: to the second, nothing rounded up. */
export function toTheSecond(at: string | number): string {
  return new Date(Math.floor(new Date(at).getTime() / 1_000) * 1_000).toISOString();
}

/** A working day as it begins, with what its start is given by. */
export function startedDay<Start extends { started_at: string }>(start: Start) {
  const started_at = toTheSecond(start.started_at);
  return { ...start, started_at, work_date: pacificDay(started_at), ended_at: null, breaks: [] };
}

/**
 * Why a punch is not taken; nothing where it is.
 *
 * A punch of a later day never changes an earlier day: that day's end is entered
 * as a correction. Nor does a punch go back behind the one before it.
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
    'end-day': 'Lunch is still running: enter its end first.',
    pause: 'Lunch is still running: enter its end first.',
    'start-lunch': 'Lunch is already running.',
    unpause: "You're not on a break.",
  },
  paused: {
    'end-day': "You're still on a break: enter its end first.",
    'start-lunch': "You're still on a break: enter its end first.",
    pause: "You're already on a break.",
    'end-lunch': "You're not at lunch.",
  },
  ended: {},
};

/**
 * The card after a punch: on the device when it is made, and on the server. One that
 * the card already holds changes nothing, and neither does one that is not taken.
 *
 * @param lunch_id the entry that a lunch writes
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
 * Why a day cannot begin; by field.
 *
 * @param others the provider's other cards of that Pacific day
 * @param now the clock of the side that asks
 */
export function startProblems(
  started_at: string,
  others: readonly TimecardTimes[],
  now: string | number,
): FieldProblems {
  const future = futureProblem(started_at, now);
  if (future !== null) return { started_at: future };
  if (pacificDay(started_at) < dayPlus(pacificDay(now), -EARLIEST_ENTRY_DAYS))
    return { started_at: 'The start is more than two years ago.' };
  const start = Date.parse(toTheSecond(started_at));
  for (const other of others) {
    if (other.ended_at === null) return { started_at: "You're already clocked in." };
    if (start < Date.parse(other.ended_at)) {
      return { started_at: `This day already has a card until ${displayTime(pacificTime(other.ended_at))}.` };
    }
  }
  return {};
}

function lastPunch(card: TimecardTimes): number {
  const instants = card.breaks.flatMap(({ started_at, ended_at }) => [started_at, ended_at ?? started_at]);
  return Math.max(...[card.started_at, ...instants].map((instant) => Date.parse(instant)));
}
