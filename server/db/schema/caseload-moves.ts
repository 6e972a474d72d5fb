import { date, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

/** One row that a move of a caseload wrote. */
export interface MoveWrite {
  entity: 'student_service' | 'calendar_event';
  id: string;
  /** Its version right after the move: a higher one was changed since. */
  version: number;
  /** The fields that it had before; null if the move created it. */
  before: Record<string, unknown> | null;
}

/** Hand-overs of a provider's caseload, kept for the undo. */
export const caseload_moves = pgTable(
  'caseload_moves',
  {
    id: uuid().primaryKey(),
    /** The provider whose records moved. */
    subject: uuid().notNull(),
    /** The substitute. */
    target: uuid().notNull(),
    start_date: date({ mode: 'string' }).notNull(),
    end_date: date({ mode: 'string' }),
    /** The hand-over that went back with this one. */
    hands_back: uuid(),
    note: text().notNull(),
    made_at: instantColumn().notNull(),
    made_by: uuid().notNull(),
    writes: jsonb().$type<MoveWrite[]>().notNull(),
    undone_at: instantColumn(),
    undone_by: uuid(),
  },
  (table) => [index().on(table.subject), index().on(table.target)],
);
