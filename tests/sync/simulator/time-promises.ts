import type { CalendarEvent } from '#contract/calendar.ts';
import type { LunchBreak } from '#contract/lunch.ts';
import type { Timecard } from '#contract/timecard.ts';
import type { Timesheet } from '#contract/timesheet.ts';
import { calendarOccurrences } from '#db/calendar-events.ts';
import type { OpenedWrite } from '#db/outbox.ts';
import { desiredEventOnSave, lunchEventId } from '#domain/lunch/desired-event.ts';
import type { ManifestItem } from '#domain/timesheets/timesheet.ts';
import { myCalendar } from '#server/modules/calendar/views.ts';
import type { Account } from './device.ts';
import type { Run } from './run.ts';
import type { WrittenEntity } from './tables.ts';
import type { ServerRow } from './visibility.ts';

type Rows = (entity: WrittenEntity) => readonly ServerRow[];

/** Broken invariants of a provider's time, as messages. */
export function brokenTime(run: Run, rowsOf: Rows, unsent: readonly OpenedWrite[]): string[] {
  return [...lunchesBroken(run, rowsOf, unsent), ...timesheetsBroken(run, rowsOf, unsent)];
}

/** Whether someone removed a row, or may have. */
function isTaken(run: Run, row: string): boolean {
  const { book } = run.server;
  if (book.touchedByOffice.has(row) || book.disturbed.has(row)) return true;
  return [...book.effects.values()].some((effect) => effect.row === row && effect.effect === 'delete');
}

/** A punched lunch is one entry, which the card names, and the calendar shows it as it is. */
function lunchesBroken(run: Run, rowsOf: Rows, unsent: readonly OpenedWrite[]): string[] {
  const broken: string[] = [];
  const lunches = new Map((rowsOf('lunch') as unknown as LunchBreak[]).map((lunch) => [lunch.id, lunch]));
  const events = new Map(
    (rowsOf('calendar_event') as unknown as CalendarEvent[]).map((event) => [event.id, event]),
  );
  const waiting = new Set(unsent.map(({ entity_id }) => entity_id));
  const named = new Set<string>();
  for (const card of rowsOf('timecard') as unknown as Timecard[]) {
    for (const { lunch_id, started_at } of card.breaks) {
      if (lunch_id === null) continue;
      const lunch = lunches.get(lunch_id);
      if (named.has(lunch_id)) broken.push(`two breaks name lunch ${lunch_id.slice(-6)}`);
      named.add(lunch_id);
      if (lunch === undefined && !isTaken(run, lunch_id)) {
        broken.push(`the card of ${card.work_date} names lunch ${lunch_id.slice(-6)}, which is lost`);
      } else if (lunch !== undefined && (lunch.source !== 'punch' || lunch.lunch_start_time !== started_at)) {
        broken.push(`lunch ${lunch_id.slice(-6)} is not the one that was punched`);
      }
    }
  }
  const starts = new Set<string>();
  for (const lunch of lunches.values()) {
    const { id, provider, source, lunch_start_time } = lunch;
    if (source === 'punch') {
      if (starts.has(`${provider} ${lunch_start_time}`))
        broken.push(`one lunch was entered twice: ${id.slice(-6)}`);
      starts.add(`${provider} ${lunch_start_time}`);
    }
    const eventId = lunch.calendar_event_id ?? '';
    const isSettled = ![id, eventId].some(
      (row) => isTaken(run, row) || waiting.has(row) || !isOneHand(run, row),
    );
    const desired = desiredEventOnSave(lunch);
    if (desired.kind !== 'put' || [id, eventId].some((row) => run.authors.loose.has(row)) || !isSettled)
      continue;
    const event = events.get(eventId);
    const isInStep =
      event !== undefined &&
      Object.entries(desired.fields).every(
        ([field, value]) =>
          field === 'meeting_notes' ||
          JSON.stringify(value) === JSON.stringify(event[field as keyof CalendarEvent]),
      );
    if (!isInStep) broken.push(`the calendar shows lunch ${id.slice(-6)} wrong`);
  }
  for (const { row, entity, token, status } of run.intents) {
    if (entity !== 'lunch' || token !== null || status !== 'saved') continue;
    const event = events.get(lunchEventId(row));
    if (lunches.has(row) || waiting.has(row) || event?.is_lunch !== true || isDisturbed(run, event.id))
      continue;
    broken.push(`the event ${event.id.slice(-6)} of a deleted lunch is still there`);
  }
  return broken;
}

