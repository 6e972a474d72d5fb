import { type SQL, sql } from 'drizzle-orm';
import type { PayPeriod } from '#contract/catalog.ts';
import type { Timesheet } from '#contract/timesheet.ts';
import { scopesOfTimesheet } from '#domain/access/scopes.ts';
import type { Transaction } from '#server/db/database.ts';
import { keptRows, type Stored } from '#server/db/entity-rows.ts';
import { isoInstant, jsonRows } from '#server/db/json-rows.ts';
import { aboutDay, type Records } from '#server/records/call.ts';

/** A timesheet with the server's own fields. */
export type StoredTimesheet = Stored<'timesheet'>;

/** All revisions of a provider's pay period, oldest first. */
export function revisionsOfPeriod(tx: Transaction, provider: string, start: string): Promise<Timesheet[]> {
  return keptRows(
    tx,
    'timesheet',
    sql`provider_id = ${provider} and period_start_date = ${start}::date order by revision`,
  );
}

/** The pay period with exactly these days; it stays unchanged until the transaction ends. */
export async function periodWithDays(tx: Transaction, start: string, end: string): Promise<PayPeriod | null> {
  const [period] = await keptRows(
    tx,
    'pay_period',
    sql`start_date = ${start}::date and end_date = ${end}::date for share`,
  );
  return period ?? null;
}

/** The pay period of a Pacific day. */
export async function periodAround(tx: Transaction, day: string): Promise<PayPeriod | null> {
  const [period] = await keptRows(tx, 'pay_period', sql`${day}::date between start_date and end_date`);
  return period ?? null;
}

/** What rules and screens need to know about the person whose hours these are. */
export interface HoursProvider {
  id: string;
  provider_first: string;
  provider_last: string;
  emp: string;
  services: string[];
  /** A device of this person has unsynced changes, as it last reported. */
  has_unsent: boolean;
}

export async function hoursProvider(tx: Transaction, id: string): Promise<HoursProvider | null> {
  const [row] = await hoursProviders(tx, sql`p.id = ${id}`);
  return row ?? null;
}

/** For a condition on `providers p`, by id. */
export function hoursProviders(tx: Transaction, which: SQL): Promise<HoursProvider[]> {
  return jsonRows(
    tx,
    sql`select p.id, p.provider_first, p.provider_last, u.emp,
        array(select a.service from provider_services a where a.provider = p.id) as services,
        exists (select 1 from devices d where d.user_id = p.id and d.unsent_count > 0) as has_unsent
      from providers p join users u on u.id = p.id where ${which} order by p.id`,
  );
}

export type NewestSheet = Pick<
  Timesheet,
  'id' | 'provider_id' | 'revision' | 'status' | 'waiting_for' | 'totals' | 'captured_at' | 'version'
>;

/** The newest revision of everyone's timesheet of a pay period. */
export function newestSheets(tx: Transaction, start: string): Promise<NewestSheet[]> {
  return jsonRows(
    tx,
    sql`select distinct on (provider_id) id, provider_id, revision, status, waiting_for, totals,
        ${sql.raw(isoInstant('captured_at'))}, version
      from timesheets
      where period_start_date = ${start}::date and deleted_at is null
      order by provider_id, revision desc`,
  );
}

export const timesheetRecords: Records<Timesheet> = {
  entity: 'timesheet',
  scopes: scopesOfTimesheet,
  about: ({ provider_id }, actor) => aboutDay({ provider: provider_id }, actor),
};
