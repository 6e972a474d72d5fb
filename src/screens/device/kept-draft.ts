import { useEffect, useMemo, useState } from 'react';
import { draftOf } from '#db/drafts.ts';
import { type DraftState, draftKeeper } from './draft-keeper.ts';
import { useSignedIn } from './signed-in.ts';

export interface KeptDraft {
  /** What was kept before; nothing where there is none, `undefined` until that is known. */
  found: unknown;
  /** Keeps what the form holds now. */
  keep(values: object): void;
  /** The form was saved or given up. */
  drop(): Promise<void>;
}

/**
 * The draft of one form, sealed on this device, so that a reload or a lock loses
 * nothing of it.
 *
 * @param form names the form and the row that it edits
 * @param onState told where what was typed is; the same function as long as it means the same
 */
export function useKeptDraft(form: string, onState?: (state: DraftState) => void): KeptDraft {
  const { db } = useSignedIn().workspace;
  const [found, setFound] = useState<{ form: string; values: unknown }>();
  const keeper = useMemo(() => draftKeeper<object>(db, form, onState), [db, form, onState]);
  useEffect(() => {
    let isWanted = true;
    draftOf(db, form).then(
      (values) => isWanted && setFound({ form, values }),
      () => isWanted && setFound({ form, values: null }),
    );
    return () => {
      isWanted = false;
    };
  }, [db, form]);
  return useMemo(
    () => ({
      found: found?.form === form ? found.values : undefined,
      keep: (values) => void keeper(values),
      drop: () => keeper(null),
    }),
    [found, form, keeper],
  );
}
