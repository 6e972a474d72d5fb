import { v7 as uuidv7 } from 'uuid';
import type { CalendarEvent } from '#contract/calendar.ts';
import { occurrenceId, occurrenceOn } from '#domain/calendar/series.ts';
import { seriesDays } from '#domain/calendar/series-days.ts';
import { changeWrites } from '#domain/calendar/series-edit.ts';
import { storedRow } from '#server/db/entity-rows.ts';
import type { Call } from '#server/records/call.ts';
import { wireRow } from '#server/records/changing-rows.ts';
import { updateEvent } from './operations.ts';
import { eventRecords, loggedOf, overridesOf } from './queries.ts';

/**
 * Changes a series from a day on, as "this and following" does: what comes before stays. Its times don't change, so
 * logged and individually changed occurrences stay too.
 *
 * @param changes fields besides times; unlike an edit by a person, also whose event it is
 * @returns the series that has the occurrences from that day on; null if there are none
 */
export async function changeSeriesFrom(
  call: Call,
  id: string,
  from: string,
  changes: Partial<Pick<CalendarEvent, 'provider' | 'location'>>,
): Promise<string | null> {
  const before = await storedRow(call.tx, 'calendar_event', id);
  if (before === null || before.deleted_at !== null) return null;
  const series = wireRow(before);
  const day = seriesDays(series, from).find((one) => !series.excluded_dates.includes(one));
  if (day === undefined) return null;
  const facts = { overrides: await overridesOf(call.tx, id), logged: await loggedOf(call.tx, series) };
  const named = {
    ...{ id: occurrenceId(id, day), event: occurrenceOn(series, day), series },
    ...{ original_date: day, skipped: null },
  };
  const step = call.withContext({ base_version: null });
  // Changed occurrences are separate events: moving the series moves those.
  const own = { ...facts, overrides: facts.overrides.filter((one) => one.id !== named.id) };
  const freshId = uuidv7();
  let begins = id;
  for (const write of changeWrites<CalendarEvent>(named, 'following', changes, own, freshId)) {
    if (write.kind === 'create') {
      begins = freshId;
      const isChanged = facts.overrides.some((one) => one.id === named.id);
      const excluded = isChanged ? [...new Set([...write.event.excluded_dates, day])].sort() : null;
      await step.create(eventRecords, {
        ...write.event,
        ...(excluded !== null && { excluded_dates: excluded }),
        version: 1,
      });
    } else if (write.kind === 'update' && 'recurring_timeframe' in write.changes) {
      const { recurring_timeframe } = write.changes;
      await updateEvent(step, write.id, { recurring_timeframe });
    } else if (write.kind === 'update') {
      const row = await storedRow(call.tx, 'calendar_event', write.id);
      if (row !== null) await step.change(eventRecords, row, { ...wireRow(row), ...write.changes });
    }
  }
  return begins;
}
