import { sql } from 'drizzle-orm';
import type { GoalEntry, SoapNote } from '#contract/soap-note.ts';
import type { ClinicalCode, SoapOption } from '#contract/soap-options.ts';
import type { Transaction } from '#server/db/database.ts';
import { isoInstant, keptRows } from '#server/db/json-rows.ts';

const soapNoteFields = sql.raw(`
  id, student, session, provider, service, note_date, subjective, objective, assessment, plan, cpt_codes, dx_codes,
  state, needs_co_sign, signed_by, ${isoInstant('signed_at')}, co_signed_by, ${isoInstant('co_signed_at')},
  return_comment, amendments, steps, captured_by, ${isoInstant('captured_at')}, ${isoInstant('received_at')}, version`);

const goalEntryFields = sql.raw(`
  id, soap_note, student, provider, goal, pg_num, trials, correct, prompt_level, comment, version`);

export const soapOptionFields = sql.raw('id, option_text, service, translations, archived, version');

export const clinicalCodeFields = sql.raw(
  'id, kind, code, description, service, is_sample, archived, version',
);

export function loadSoapNoteRows(tx: Transaction, ids: readonly string[]): Promise<SoapNote[]> {
  return keptRows(tx, soapNoteFields, 'soap_notes', ids);
}

export function loadGoalEntryRows(tx: Transaction, ids: readonly string[]): Promise<GoalEntry[]> {
  return keptRows(tx, goalEntryFields, 'goal_entries', ids);
}

export function loadGoalOptionRows(tx: Transaction, ids: readonly string[]): Promise<SoapOption[]> {
  return keptRows(tx, soapOptionFields, 'goal_options', ids);
}

export function loadPlanOptionRows(tx: Transaction, ids: readonly string[]): Promise<SoapOption[]> {
  return keptRows(tx, soapOptionFields, 'plan_options', ids);
}

export function loadClinicalCodeRows(tx: Transaction, ids: readonly string[]): Promise<ClinicalCode[]> {
  return keptRows(tx, clinicalCodeFields, 'clinical_codes', ids);
}
