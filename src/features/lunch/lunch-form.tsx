import { Trash2 } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { toast } from 'sonner';
import type { Problem } from '#contract/errors.ts';
import type { LocalLunchBreak } from '#db/lunch-breaks.ts';
import { EXCEPTION_REASONS, WAIVER_LABELS, WAIVER_TYPES } from '#domain/lunch/lunch-break.ts';
import { displayTime, pacificDay, timePlusMinutes } from '#domain/time/pacific.ts';
import { useKeptDraft } from '#sync/kept-draft.ts';
import { useSignedIn } from '#sync/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { DeleteConfirmation } from '#ui/delete-confirmation.tsx';
import { Field } from '#ui/field.tsx';
import { FormFooter } from '#ui/form-footer.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { useUnsavedChanges } from '#ui/unsaved-changes.ts';
import { fieldsOfValues, type LunchValues, problemsByValue } from './lunch-values.ts';
import { changeLunch, createLunch, deleteLunch, problemsOfLunch } from './record-lunch.ts';

const EXCEPTION_LABELS: Record<(typeof EXCEPTION_REASONS)[number], string> = {
  '': 'None',
  'chose-not': 'Chose not to take it',
  'chose-short': 'Chose a short one',
  'chose-late': 'Chose to take it late',
  'not-provided': 'Was not given time for it',
  interrupted: 'Was interrupted',
  'forgot-to-record': 'Forgot to record it',
};

interface LunchFormProps {
  /** Whose lunch break a new one is. */
  provider: string;
  initial: LunchValues;
  /** The lunch break that is edited; nothing for a new one. */
  lunch: LocalLunchBreak | null;
  /** What the office said when it refused the lunch break. */
  refusal: Problem | null;
  /** Saved, deleted or given up. */
  onClose: () => void;
}

const FIELD_ORDER: readonly (keyof LunchValues)[] = ['day', 'start_time', 'minutes', 'waiver_type', 'notes'];

