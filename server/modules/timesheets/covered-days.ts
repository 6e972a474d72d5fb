import { type SQL, sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import { scopesOfTimesheet } from '#domain/access/scopes.ts';
import { withArrival } from '#domain/timesheets/manifest.ts';
import type { ManifestItem, TimesheetStatus } from '#domain/timesheets/timesheet.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, jsonRows, jsonValue } from '#server/db/json-rows.ts';
import { dropPrefetched, keepPrefetched, readPrefetched, settleSoFar } from '#server/db/write-unit.ts';
import type { Call } from '#server/records/call.ts';

/** A write of a session, a lunch break, or a timecard. */
export interface WorkWrite {
  entity: ManifestItem['entity'];
  id: string;
  provider: string;
  /** The Pacific days that it affects: before and after. */
  days: readonly string[];
  /** It is only a request: it has no effect on days until someone decides. */
  isAsked?: boolean;
}

/** A timesheet that writes of its provider may affect. */
export interface CoveringSheet {
  id: string;
  provider_id: string;
  captured_by: string;
  period_start_date: string;
  period_end_date: string;
  waiting_for: number;
  /** Empty if it waits for nothing. */
  manifest: ManifestItem[];
}

function lockName(provider: string): string {
  return `timesheets ${provider}`;
}

/**
 * Locks out all other writes of a provider until the transaction ends, and waits for those in progress: what
 * a timesheet counts as arrived is all that has arrived.
 */
export async function lockTimesheets(tx: Transaction, provider: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lockName(provider)}, 0))`);
}

/**
 * Rejects a write on a day whose timesheet is submitted, approved, or locked. The office may still change
 * such days of others, and writes that the timesheet itself waits for are accepted.
 *
 * Call it once the permission is checked, and before the write takes effect.
 * @returns updates the waiting timesheets, once the write has taken effect
 */
export async function enterDays(call: Call, write: WorkWrite): Promise<() => Promise<void>> {
  const { tx, actor, context } = call;
  const covering = await coveringSheets(tx, write);
  const isFree =
    write.isAsked === true || (seesWholeOrganization(actor) && write.provider !== actor.provider_id);
  if (!isFree) {
    for (const sheet of covering) {
      const isInside = write.days.some(
        (day) => sheet.period_start_date <= day && day <= sheet.period_end_date,
      );
      if (isInside && !(await isAwaited(tx, sheet, write, context.write_id)))
        throw new ApiError('timesheet.closed');
    }
  }
  const waiting = covering.filter(({ waiting_for }) => waiting_for > 0);
  return async () => {
    for (const { id } of waiting) await noteArrival(call, id, write);
  };
}

interface PrefetchedSheets {
  days: ReadonlySet<string>;
  sheets: CoveringSheet[];
}

function sheetsName(provider: string): string {
  return `covering sheets of ${provider}`;
}

type Affected = Pick<WorkWrite, 'provider' | 'days'>;

/** The query that takes the locks under which `sheetsOf` is read, until the transaction ends. */
export function sheetLocks(writes: readonly Pick<Affected, 'provider'>[]): SQL {
  const names = [...new Set(writes.map(({ provider }) => lockName(provider)))].sort();
  return sql`select pg_advisory_xact_lock_shared(hashtextextended(k, 0)) is null as is_held
    from unnest(${arrayParam(names, 'text')}) k`;
}

/** The query of the timesheets that these writes may affect. */
export function sheetsOf(writes: readonly Affected[]): SQL {
  const providers = new Set(writes.map(({ provider }) => provider));
  const days = new Set(writes.flatMap((write) => write.days));
  return sql`select id, provider_id, captured_by, period_start_date, period_end_date, waiting_for,
      case when waiting_for > 0 then manifest else '[]'::jsonb end as manifest
    from timesheets t
    where provider_id = any(${arrayParam(providers, 'uuid')})
      and deleted_at is null and status in ('submitted', 'approved', 'locked')
      and (waiting_for > 0 or exists (
        select 1 from unnest(${arrayParam(days, 'date')}) d where d between period_start_date and period_end_date))`;
}

/** Keeps what `sheetsOf` found for all writes of the transaction. */
export function keepSheets(
  tx: Transaction,
  writes: readonly Affected[],
  sheets: readonly CoveringSheet[],
): void {
  const providers = [...new Set(writes.map(({ provider }) => provider))];
  const days = new Set(writes.flatMap((write) => write.days));
  for (const provider of providers) {
    const earlier = readPrefetched<PrefetchedSheets>(tx, sheetsName(provider));
    const own = [...(earlier?.sheets ?? []), ...sheets.filter((sheet) => sheet.provider_id === provider)];
    keepPrefetched<PrefetchedSheets>(tx, sheetsName(provider), {
      days: new Set([...(earlier?.days ?? []), ...days]),
      sheets: [...new Map(own.map((sheet) => [sheet.id, sheet])).values()],
    });
  }
}

async function coveringSheets(tx: Transaction, write: WorkWrite): Promise<CoveringSheet[]> {
  const prefetched = readPrefetched<PrefetchedSheets>(tx, sheetsName(write.provider));
  const isKnown = prefetched !== undefined && write.days.every((day) => prefetched.days.has(day));
  if (isKnown) return prefetched.sheets;
  await tx.execute(sheetLocks([write]));
  return jsonRows(tx, sheetsOf([write]));
}

/**
 * Whether a timesheet lists this very write, as it does a punch that also moves a lunch entry, or lists the
 * row and has not received all of its writes.
 */
async function isAwaited(
  tx: Transaction,
  sheet: CoveringSheet,
  write: WorkWrite,
  writeId: string | null,
): Promise<boolean> {
  if (writeId !== null && sheet.manifest.some(({ write_ids }) => write_ids.includes(writeId))) return true;
  const item = sheet.manifest.find(({ entity, id }) => entity === write.entity && id === write.id);
  if (item === undefined) return false;
  const accepted = await acceptedWrites(tx, sheet.captured_by, item.write_ids);
  return item.write_ids.some((id) => !accepted.has(id));
}

/**
 * Recounts what a timesheet waits for. Two concurrent writes count one after the other, each seeing the
 * other's result.
 */
async function noteArrival(call: Call, id: string, write: WorkWrite): Promise<void> {
  const { tx, actor, context } = call;
  const [sheet] = await jsonRows<CoveringSheet & { status: TimesheetStatus }>(
    tx,
    sql`select id, provider_id, captured_by, period_start_date, period_end_date, status, waiting_for, manifest
      from timesheets where id = ${id} for update`,
  );
  if (sheet === undefined) return;
  const { manifest } = sheet;
  const accepted = await acceptedWrites(
    tx,
    sheet.captured_by,
    manifest.flatMap(({ write_ids }) => write_ids),
  );
  // Only the author's own writes replace a listed one.
  const arrived =
    context.write_id === null || actor.user_id !== sheet.captured_by
      ? manifest
      : withArrival(
          manifest,
          { entity: write.entity, entity_id: write.id, write_id: context.write_id },
          accepted,
        );
  const waiting_for = await missingItems(tx, sheet.provider_id, sheet.captured_by, arrived, context.write_id);
  if (waiting_for === sheet.waiting_for && arrived === manifest) return;
  dropPrefetched(tx, sheetsName(sheet.provider_id));
  await tx.execute(
    sql`update timesheets set waiting_for = ${waiting_for}, manifest = ${JSON.stringify(arrived)}::jsonb, version = version + 1
      where id = ${id}`,
  );
  await call.follow([{ entity: 'timesheet', id, scopes: scopesOfTimesheet(sheet) }]);
}

/** Those of a person's writes that have taken effect. */
async function acceptedWrites(
  tx: Transaction,
  author: string,
  writeIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (writeIds.length === 0) return new Set();
  await settleSoFar(tx);
  const rows = await jsonRows<{ key: string }>(
    tx,
    sql`select key from idempotency_keys
      where key = any(${arrayParam(writeIds, 'uuid')}) and user_id = ${author} and status between 200 and 299`,
  );
  return new Set(rows.map(({ key }) => key));
}

/**
 * The number of missing items of a manifest: rows of the provider that don't exist, are older than listed, or
 * lack a listed write.
 * @param running the write that takes effect in this transaction
 */
export async function missingItems(
  tx: Transaction,
  provider: string,
  author: string,
  manifest: readonly ManifestItem[],
  running: string | null,
): Promise<number> {
  if (manifest.length === 0) return 0;
  await settleSoFar(tx);
  return jsonValue(
    tx,
    sql`with item as (
        select * from jsonb_to_recordset(${JSON.stringify(manifest)}::jsonb)
          as i(entity text, id uuid, version integer, write_ids jsonb)
      ),
      stored as (
        select 'session' as entity, s.id, s.version from sessions s join item i on i.id = s.id where s.provider = ${provider}
        union all
        select 'lunch', l.id, l.version from lunch_breaks l join item i on i.id = l.id where l.provider = ${provider}
        union all
        select 'timecard', c.id, c.version from timecards c join item i on i.id = c.id where c.provider = ${provider}
      )
      select to_json(count(*))::text as value from item i
      where not exists (
          select 1 from stored s where s.entity = i.entity and s.id = i.id and s.version >= i.version)
        or exists (
          select 1 from jsonb_array_elements_text(i.write_ids) w
          where w <> ${running ?? ''} and not exists (
            select 1 from idempotency_keys k
            where k.key = w::uuid and k.user_id = ${author} and k.status between 200 and 299))`,
  );
}
