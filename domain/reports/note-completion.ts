import { daysBetween } from '#domain/calendar/series-days.ts';
import { NOTE_WITHIN_DAYS } from './note-status.ts';
import type { NoteStatus } from './report-statuses.ts';

/** What the count needs of the note of one student in one session. */
export interface CountedNote {
  session_date: string;
  status: NoteStatus;
  co_signed_at: string | null;
  /** From the session to its signature; null without one. */
  days_to_sign: number | null;
}

/** Ways to count a note; a note can be in several. */
export const NOTE_FIGURES = [
  'needed',
  'signed',
  'co_signed',
  'to_co_sign',
  'open',
  'late_week',
  'late_month',
  'late_longer',
  'signed_late',
] as const;
export type NoteFigure = (typeof NOTE_FIGURES)[number];

const WEEK = 7;
const MONTH = 30;

/** How many days late an open note is; 0 while it isn't. */
function daysLate({ status, session_date }: CountedNote, today: string): number {
  if (status === 'done' || status === 'to-co-sign') return 0;
  return Math.max(0, daysBetween(session_date, today) - NOTE_WITHIN_DAYS);
}

/**
 * Whether a note is counted in a figure. Needed = signed + co-signed + to co-sign + open.
 * @param today a Pacific day
 */
export function isCountedIn(figure: NoteFigure, note: CountedNote, today: string): boolean {
  const { status, co_signed_at, days_to_sign } = note;
  // Asked for each note and figure: only some need it.
  const late = () => daysLate(note, today);
  switch (figure) {
    case 'needed':
      return true;
    case 'signed':
      return status === 'done' && co_signed_at === null;
    case 'co_signed':
      return status === 'done' && co_signed_at !== null;
    case 'to_co_sign':
      return status === 'to-co-sign';
    case 'open':
      return status !== 'done' && status !== 'to-co-sign';
    case 'late_week':
      return late() > 0 && late() <= WEEK;
    case 'late_month':
      return late() > WEEK && late() <= MONTH;
    case 'late_longer':
      return late() > MONTH;
    case 'signed_late':
      return days_to_sign !== null && days_to_sign > NOTE_WITHIN_DAYS;
  }
}

/** The figures of some notes; those that are alike are counted together. */
export function completionOf(
  notes: readonly (CountedNote & { times?: number })[],
  today: string,
): Record<NoteFigure, number> {
  const count = (figure: NoteFigure) =>
    notes.reduce((sum, note) => sum + (isCountedIn(figure, note, today) ? (note.times ?? 1) : 0), 0);
  return Object.fromEntries(NOTE_FIGURES.map((figure) => [figure, count(figure)])) as Record<
    NoteFigure,
    number
  >;
}
