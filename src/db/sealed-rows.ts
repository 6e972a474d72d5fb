import type { EntityRow } from '#contract/entities.ts';
import type { EntityName } from '#contract/entity-name.ts';
import { seal, unseal } from '#contract/sealing.ts';
import { seriesUntil } from '#domain/calendar/series-days.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { type DeclaredName, declared, isDeclared } from '#entities/declared.ts';
import { type LocalDatabase, type RecordState, type StoredRow, TABLE_OF } from './local-database.ts';

/** Sealed parts were asked for while the key is not in memory. */
export class DeviceLocked extends Error {
  constructor() {
    super('This device is locked.');
    this.name = 'DeviceLocked';
  }
}

export function keyOf(db: LocalDatabase): CryptoKey {
  if (db.dataKey === null) throw new DeviceLocked();
  return db.dataKey;
}

type ClearColumns = Record<string, string | string[]>;

type ClearByHand = { [Name in Exclude<EntityName, DeclaredName>]: (row: EntityRow<Name>) => ClearColumns };

/** The columns of a row that stay in the clear, because queries need them. A declared entity says its own. */
const clearColumns: ClearByHand = {
  session: (row) => ({
    provider: row.provider,
    session_date: row.session_date,
    ...(row.approval_request === 'none' ? {} : { approval_request: row.approval_request }),
  }),
  lunch: (row) => ({ provider: row.provider, lunch_date: pacificDay(row.lunch_start_time) }),
  calendar_event: (row) => ({
    provider: row.provider,
    event_start_date: row.event_start_date,
    invites: row.invites,
    ...(row.recurring ? { series_until: seriesUntil(row) } : {}),
    ...(row.original_id === null ? {} : { original_id: row.original_id }),
  }),
  student: () => ({}),
  client: () => ({}),
  provider: () => ({}),
  service: () => ({}),
  location: () => ({}),
  pay_period: () => ({}),
  timecard: (row) => ({ provider: row.provider, work_date: row.work_date }),
  timesheet: (row) => ({ provider_id: row.provider_id, period_start_date: row.period_start_date }),
  school_closure: (row) => ({ closure_date: row.closure_date }),
};

export function clearColumnsOf<Name extends EntityName>(entity: Name, row: EntityRow<Name>): ClearColumns {
  if (isDeclared(entity)) {
    const known = row as unknown as ClearColumns;
    return Object.fromEntries(declared[entity].clear.map((field) => [field, known[field] as string]));
  }
  const columns = clearColumns[entity as keyof typeof clearColumns];
  return columns(row as never);
}

function rowPlace(entity: EntityName, id: string): string {
  return `${TABLE_OF[entity]}|${id}`;
}

export function sealRow<Name extends EntityName>(db: LocalDatabase, entity: Name, row: EntityRow<Name>) {
  return seal(keyOf(db), rowPlace(entity, row.id), row);
}

/**
 * Rows already opened, by their IV, which no two sealings share. Live queries
 * run again after every change and open only what changed.
 */
const opened = new WeakMap<CryptoKey, Map<string, unknown>>();
const OPENED_LIMIT = 20_000;

export async function openSealed<Name extends EntityName>(
  db: LocalDatabase,
  entity: Name,
  id: string,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<EntityRow<Name>> {
  const key = keyOf(db);
  const cache = opened.get(key) ?? new Map<string, unknown>();
  opened.set(key, cache);
  const mark = String.fromCharCode(...sealed.subarray(0, 12));
  const known = cache.get(mark);
  if (known !== undefined) return known as EntityRow<Name>;
  const row = (await unseal(key, rowPlace(entity, id), sealed)) as EntityRow<Name>;
  if (cache.size >= OPENED_LIMIT) cache.clear();
  cache.set(mark, row);
  return row;
}

/** A row as screens get it: the wire's shape and what to say of its way to the office. */
export type LocalRow<Name extends EntityName> = EntityRow<Name> & { record_state: RecordState };

/**
 * Opens what a query found, leaving out what was deleted here.
 *
 * Call it after the last read of a live query: nothing but Dexie may be awaited
 * before that.
 */
export async function openRows<Name extends EntityName>(
  db: LocalDatabase,
  entity: Name,
  rows: readonly StoredRow[],
): Promise<LocalRow<Name>[]> {
  const shown = rows.filter((row) => row.is_gone === 0);
  return Promise.all(
    shown.map(async (row) => ({
      ...(await openSealed(db, entity, row.id, row.sealed)),
      record_state: row.record_state,
    })),
  );
}

export async function openRow<Name extends EntityName>(
  db: LocalDatabase,
  entity: Name,
  row: StoredRow | undefined,
): Promise<LocalRow<Name> | null> {
  const [first] = row === undefined ? [] : await openRows(db, entity, [row]);
  return first ?? null;
}
