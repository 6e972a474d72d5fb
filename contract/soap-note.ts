import { z } from 'zod';
import { PROMPT_LEVELS, SOAP_STATES } from '#domain/notes/soap-note.ts';
import { day, instant, text, uuid, version } from './fields.ts';

const part = text(20_000);
const codes = z.array(text(20)).max(12, 'Use at most 12 codes.');

const entry = {
  subjective: part,
  objective: part,
  assessment: part,
  plan: part,
  /** Codes as billed, such as `F80.2`; needed where the client asks for them. */
  cpt_codes: codes,
  dx_codes: codes,
};

const SoapAmendment = z.object({ id: uuid, text: text(20_000), added_by: uuid, added_at: instant });

const SoapStep = z.object({
  step: z.enum(['sign', 'co-sign', 'return', 'amend']),
  by: uuid,
  at: instant,
  comment: text(2_000),
});

/** What one student did in one session, and what follows. */
export const SoapNote = z.object({
  id: uuid,
  student: uuid,
  session: uuid,
  /** Whose note it is. */
  provider: uuid,
  service: uuid,
  /** The Pacific day of the session. */
  note_date: day,
  ...entry,
  state: z.enum(SOAP_STATES),
  /** Its author may not sign alone. */
  needs_co_sign: z.boolean(),
  signed_by: uuid.nullable(),
  signed_at: instant.nullable(),
  co_signed_by: uuid.nullable(),
  co_signed_at: instant.nullable(),
  /** Why the co-signer gave it back; empty where it was not. */
  return_comment: text(2_000),
  amendments: z.array(SoapAmendment),
  steps: z.array(SoapStep),
  captured_by: uuid,
  captured_at: instant,
  received_at: instant.nullable(),
  version,
});
export type SoapNote = z.output<typeof SoapNote>;

export const SoapNoteBody = z.strictObject({
  id: uuid,
  student: uuid,
  session: uuid,
  service: uuid,
  note_date: day,
  ...entry,
});
export type SoapNoteBody = z.output<typeof SoapNoteBody>;

export const SoapNoteChanges = z.strictObject(entry).partial();
export type SoapNoteChanges = z.output<typeof SoapNoteChanges>;

const count = z.int('Enter a whole number.').min(0, 'Enter at least 0.').max(9_999, 'Enter at most 9999.');

const goalEntry = {
  trials: count.nullable(),
  correct: count.nullable(),
  prompt_level: z.enum(PROMPT_LEVELS),
  comment: text(4_000),
};

/** How one goal went in the session of a note. */
export const GoalEntry = z.object({
  id: uuid,
  soap_note: uuid,
  student: uuid,
  provider: uuid,
  goal: uuid,
  /** Its place in the note, from 1. */
  pg_num: z.int().min(1).max(50),
  ...goalEntry,
  version,
});
export type GoalEntry = z.output<typeof GoalEntry>;

export const GoalEntryBody = z.strictObject({
  id: uuid,
  soap_note: uuid,
  student: uuid,
  goal: uuid,
  pg_num: GoalEntry.shape.pg_num,
  ...goalEntry,
});
export type GoalEntryBody = z.output<typeof GoalEntryBody>;

export const GoalEntryChanges = z.strictObject(goalEntry).partial();
export type GoalEntryChanges = z.output<typeof GoalEntryChanges>;
