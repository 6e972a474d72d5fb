import { sql } from 'drizzle-orm';
import type { PayPeriod } from '#contract/catalogue.ts';
import type { LunchBreak } from '#contract/lunch.ts';
import type { Session } from '#contract/session.ts';
import type { Timecard } from '#contract/timecard.ts';
import type { Timesheet } from '#contract/timesheet.ts';
import { dayPlus, pacificInstant } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, isoInstant, jsonRows, jsonValue } from '#server/db/json-rows.ts';
import { payPeriodFields } from '#server/modules/catalogue/queries.ts';

const timesheetFields = sql.raw(`
  id, provider_id, period_start_date, period_end_date, revision, status, notes, attestation_version,
  attestation_text, manifest, waiting_for, totals, recommended_by, ${isoInstant('recommended_at')}, decided_by,
  ${isoInstant('decided_at')}, steps, captured_by, ${isoInstant('captured_at')}, ${isoInstant('received_at')}, version`);

/** A timesheet with what only the server knows of it. */
export interface StoredTimesheet extends Timesheet {
  received_at: string;
  deleted_at: string | null;
}

export function loadTimesheetRows(tx: Transaction, ids: readonly string[]): Promise<Timesheet[]> {
  return jsonRows(
    tx,
    sql`select ${timesheetFields} from timesheets where id = any(${arrayParam(ids, 'uuid')}) and deleted_at is null`,
  );
}

/** One timesheet, deleted or not. */
export async function storedTimesheet(tx: Transaction, id: string): Promise<StoredTimesheet | null> {
  const [row] = await jsonRows<StoredTimesheet>(
    tx,
    sql`select ${timesheetFields}, ${sql.raw(isoInstant('deleted_at'))} from timesheets where id = ${id}`,
  );
  return row ?? null;
}

/** All revisions of a provider's pay period, oldest first. */
export function revisionsOfPeriod(tx: Transaction, provider: string, start: string): Promise<Timesheet[]> {
  return jsonRows(
    tx,
    sql`select ${timesheetFields} from timesheets
      where provider_id = ${provider} and period_start_date = ${start}::date and deleted_at is null
      order by revision`,
  );
}

/** The pay period with exactly these days; it stays as it is until the transaction ends. */
export async function periodWithDays(tx: Transaction, start: string, end: string): Promise<PayPeriod | null> {
  const [period] = await jsonRows<PayPeriod>(
    tx,
    sql`select ${payPeriodFields} from pay_periods
      where start_date = ${start}::date and end_date = ${end}::date for share`,
  );
  return period ?? null;
}

/** The pay period of a Pacific day. */
export async function periodAround(tx: Transaction, day: string): Promise<PayPeriod | null> {
  const [period] = await jsonRows<PayPeriod>(
    tx,
    sql`select ${payPeriodFields} from pay_periods where ${day}::date between start_date and end_date`,
  );
  return period ?? null;
}

/** What rules and screens must know of the person whose hours these are. */
export interface HoursProvider {
  provider_first: string;
  provider_last: string;
  emp: string;
  services: string[];
  /** A device of this person holds work that has not arrived, as it said itself. */
  has_unsent: boolean;
}

export async function hoursProvider(tx: Transaction, id: string): Promise<HoursProvider | null> {
  const [row] = await jsonRows<HoursProvider>(
    tx,
    sql`select p.provider_first, p.provider_last, u.emp,
        array(select a.service from provider_services a where a.provider = p.id) as services,
        exists (select 1 from devices d where d.user_id = p.id and d.unsent_count > 0) as has_unsent
      from providers p join users u on u.id = p.id where p.id = ${id}`,
  );
  return row ?? null;
}

/** What was done. */
export interface RecordedWork {
  sessions: Pick<
    Session,
    'session_date' | 'direct_minutes' | 'indirect_minutes' | 'attendance' | 'has_overlap' | 'approval_request'
  >[];
  lunches: LunchBreak[];
  timecards: Timecard[];
}

/** The work of a provider between two Pacific days, both included; cards and meals from a day before to a day after. */
export function recordedWork(
  tx: Transaction,
  provider: string,
  from: string,
  to: string,
): Promise<RecordedWork> {
  const [before, after] = [dayPlus(from, -1), dayPlus(to, 1)];
  return jsonValue(
    tx,
    sql`select json_build_object(
      'sessions', (select coalesce(json_agg(s), '[]') from (
        select session_date, direct_minutes, indirect_minutes, attendance, has_overlap, approval_request
        from sessions where provider = ${provider} and deleted_at is null
          and session_date between ${from}::date and ${to}::date) s),
      'lunches', (select coalesce(json_agg(l), '[]') from (
        select id, ${sql.raw(isoInstant('lunch_start_time'))}, lunch_duration, ${sql.raw(isoInstant('lunch_end_time'))},
          waiver_type, exception_reason, source
        from lunch_breaks where provider = ${provider} and deleted_at is null
          and lunch_breaks.lunch_start_time >= ${pacificInstant(before, '00:00')}::timestamptz
          and lunch_breaks.lunch_start_time < ${pacificInstant(dayPlus(after, 1), '00:00')}::timestamptz
        order by lunch_breaks.lunch_start_time, id) l),
      'timecards', (select coalesce(json_agg(c), '[]') from (
        select work_date, ${sql.raw(isoInstant('started_at'))}, ${sql.raw(isoInstant('ended_at'))}, breaks
        from timecards where provider = ${provider} and deleted_at is null
          and work_date between ${before}::date and ${to}::date
        order by timecards.started_at, id) c)
    )::text as value`,
  );
}
