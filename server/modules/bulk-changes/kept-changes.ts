import { type SQL, sql } from 'drizzle-orm';
import type { BulkChange } from '#contract/bulk-changes.ts';
import { ApiError } from '#contract/errors.ts';
import { lastBulkUndoDay } from '#domain/students/bulk-change.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { isoInstant, jsonRows } from '#server/db/json-rows.ts';
import { personNameOf } from '#server/db/person-name.ts';
import { bulk_changes, type ChangedRecord } from '#server/db/schema/bulk-changes.ts';
import type { Call } from '#server/records/call.ts';

/** How many changes the list shows. */
const MOST_LISTED = 200;

type NewChange = Pick<typeof bulk_changes.$inferInsert, 'id' | 'kind' | 'about' | 'start_date' | 'records'>;

/** A change with everything that it wrote. */
export type KeptChange = Omit<BulkChange, 'records' | 'remaining' | 'undo_until' | 'undo_refusal'> & {
  records: ChangedRecord[];
};

/** Keeps what a step wrote, for its undo. */
export async function keepChange(call: Call, change: NewChange): Promise<BulkChange> {
  const { tx, context, actor } = call;
  await tx.insert(bulk_changes).values({ ...change, made_at: context.now, made_by: actor.user_id });
  await call.note({
    ...{ action: 'bulk_change.make', entity: 'bulk_change', row_id: change.id },
    details: { kind: change.kind, changed: change.records.length },
  });
  return changeById(call, change.id);
}

/** All changes of many records, newest first. */
export async function listChanges(call: Call): Promise<BulkChange[]> {
  const found = await keptChanges(call.tx, sql`true`);
  return found.map((change) => toldChange(call, change));
}

/** One change, or `record.absent`. */
export async function changeById(call: Call, id: string): Promise<BulkChange> {
  return toldChange(call, await keptChange(call.tx, id));
}

/** One change with what it wrote, or `record.absent`. */
export async function keptChange(tx: Transaction, id: string): Promise<KeptChange> {
  const [change] = await keptChanges(tx, sql`c.id = ${id}`);
  if (change === undefined) throw new ApiError('record.absent');
  return change;
}

function keptChanges(tx: Transaction, where: SQL): Promise<KeptChange[]> {
  return jsonRows(
    tx,
    sql`select c.id, c.kind, c.about, c.records,
        ${sql.raw(isoInstant('made_at', 'c'))}, ${sql.raw(isoInstant('undone_at', 'c'))},
        ${sql.raw(personNameOf('c.made_by'))} as made_by_name,
        ${sql.raw(personNameOf('c.undone_by'))} as undone_by_name
      from bulk_changes c where ${where} order by c.made_at desc, c.id limit ${MOST_LISTED}`,
  );
}

function toldChange(call: Call, { records, ...change }: KeptChange): BulkChange {
  const left = records.filter(({ is_undone }) => is_undone !== true).length;
  return {
    ...change,
    records: records.length,
    remaining: change.undone_at === null ? 0 : left,
    undo_until: lastBulkUndoDay(pacificDay(change.made_at)),
    undo_refusal: undoRefusal(call, change),
  };
}

/** Why a change can't be undone at all; empty if it can. */
export function undoRefusal(
  { context }: Pick<Call, 'context'>,
  { undone_at, made_at }: Pick<KeptChange, 'undone_at' | 'made_at'>,
): string {
  if (undone_at !== null) return 'Already undone.';
  return pacificDay(context.now) > lastBulkUndoDay(pacificDay(made_at))
    ? 'The 30 days to undo it are over.'
    : '';
}
