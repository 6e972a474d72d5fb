import { boolean, date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';

/**
 * Transfers of students to other clients, by day: they say whom a session of a day is billed to. An undone one is
 * removed.
 */
export const student_transfers = pgTable(
  'student_transfers',
  {
    id: uuid().primaryKey(),
    /**
     * The bulk change that it was made by, which keeps the rest for the undo. Null: the change has the same id, as
     * when each student had a change of their own.
     */
    bulk_change: uuid(),
    student: uuid().notNull(),
    from_client: uuid(),
    to_client: uuid().notNull(),
    /** Schools before and after. */
    from_location: text(),
    to_location: text(),
    start_date: date({ mode: 'string' }).notNull(),
    made_by: uuid().notNull(),
    is_applied: boolean().notNull(),
  },
  (table) => [index().on(table.student), index().on(table.bulk_change)],
);
