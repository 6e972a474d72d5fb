import { v7 as uuidv7 } from 'uuid';
import { type CalendarEvent, CalendarEventBody, CalendarEventChanges } from '#contract/calendar.ts';
import { ApiError } from '#contract/errors.ts';
import { type Actor, maySeeEvent } from '#domain/access/row-rules.ts';
import { type Occurrence, occurrenceId, occurrenceOn } from '#domain/calendar/series.ts';
import { isSeriesDay } from '#domain/calendar/series-days.ts';
import {
  changeWrites,
  deleteWrites,
  type EditScope,
  type EventWrite,
  editProblems,
  type SeriesFacts,
} from '#domain/calendar/series-edit.ts';
import type { Transaction } from '#server/db/database.ts';
import { storedRow } from '#server/db/entity-rows.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems, wireRow } from '#server/records/changing-rows.ts';
import { changeableEvent, createEvent, deleteEvent, readEvent, updateEvent } from './operations.ts';
import { loggedOf, overridesOf } from './queries.ts';

/** The occurrence of a call and its scope. */
export interface Reach {
  scope?: EditScope | undefined;
  date?: string | undefined;
}

type Named = Occurrence<CalendarEvent> & { facts: SeriesFacts<CalendarEvent> };

/**
 * Changes one occurrence, it and the following ones, or all; only the row if no scope is given or the event
 * is in no series.
 * @returns the row of the named occurrence afterwards
 */
export async function updateWithReach(
  call: Call,
  id: string,
  { scope, date }: Reach,
  changes: CalendarEventChanges,
): Promise<CalendarEvent> {
  const { tx } = call;
  const row = await changeableEvent(call, id);
  const named = scope === undefined ? null : await namedTime(tx, wireRow(row), date);
  if (scope === undefined || named === null) return updateEvent(call, id, changes);
  const touched = withoutGaps(changes);
  refuseProblems(editProblems(named, scope, named.facts.logged, touched));
  const writes = changeWrites(named, scope, touched, named.facts, uuidv7());
  return (await carryOut(call, writes)) ?? named.event;
}

/** Deletes one occurrence, it and the following ones, or all; only the row if no scope is given. */
export async function deleteWithReach(call: Call, id: string, { scope, date }: Reach): Promise<void> {
  const { tx } = call;
  const row = await changeableEvent(call, id);
  const named = scope === undefined ? null : await namedTime(tx, wireRow(row), date);
  if (scope === undefined || named === null) return deleteEvent(call, id);
  refuseProblems(editProblems(named, scope, named.facts.logged, null));
  await carryOut(call, deleteWrites(named, scope, named.facts));
}

/**
 * The event; for a series its occurrence on a day, or with `all` the series itself, whichever of its rows is
 * named.
 */
export async function readWithReach(
  tx: Transaction,
  actor: Actor,
  id: string,
  { scope, date }: Reach,
): Promise<CalendarEvent> {
  const event = await readEvent(tx, actor, id);
  if (scope === 'all' && event.original_id !== null) return readEvent(tx, actor, event.original_id);
  if (scope === 'all' || date === undefined) return event;
  return (await namedTime(tx, event, date))?.event ?? event;
}

/** A series and its changed occurrences. */
export async function readSeries(
  tx: Transaction,
  actor: Actor,
  id: string,
): Promise<{ series: CalendarEvent; changed: CalendarEvent[] }> {
  const series = await readEvent(tx, actor, id);
  if (!series.recurring) throw new ApiError('record.absent');
  return { series, changed: (await overridesOf(tx, id)).filter((event) => maySeeEvent(actor, event)) };
}

/** The occurrence that a row and a day name; null if the row is in no series. */
async function namedTime(
  tx: Transaction,
  row: CalendarEvent,
  date: string | undefined,
): Promise<Named | null> {
  const series = row.recurring ? row : await seriesOf(tx, row);
  if (series === null) return null;
  const day = row.original_date ?? date;
  if (day === undefined) {
    throw new ApiError('request.invalid', { fields: { date: 'Choose which day of the series to change.' } });
  }
  const facts = { overrides: await overridesOf(tx, series.id), logged: await loggedOf(tx, series) };
  const id = occurrenceId(series.id, day);
  const changed = facts.overrides.find((override) => override.id === id);
  if (changed === undefined && (!isSeriesDay(series, day) || series.excluded_dates.includes(day))) {
    throw new ApiError('request.invalid', { fields: { date: 'This series has no event on that day.' } });
  }
  const event = changed ?? occurrenceOn(series, day);
  return { id, event, series, original_date: day, skipped: null, facts };
}

async function seriesOf(tx: Transaction, row: CalendarEvent): Promise<CalendarEvent | null> {
  const series = row.original_id === null ? null : await storedRow(tx, 'calendar_event', row.original_id);
  return series === null || series.deleted_at !== null ? null : wireRow(series);
}

/** @returns the row after the last creation or change; null if none is left */
async function carryOut(
  call: Call,
  writes: readonly EventWrite<CalendarEvent>[],
): Promise<CalendarEvent | null> {
  // The caller's version was that of the row they named.
  const step = call.withContext({ base_version: null });
  let left: CalendarEvent | null = null;
  for (const write of writes) {
    if (write.kind === 'delete') {
      await deleteEvent(step, write.id);
    } else if (write.kind === 'create') {
      const { version: _, ...body } = write.event;
      left = await createEvent(step, CalendarEventBody.parse(body));
    } else {
      const updated = await updateEvent(step, write.id, CalendarEventChanges.parse(write.changes));
      left = writes.some(({ kind }) => kind === 'create') ? left : updated;
    }
  }
  return left;
}

function withoutGaps(changes: CalendarEventChanges): Partial<CalendarEvent> {
  const touched = Object.entries(changes).filter(([, value]) => value !== undefined);
  return Object.fromEntries(touched) as Partial<CalendarEvent>;
}
