import { date, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { RecordName } from '#contract/entity-name.ts';
import type { BulkChangeKind } from '#domain/students/bulk-change.ts';
import { instantColumn } from './columns.ts';

/** One row that a step wrote. */
export interface RecordedWrite<Name extends RecordName = RecordName> {
  entity: Name;
  id: string;
  /** Its version right after the step's last write. */
  version: number;
  /** What it was before the first write; null if the step created it. */
  before: Record<string, unknown> | null;
  /** The fields that the step changed, as it left them; null if it deleted the row. */
  after: Record<string, unknown> | null;
}

/** What a step wrote about one student, provider, or client: taken back as a whole, or not at all. */
export interface ChangedRecord {
  id: string;
  writes: RecordedWrite[];
  /** It was taken back. */
  is_undone?: true;
}

/** Changes of many records in one step, kept for the undo. */
export const bulk_changes = pgTable(
  'bulk_changes',
  {
    id: uuid().primaryKey(),
    kind: text().$type<BulkChangeKind>().notNull(),
    /** What was chosen for all records, in words. */
    about: text().notNull(),
    /** The day from which it counts: of a renewal, the first of its window. */
    start_date: date({ mode: 'string' }).notNull(),
    made_at: instantColumn().notNull(),
    made_by: uuid().notNull(),
    records: jsonb().$type<ChangedRecord[]>().notNull(),
    undone_at: instantColumn(),
    undone_by: uuid(),
  },
  (table) => [index().on(table.made_at)],
);
