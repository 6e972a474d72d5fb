import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { MailSettings } from '#domain/notifications/mail-settings.ts';
import type { TimeFormat } from '#domain/time/time-format.ts';
import { instantColumn } from './columns.ts';

export const users = pgTable('users', {
  id: uuid().primaryKey(),
  username: text().notNull().unique(),
  /** Of someone who works in the office: a provider's name is the provider's. */
  full_name: text().notNull().default(''),
  /** Lower case. */
  email: text().notNull().unique(),
  password_hash: text().notNull(),
  last_password_update: instantColumn().notNull(),
  /** Role code; unknown codes have no permissions. */
  role: text().notNull(),
  grants: text().array().notNull().default([]),
  /** Employment type: w2_nonexempt, w2_exempt, contractor. */
  emp: text().notNull(),
  is_active: boolean().notNull().default(true),
  /** Sign-ins begun before this instant are over. Cleared by the next login. */
  forced_logout_at: instantColumn(),
  /** When the invitation whose link still works was emailed; null if there is none. */
  invited_at: instantColumn(),
  /** How the person reads times: `12h` or `24h`; null if they haven't chosen. */
  time_format: text().$type<TimeFormat>(),
  /** When emails about notifications go out; null if the person hasn't chosen. */
  mail_settings: jsonb().$type<MailSettings>(),
  /** Of what an administrator edits: role, grants, and whether the person may log in. */
  version: integer().notNull().default(1),
});
