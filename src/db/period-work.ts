import { dayPlus, pacificDay } from '#domain/time/pacific.ts';
import type { CoveredWrite } from '#domain/timesheets/manifest.ts';
import type { ManifestItem } from '#domain/timesheets/timesheet.ts';
import { calendarOccurrences } from './calendar-events.ts';
import { type LocalRow, openRows } from './encrypted-rows.ts';
import type { LocalDatabase, OutboxRow } from './local-database.ts';
import { type OpenedWrite, openWrite } from './outbox.ts';

/** A provider's work on a range of Pacific days, as on this device. */
export interface LocalPeriodWork {
  sessions: LocalRow<'session'>[];
  lunches: LocalRow<'lunch'>[];
  timecards: LocalRow<'timecard'>[];
  planned: (LocalRow<'calendar_event'> & { skipped: string | null })[];
  /** What a timesheet of these days covers. */
  covered: { rows: Pick<ManifestItem, 'entity' | 'id' | 'version'>[]; writes: CoveredWrite[] };
  /** Days with queued or refused changes. */
  unsent_days: ReadonlySet<string>;
  refused_days: ReadonlySet<string>;
}

const COVERED: ReadonlySet<string> = new Set<ManifestItem['entity']>(['session', 'lunch', 'timecard']);

/**
 * All input for the hours of a period, and which of it the server has not confirmed. Cards and meals include
 * a day on either side of the period, because shifts can pass midnight.
 */
export async function periodWork(
  db: LocalDatabase,
  provider: string,
  from: string,
  to: string,
): Promise<LocalPeriodWork> {
  const [before, after] = [dayPlus(from, -1), dayPlus(to, 1)];
  const [sessions, lunches, timecards, occurrences, outbox] = await Promise.all([
    db.sessions
      .where('[provider+session_date]')
      .between([provider, from], [provider, to], true, true)
      .toArray(),
    db.lunchBreaks
      .where('[provider+lunch_date]')
      .between([provider, before], [provider, after], true, true)
      .toArray(),
    db.timecards
      .where('[provider+work_date]')
      .between([provider, before], [provider, to], true, true)
      .toArray(),
    calendarOccurrences(db, provider, from, to),
    db.outbox.orderBy('seq').toArray(),
  ]);
  // Includes rows deleted here but not yet on the server: the deletion has to arrive too.
  const dayOf = new Map<string, string>();
  const rows: LocalPeriodWork['covered']['rows'] = [];
  const cover = (entity: ManifestItem['entity'], id: string, version: number, day: string) => {
    if (day < from || to < day) return;
    dayOf.set(id, day);
    rows.push({ entity, id, version });
  };
  for (const row of sessions) cover('session', row.id, row.version, row.session_date);
  for (const row of lunches) cover('lunch', row.id, row.version, row.lunch_date);
  for (const row of timecards) cover('timecard', row.id, row.version, row.work_date);

  const waiting = await Promise.all(
    outbox.filter(({ entity }) => COVERED.has(entity)).map((row) => openWrite(db, row)),
  );
  const writes: OpenedWrite[] = [];
  const unsent_days = new Set<string>();
  const refused_days = new Set<string>();
  for (const write of waiting) {
    const days = [dayOf.get(write.entity_id), dayBefore(write)].filter(
      (day): day is string => day !== undefined && from <= day && day <= to,
    );
    if (days.length === 0) continue;
    writes.push(write);
    for (const day of days) (needsAuthor(write) ? refused_days : unsent_days).add(day);
  }
  return {
    sessions: (await openRows(db, 'session', sessions)).filter(({ is_history }) => is_history !== true),
    lunches: await openRows(db, 'lunch', lunches),
    timecards: await openRows(db, 'timecard', timecards),
    planned: occurrences.map(({ event, skipped }) => ({ ...event, skipped })),
    covered: {
      rows,
      writes: writes.map(({ entity, entity_id, write_id }) => ({
        entity: entity as ManifestItem['entity'],
        entity_id,
        write_id,
      })),
    },
    unsent_days,
    refused_days,
  };
}

/** The day from which a change moves its row. */
function dayBefore({ content }: OpenedWrite): string | undefined {
  const { session_date, lunch_start_time } = content.base_values;
  if (typeof session_date === 'string') return session_date;
  return typeof lunch_start_time === 'string' ? pacificDay(lunch_start_time) : undefined;
}

function needsAuthor({ state }: Pick<OutboxRow, 'state'>): boolean {
  return state === 'parked' || state === 'blocked' || state === 'orphaned';
}
