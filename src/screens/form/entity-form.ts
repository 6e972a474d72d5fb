import { type BaseSyntheticEvent, startTransition, useEffect, useId, useMemo, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import { toast } from 'sonner';
import type { RecordName } from '#contract/entity-name.ts';
import { notSavedWords } from '#db/storage-trouble.ts';
import { entityName } from '#entities/words/words.ts';
import { StaleSave } from '#screens/device/server-write.ts';
import { useUnsavedChanges } from '#ui/unsaved-changes.ts';
import { type Entry, type EntryDraftOptions, useEntryDraft } from './entry-draft.ts';
import type { FormMerge } from './late-dialog.tsx';
import { type Problems, problemsIn, resolverFor } from './problems.ts';

/**
 * The result of a save or deletion: null if done, otherwise a confirmation comes first, or fields were
 * rejected.
 */
export type Outcome = Problems | 'asked' | null;

type Place = 'on this device' | 'on the server';

interface EntityFormOptions<Name extends RecordName, Values extends FieldValues, Opened>
  extends EntryDraftOptions<Values, Opened> {
  entity: Name;
  /** Where the record is saved. */
  place?: Place | ((values: Values) => Place);
  /** The same rules that saving checks. */
  problemsOf: (values: Values) => Problems;
  /** How a save that came too late is merged; of forms that change records on the server. */
  merge?: FormMerge<Values, Opened>;
  /** @throws if saving itself failed */
  save: (values: Values, entry: Entry<Opened>) => Promise<Outcome>;
  /** Replaces "Session saved on this device". */
  savedWords?: (values: Values) => string | undefined;
  /**
   * "Save & Add" in the form of a new record continues in the same form: with these values, from this field. It
   * says what was saved, as in "Session saved on this device: Maya R., 9:00 AM".
   */
  another?: { begins: (entered: Values) => Values; focus: Path<Values>; names?: (entered: Values) => string };
  /** Saved, deleted, or discarded. */
  onClose: () => void;
  /** `onClose` removes the form itself, instead of only asking the router: its sheet closes once it is saved. */
  isRemovedOnClose?: boolean;
  /** Saved, and another new record is wanted. */
  onAddAnother?: ((next: Values) => void) | undefined;
}

interface LateWrite<Values, Opened> {
  problem: StaleSave;
  merge: FormMerge<Values, Opened>;
  /** What came too late; null for a save. */
  removal: Removal<Opened> | null;
}

/** A deletion, or the archiving instead of one. */
export interface Removal<Opened> {
  run(record: Opened): Promise<Outcome>;
  done: 'deleted' | 'archived';
}

/** The form, for its sheet and fields. */
export type EntityForm<
  Name extends RecordName,
  Values extends FieldValues,
  Opened extends { id: string } = { id: string },
> = ReturnType<typeof useEntityForm<Name, Values, Opened>>;

/**
 * The form of an entity: it keeps a draft, focuses the first error, says why something wasn't saved or
 * deleted, and never counts as unsaved after saving.
 *
 * It saves once: a second submit during or after a save does nothing, and each entry has one id from opening
 * to saving.
 */
export function useEntityForm<
  Name extends RecordName,
  Values extends FieldValues,
  Opened extends { id: string },
>(options: EntityFormOptions<Name, Values, Opened>) {
  const { entity, initial, opened } = options;
  const latest = useRef(options);
  latest.current = options;
  const formId = useId();
  const form = useForm<Values>({
    defaultValues: initial as DefaultValues<Values>,
    resolver: useMemo(() => resolverFor((values: Values) => latest.current.problemsOf(values)), []),
    // The order on screen decides, not the order in which fields were registered.
    shouldFocusError: false,
  });
  const values = form.watch();
  const place =
    (typeof options.place === 'function' ? options.place(values) : options.place) ?? 'on this device';
  const isChanged = form.formState.isDirty;
  /** Runs once the form is rendered as saved, so that nothing counts as unsaved. */
  const [then, setThen] = useState<{ follow: () => void; closes: boolean } | null>(null);
  const isSaved = then !== null;
  const isClosed = options.isRemovedOnClose === true && then?.closes === true;
  const [wasAdded, setAdded] = useState(false);
  const [notSaved, setNotSaved] = useState<string | null>(null);
  const [hint, setHint] = useState<string | null>(null);
  const [stale, setStale] = useState<LateWrite<Values, Opened> | null>(null);
  const phase = useRef<'open' | 'saving' | 'over'>('open');
  const addsAnother = useRef(false);
  /** The form's values after "Save & Add", while nothing was edited. */
  const untouched = useRef<string | null>(null);
  const draft = useEntryDraft(options, form, values, phase);
  useUnsavedChanges(isChanged && !isSaved, () => {
    phase.current = 'over';
    void draft.drop();
  });
  useEffect(() => {
    then?.follow();
  }, [then]);

  const focusFirst = (isWanted: (field: string) => boolean) => {
    const controls = document.getElementById(formId)?.querySelectorAll<HTMLElement>('[name]') ?? [];
    // `translations.es` is part of the field `translations`.
    const found = [...controls].find((one) => isWanted(one.getAttribute('name')?.split('.')[0] ?? ''));
    // A control in a closed section can't take the focus.
    const section = found?.closest('details');
    if (section) section.open = true;
    found?.focus();
  };

  /** Does nothing while another write is running, and after the form has ended. */
  const write = async (record: (entry: Entry<Opened>) => Promise<Outcome>): Promise<Outcome> => {
    if (phase.current !== 'open') return 'asked';
    phase.current = 'saving';
    try {
      const outcome = await record(draft.entry());
      if (outcome !== null) return outcome;
      phase.current = 'over';
      const dropped = draft.drop();
      // The draft of a new record is recognized by id if it outlives the save; a draft of an edit isn't.
      if (opened !== null) await dropped;
      return null;
    } finally {
      if (phase.current === 'saving') phase.current = 'open';
    }
  };
  const end = (words: string, follow: () => void) => {
    toast.success(words, { duration: 2_500 });
    setThen({ follow, closes: follow === latest.current.onClose });
  };
  const doneWords = (done: string) => {
    const name = entityName(entity);
    // Only what still has to sync says where it is.
    const where = place === 'on this device' ? ` ${place}` : '';
    return `${name.slice(0, 1).toUpperCase()}${name.slice(1)} ${done}${where}`;
  };
  const finish = (entered: Values) => {
    const { another, onAddAnother, savedWords, onClose } = latest.current;
    const begin = () => another?.begins(entered) ?? initial;
    if (addsAnother.current && another !== undefined && opened === null) {
      draft.begin();
      form.reset(begin());
      untouched.current = JSON.stringify(form.getValues());
      setAdded(true);
      const done = doneWords('saved');
      setHint(another.names === undefined ? `${done}.` : `${done}: ${another.names(entered)}.`);
      phase.current = 'open';
      focusFirst((field) => field === another.focus);
      return;
    }
    const isFollowed = addsAnother.current && onAddAnother !== undefined;
    end(savedWords?.(entered) ?? doneWords('saved'), isFollowed ? () => onAddAnother(begin()) : onClose);
  };
  const refuse = (problems: Problems) => {
    const found = Object.entries(problems).filter(([, message]) => message !== undefined);
    const here = found.filter(([name]) => name in initial);
    for (const [name, message = ''] of here) form.setError(name as Path<Values>, { message });
    focusFirst((field) => here.some(([name]) => name === field));
    // The form has no field to show it at.
    const elsewhere = found.filter(([name]) => !(name in initial)).map(([, message]) => message);
    if (elsewhere.length > 0) setNotSaved(elsewhere.join(' '));
  };
  /** Opens the dialog about a write that came too late; false if it isn't one, or the form can't merge. */
  const asksAbout = (problem: unknown, removal: Removal<Opened> | null) => {
    const { merge } = latest.current;
    const isLate = problem instanceof StaleSave && (merge?.read ?? problem.current) !== undefined;
    if (!isLate || merge === undefined) return false;
    setStale({ problem, merge, removal });
    return true;
  };
  const record = async (entered: Values) => {
    setNotSaved(null);
    setHint(null);
    try {
      const outcome = await write((entry) => latest.current.save(entered, entry));
      if (outcome === null) finish(entered);
      else if (outcome !== 'asked') refuse(outcome);
    } catch (problem) {
      if (!asksAbout(problem, null))
        setNotSaved(place === 'on this device' ? notSavedWords(problem) : messageOf(problem));
    }
  };
  const save = async (event?: BaseSyntheticEvent) => {
    event?.preventDefault();
    if (phase.current !== 'open') return;
    if (untouched.current !== null && untouched.current === JSON.stringify(form.getValues())) {
      setHint('Saved. Enter the next one, then save again.');
      return;
    }
    const submitted = draft.entry();
    await form.handleSubmit(
      (entered) => (draft.entry() === submitted ? record(entered) : undefined),
      (found) => focusFirst((field) => field in found),
    )(event);
  };
  const submit = (another: boolean) => async (event?: BaseSyntheticEvent) => {
    if (phase.current === 'open') addsAnother.current = another;
    await save(event);
  };

  return {
    entity,
    formId,
    /** React Hook Form's part: registers the inputs, sets their values. */
    inputs: form,
    values,
    /**
     * Registers a text input that isn't given its value. It shows what is typed at once; the rest of the form follows when
     * the browser has time for it.
     */
    typed(name: Path<Values>) {
      const field = form.register(name);
      const onChange: typeof field.onChange = async (event) =>
        startTransition(() => void field.onChange(event));
      return { ...field, onChange };
    },
    /** Sets values that no input is registered for. */
    change(changes: Partial<Values>) {
      for (const [name, value] of Object.entries(changes)) {
        form.setValue(name as Path<Values>, value, { shouldDirty: true });
      }
      if (form.formState.isSubmitted) void form.trigger();
    },
    /** Validation errors, by the form's fields. */
    problems: problemsIn(form.formState.errors),
    isChanged,
    /** The record as the form opened it, even if that was before a reload; null for a new one. */
    opened: draft.opened,
    /** What the footer shows. */
    progress: {
      loading: form.formState.isSubmitting,
      notSaved,
      hint,
      complete: isSaved || (wasAdded && !isChanged),
    },
    /** Its sheet is no longer shown. */
    isClosed,
    /** Whether "Save & Add" has something to add. */
    addsAnother: options.another !== undefined || options.onAddAnother !== undefined,
    save: submit(false),
    saveAndAdd: submit(true),
    /** Saves after the confirmation was answered. */
    saveAnswered: () => save(),
    /**
     * Deletes the record, or archives it instead; asks first if someone else changed it.
     * @param record as it is stored now, after people were asked
     * @throws Error if that failed: the dialog says why, and the form stays
     */
    remove: async (removal: Removal<Opened>, record: Opened | null = draft.opened) => {
      if (record === null) return;
      try {
        const outcome = await write(() => removal.run(record));
        if (outcome === null) end(doneWords(removal.done), latest.current.onClose);
        else if (outcome !== 'asked') throw new Error(Object.values(outcome).join(' '));
      } catch (problem) {
        if (!asksAbout(problem, removal)) throw problem;
      }
    },
    discard: async () => {
      phase.current = 'over';
      latest.current.onClose();
      await draft.drop();
    },
    draftNotice: draft.notice,
    /** A save or deletion that came too late; null if there is none. */
    stale: stale === null || draft.opened === null ? null : { ...stale, opened: draft.opened },
    /** Continues in the form; everything typed is still there. */
    leaveStale: () => setStale(null),
    /** Saves values that include what is stored now. */
    saveMerged: (current: Opened, merged: Values) => {
      setStale(null);
      draft.rebase(current);
      form.reset(merged, { keepDefaultValues: true });
      return save();
    },
  };
}

function messageOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
