import { LunchBody, type LunchBreak, LunchChanges } from '#contract/lunch.ts';
import { lunchBreaksBetween } from '#db/lunch-breaks.ts';
import { refusedWriteOf } from '#db/outbox.ts';
import { refuseClosedDays } from '#db/timesheets.ts';
import { lunchEventId } from '#domain/lunch/desired-event.ts';
import { endAfterChange, lunchProblems } from '#domain/lunch/lunch-rules.ts';
import {
  changesMinutes,
  type LunchTimes,
  punchedAlready,
  punchedAlreadyWords,
} from '#domain/lunch/same-lunch.ts';
import type { FieldErrors } from '#domain/sessions/session-rules.ts';
import { dayPlus, pacificDay } from '#domain/time/pacific.ts';
import { shapeProblems } from '#screens/form/problems.ts';
import { resendWrite } from '#sync/merge/needs-attention.ts';
import type { Workspace } from '#sync/workspace.ts';
import { dayLane, deleteLinked, saveLinked } from './linked-lunch.ts';

/** What a person enters for a lunch break. */
export type LunchFields = Pick<
  LunchBreak,
  'lunch_start_time' | 'lunch_duration' | 'waiver_type' | 'exception_reason' | 'notes'
>;

/** Nothing was saved: a field is invalid. */
export type Recorded = { kind: 'saved'; id: string } | { kind: 'refused'; problems: FieldErrors };

/** The same rules as on the server, and the contract's own; by field. */
export function problemsOfLunch(fields: LunchFields, today: string): FieldErrors {
  const problems = shapeProblems(LunchChanges, fields);
  return Object.keys(problems).length > 0 ? problems : lunchProblems(fields, today);
}

/**
 * Saves a new lunch break with its event.
 * @param id of the lunch break: saved twice under the same id it is one break with one event
 */
export async function createLunch(
  workspace: Workspace,
  provider: string,
  id: string,
  fields: LunchFields,
): Promise<Recorded> {
  const problems = problemsOfLunch(fields, pacificDay(workspace.clock.now()));
  if (Object.keys(problems).length > 0) return { kind: 'refused', problems };
  const entry = { ...fields, id, lunch_end_time: null, source: 'manual' as const };
  const punched = await punchedTwice(workspace, provider, entry);
  if (punched !== null) return punched;
  const { user_id } = workspace;
  const days = [pacificDay(fields.lunch_start_time)];
  await refuseClosedDays(workspace.db, { user_id, provider, days });
  const body = LunchBody.parse({
    ...fields,
    id,
    provider,
    calendar_event_id: fields.waiver_type === '' ? lunchEventId(id) : null,
  });
  const lane = dayLane(provider, pacificDay(body.lunch_start_time));
  const write = { endpoint: 'lunch.create' as const, id: body.id, body, lane };
  await saveLinked(workspace, write, null, { ...body, provider });
  return { kind: 'saved', id: body.id };
}

/**
 * Saves the edited fields, and moves, creates, or annotates the event with them. A break that is no longer
 * waived gets its own event.
 * @param before the lunch break as the form opened it
 */
export async function changeLunch(
  workspace: Workspace,
  before: LunchBreak,
  fields: LunchFields,
): Promise<Recorded> {
  const problems = problemsOfLunch(fields, pacificDay(workspace.clock.now()));
  if (Object.keys(problems).length > 0) return { kind: 'refused', problems };
  const next = { ...before, ...fields, lunch_end_time: endAfterChange(before, fields) };
  const punched = changesMinutes(before, next) ? await punchedTwice(workspace, before.provider, next) : null;
  if (punched !== null) return punched;
  const { user_id } = workspace;
  const days = [before, fields].map(({ lunch_start_time }) => pacificDay(lunch_start_time));
  await refuseClosedDays(workspace.db, { user_id, provider: before.provider, days, id: before.id });
  const body = touchedFields(before, fields);
  if (next.lunch_end_time !== before.lunch_end_time) body.lunch_end_time = next.lunch_end_time;
  if (fields.waiver_type === '' && before.calendar_event_id === null) {
    body.calendar_event_id = lunchEventId(before.id);
  }
  const lunch = {
    ...before,
    ...fields,
    calendar_event_id: body.calendar_event_id ?? before.calendar_event_id,
  };
  const lane = dayLane(before.provider, pacificDay(lunch.lunch_start_time));
  if (Object.keys(body).length === 0) {
    const refused = await refusedWriteOf(workspace.db, before.id);
    if (refused !== null) await resendWrite(workspace, refused.write_id);
  } else {
    const write = { endpoint: 'lunch.update' as const, id: before.id, opened: before, body, lane };
    await saveLinked(workspace, write, before, lunch);
  }
  return { kind: 'saved', id: before.id };
}

/** Deletes the lunch break and its event. */
export async function deleteLunch(workspace: Workspace, lunch: LunchBreak): Promise<void> {
  const { db, user_id } = workspace;
  const day = pacificDay(lunch.lunch_start_time);
  await refuseClosedDays(db, { user_id, provider: lunch.provider, days: [day], id: lunch.id });
  const lane = dayLane(lunch.provider, day);
  await deleteLinked(
    workspace,
    { endpoint: 'lunch.delete', id: lunch.id, opened: lunch, body: undefined, lane },
    lunch,
  );
}

/** The error of an entry whose minutes were already punched, at its start; null if there is none. */
async function punchedTwice(
  { db }: Workspace,
  provider: string,
  entry: LunchTimes,
): Promise<Recorded | null> {
  const day = pacificDay(entry.lunch_start_time);
  const punched = punchedAlready(
    entry,
    await lunchBreaksBetween(db, provider, dayPlus(day, -1), dayPlus(day, 1)),
  );
  return punched === null
    ? null
    : { kind: 'refused', problems: { start_time: punchedAlreadyWords(punched) } };
}

function touchedFields(before: LunchBreak, fields: LunchFields): LunchChanges {
  const touched = Object.entries(fields).filter(
    ([name, value]) => before[name as keyof LunchFields] !== value,
  );
  return Object.fromEntries(touched);
}
