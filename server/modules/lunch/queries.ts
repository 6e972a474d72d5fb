import { type SQL, sql } from 'drizzle-orm';
import type { LunchBreak } from '#contract/lunch.ts';
import { scopesOfOwnDay } from '#domain/access/scopes.ts';
import { dayPlus, pacificInstant } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { fieldsOf, keptRows } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { dropPrefetched, keepPrefetched, readPrefetched } from '#server/db/write-unit.ts';
import { aboutDay, type Records } from '#server/records/call.ts';

/** The breaks of a provider that start between two Pacific days, inclusive, in order. */
export function lunchesBetween(
  tx: Transaction,
  provider: string,
  from: string,
  to: string,
): Promise<LunchBreak[]> {
  return keptRows(
    tx,
    'lunch',
    sql`provider = ${provider}
        and lunch_start_time >= ${pacificInstant(from, '00:00')}::timestamptz
        and lunch_start_time < ${pacificInstant(dayPlus(to, 1), '00:00')}::timestamptz
      order by lunch_breaks.lunch_start_time, id`,
  );
}

interface PrefetchedPunched {
  days: ReadonlySet<string>;
  lunches: readonly LunchBreak[];
}

function punchedName(provider: string): string {
  return `punched lunches of ${provider}`;
}

/** The punched breaks that may share minutes with one of this day. */
export async function punchedLunchesNear(
  tx: Transaction,
  provider: string,
  day: string,
): Promise<readonly LunchBreak[]> {
  const prefetched = readPrefetched<PrefetchedPunched>(tx, punchedName(provider));
  return prefetched?.days.has(day) ? prefetched.lunches : jsonRows(tx, punchedOf([provider], [day]));
}

/** Keeps what `punchedOf` found for all writes of the transaction. */
export function keepPunched(
  tx: Transaction,
  providers: readonly string[],
  days: readonly string[],
  lunches: readonly LunchBreak[],
): void {
  for (const provider of providers) {
    const own = lunches.filter((lunch) => lunch.provider === provider);
    keepPrefetched<PrefetchedPunched>(tx, punchedName(provider), { days: new Set(days), lunches: own });
  }
}

/** After a write that may have created, moved, or deleted a punched break. */
export function forgetPunched(tx: Transaction, provider: string): void {
  dropPrefetched(tx, punchedName(provider));
}

/** The query of the punched breaks around these days. */
export function punchedOf(providers: readonly string[], days: readonly string[]): SQL {
  const spans = days.map((day) => ({
    starts: pacificInstant(dayPlus(day, -1), '00:00'),
    ends: pacificInstant(dayPlus(day, 2), '00:00'),
  }));
  return sql`select ${fieldsOf('lunch')} from lunch_breaks
    where deleted_at is null and provider = any(${arrayParam(providers, 'uuid')})
      and (source = 'punch' or lunch_end_time is not null)
      and exists (
        select from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) d(starts timestamptz, ends timestamptz)
        where lunch_breaks.lunch_start_time >= d.starts and lunch_breaks.lunch_start_time < d.ends)
    order by lunch_breaks.lunch_start_time, id`;
}

/** What the rules need to know about the provider of a break. */
export interface LunchProvider {
  emp: string;
  archived: boolean;
  services: string[];
}

export async function lunchProvider(tx: Transaction, id: string): Promise<LunchProvider | null> {
  const prefetched = readPrefetched<LunchProvider>(tx, providerName(id));
  if (prefetched !== undefined) return prefetched;
  const [row] = await jsonRows<KnownLunchProvider>(tx, lunchProvidersOf([id]));
  return row ?? null;
}

export type KnownLunchProvider = LunchProvider & { id: string };

/** Keeps what `lunchProvidersOf` found for all writes of the transaction. */
export function keepLunchProviders(tx: Transaction, found: readonly KnownLunchProvider[]): void {
  for (const provider of found) keepPrefetched(tx, providerName(provider.id), provider);
}

function providerName(id: string): string {
  return `lunch provider ${id}`;
}

/** The query of these providers. */
export function lunchProvidersOf(ids: readonly string[]): SQL {
  return sql`select p.id, u.emp, p.archived,
      array(select a.service from provider_services a where a.provider = p.id) as services
    from providers p join users u on u.id = p.id where p.id = any(${arrayParam(ids, 'uuid')})`;
}

export const lunchRecords: Records<LunchBreak> = {
  entity: 'lunch',
  scopes: scopesOfOwnDay,
  about: aboutDay,
};
