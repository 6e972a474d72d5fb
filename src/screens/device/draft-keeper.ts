import { dropDraft, keepDraft } from '#db/drafts.ts';
import type { LocalDatabase } from '#db/local-database.ts';

/** Where what was typed has got to: on its way, sealed on this device, or nowhere, because storage did not take it. */
export type DraftState = 'keeping' | 'kept' | 'not-kept';

/**
 * Seals what a form holds at each keystroke, one after the other: while one state is
 * being sealed only the newest of those that came since waits.
 *
 * It never fails: a draft is a courtesy, and the form stays usable where storage is
 * full or the device was locked.
 *
 * @param form names the form and the row that it edits
 * @param onState told at each change where the newest of what was typed is
 * @returns takes what the form holds, or nothing where it was saved or given up;
 * resolves once that, or what came after it, is stored
 */
export function draftKeeper<Values extends object>(
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
        // The same once more is tried once more.
        if (next === undefined) taken = null;
        console.warn(values === null ? 'A draft was not dropped.' : 'A draft was not kept.', problem);
      }
    }
    keeping = null;
    onState(state);
  };
  return async (values) => {
    const text = values === null ? null : JSON.stringify(values);
    // A form that is drawn once more holds what it held.
    if (text !== null && text === taken) return keeping ?? undefined;
    taken = text;
    next = values;
    onState('keeping');
    keeping ??= keepAll();
    return keeping;
  };
}
