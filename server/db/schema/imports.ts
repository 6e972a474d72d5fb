import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { ColumnMap } from '#domain/imports/import-columns.ts';
import type { ExistingChoice, ImportKind } from '#domain/imports/import-kinds.ts';
import { instantColumn } from './columns.ts';

/** A file of records that someone imported, chunk by chunk. */
export const imports = pgTable(
  'imports',
  {
    id: uuid().primaryKey(),
    kind: text().$type<ImportKind>().notNull(),
    file_name: text().notNull(),
    existing: text().$type<ExistingChoice>().notNull(),
    /** Which of our columns each heading of the file was; empty for one that was left out. */
    columns: jsonb().$type<ColumnMap>().notNull(),
    /** Lines of the file, and how many of them had errors and weren't sent. */
    lines: integer().notNull(),
    faulty: integer().notNull(),
    /** Lines that were sent are numbered from 0; this many have been dealt with. */
    done: integer().notNull().default(0),
    added: integer().notNull().default(0),
    updated: integer().notNull().default(0),
    /** Lines whose records existed already. */
    skipped: integer().notNull().default(0),
    started_by: uuid().notNull(),
    started_at: instantColumn().notNull(),
    finished_at: instantColumn(),
    undone_by: uuid(),
    undone_at: instantColumn(),
  },
  (table) => [index().on(table.started_at)],
);

/** A record that an import added or changed. */
export const import_rows = pgTable(
  'import_rows',
  {
    import: uuid().notNull(),
    entity: text().notNull(),
    row_id: uuid().notNull(),
    /** The number of the line among those that were sent, and its line in the file. */
    position: integer().notNull(),
    line: integer().notNull(),
    is_new: boolean().notNull(),
    /** Its version after the import: another one means that someone changed it since. */
    version: integer().notNull(),
    /** What an update replaced, by field; null for a new record. */
    before: jsonb().$type<Record<string, unknown>>(),
    /** Taken back. */
    is_undone: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.import, table.entity, table.row_id] }),
    index().on(table.import, table.position),
  ],
);
