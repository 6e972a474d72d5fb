import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { v7 as uuidv7 } from 'uuid';
import { type DraftContent, useFormDraft } from '#screens/device/form-draft.ts';

/** The record of one save. */
export interface Entry<Opened> {
  /** The id of a new record from the moment its form opens, also after a reload. */
  id: string;
  /** The record as the form opened it; null for a new one. */
  opened: Opened | null;
}

export interface EntryDraftOptions<Values, Opened> {
  /** Initial values. Must stay the same object while the form is open. */
  initial: Values;
  /**
   * The record being edited; null for a new one. A draft of it stores only the edited fields, so that it
   * undoes no other change.
   */
  opened: Opened | null;
  /** The draft's key for a reload: by form, by what a new record belongs to, and by its Pacific day. */
  draft: { form: string; of?: string; day?: string };
}

/**
 * The entry of a form and its draft, which is restored after a reload.
 * @param phase ended once the form is saved or discarded: nothing is stored anymore
 */
export function useEntryDraft<Values extends FieldValues, Opened extends { id: string }>(
  { initial, opened, draft: names }: EntryDraftOptions<Values, Opened>,
  form: UseFormReturn<Values>,
  values: Values,
  phase: RefObject<'open' | 'saving' | 'over'>,
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
  /** The record as it is stored now, since someone else's change was merged. */
  const [merged, setMerged] = useState<Opened | null>(null);
  const isRestoreDone = useRef(false);
  useEffect(() => {
    if (isRestoreDone.current || draft.found === undefined) return;
    isRestoreDone.current = true;
    if (draft.found !== null && phase.current === 'open') restore(draft.found, null);
  });
  useEffect(() => {
    if (!isChanged || phase.current === 'over') return;
    draft.keep({ ...entry.current, values: opened === null ? values : touched(initial, values) });
  }, [draft, initial, opened, phase, isChanged, values]);

  const begin = () => {
    entry.current = { id: uuidv7(), opened };
  };
  const drop = async () => {
    setRestored(null);
    await draft.drop();
  };
  return {
    entry: () => entry.current,
    /** The record as the form opened it, even if that was before a reload. */
    opened: merged ?? restored?.opened ?? opened,
    /** The form's values now include someone else's change: the next save is based on it. */
    rebase: (current: Opened) => {
      entry.current = { ...entry.current, opened: current };
      setMerged(current);
    },
    /** The form continues with another entry. */
    begin,
    drop,
    /** For the notice above the form. */
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
