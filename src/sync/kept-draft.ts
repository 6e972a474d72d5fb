import { useEffect, useMemo, useState } from 'react';
import { draftOf, dropDraft, keepDraft } from '#db/drafts.ts';
import { useSignedIn } from './signed-in.ts';

/** Typing pauses this long before a draft is kept. */
const PAUSE_MS = 250;

export interface KeptDraft {
  /** What was kept before; nothing where there is none, `undefined` until that is known. */
  found: unknown;
  /** Keeps what the form holds now, once typing pauses. */
  keep(values: unknown): void;
  /** The form was saved or given up. */
  drop(): Promise<void>;
}

/**
 * The draft of one form, sealed on this device, so that a reload or a lock loses
 * nothing of it.
 *
 * @param form names the form and the row that it edits
 */
export function useKeptDraft(form: string): KeptDraft {
  const { db } = useSignedIn().workspace;
  const [found, setFound] = useState<{ form: string; values: unknown }>();
  const keeper = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let keeping = Promise.resolve();
    return {
      keep(values: unknown) {
        clearTimeout(timer);
        timer = setTimeout(() => {
          // A draft is a courtesy: the form stays usable where storage is full or the device was locked.
          keeping = keepDraft(db, form, values).catch((problem) =>
            console.warn('A draft was not kept.', problem),
          );
        }, PAUSE_MS);
      },
      async drop() {
        clearTimeout(timer);
        await keeping;
        // What was saved is saved, and must not look as if it were not.
        await dropDraft(db, form).catch((problem) => console.warn('A draft was not dropped.', problem));
      },
      stop: () => clearTimeout(timer),
    };
  }, [db, form]);
  useEffect(() => {
    let isWanted = true;
    draftOf(db, form).then(
      (values) => isWanted && setFound({ form, values }),
      () => isWanted && setFound({ form, values: null }),
    );
    return () => {
      isWanted = false;
      keeper.stop();
    };
  }, [db, form, keeper]);
  return {
    found: found?.form === form ? found.values : undefined,
    keep: keeper.keep,
    drop: keeper.drop,
  };
}
