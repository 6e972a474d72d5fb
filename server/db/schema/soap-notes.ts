import { boolean, date, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { PromptLevel, SoapAmendment, SoapState, SoapStep } from '#domain/notes/soap-note.ts';
import { instantColumn } from './columns.ts';

export const soap_notes = pgTable(
  'soap_notes',
  {
    id: uuid().primaryKey(),
    student: uuid().notNull(),
    session: uuid().notNull(),
    provider: uuid().notNull(),
    service: uuid().notNull(),
    note_date: date({ mode: 'string' }).notNull(),
    subjective: text().notNull(),
    objective: text().notNull(),
    assessment: text().notNull(),
    plan: text().notNull(),
    cpt_codes: text().array().notNull().default([]),
    dx_codes: text().array().notNull().default([]),
    state: text().$type<SoapState>().notNull(),
    needs_co_sign: boolean().notNull(),
    signed_by: uuid(),
    signed_at: instantColumn(),
    co_signed_by: uuid(),
    co_signed_at: instantColumn(),
    return_comment: text().notNull().default(''),
    amendments: jsonb().$type<SoapAmendment[]>().notNull(),
    steps: jsonb().$type<SoapStep[]>().notNull(),
    captured_by: uuid().notNull(),
    captured_at: instantColumn().notNull(),
    received_at: instantColumn().notNull(),
    deleted_at: instantColumn(),
    version: integer().notNull(),
  },
  (table) => [
    index().on(table.student, table.note_date),
    index().on(table.session),
    index().on(table.provider, table.note_date),
  ],
);

export const goal_entries = pgTable(
  'goal_entries',
  {
    id: uuid().primaryKey(),
    soap_note: uuid().notNull(),
    student: uuid().notNull(),
    provider: uuid().notNull(),
    goal: uuid().notNull(),
    pg_num: integer().notNull(),
    trials: integer(),
    correct: integer(),
    prompt_level: text().$type<PromptLevel>().notNull(),
    comment: text().notNull(),
    deleted_at: instantColumn(),
    version: integer().notNull(),
  },
  (table) => [index().on(table.soap_note, table.pg_num), index().on(table.goal)],
);
