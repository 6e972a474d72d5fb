import { ApiError } from '#contract/errors.ts';
import type { LocalCalendarEvent } from '#db/calendar-events.ts';
import { calendarEventById } from '#db/calendar-events.ts';
import { lunchBreakById } from '#db/lunch-breaks.ts';
import { periodWork } from '#db/period-work.ts';
import { timecardById } from '#db/timecards.ts';
import { occurrenceOn } from '#domain/calendar/series.ts';
import { seriesDays } from '#domain/calendar/series-days.ts';
import { timecardState } from '#domain/timecards/timecard.ts';
import { manifestOf } from '#domain/timesheets/manifest.ts';
import { startPunchedLunch, timePunchedLunch } from '#features/lunch/punched-lunch.ts';
import { changeLunch, deleteLunch } from '#features/lunch/record-lunch.ts';
import { PunchRefused, punch } from '#features/timecard/record-timecard.ts';
import type { Random } from '#server/db/seed/random.ts';
import type { Workspace } from '#sync/workspace.ts';
import { type DayStep, DECLARED, instantOf, submission } from './day-steps.ts';
import type { Tab } from './device.ts';

/** A write by a feature of the product, such as lunch entry, punch, and event together. */
export type Act = (at: number, mark: string) => Promise<unknown>;

/** No two acts of a run have the same millisecond. */
export function later({ workspace }: Tab, at: number): Workspace {
  const { clock } = workspace;
  return { ...workspace, clock: { now: () => clock.now() + at, random: () => clock.random() } };
}

/** Whether a person was told that nothing was saved. */
export function isRefused(problem: unknown): boolean {
  return problem instanceof ApiError || problem instanceof PunchRefused;
}

/** Starts or ends lunch on a card that allows it; does nothing on others. */
export async function lunchPunch({ workspace, db }: Tab, cardId: string): Promise<Act | null> {
  const card = await timecardById(db, cardId);
  const state = timecardState(card);
  if (card === null || (state !== 'working' && state !== 'lunch')) return null;
  const kind = state === 'lunch' ? 'end-lunch' : 'start-lunch';
  const lunches = { start: startPunchedLunch, time: timePunchedLunch };
  return (at) => punch(workspace, lunches, cardId, kind, instantOf(card.work_date, 17, at));
}

/** Changes or deletes a lunch entry in its form, with its event. */
export async function lunchForm({ workspace, db }: Tab, id: string, random: Random): Promise<Act | null> {
  const lunch = await lunchBreakById(db, id);
  if (lunch === null) return null;
  if (random.chance(0.25)) return () => deleteLunch(workspace, lunch);
  const { lunch_start_time, lunch_duration, waiver_type, exception_reason } = lunch;
  const times = { lunch_start_time, waiver_type, exception_reason };
  return (at, notes) =>
    changeLunch(workspace, lunch, {
      ...times,
      lunch_duration: random.chance(0.5) ? lunch_duration : 10 + (at % 100),
      notes,
    });
}

/** The declared period with everything that this device has of it, sent or not. */
export async function submissionNow({ account, db }: Tab, mark: string): Promise<DayStep & { id: string }> {
  const { user_id } = account;
  const { covered } = await periodWork(db, user_id, DECLARED.start_date, DECLARED.end_date);
  return submission(user_id, mark, manifestOf(covered.rows, covered.writes));
}

/** An individual change of an occurrence. */
export async function occurrenceChange(
  { db }: Tab,
  series: LocalCalendarEvent,
  mark: string,
  random: Random,
): Promise<{ id: string; body: Record<string, unknown>; instead_of: Record<string, unknown> | null }> {
  const seen = occurrenceOn(series, random.pick(seriesDays(series).slice(0, 2)));
  // Titles merge without a conflict; notes that both wrote conflict.
  const change = { [random.chance(0.7) ? 'event_title' : 'meeting_notes']: mark };
  const isKnown =
    (await calendarEventById(db, seen.id)) !== null || (await db.calendarEvents.get(seen.id)) !== undefined;
  if (isKnown) return { id: seen.id, body: change, instead_of: null };
  const { version: _, record_state: __, provider: ___, ...body } = seen;
  return { id: seen.id, body: { ...body, ...change }, instead_of: { ...seen } };
}
