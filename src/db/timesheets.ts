import { ApiError } from '#contract/errors.ts';
import type { TimesheetDecision } from '#contract/timesheet.ts';
import { dayPlus, pacificDay } from '#domain/time/pacific.ts';
import { closesDays } from '#domain/timesheets/status-rules.ts';
import { newestRevision } from '#domain/timesheets/timesheet.ts';
import { type LocalRow, openRow, openRows } from './encrypted-rows.ts';
import type { LocalDatabase, OutboxRow } from './local-database.ts';
import { openWrite, refusedWriteOf } from './outbox.ts';

/** Later than any day. */
const LAST_DAY = '9999-12-31';

export type LocalTimesheet = LocalRow<'timesheet'>;

/** All revisions of a provider's pay period on this device; use `newestRevision` for the current one. */
export async function timesheetsOfPeriod(
  db: LocalDatabase,
  provider: string,
  start: string,
): Promise<LocalTimesheet[]> {
  const rows = await db.timesheets
    .where('[provider_id+period_start_date]')
    .equals([provider, start])
    .toArray();
  return openRows(db, 'timesheet', rows);
}

/** The same for several providers. */
export async function timesheetsOfProviders(
  db: LocalDatabase,
  providers: readonly string[],
  start: string,
): Promise<LocalTimesheet[]> {
  const rows = await db.timesheets
    .where('[provider_id+period_start_date]')
    .anyOf(providers.map((provider) => [provider, start]))
    .toArray();
  return openRows(db, 'timesheet', rows);
}

export async function timesheetById(db: LocalDatabase, id: string): Promise<LocalTimesheet | null> {
  return openRow(db, 'timesheet', await db.timesheets.get(id));
}

/** A device remembers discarded writes no longer than this. */
const DAYS_LOOKED_BACK = 120;

/** Own submitted timesheets on the server that wait for what they cover. `now` in ms since the epoch. */
export async function waitingTimesheets(
  db: LocalDatabase,
  provider: string,
  now: number,
): Promise<LocalTimesheet[]> {
  const since = dayPlus(pacificDay(now), -DAYS_LOOKED_BACK);
  const rows = await db.timesheets
    .where('[provider_id+period_start_date]')
    .between([provider, since], [provider, LAST_DAY], true, true)
    .filter(({ record_state, is_withdrawn }) => record_state === 'sent' && is_withdrawn === 0)
    .toArray();
  const sheets = await openRows(db, 'timesheet', rows);
  return sheets.filter(({ status, waiting_for }) => status === 'submitted' && waiting_for > 0);
}

/** A change of someone's own work. */
interface OwnWork {
  user_id: string;
  provider: string;
  /** The Pacific days affected. */
  days: readonly string[];
  /** The changed row; absent for a new one. */
  id?: string;
}

/**
 * Refuses a change of the user's own days if the newest timesheet of their period covers them, as the server
 * does. Refused writes can still be corrected: the timesheet may be waiting for them.
 * @throws ApiError
 */
export async function refuseClosedDays(db: LocalDatabase, work: OwnWork): Promise<void> {
  if (work.provider !== work.user_id) return;
  if (work.id !== undefined && (await refusedWriteOf(db, work.id)) !== null) return;
  for (const day of work.days) {
    if (await isDayClosed(db, work.provider, day)) throw new ApiError('timesheet.closed');
  }
}

async function isDayClosed(db: LocalDatabase, provider: string, day: string): Promise<boolean> {
  const rows = await db.timesheets
    .where('[provider_id+period_start_date]')
    .between([provider, ''], [provider, day], true, true)
    .toArray();
  const sheets = await openRows(db, 'timesheet', rows);
  const newest = newestRevision(sheets.filter(({ period_end_date }) => day <= period_end_date));
  return newest !== null && closesDays(newest.status);
}

/** A status change that the server has not answered, or has refused. */
export interface PendingDecision extends TimesheetDecision {
  write_id: string;
  state: OutboxRow['state'];
  /** Why it was refused, in the server's words. */
  problem: string | null;
}

/** The newest queued status change of a timesheet; null if there is none. */
export async function pendingDecision(db: LocalDatabase, id: string): Promise<PendingDecision | null> {
  const rows = await db.outbox.where('entity_id').equals(id).sortBy('seq');
  const row = rows.findLast(({ endpoint }) => endpoint === 'timesheet.decide');
  if (row === undefined) return null;
  const { content, write_id, state, problem } = await openWrite(db, row);
  return { ...(content.body as TimesheetDecision), write_id, state, problem: problem?.message ?? null };
}

/** Timesheets with a status change that is not yet confirmed. */
export async function timesheetsBeingDecided(db: LocalDatabase): Promise<ReadonlySet<string>> {
  const rows = await db.outbox.filter(({ endpoint }) => endpoint === 'timesheet.decide').toArray();
  return new Set(rows.filter(({ state }) => state !== 'parked').map(({ entity_id }) => entity_id));
}
