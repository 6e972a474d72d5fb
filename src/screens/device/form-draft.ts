import { useEffect, useMemo, useState } from 'react';
import { draftOf, draftsNamed, dropDraft, isStored } from '#db/drafts.ts';
import type { LocalDatabase } from '#db/local-database.ts';
import { dayWithWeekday } from '#domain/time/week.ts';
import { draftStore } from './draft-store.ts';
import { useSignedIn } from './signed-in.ts';

/** The stored draft of a record's form. */
export interface DraftContent {
  /** The id of the new row. */
  id: string;
  /** The row as the form opened it; null for a new one. */
  opened: object | null;
  values: object;
}

interface NamedDraft {
  name: string;
  content: DraftContent;
  /** Formatted; absent if unknown. */
  day: string | null;
}

export interface FormDraft {
  /** The earlier draft; null if there is none, `undefined` until loaded. */
  found: DraftContent | null | undefined;
  /** The newest draft of another day; null if there is none. */
  earlier: { content: DraftContent; day: string | null } | null;
  /** Stores the form's current contents. */
  keep(content: DraftContent): void;
  /** The form was saved or discarded. */
  drop(): Promise<void>;
  /** From now on the form uses the earlier draft, under its own day. */
  takeUp(): void;
  discardEarlier(): Promise<void>;
}

/**
 * The draft of one form, encrypted on this device, so that a reload or a lock loses nothing. Its name must
 * not change while the form is open.
 * @param form names the form and the row that it edits
 * @param day the Pacific day of a new record: each day has its own draft. Null for other forms
 */
export function useFormDraft(form: string, day: string | null = null): FormDraft {
  const { db } = useSignedIn().workspace;
  const [own] = useState(day === null ? form : `${form}|${day}`);
  const [name, setName] = useState(own);
  const [found, setFound] = useState<DraftContent | null>();
  const [earlier, setEarlier] = useState<readonly NamedDraft[]>([]);
  const store = useMemo(() => draftStore<DraftContent>(db, name), [db, name]);
  useEffect(() => {
    let isWanted = true;
    const read = async () => {
      const kept = await unsaved(db, own, contentOf(await draftOf(db, own)));
      const named = own === form ? [] : await draftsNamed(db, form);
      const others = named.filter((one) => one.form !== own).map((one) => namedDraft(form, one));
      const unsavedOthers = await Promise.all(others.map((one) => unsaved(db, one.name, one.content)));
      if (!isWanted) return;
      setEarlier(others.filter((_, at) => unsavedOthers[at] !== null));
      setFound(kept);
    };
    read().catch((problem) => {
      console.warn('A draft was not read.', problem);
      if (isWanted) setFound(null);
    });
    return () => {
      isWanted = false;
    };
  }, [db, form, own]);
  return useMemo(() => {
    const [newest] = earlier;
    return {
      found,
      earlier: newest ?? null,
      keep: (content) => void store(content),
      drop: () => store(null),
      takeUp: () => {
        if (newest === undefined) return;
        setName(newest.name);
        setEarlier([]);
      },
      discardEarlier: async () => {
        setEarlier(earlier.slice(1));
        if (newest !== undefined) await draftStore(db, newest.name)(null);
      },
    };
  }, [db, found, earlier, store]);
}

/**
 * Null if the draft of a new record outlived its save because the device stopped in between: entering it
 * again would duplicate the record.
 */
async function unsaved(
  db: LocalDatabase,
  name: string,
  content: DraftContent | null,
): Promise<DraftContent | null> {
  const isSaved =
    content !== null && content.opened === null && content.id !== '' && (await isStored(db, content.id));
  if (isSaved) await dropDraft(db, name);
  return isSaved ? null : content;
}

function namedDraft(form: string, { form: name, values }: { form: string; values: unknown }): NamedDraft {
  const day = name.slice(form.length + 1);
  return {
    name,
    content: contentOf(values) as DraftContent,
    day: /^\d{4}-\d{2}-\d{2}$/.test(day) ? dayWithWeekday(day) : null,
  };
}

/** Older versions of the app stored only the values. */
function contentOf(kept: unknown): DraftContent | null {
  if (kept === null || typeof kept !== 'object') return null;
  const { id, opened, values } = kept as Partial<DraftContent>;
  const isContent = typeof id === 'string' && typeof values === 'object';
  return isContent ? { id, opened: opened ?? null, values } : { id: '', opened: null, values: kept };
}
