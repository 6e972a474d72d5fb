import { type BaseSyntheticEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { v7 as uuidv7 } from 'uuid';
import { useUnsavedChanges } from './unsaved-changes.ts';

/** What is to be put right, by field. */
export type Problems<Values> = Partial<Record<keyof Values, string>>;

/** What a save has come to. */
export type Saved<Values> =
  /** Nothing was saved: the problems stand at their fields. */
  | { kind: 'refused'; problems: Problems<Values> }
  /** Nothing is saved yet: the form asks something first. */
  | { kind: 'asked' }
  /** The form goes on with the next record. */
  | { kind: 'another'; next: Values; focus: Path<Values & FieldValues> }
  | { kind: 'done'; words: string };

/** What a form keeps for a reload: the id of its row, the row as it found it, and the fields. */
interface Draft {
  id: string;
  opened: object | null;
  values: object;
}

/** The record that one save is about. */
export interface Entry<Opened> {
  /** What a new record is called from the moment its form opens, also after a reload. */
  id: string;
  /** The record as the form found it; nothing for a new one. */
  opened: Opened | null;
}

interface EntryFormOptions<Values, Opened> {
  /** What the form begins with. */
  initial: Values;
  /**
   * The record that is edited, as the form finds it; nothing for a new one. A draft of it
   * keeps the touched fields alone, so that it undoes no other change.
   */
  opened: Opened | null;
  /** Where a reload finds again what was typed. */
  draft: {
    /** Nothing where there is none, `undefined` until that is known. */
    found: Draft | null | undefined;
    /** A draft of another day, which is offered. */
    earlier: { content: Draft; day: string | null } | null;
    keep(draft: Draft): void;
    drop(): Promise<void>;
    takeUp(): void;
    discardEarlier(): Promise<void>;
  };
  /** In the order of the form: the first with a problem takes the focus. */
  fieldOrder: readonly Path<Values & FieldValues>[];
  /** The rules that saving asks again. The same function as long as the rules are the same. */
  problemsOf: (values: Values) => Problems<Values>;
  /** Why something was not saved. */
  wordsOf: (problem: unknown) => string;
  /** Saved; rendered once more, so that nothing counts as unsaved. */
  onSaved: () => void;
  /** The form is closed without saving. */
  onGiveUp: () => void;
}

/**
 * What every form of a record does alike: it keeps a draft, leads to the first
 * problem, says why something was not saved, and never counts as unsaved once it is.
 *
 * It saves once: a second submit while it saves, or after it has saved, does nothing,
 * and each entry has one id from when its form opens until it is saved.
 */
export function useEntryForm<Values extends FieldValues, Opened extends object = object>(
  options: EntryFormOptions<Values, Opened>,
) {
  const { initial, opened, draft, fieldOrder, problemsOf, wordsOf, onSaved, onGiveUp } = options;
  const formId = useId();
  const [isSaved, setSaved] = useState(false);
  const [wasAdded, setAdded] = useState(false);
  const [restored, setRestored] = useState<{ day: string | null; opened: Opened | null } | null>(null);
  const [notSaved, setNotSaved] = useState<string | null>(null);
  const [hint, setHint] = useState<string | null>(null);
  const form = useForm<Values>({
    defaultValues: initial as DefaultValues<Values>,
    resolver: useMemo(() => resolverFor(problemsOf), [problemsOf]),
    // The order of the screen decides, not the order in which fields were registered.
    shouldFocusError: false,
  });
  const values = form.watch();
  const isChanged = form.formState.isDirty;
  const [firstId] = useState(() => uuidv7());
  /** Replaced for each entry. */
  const entry = useRef<Entry<Opened>>({ id: firstId, opened });
  const door = useRef<'open' | 'saving' | 'over'>('open');
  /** What the form holds after "Save & Add", as long as nothing of it was touched. */
  const untouched = useRef<string | null>(null);
  useUnsavedChanges(isChanged && !isSaved, () => {
    door.current = 'over';
    void draft.drop();
  });

  const restore = (found: Draft, day: string | null) => {
    const known = (found.opened as Opened | null) ?? opened;
    entry.current = { id: found.id === '' ? entry.current.id : found.id, opened: known };
    form.reset({ ...initial, ...found.values }, { keepDefaultValues: true });
    setRestored({ day, opened: known });
  };
  const isRestoreDone = useRef(false);
  useEffect(() => {
    if (isRestoreDone.current || draft.found === undefined) return;
    isRestoreDone.current = true;
    if (draft.found !== null && door.current === 'open') restore(draft.found, null);
  });
  useEffect(() => {
    if (!isChanged || isSaved || door.current === 'over') return;
    draft.keep({ ...entry.current, values: opened === null ? values : touched(initial, values) });
  }, [draft, initial, opened, isChanged, isSaved, values]);
  useEffect(() => {
    if (isSaved) onSaved();
  }, [isSaved, onSaved]);

  const focusField = (name: Path<Values>) => {
    const control = document.getElementById(formId)?.querySelector<HTMLElement>(`[name="${name}"]`);
    // A control in a closed section takes no focus.
    const section = control?.closest('details');
    if (section) section.open = true;
    control?.focus();
  };
  const beginAnother = (next: Values) => {
    entry.current = { id: uuidv7(), opened };
    form.reset(next);
    untouched.current = JSON.stringify(form.getValues());
    setAdded(true);
  };

  /** Saves what was entered and does what follows from it; nothing while that is under way, and once it is saved. */
  const settle = async (record: (entry: Entry<Opened>) => Promise<Saved<Values>>) => {
    if (door.current !== 'open') return;
    door.current = 'saving';
    setNotSaved(null);
    setHint(null);
    try {
      const saved = await record(entry.current);
      if (saved.kind === 'asked') return;
      if (saved.kind === 'refused') {
        for (const [name, message] of Object.entries<string>(saved.problems as Record<string, string>)) {
          form.setError(name as Path<Values>, { message });
        }
        return;
      }
      door.current = 'over';
      const dropped = draft.drop();
      // The draft of a new record is known by its id where it outlives the save; one of an edit isn't.
      if (opened !== null) await dropped;
      setRestored(null);
      if (saved.kind === 'another') {
        beginAnother(saved.next);
        door.current = 'open';
        focusField(saved.focus);
      } else {
        toast.success(saved.words, { duration: 2_500 });
        setSaved(true);
      }
    } catch (problem) {
      setNotSaved(wordsOf(problem));
    } finally {
      if (door.current === 'saving') door.current = 'open';
    }
  };
  const submit = (record: (entered: Values, entry: Entry<Opened>) => Promise<Saved<Values>>) => {
    const submitted = entry.current;
    const check = form.handleSubmit(
      (entered) => (entry.current === submitted ? settle((about) => record(entered, about)) : undefined),
      (found) => {
        const first = fieldOrder.find((name) => found[name] !== undefined);
        if (first !== undefined) focusField(first);
      },
    );
    return async (event?: BaseSyntheticEvent) => {
      event?.preventDefault();
      if (door.current !== 'open') return;
      if (untouched.current !== null && untouched.current === JSON.stringify(form.getValues())) {
        setHint('Saved. Enter the next one, then save again.');
        return;
      }
      await check(event);
    };
  };

  return {
    formId,
    form,
    values,
    isChanged,
    /** The record as the form found it, also where that was before a reload. */
    opened: restored?.opened ?? opened,
    /** What the footer shows. */
    progress: {
      loading: form.formState.isSubmitting,
      notSaved,
      hint,
      complete: isSaved || (wasAdded && !isChanged),
    },
    settle,
    submit,
    giveUp: async () => {
      door.current = 'over';
      onGiveUp();
      await draft.drop();
    },
    /** Of the notice over the form. */
    draftNotice: {
      wasRestored: restored !== null,
      restoredDay: restored?.day ?? null,
      earlier: draft.earlier,
      onStartOver: async () => {
        form.reset(initial);
        entry.current = { id: uuidv7(), opened };
        setRestored(null);
        await draft.drop();
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

function resolverFor<Values extends FieldValues>(
  problemsOf: (values: Values) => Problems<Values>,
): Resolver<Values> {
  return (values) => {
    const errors = Object.fromEntries(
      Object.entries(problemsOf(values)).map(([name, message]) => [name, { type: 'rule', message }]),
    );
    return (Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors }) as Awaited<
      ReturnType<Resolver<Values>>
    >;
  };
}
