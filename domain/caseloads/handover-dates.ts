import type { FieldErrors } from '#domain/sessions/session-rules.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import type { HandoverState } from './handover-states.ts';

/** The days of a hand-over, Pacific and inclusive; without an end it is for good. */
export interface HandoverDays {
  start_date: string;
  end_date: string | null;
}

/** The dates of something that is assigned to a provider. */
export interface Dated {
  start_date: string;
  end_date: string | null;
}

/** Validation errors of a hand-over's dates. @param today Pacific */
export function handoverProblems({ start_date, end_date }: HandoverDays, today: string): FieldErrors {
  const problems: FieldErrors = {};
  if (start_date < today) problems.start_date = "Choose today or a later day. Earlier sessions don't change.";
  if (end_date !== null && end_date < start_date) {
    problems.end_date = "The last day can't be before the first day.";
  }
  return problems;
}

/** What becomes of an assigned service: the dates of each part, null where there is none. */
export interface ServiceParts {
  /** With its provider until the day before. */
  before: Dated | null;
  /** With the substitute. */
  covered: Dated;
  /** With its provider again. */
  after: Dated | null;
}

/** The parts of an assigned service in a hand-over; null if none of its days is in it. */
export function serviceParts(service: Dated, { start_date, end_date }: HandoverDays): ServiceParts | null {
  const first = service.start_date > start_date ? service.start_date : start_date;
  const last = earlier(service.end_date, end_date);
  if (last !== null && last < first) return null;
  return {
    before:
      service.start_date < first ? { start_date: service.start_date, end_date: dayPlus(first, -1) } : null,
    covered: { start_date: first, end_date: last },
    after:
      last === null || last === service.end_date
        ? null
        : { start_date: dayPlus(last, 1), end_date: service.end_date },
  };
}

/** The earlier of two last days; null is never. */
function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/** How long a move of a caseload can be undone, in days. */
const UNDO_DAYS = 30;

/** The last day on which a move that was made on a day can be undone. */
export function lastMoveUndoDay(made_on: string): string {
  return dayPlus(made_on, UNDO_DAYS);
}

/** What became of a hand-over. @param today Pacific */
export function handoverState(
  move: HandoverDays & { undone_at: string | null; handed_back_at: string | null },
  today: string,
): HandoverState {
  if (move.undone_at !== null) return 'undone';
  if (move.handed_back_at !== null) return 'handed-back';
  if (move.start_date > today) return 'upcoming';
  return move.end_date !== null && move.end_date < today ? 'ended' : 'active';
}
