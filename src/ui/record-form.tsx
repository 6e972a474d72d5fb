import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { toast } from 'sonner';
import { FormFooter } from './form-footer.tsx';
import { FormSheet } from './form-sheet.tsx';
import { useUnsavedChanges } from './unsaved-changes.ts';

export type Problems = Readonly<Record<string, string>>;

interface RecordFormProps<Values extends FieldValues> {
  title: string;
  /** Must stay the same object as long as the form is open. */
  initial: Values;
  /** What was typed before a reload, and where to keep it. */
  draft: { found: unknown; keep(values: unknown): void; drop(): Promise<void> };
  /** What is wrong, by field: the contract and the rules. */
  problemsOf: (values: Values) => Problems;
  /** Gives what is wrong by field where nothing was saved; throws where saving itself failed. */
  save: (values: Values) => Promise<Problems | null>;
  /** What a failed save says after "Not saved:". */
  wordsOf: (problem: unknown) => string;
  /** Said in a short message once it is saved. */
  savedWords: string;
  /** What the office said when it refused the record before. */
  refusal?: { message: string; fields?: Record<string, string> | undefined } | null;
  onClose: () => void;
  /** Saved, and another new one is wanted. */
  onAddAnother: () => void;
  children: (form: UseFormReturn<Values>, problems: Partial<Problems>) => ReactNode;
  /** Stands at the left of the footer. */
  footer?: ReactNode;
}

/** The form of one record in a sheet: its rules, its draft, its way to be saved or given up. */
export function RecordForm<Values extends FieldValues>({
  title,
  initial,
  draft,
  problemsOf,
  save,
  wordsOf,
  savedWords,
  refusal = null,
  onClose,
  onAddAnother,
  children,
  footer,
}: RecordFormProps<Values>) {
  const formId = useId();
  const [isSaved, setSaved] = useState<'close' | 'add' | null>(null);
  const [notSaved, setNotSaved] = useState<string | null>(null);
  const rules = useRef(problemsOf);
  rules.current = problemsOf;
  const form = useForm<Values>({
    defaultValues: initial as DefaultValues<Values>,
    resolver: useMemo(
      () => (values: Values) => {
        const errors = Object.fromEntries(
          Object.entries(rules.current(values)).map(([name, message]) => [name, { type: 'rule', message }]),
        );
        return (Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors }) as never;
      },
      [],
    ),
    shouldFocusError: false,
  });
  const values = form.watch();
  const { errors, isDirty, isSubmitting } = form.formState;
  useUnsavedChanges(isDirty && isSaved === null);

  const isRestored = useRef(false);
  useEffect(() => {
    if (isRestored.current || draft.found === undefined) return;
    isRestored.current = true;
    if (draft.found !== null)
      form.reset({ ...initial, ...(draft.found as Values) }, { keepDefaultValues: true });
  }, [draft.found, form, initial]);
  useEffect(() => {
    if (isDirty && isSaved === null) draft.keep(values);
  }, [draft, isDirty, isSaved, values]);
  useEffect(() => {
    if (isSaved === 'close') onClose();
    if (isSaved === 'add') onAddAnother();
  }, [isSaved, onClose, onAddAnother]);

  const focusFirst = (names: readonly string[]) => {
    const element = document.getElementById(formId);
    const fields = element === null ? [] : element.querySelectorAll<HTMLElement>('[name], [data-name]');
    [...fields]
      .find((field) => names.includes(field.getAttribute('name') ?? field.dataset.name ?? ''))
      ?.focus();
  };
  const submit = (after: 'close' | 'add') =>
    form.handleSubmit(
      async (entered) => {
        setNotSaved(null);
        try {
          const problems = await save(entered as unknown as Values);
          if (problems !== null) {
            for (const [name, message] of Object.entries(problems)) {
              form.setError(name as Path<Values>, { message });
            }
            focusFirst(Object.keys(problems));
            return;
          }
          await draft.drop();
          toast.success(savedWords, { duration: 2_500 });
          setSaved(after);
        } catch (problem) {
          setNotSaved(wordsOf(problem));
        }
      },
      (found) => focusFirst(Object.keys(found)),
    );
  const giveUp = async () => {
    onClose();
    await draft.drop();
  };
  const shown = Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [name, String(error?.message ?? '')]),
  );
  return (
    <FormSheet title={title} onGiveUp={() => void giveUp()}>
      {(cancel) => (
        <form
          id={formId}
          noValidate
          aria-label={title}
          className="flex min-h-full flex-col gap-4"
          onSubmit={(event) => void submit('close')(event)}
        >
          {refusal !== null && (
            <div role="alert" className="rounded-lg bg-destructive-soft px-3 py-2 text-destructive text-sm">
              <strong className="block font-semibold">The office did not take it.</strong>
              {[refusal.message, ...Object.values(refusal.fields ?? {})].join(' ')}
            </div>
          )}
          {children(form, shown)}
          <FormFooter
            className="sticky bottom-0 -mx-4 mt-auto bg-popover px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-5 sm:px-5"
            loading={isSubmitting}
            notSaved={notSaved}
            complete={isSaved !== null}
            onCancel={cancel}
            onSaveAndAdd={() => void submit('add')()}
          >
            {footer}
          </FormFooter>
        </form>
      )}
    </FormSheet>
  );
}
