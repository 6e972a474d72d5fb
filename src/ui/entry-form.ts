import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form';
import { toast } from 'sonner';
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

interface EntryFormOptions<Values> {
  /** What the form begins with. */
  initial: Values;
  /** A record that is there already: a draft of it keeps the touched fields alone, so that it undoes no other change. */
  isEdit: boolean;
  /** Where a reload finds again what was typed. */
  draft: {
    /** Nothing where there is none, `undefined` until that is known. */
    found: unknown;
    keep(values: object): void;
    drop(): Promise<void>;
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
 */
export function useEntryForm<Values extends FieldValues>(options: EntryFormOptions<Values>) {
  const { initial, isEdit, draft, fieldOrder, problemsOf, wordsOf, onSaved, onGiveUp } = options;
  const formId = useId();
  const [isSaved, setSaved] = useState(false);
  const [wasAdded, setAdded] = useState(false);
  const [wasRestored, setRestored] = useState(false);
  const [notSaved, setNotSaved] = useState<string | null>(null);
  const form = useForm<Values>({
    defaultValues: initial as DefaultValues<Values>,
    resolver: useMemo(() => resolverFor(problemsOf), [problemsOf]),
    // The order of the screen decides, not the order in which fields were registered.
    shouldFocusError: false,
  });
  const values = form.watch();
  const isChanged = form.formState.isDirty;
  useUnsavedChanges(isChanged && !isSaved);

  /** The record is stored or given up, and the form does not show it yet: its draft must not come back. */
  const isOver = useRef(false);
  const isRestoreDone = useRef(false);
  useEffect(() => {
    if (isRestoreDone.current || draft.found === undefined) return;
    isRestoreDone.current = true;
    if (draft.found === null || typeof draft.found !== 'object') return;
    form.reset({ ...initial, ...draft.found }, { keepDefaultValues: true });
    setRestored(true);
  }, [draft.found, form, initial]);
  useEffect(() => {
    if (isChanged && !isSaved && !isOver.current) draft.keep(isEdit ? touched(initial, values) : values);
  }, [draft, initial, isEdit, isChanged, isSaved, values]);
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

  /** Saves what was entered and does what follows from it. */
  const settle = async (record: () => Promise<Saved<Values>>) => {
    setNotSaved(null);
    try {
      const saved = await record();
      if (saved.kind === 'asked') return;
      if (saved.kind === 'refused') {
        for (const [name, message] of Object.entries<string>(saved.problems as Record<string, string>)) {
          form.setError(name as Path<Values>, { message });
        }
        return;
      }
      isOver.current = true;
      await draft.drop();
      setRestored(false);
      if (saved.kind === 'another') {
        form.reset(saved.next);
        isOver.current = false;
        setAdded(true);
        focusField(saved.focus);
      } else {
        toast.success(saved.words, { duration: 2_500 });
        setSaved(true);
      }
    } catch (problem) {
      setNotSaved(wordsOf(problem));
    }
  };
  const submit = (record: (entered: Values) => Promise<Saved<Values>>) =>
    form.handleSubmit(
      (entered) => settle(() => record(entered)),
      (found) => {
        const first = fieldOrder.find((name) => found[name] !== undefined);
        if (first !== undefined) focusField(first);
      },
    );

  return {
    formId,
    form,
    values,
    isChanged,
    /** Whether what stands in the form is a draft from before. */
    wasRestored,
    /** What the footer shows. */
    progress: {
      loading: form.formState.isSubmitting,
      notSaved,
      complete: isSaved || (wasAdded && !isChanged),
    },
    settle,
    submit,
    giveUp: async () => {
      isOver.current = true;
      onGiveUp();
      await draft.drop();
    },
    startOver: async () => {
      form.reset(initial);
      setRestored(false);
      await draft.drop();
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
