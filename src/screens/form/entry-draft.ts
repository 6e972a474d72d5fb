import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { v7 as uuidv7 } from 'uuid';
import { type DraftContent, useFormDraft } from '#screens/device/form-draft.ts';

/** The record that one save is about. */
export interface Entry<Opened> {
  /** The id of a new record from the moment its form opens, also after a reload. */
  id: string;
  /** The record as the form found it; null for a new one. */
  opened: Opened | null;
}

export interface EntryDraftOptions<Values, Opened> {
  /** What the form begins with. Must stay the same object as long as the form is open. */
  initial: Values;
  /**
   * The record that is edited, as the form finds it; null for a new one. A draft of it keeps the touched
   * fields alone, so that it undoes no other change.
   */
  opened: Opened | null;
  /** Where a reload finds what was typed: by form, by what a new record belongs to, and by its Pacific day. */
  draft: { form: string; of?: string; day?: string };
}

/**
 * The entry that a form is about, and its draft, which is back after a reload.
 *
 * @param door over once the form is saved or discarded: nothing is kept anymore
 */
export function useEntryDraft<Values extends FieldValues, Opened extends { id: string }>(
  { initial, opened, draft: names }: EntryDraftOptions<Values, Opened>,
  form: UseFormReturn<Values>,
  values: Values,
  door: RefObject<'open' | 'saving' | 'over'>,
) {
  const { form: name, of, day } = names;
  const draft = useFormDraft(
    opened !== null ? `${name}|${opened.id}` : of === undefined ? `${name}|new` : `${name}|new|${of}`,
    opened === null ? day : undefined,
  );
  const [firstId] = useState(() => uuidv7());
  /** Replaced for each entry. */
  const entry = useRef<Entry<Opened>>({ id: firstId, opened });
  const [restored, setRestored] = useState<{ day: string | null; opened: Opened | null } | null>(null);
  const isChanged = form.formState.isDirty;

  const restore = (found: DraftContent, foundDay: string | null) => {
    const known = (found.opened as Opened | null) ?? opened;
    entry.current = { id: found.id === '' ? entry.current.id : found.id, opened: known };
    form.reset({ ...initial, ...found.values }, { keepDefaultValues: true });
    setRestored({ day: foundDay, opened: known });
  };
  const isRestoreDone = useRef(false);
  useEffect(() => {
    if (isRestoreDone.current || draft.found === undefined) return;
    isRestoreDone.current = true;
    if (draft.found !== null && door.current === 'open') restore(draft.found, null);
  });
  useEffect(() => {
    if (!isChanged || door.current === 'over') return;
    draft.keep({ ...entry.current, values: opened === null ? values : touched(initial, values) });
  }, [draft, initial, opened, door, isChanged, values]);

  const begin = () => {
    entry.current = { id: uuidv7(), opened };
  };
  const drop = async () => {
    setRestored(null);
    await draft.drop();
  };
  return {
    entry: () => entry.current,
    /** The record as the form found it, also where that was before a reload. */
    opened: restored?.opened ?? opened,
    /** The form goes on with another entry. */
    begin,
    drop,
    /** Of the notice over the form. */
    notice: {
      wasRestored: restored !== null,
      restoredDay: restored?.day ?? null,
      earlier: draft.earlier,
      onStartOver: async () => {
        form.reset(initial);
        begin();
        await drop();
      },
      onContinue: () => {
        if (draft.earlier === null) return;
        draft.takeUp();
        restore(draft.earlier.content, draft.earlier.day);
      },
      onDiscard: () => draft.discardEarlier(),
    },
  };
}

function touched<Values extends FieldValues>(initial: Values, values: Values): Partial<Values> {
  const fields = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(initial[name]),
  );
  return Object.fromEntries(fields) as Partial<Values>;
}
