import { and, eq } from 'drizzle-orm';
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { EntityName } from '#contract/entity-name.ts';
import { Refusal } from '#contract/errors.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import type { FieldProblems } from '#domain/sessions/session-rules.ts';
import { audit } from '#server/db/audit.ts';
import type { Transaction } from '#server/db/database.ts';
import type { CallFacts } from '#server/plugins/call.ts';

/** The fields that a change may carry: only the touched ones travel. */
type Touched<Row> = { [Field in keyof Row]?: Row[Field] | undefined };

/** The row with the touched fields replaced; the others stay as they are. */
export function withTouched<Row extends object>(row: Row, changes: Touched<NoInfer<Row>>): Row {
  const touched = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...row, ...Object.fromEntries(touched) };
}

/** Refuses the call when a field has a problem, in the problem's words. */
export function refuseProblems(fields: FieldProblems): void {
  if (Object.keys(fields).length > 0) throw new Refusal('request.invalid', { fields });
}

/** Whose day a new row belongs to: the one that is named, else the caller. */
export function ownerOf(actor: Actor, named: string | undefined): string {
  const owner = named ?? actor.provider_id;
  if (owner === null) throw new Refusal('request.invalid', { fields: { provider: 'Choose a provider.' } });
  return owner;
}

/** A row as it is kept: deleted ones stay for the audit. */
interface Kept {
  version: number;
  deleted_at: string | null;
}

/** Refuses a change of a row that is deleted, or that is newer than the version the change was made upon. */
export function refuseOutdated(row: Kept, base_version: number | null): void {
  if (row.deleted_at !== null) throw new Refusal('record.deleted', { deleted_version: row.version });
  if (base_version !== null && base_version !== row.version) {
    throw new Refusal('record.stale', { current: wireRow(row) });
  }
}

/** A table whose rows are changed upon a version. */
type KeptTable = PgTable & { id: PgColumn; version: PgColumn };

/** Writes on top of the version that was read, or refuses when another writer came between. */
export async function overwrite<Table extends KeptTable>(
  tx: Transaction,
  table: Table,
  before: Kept & { id: string },
  changes: PgUpdateSetSource<Table>,
  readNow: (tx: Transaction, id: string) => Promise<Kept | null>,
): Promise<void> {
  const written = await tx
    .update(table)
    .set(changes)
    .where(and(eq(table.id, before.id), eq(table.version, before.version)))
    .returning({ id: table.id });
  if (written.length > 0) return;
  const now = await readNow(tx, before.id);
  if (now === null) throw new Refusal('record.deleted');
  refuseOutdated(now, before.version);
}

/** A kept row in its contract's shape. */
export function wireRow<Row extends Kept>(row: Row): Omit<Row, 'deleted_at'> {
  const { deleted_at: _, ...wire } = row;
  return wire;
}

/** Writes down who changed which row of whose day; details name fields, never values. */
export function auditChange(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  change: {
    entity: EntityName;
    verb: 'create' | 'update' | 'delete';
    /** As it became; of a deletion as it was. */
    row: { id: string; provider: string; version: number };
    fields?: readonly string[];
  },
): Promise<void> {
  const { entity, verb, row, fields } = change;
  return audit(tx, facts, {
    user_id: actor.user_id,
    action: `${entity}.${verb}`,
    entity,
    row_id: row.id,
    row_version: verb === 'delete' ? row.version + 1 : row.version,
    details: {
      ...(fields === undefined ? {} : { fields }),
      ...(row.provider === actor.provider_id ? {} : { on_behalf_of: row.provider }),
      // Both times are kept: the row has the corrected one.
      ...(facts.device_captured_at == null ? {} : { device_captured_at: facts.device_captured_at }),
    },
  });
}
