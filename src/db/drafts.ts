import { seal, unseal } from '#contract/sealing.ts';
import type { LocalDatabase } from './local-database.ts';
import { keyOf } from './sealed-rows.ts';

function draftPlace(form: string): string {
  return `drafts|${form}`;
}

/** Keeps what a form holds, so that a reload loses nothing. `form` names the form and the row that it edits. */
export async function keepDraft(db: LocalDatabase, form: string, values: unknown): Promise<void> {
  const sealed = await seal(keyOf(db), draftPlace(form), values);
  await db.drafts.put({ form, sealed });
}

export async function draftOf(db: LocalDatabase, form: string): Promise<unknown> {
  const draft = await db.drafts.get(form);
  return draft === undefined ? null : unseal(keyOf(db), draftPlace(form), draft.sealed);
}

export async function dropDraft(db: LocalDatabase, form: string): Promise<void> {
  await db.drafts.delete(form);
}
