import { decrypt, encrypt } from '#contract/encryption.ts';
import type { EntityRow } from '#contract/entities.ts';
import type { EntityName } from '#contract/entity-name.ts';
import type { Columns } from '#entities/define-entity.ts';
import { clearColumns } from '#entities/row-facts.ts';
import { type LocalDatabase, type RecordState, type StoredRow, TABLE_OF } from './local-database.ts';

/** Thrown when encrypted columns are read while the key is not in memory. */
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

/** The plaintext columns of a row, needed by queries. */
export function clearColumnsOf<Name extends EntityName>(entity: Name, row: EntityRow<Name>): Columns {
  return clearColumns(entity, row);
}

function rowPlace(entity: EntityName, id: string): string {
  return `${TABLE_OF[entity]}|${id}`;
}

export function encryptRow<Name extends EntityName>(db: LocalDatabase, entity: Name, row: EntityRow<Name>) {
  return encrypt(keyOf(db), rowPlace(entity, row.id), row);
}

/**
 * Decrypted rows by IV, which is unique per encryption. Live queries run again after every change and decrypt
 * only what changed.
 *
 * What was used lately stays: when the newer half is full it becomes the older one, and of the older half only
 * what has been used since is left. So a list of 25,000 students opens a fifth of them again, not all.
 */
export class OpenedRows {
  readonly #half: number;
  #newer = new Map<string, unknown>();
  #older: ReadonlyMap<string, unknown> = new Map();

  /** @param half how many rows each half holds */
  constructor(half = 20_000) {
    this.#half = half;
  }

  get(mark: string): unknown {
    const known = this.#newer.get(mark);
    if (known !== undefined) return known;
    const row = this.#older.get(mark);
    if (row !== undefined) this.set(mark, row);
    return row;
  }

  set(mark: string, row: unknown): void {
    if (this.#newer.size >= this.#half) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    this.#newer.set(mark, row);
  }
}

const opened = new WeakMap<CryptoKey, OpenedRows>();

export async function decryptRow<Name extends EntityName>(
  db: LocalDatabase,
  entity: Name,
  id: string,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<EntityRow<Name>> {
  const key = keyOf(db);
  const cache = opened.get(key) ?? new OpenedRows();
  opened.set(key, cache);
  const mark = String.fromCharCode(...sealed.subarray(0, 12));
  const known = cache.get(mark);
  if (known !== undefined) return known as EntityRow<Name>;
  const row = (await decrypt(key, rowPlace(entity, id), sealed)) as EntityRow<Name>;
  cache.set(mark, row);
  return row;
}

/** A row as screens get it: the API shape and its sync state. */
export type LocalRow<Name extends EntityName> = EntityRow<Name> & { record_state: RecordState };

/**
 * Decrypts the rows of a query, without those deleted here.
 *
 * Call it after the last read of a live query: only Dexie promises may be awaited before that.
 */
export async function openRows<Name extends EntityName>(
  db: LocalDatabase,
  entity: Name,
  rows: readonly StoredRow[],
): Promise<LocalRow<Name>[]> {
  const shown = rows.filter((row) => row.is_gone === 0);
  return Promise.all(
    shown.map(async (row) => ({
      ...(await decryptRow(db, entity, row.id, row.sealed)),
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
