import { index, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import type { MovedEntity } from '#contract/student-merge.ts';
import { instantColumn } from './columns.ts';

/** One record that a merge moved. */
export interface MovedRow {
  entity: MovedEntity;
  id: string;
  /** Its version right after the merge: a higher one was changed since. */
  version: number;
  /** A session that had named both students. */
  named_both?: true;
  /** A parent who was the primary contact, and isn't at the student who stays: that one had another. */
  was_primary?: true;
}

/** What a merge did besides moving records, for its undo. */
export interface MergeRecord {
  /** By field of the student who stays: the value before, and the one that the merge put there. */
  replaced: Record<string, [before: unknown, after: unknown]>;
  /** Whether the other record was archived before. */
  was_archived: boolean;
  /** Services and providers of both, as linked before. */
  links: Record<'stays' | 'merged', { services: string[]; providers: string[] }>;
  /** Ids of what the student who stays had before, by kind: anything else was added since. */
  had: Partial<Record<MovedEntity, string[]>>;
  /** Records that had been merged into the archived one before. */
  pointers: string[];
}

/** Merges of two student records of one child, kept for the undo and for the links between them. */
export const student_merges = pgTable(
  'student_merges',
  {
    id: uuid().primaryKey(),
    stays: uuid().notNull(),
    merged: uuid().notNull(),
    merged_at: instantColumn().notNull(),
    merged_by: uuid().notNull(),
    moved: jsonb().$type<MovedRow[]>().notNull(),
    record: jsonb().$type<MergeRecord>().notNull(),
    undone_at: instantColumn(),
    undone_by: uuid(),
  },
  (table) => [index().on(table.stays), index().on(table.merged)],
);
