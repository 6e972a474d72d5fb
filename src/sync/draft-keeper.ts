import { dropDraft, keepDraft } from '#db/drafts.ts';
import type { LocalDatabase } from '#db/local-database.ts';

/**
 * Seals what a form holds at each keystroke, one after the other: while one state is
 * being sealed only the newest of those that came since waits.
 *
 * It never fails: a draft is a courtesy, and the form stays usable where storage is
 * full or the device was locked.
 *
 * @param form names the form and the row that it edits
 * @param onKept told whether all that was typed is sealed
 * @returns takes what the form holds, or nothing where it was saved or given up;
 * resolves once that, or what came after it, is stored
 */
export function draftKeeper<Values extends object>(
  db: LocalDatabase,
  form: string,
  onKept: (isKept: boolean) => void = () => undefined,
): (values: Values | null) => Promise<void> {
  let next: Values | null | undefined;
  let taken: string | null = null;
  let keeping: Promise<void> | null = null;
  const keepAll = async () => {
    while (next !== undefined) {
      const values = next;
      next = undefined;
      try {
        await (values === null ? dropDraft(db, form) : keepDraft(db, form, values));
      } catch (problem) {
        console.warn(values === null ? 'A draft was not dropped.' : 'A draft was not kept.', problem);
      }
    }
    keeping = null;
    onKept(true);
  };
  return async (values) => {
    const text = values === null ? null : JSON.stringify(values);
    // A form that is drawn once more holds what it held.
    if (text !== null && text === taken) return keeping ?? undefined;
    taken = text;
    next = values;
    onKept(false);
    keeping ??= keepAll();
    return keeping;
  };
}
