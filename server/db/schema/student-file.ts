import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { PromptLevel, SoapAmendment, SoapState, SoapStep } from '#domain/notes/soap-note.ts';
import type { AuthorisedPer, CodeKind, FamilyLanguage, Relationship } from '#domain/students/student-file.ts';
import { instantColumn } from './columns.ts';

/** Services a student is assigned to. `student_services` and `student_providers` follow from those in force. */
export const assigned_services = pgTable(
  'assigned_services',
  {
    id: uuid().primaryKey(),
    student: uuid().notNull(),
    service: uuid().notNull(),
    provider: uuid(),
    authorised_minutes: integer(),
    authorised_per: text().$type<AuthorisedPer>().notNull(),
    start_date: date({ mode: 'string' }).notNull(),
    end_date: date({ mode: 'string' }),
    deleted_at: instantColumn(),
    version: integer().notNull(),
  },
  (table) => [index().on(table.student), index().on(table.provider)],
);

export const parents = pgTable(
  'parents',
  {
    id: uuid().primaryKey(),
    student: uuid().notNull(),
    first_name: text().notNull(),
    last_name: text().notNull(),
    relationship: text().$type<Relationship>().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    language: text().$type<FamilyLanguage>().notNull(),
    is_primary: boolean().notNull(),
    deleted_at: instantColumn(),
    version: integer().notNull(),
  },
  (table) => [index().on(table.student)],
);

export const student_notes = pgTable(
  'student_notes',
  {
    id: uuid().primaryKey(),
    student: uuid().notNull(),
    provider: uuid().notNull(),
    note_date: date({ mode: 'string' }).notNull(),
    note: text().notNull(),
    captured_at: instantColumn().notNull(),
    received_at: instantColumn().notNull(),
    deleted_at: instantColumn(),
    version: integer().notNull(),
  },
  (table) => [index().on(table.student, table.note_date)],
);

/** Bytes are kept in files beside the database, one for each attachment. */
export const attachments = pgTable(
  'attachments',
  {
    id: uuid().primaryKey(),
    student: uuid().notNull(),
    soap_note: uuid(),
    file_name: text().notNull(),
    content_type: text().notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    is_complete: boolean().notNull().default(false),
    uploaded_by: uuid().notNull(),
    captured_at: instantColumn().notNull(),
    received_at: instantColumn().notNull(),
    deleted_at: instantColumn(),
    version: integer().notNull(),
  },
  (table) => [index().on(table.student)],
);

export const goals = pgTable(
  'goals',
  {
    id: uuid().primaryKey(),
    student: uuid().notNull(),
    service: uuid(),
    goal_option: uuid(),
    goal_text: text().notNull(),
    baseline: text().notNull(),
    target: text().notNull(),
    criterion: text().notNull(),
    start_date: date({ mode: 'string' }).notNull(),
    target_date: date({ mode: 'string' }),
    archived: boolean().notNull().default(false),
    captured_by: uuid().notNull(),
    captured_at: instantColumn().notNull(),
    received_at: instantColumn().notNull(),
    deleted_at: instantColumn(),
    version: integer().notNull(),
  },
  (table) => [index().on(table.student)],
);

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

const option = {
  id: uuid().primaryKey(),
  option_text: text().notNull(),
  service: uuid(),
  translations: jsonb().$type<Partial<Record<FamilyLanguage, string>>>().notNull(),
  archived: boolean().notNull().default(false),
  deleted_at: instantColumn(),
  version: integer().notNull(),
};

export const goal_options = pgTable('goal_options', option);
export const plan_options = pgTable('plan_options', option);

export const clinical_codes = pgTable(
  'clinical_codes',
  {
    id: uuid().primaryKey(),
    kind: text().$type<CodeKind>().notNull(),
    code: text().notNull(),
    description: text().notNull(),
    service: uuid(),
    is_sample: boolean().notNull().default(false),
    archived: boolean().notNull().default(false),
    deleted_at: instantColumn(),
    version: integer().notNull(),
  },
  (table) => [uniqueIndex().on(table.kind, table.code).where(sql`deleted_at is null`)],
);
