import { dropDraft, keepDraft } from '#db/drafts.ts';
import type { LocalDatabase } from '#db/local-database.ts';

/** Where the typed text is: being stored, encrypted on this device, or nowhere because storage failed. */
export type DraftState = 'keeping' | 'kept' | 'not-kept';

/**
 * Encrypts a form's contents at each keystroke, one after another: while one state is being encrypted, only
 * the newest later one waits.
 *
 * It never fails: a draft is optional, and the form stays usable if storage is full or the device was locked.
 * @param form names the form and the row that it edits
 * @param onState called at each change of where the newest text is
 * @returns stores the form's contents, or null after it was saved or discarded; resolves once that, or
 * something newer, is stored
 */
export function draftStore<Values extends object>(
  db: LocalDatabase,
  form: string,
  onState: (state: DraftState) => void = () => undefined,
): (values: Values | null) => Promise<void> {
  let next: Values | null | undefined;
  let taken: string | null = null;
  let keeping: Promise<void> | null = null;
  const keepAll = async () => {
    let state: DraftState = 'kept';
    while (next !== undefined) {
      const values = next;
      next = undefined;
      try {
        await (values === null ? dropDraft(db, form) : keepDraft(db, form, values));
        state = 'kept';
      } catch (problem) {
        state = values === null ? 'kept' : 'not-kept';
        // Storing the same contents again retries.
        if (next === undefined) taken = null;
        console.warn(values === null ? 'A draft was not dropped.' : 'A draft was not kept.', problem);
      }
    }
    keeping = null;
    onState(state);
  };
  return async (values) => {
    const text = values === null ? null : JSON.stringify(values);
    // A form rendered again has the contents it had.
    if (text !== null && text === taken) return keeping ?? undefined;
    taken = text;
    next = values;
    onState('keeping');
    keeping ??= keepAll();
    return keeping;
  };
}
