import type { RecordName } from '#contract/entity-name.ts';
import type { Transaction } from './database.ts';
import type { Stored } from './entity-rows.ts';
import { keepPrefetched, readPrefetched } from './write-unit.ts';

function nameOf(entity: RecordName, id: string): string {
  return `${entity} ${id}`;
}

/**
 * Keeps a row as it is after the transaction's writes so far, so that its next write needs no read, and is sent together
 * with others. If someone else changes the row in between, the transaction fails as a whole and its writes run one by
 * one.
 */
export function keepRow<Name extends RecordName>(tx: Transaction, entity: Name, row: Stored<Name>): void {
  keepPrefetched(tx, nameOf(entity, row.id), row);
}

/** The row, deleted or not; undefined if it isn't kept. */
export function knownRow<Name extends RecordName>(
  tx: Transaction,
  entity: Name,
  id: string,
): Stored<Name> | undefined {
  return readPrefetched<Stored<Name>>(tx, nameOf(entity, id));
}

/** Whether this version of the row is the one that is kept. */
export function isKnown(
  tx: Transaction,
  entity: RecordName,
  { id, version }: { id: string; version: number },
): boolean {
  return readPrefetched<{ version: number }>(tx, nameOf(entity, id))?.version === version;
}

/** Keeps what a write made of a row that is kept. */
export function followRow(tx: Transaction, entity: RecordName, id: string, changes: object): void {
  const name = nameOf(entity, id);
  const row = readPrefetched<object>(tx, name);
  if (row !== undefined) keepPrefetched(tx, name, { ...row, ...changes });
}