/** Records, moves or deletes a lunch break; its calendar event follows by itself. */
export function LunchForm({ provider, initial, lunch, refusal, onClose }: LunchFormProps) {
  const { workspace } = useSignedIn();
  const draft = useKeptDraft(lunch === null ? 'lunch|new' : `lunch|${lunch.id}`);
  const [isSaved, setSaved] = useState(false);
  const [wasAdded, setAdded] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const formId = useId();
  const today = pacificDay(workspace.clock.now());
  const form = useForm<LunchValues>({
    defaultValues: initial,
    resolver: useMemo(() => resolverFor(lunch, today), [lunch, today]),
    shouldFocusError: false,
  });
  const values = form.watch();
  const { errors, isDirty } = form.formState;
  useUnsavedChanges(isDirty && !isSaved);

  const isRestored = useRef(false);
  useEffect(() => {
    if (isRestored.current || draft.found === undefined) return;
    isRestored.current = true;
    if (draft.found !== null) form.reset({ ...initial, ...draft.found }, { keepDefaultValues: true });
  }, [draft.found, form, initial]);
  useEffect(() => {
    if (isDirty && !isSaved) draft.keep(values);
  }, [draft, isDirty, isSaved, values]);
  useEffect(() => {
    if (isSaved) onClose();
  }, [isSaved, onClose]);

  const focusField = (name: keyof LunchValues) =>
    document.getElementById(formId)?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();

  const save = (addsAnother: boolean) =>
    form.handleSubmit(
      async (entered) => {
        setFailure(null);
        try {
          const fields = fieldsOfValues(entered, lunch);
          const recorded =
            lunch === null
              ? await createLunch(workspace, provider, fields)
              : await changeLunch(workspace, lunch, fields);
          if (recorded.kind === 'refused') {
            for (const [name, message] of Object.entries(problemsByValue(recorded.problems, entered))) {
              form.setError(name as keyof LunchValues, { message });
            }
            return;
          }
          await draft.drop();
          if (addsAnother) {
            form.reset({ ...initial, day: entered.day });
            setAdded(true);
            focusField('start_time');
          } else {
            toast.success('Lunch break saved on this device', { duration: 2_500 });
            setSaved(true);
          }
        } catch (problem) {
          setFailure(problem instanceof Error ? problem.message : String(problem));
        }
      },
      (found) => {
        const first = FIELD_ORDER.find((name) => found[name] !== undefined);
        if (first !== undefined) focusField(first);
      },
    );

  const giveUp = async () => {
    onClose();
    await draft.drop();
  };

  return (
    <FormSheet title={lunch === null ? 'New lunch break' : 'Edit lunch break'} onGiveUp={() => void giveUp()}>
      {(cancel) => (
        <form
          id={formId}
          noValidate
          aria-label={lunch === null ? 'New lunch break' : 'Edit lunch break'}
          className="flex min-h-full flex-col gap-4"
          onSubmit={(event) => void save(false)(event)}
        >
          {refusal !== null && (
            <div role="alert" className="rounded-lg bg-destructive-soft px-3 py-2 text-destructive text-sm">
              <strong className="block font-semibold">The office did not take it.</strong>
              {[refusal.message, ...Object.values(refusal.fields ?? {})].join(' ')}
            </div>
          )}
          <div className="grid grid-cols-2 gap-4">
            <Field label="Date" required error={errors.day?.message}>
              <Input type="date" {...form.register('day')} />
            </Field>
            <Field label="Start time" required error={errors.start_time?.message}>
              <Input type="time" {...form.register('start_time')} />
            </Field>
          </div>
          <Field
            label="Duration (minutes)"
            required
            error={errors.minutes?.message}
            description={endWords(values)}
          >
            <Input
              name="minutes"
              type="number"
              inputMode="numeric"
              min={1}
              step={5}
              className="tabular-nums"
              value={values.minutes ?? ''}
              onChange={({ target }) =>
                form.setValue('minutes', target.value === '' ? null : target.valueAsNumber, {
                  shouldDirty: true,
                  shouldValidate: form.formState.isSubmitted,
                })
              }
            />
          </Field>
          <Field
            label="Waiver"
            error={errors.waiver_type?.message}
            description={
              values.waiver_type === '' ? undefined : 'A waived lunch makes no event on the calendar.'
            }
          >
            <Select {...form.register('waiver_type')} value={values.waiver_type}>
              {WAIVER_TYPES.map((type) => (
                <option key={type} value={type}>
                  {WAIVER_LABELS[type]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Exception" description="If it was short, late or missed.">
            <Select {...form.register('exception_reason')} value={values.exception_reason}>
              {EXCEPTION_REASONS.map((reason) => (
                <option key={reason} value={reason}>
                  {EXCEPTION_LABELS[reason]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Notes" error={errors.notes?.message}>
            <Textarea rows={2} {...form.register('notes')} />
          </Field>
          {failure !== null && (
            <p role="alert" className="rounded-lg bg-destructive-soft px-3 py-2 text-destructive text-sm">
              <strong className="font-semibold">Not saved.</strong> This device could not store it. Your
              entries are still here; try again. ({failure})
            </p>
          )}
          <FormFooter
            className="sticky bottom-0 -mx-4 mt-auto bg-popover px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-5 sm:px-5"
            loading={form.formState.isSubmitting}
            complete={isSaved || (wasAdded && !isDirty)}
            onCancel={cancel}
            onSaveAndAdd={() => void save(true)()}
          >
            {lunch !== null && (
              <Button variant="ghost" className="text-destructive" onClick={() => setDeleting(true)}>
                <Trash2 aria-hidden="true" />
                Delete
              </Button>
            )}
          </FormFooter>
          {lunch !== null && (
            <DeleteConfirmation
              name={`the lunch break at ${displayTime(initial.start_time)}`}
              open={isDeleting}
              onOpenChange={setDeleting}
              onConfirm={async () => {
                await deleteLunch(workspace, lunch);
                await draft.drop();
                toast.success('Lunch break deleted on this device', { duration: 2_500 });
                onClose();
              }}
            />
          )}
        </form>
      )}
    </FormSheet>
  );
}

function endWords({ start_time, minutes }: LunchValues): string | undefined {
  if (start_time === '' || minutes === null || !Number.isInteger(minutes)) return undefined;
  return `Until ${displayTime(timePlusMinutes(start_time, minutes))}`;
}

/** The contract and the rules, asked as one: the same that save asks again. */
function resolverFor(lunch: LocalLunchBreak | null, today: string): Resolver<LunchValues> {
  return (values) => {
    const problems = problemsByValue(problemsOfLunch(fieldsOfValues(values, lunch), today), values);
    const errors = Object.fromEntries(
      Object.entries(problems).map(([name, message]) => [name, { type: 'rule', message }]),
    );
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
}
