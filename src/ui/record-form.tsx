import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { DraftNotice } from './draft-notice.tsx';
import { type Entry, useEntryForm } from './entry-form.ts';
import { FormFooter } from './form-footer.tsx';
import { FormSheet } from './form-sheet.tsx';

export type FieldWords = Readonly<Record<string, string>>;

type EntryOptions<Values extends FieldValues, Opened extends object> = Parameters<
  typeof useEntryForm<Values, Opened>
>[0];

interface RecordFormProps<Values extends FieldValues, Opened extends object> {
  title: string;
  /** Its fields in the order of the form. Must stay the same object as long as the form is open. */
  initial: Values;
  /** The record that is edited, as the form finds it; nothing for a new one. */
  opened: Opened | null;
  /** Where a reload finds again what was typed. */
  draft: EntryOptions<Values, Opened>['draft'];
  /** What is wrong, by field: the contract and the rules. */
  problemsOf: (values: Values) => FieldWords;
  /** Gives what is wrong by field where nothing was saved; throws where saving itself failed. */
  save: (values: Values, entry: Entry<Opened>) => Promise<FieldWords | null>;
  /** What a failed save says after "Not saved:". */
  wordsOf: (problem: unknown) => string;
  /** Said in a short message once it is saved. */
  savedWords: string;
  /** What the office said when it refused the record before. */
  refusal?: { message: string; fields?: Record<string, string> | undefined } | null;
  onClose: () => void;
  /** Saved, and another new one is wanted. */
  onAddAnother: () => void;
  children: (form: UseFormReturn<Values>, problems: Partial<FieldWords>) => ReactNode;
  /** Stands at the left of the footer. */
  footer?: ReactNode;
}

/** The form of one record in a sheet, which closes once it is saved or given up. */
export function RecordForm<Values extends FieldValues, Opened extends object>({
  title,
  initial,
  opened,
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
}: RecordFormProps<Values, Opened>) {
  const rules = useRef(problemsOf);
  rules.current = problemsOf;
  const addsAnother = useRef(false);
  const entry = useEntryForm<Values, Opened>({
    initial,
    opened,
    draft,
    fieldOrder: useMemo(() => Object.keys(initial) as Path<Values>[], [initial]),
    problemsOf: useCallback(
      (values: Values) => rules.current(values) as Partial<Record<keyof Values, string>>,
      [],
    ),
    wordsOf,
    onSaved: useCallback(() => (addsAnother.current ? onAddAnother() : onClose()), [onAddAnother, onClose]),
    onGiveUp: onClose,
  });
  const submit = (another: boolean) =>
    entry.submit(async (values, about) => {
      addsAnother.current = another;
      const problems = await save(values, about);
      return problems === null
        ? { kind: 'done', words: savedWords }
        : { kind: 'refused', problems: problems as Partial<Record<keyof Values, string>> };
    });
  const problems = Object.fromEntries(
    Object.entries(entry.form.formState.errors).map(([name, error]) => [name, String(error?.message ?? '')]),
  );
  return (
    <FormSheet title={title} onGiveUp={() => void entry.giveUp()}>
      {(cancel) => (
        <form
          id={entry.formId}
          noValidate
          aria-label={title}
          className="flex min-h-full flex-col gap-4"
          onSubmit={(event) => void submit(false)(event)}
        >
          {refusal !== null && (
            <div role="alert" className="rounded-lg bg-destructive-soft px-3 py-2 text-destructive text-sm">
              <strong className="block font-semibold">The office did not take it.</strong>
              {[refusal.message, ...Object.values(refusal.fields ?? {})].join(' ')}
            </div>
          )}
          <DraftNotice {...entry.draftNotice} />
          {children(entry.form, problems)}
          <FormFooter
            className="sticky bottom-0 -mx-4 mt-auto bg-popover px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-5 sm:px-5"
            {...entry.progress}
            onCancel={cancel}
            onSaveAndAdd={() => void submit(true)()}
          >
            {footer}
          </FormFooter>
        </form>
      )}
    </FormSheet>
  );
}
