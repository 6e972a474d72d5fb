import { date, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

/** One row that a move of a caseload wrote. */
export interface MoveWrite {
  entity: 'student_service' | 'calendar_event' | 'student' | 'session';
  id: string;
  /** Its version right after the move: a higher one was changed since. */
  version: number;
  /** The fields that it had before; null if the move created it. */
  before: Record<string, unknown> | null;
}

/** Hand-overs of a provider's caseload, and what else moves many records at once; kept for the undo. */
export const caseload_moves = pgTable(
  'caseload_moves',
  {
    id: uuid().primaryKey(),
    kind: text().$type<'handover' | 'transfer' | 'renewal'>().notNull(),
    /** The provider or student whose records moved; null for a renewal. */
    subject: uuid(),
    /** The substitute, or the other client. */
    target: uuid(),
    start_date: date({ mode: 'string' }).notNull(),
    end_date: date({ mode: 'string' }),
    note: text().notNull(),
    made_at: instantColumn().notNull(),
    made_by: uuid().notNull(),
    writes: jsonb().$type<MoveWrite[]>().notNull(),
    undone_at: instantColumn(),
    undone_by: uuid(),
  },
  (table) => [index().on(table.subject), index().on(table.target)],
);
