import { useEffect, useMemo, useState } from 'react';
import { draftOf } from '#db/drafts.ts';
import { type DraftState, draftStore } from './draft-store.ts';
import { useSignedIn } from './signed-in.ts';

export interface KeptDraft {
  /** The earlier draft; null if there is none, `undefined` until loaded. */
  found: unknown;
  /** Stores the form's current contents. */
  keep(values: object): void;
  /** The form was saved or discarded. */
  drop(): Promise<void>;
}

/**
 * The draft of one form, encrypted on this device, so that a reload or a lock loses nothing.
 * @param form names the form and the row that it edits
 * @param onState called with where the typed text is; a stable function
 */
export function useKeptDraft(form: string, onState?: (state: DraftState) => void): KeptDraft {
  const { db } = useSignedIn().workspace;
  const [found, setFound] = useState<{ form: string; values: unknown }>();
  const store = useMemo(() => draftStore<object>(db, form, onState), [db, form, onState]);
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
      keep: (values) => void store(values),
      drop: () => store(null),
    }),
    [found, form, store],
  );
}
