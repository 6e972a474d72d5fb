import { z } from 'zod';
import { FAMILY_LANGUAGES, RELATIONSHIPS } from '#domain/students/student-file.ts';
import { requiredText, text, uuid, version } from './fields.ts';

const entry = {
  first_name: requiredText(100),
  last_name: requiredText(100),
  relationship: z.enum(RELATIONSHIPS),
  email: text(254),
  phone: text(40),
  language: z.enum(FAMILY_LANGUAGES),
  /** The one to call first. */
  is_primary: z.boolean(),
};

/** Somebody who answers for a student at home. */
export const Parent = z.object({ id: uuid, student: uuid, ...entry, version });
export type Parent = z.output<typeof Parent>;

export const ParentBody = z.strictObject({ id: uuid, student: uuid, ...entry });
export type ParentBody = z.output<typeof ParentBody>;

export const ParentChanges = z.strictObject(entry).partial();
export type ParentChanges = z.output<typeof ParentChanges>;
