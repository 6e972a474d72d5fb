import { pgTable } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

/** Has a row if the demo organization was seeded; such a database never runs in production. */
export const demo_marks = pgTable('demo_marks', { seeded_at: instantColumn().primaryKey() });
