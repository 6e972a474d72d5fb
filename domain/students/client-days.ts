import type { FieldErrors } from '#domain/sessions/session-rules.ts';
import { dayPlus } from '#domain/time/pacific.ts';

/** A student's change to another client on a Pacific day. */
export interface ClientTransfer {
  from_client: string | null;
  to_client: string;
  /** The first day with the new client. */
  start_date: string;
  /** Whether the student names the new client by now. */
  is_applied: boolean;
}

/**
 * The client of a student on a Pacific day: whom a session of that day is billed to, whenever it is entered or changed.
 * @param client the one that the student names now
 */
export function clientOnDay(
  client: string | null,
  transfers: readonly ClientTransfer[],
  day: string,
): string | null {
  const inOrder = [...transfers].sort((a, b) => a.start_date.localeCompare(b.start_date));
  const next = inOrder.find(({ is_applied, start_date }) => is_applied && start_date > day);
  if (next !== undefined) return next.from_client;
  const due = inOrder.findLast(({ is_applied, start_date }) => !is_applied && start_date <= day);
  return due?.to_client ?? client;
}

/** How far back a transfer may begin, in days. */
const BACKDATED_DAYS = 31;

/** Validation errors of the day of a transfer. @param today Pacific */
export function transferDayProblems(start_date: string, today: string): FieldErrors {
  if (start_date < dayPlus(today, -BACKDATED_DAYS)) {
    return { start_date: 'Choose a day in the past month, today, or a later day.' };
  }
  return start_date > dayPlus(today, 366) ? { start_date: 'Choose a day within a year from today.' } : {};
}