function isDisturbed(run: Run, row: string): boolean {
  const { book } = run.server;
  return book.touchedByOffice.has(row) || book.disturbed.has(row);
}

/** Whether only one device wrote a row, and nothing of it was discarded. */
function isOneHand(run: Run, row: string): boolean {
  const own = run.intents.filter((intent) => intent.row === row);
  return (
    new Set(own.map(({ device }) => device)).size <= 1 &&
    own.every(({ status }) => status === 'saved' || status === 'replaced')
  );
}

/** A timesheet counts as submitted once everything has arrived, and never waits for something that won't. */
function timesheetsBroken(run: Run, rowsOf: Rows, unsent: readonly OpenedWrite[]): string[] {
  const broken: string[] = [];
  const { effects } = run.server.book;
  const waiting = new Set(unsent.map(({ entity_id }) => entity_id));
  const versions = new Map(
    (['session', 'lunch', 'timecard'] as const).flatMap((entity) =>
      rowsOf(entity).map(({ id, version }) => [id, version] as const),
    ),
  );
  const isMissing = ({ id, version, write_ids }: ManifestItem) =>
    write_ids.some((write) => !effects.has(write)) ||
    ((versions.get(id) ?? -1) < version && !isTaken(run, id)) ||
    (!versions.has(id) && !isTaken(run, id));
  for (const sheet of rowsOf('timesheet') as unknown as Timesheet[]) {
    const name = `timesheet ${sheet.id.slice(-6)}`;
    const missing = sheet.manifest.filter(isMissing);
    if (sheet.status !== 'submitted' && sheet.status !== 'approved') continue;
    if (sheet.waiting_for !== missing.length) {
      broken.push(`${name} waits for ${sheet.waiting_for} items, and ${missing.length} are missing`);
    }
    if (sheet.status === 'approved' && sheet.waiting_for > 0) broken.push(`${name} was approved too early`);
    if (missing.length > 0 && !missing.every(({ id }) => waiting.has(id))) {
      broken.push(`${name} waits for items that never arrive`);
    }
  }
  return broken;
}

/** At rest a device and the server compute the same days of every series. */
export async function wrongOccurrences(
  run: Run,
  { observer, user_id }: Account,
  unsent: readonly OpenedWrite[],
): Promise<string[]> {
  const isAhead = unsent.some(({ entity, brings }) => entity === 'calendar_event' || brings !== undefined);
  if (!run.server.closures.wereMade || isAhead) return [];
  const range = { start: '2026-03-01', end: '2026-04-15' };
  const known = new Set(await observer.students.toCollection().primaryKeys());
  // A device no longer knows the school of a student who has left.
  const isKnown = ({ student }: { student: string | null }) => student === null || known.has(student);
  const there = await run.server.world.db.transaction((tx) => myCalendar(tx, user_id, range));
  const here = await calendarOccurrences(observer, user_id, range.start, range.end);
  const [a, b] = [
    there
      .filter(isKnown)
      .map(({ id, event_start_date, skipped }) => `${id.slice(-6)} ${event_start_date} ${skipped}`),
    here
      .filter(({ event }) => isKnown(event))
      .map(({ id, event, skipped }) => `${id.slice(-6)} ${event.event_start_date} ${skipped}`),
  ].map((lines) => lines.sort().join(', '));
  return a === b ? [] : [`a device computes different days than the server: ${b} instead of ${a}`];
}
