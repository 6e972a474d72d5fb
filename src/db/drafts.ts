import { decrypt, encrypt } from '#contract/encryption.ts';
import { keyOf } from './encrypted-rows.ts';
import { type LocalDatabase, TABLE_OF } from './local-database.ts';

function draftPlace(form: string): string {
  return `drafts|${form}`;
}

/**
 * Saves the contents of a form, so that a reload loses nothing. `form` identifies the form and the row that
 * it edits.
 */
export async function keepDraft(db: LocalDatabase, form: string, values: unknown): Promise<void> {
  const sealed = await encrypt(keyOf(db), draftPlace(form), values);
  await db.drafts.put({ form, sealed });
}

export async function draftOf(db: LocalDatabase, form: string): Promise<unknown> {
  const draft = await db.drafts.get(form);
  return draft === undefined ? null : decrypt(keyOf(db), draftPlace(form), draft.sealed);
}

export async function dropDraft(db: LocalDatabase, form: string): Promise<void> {
  await db.drafts.delete(form);
}

/** The drafts of a form that has one per day, newest day first. */
export async function draftsNamed(
  db: LocalDatabase,
  form: string,
): Promise<{ form: string; values: unknown }[]> {
  const drafts = await db.drafts.where('form').startsWith(`${form}|`).or('form').equals(form).sortBy('form');
  return Promise.all(
    drafts.toReversed().map(async (draft) => ({
      form: draft.form,
      values: await decrypt(keyOf(db), draftPlace(draft.form), draft.sealed),
    })),
  );
}

/** Whether this device has a row with this id, of any entity. */
export async function isStored(db: LocalDatabase, id: string): Promise<boolean> {
  const rows = await Promise.all(Object.values(TABLE_OF).map((name) => db.table(name).get(id)));
  return rows.some((row) => row !== undefined);
}
