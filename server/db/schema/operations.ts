import { pgTable } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

/** One row where the demo organization was seeded; such a database never runs in production. */
export const demo_marks = pgTable('demo_marks', { seeded_at: instantColumn().primaryKey() });
