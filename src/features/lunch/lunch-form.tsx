import { Trash2 } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { toast } from 'sonner';
import type { Problem } from '#contract/errors.ts';
import type { LocalLunchBreak } from '#db/lunch-breaks.ts';
import { notSavedWords } from '#db/storage-trouble.ts';
import {
  EXCEPTION_LABELS,
  EXCEPTION_REASONS,
  WAIVER_LABELS,
  WAIVER_TYPES,
} from '#domain/lunch/lunch-break.ts';
import { MEAL_DISCLAIMER } from '#domain/lunch/meal-words.ts';
import { displayTime, pacificDisplay } from '#domain/time/pacific.ts';
import { otherZoneOn } from '#sync/device-zone.ts';
import { useFormDraft } from '#sync/form-draft.ts';
import { useSignedIn } from '#sync/signed-in.ts';
import { useFormDay, useToday } from '#sync/today.ts';
import { Button } from '#ui/button.tsx';
import { DeleteConfirmation } from '#ui/delete-confirmation.tsx';
import { DraftNotice } from '#ui/draft-notice.tsx';
import { useEntryForm } from '#ui/entry-form.ts';
import { Field } from '#ui/field.tsx';
import { FormFooter } from '#ui/form-footer.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { LunchWarnings } from './lunch-form-warnings.tsx';
import { endWords, fieldsOfValues, type LunchValues, problemsByValue } from './lunch-values.ts';
import { useMealPreview } from './meal-preview.ts';
import { changeLunch, createLunch, deleteLunch, problemsOfLunch } from './record-lunch.ts';

interface LunchFormProps {
  /** Whose lunch break a new one is. */
  provider: string;
  initial: LunchValues;
  /** The lunch break that is edited; nothing for a new one. */
  lunch: LocalLunchBreak | null;
  /** What the office said when it refused the lunch break. */
  refusal: Problem | null;
  /** Opens another lunch break instead. */
  onOpen: (id: string) => void;
  /** Saved, deleted or given up. */
  onClose: () => void;
  /** An edit is saved, and a new lunch break is wanted, which begins with these. */
  onAddAnother?: (next: LunchValues) => void;
}

const FIELD_ORDER: readonly (keyof LunchValues)[] = ['day', 'start_time', 'minutes', 'waiver_type', 'notes'];

/** Records, moves or deletes a lunch break; its calendar event follows by itself. */
export function LunchForm({
  provider,
  initial,
  lunch,
  refusal,
  onOpen,
  onClose,
  onAddAnother,
}: LunchFormProps) {
  const { workspace } = useSignedIn();
  const draft = useFormDraft(
    lunch === null ? 'lunch|new' : `lunch|${lunch.id}`,
    lunch === null ? initial.day : null,
  );
  const next = useRef<LunchValues | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const today = useToday();
  const { midnightWords } = useFormDay();
  const { formId, form, values, progress, submit, giveUp, draftNotice } = useEntryForm({
    initial,
    opened: lunch,
    draft,
    fieldOrder: FIELD_ORDER,
    problemsOf: useCallback(
      (entered: LunchValues) => problemsOfValues(entered, lunch, today),
      [lunch, today],
    ),
    wordsOf: notSavedWords,
    onSaved: useCallback(
      () => (next.current === null || onAddAnother === undefined ? onClose() : onAddAnother(next.current)),
      [onAddAnother, onClose],
    ),
    onGiveUp: onClose,
  });
  const { errors } = form.formState;
  const fields = fieldsOfValues(values, lunch);
  const findings = useMealPreview(provider, values.day, fields, lunch);
  const isRunning = lunch !== null && lunch.source === 'punch' && lunch.lunch_end_time === null;

  const save = (addsAnother: boolean) =>
    submit(async (entered, { id, opened }) => {
      const fields = fieldsOfValues(entered, opened);
      const recorded =
        opened === null
          ? await createLunch(workspace, provider, id, fields)
          : await changeLunch(workspace, opened, fields);
      if (recorded.kind === 'refused') {
        return { kind: 'refused', problems: problemsByValue(recorded.problems, entered) };
      }
      const another = { ...initial, day: entered.day };
      next.current = addsAnother ? another : null;
      return addsAnother && opened === null
        ? { kind: 'another', next: another, focus: 'start_time' }
        : { kind: 'done', words: 'Lunch break saved on this device' };
    });

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
          <DraftNotice {...draftNotice} />
          {lunch?.acknowledged_at != null && (
            <p className="rounded-lg bg-secondary px-3 py-2 text-sm">
              Acknowledged by the office on {pacificDisplay(lunch.acknowledged_at)}.
              {lunch.acknowledgment_note !== '' && ` ${lunch.acknowledgment_note}`}
            </p>
          )}
          <div className="grid grid-cols-2 gap-4 max-[22rem]:grid-cols-1">
            <Field label="Date" required error={errors.day?.message} description={midnightWords(values.day)}>
              <Input type="date" {...form.register('day')} />
            </Field>
            <Field
              label="Start time"
              required
              error={errors.start_time?.message}
              {...(otherZoneOn(values.day) === null ? {} : { description: 'Pacific time' })}
            >
              <Input type="time" {...form.register('start_time')} />
            </Field>
          </div>
          <Field
            label="Duration (minutes)"
            required
            error={errors.minutes?.message}
            description={
              isRunning ? 'It is still running: “End lunch” enters its end.' : endWords(values, lunch)
            }
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
          <div aria-live="polite">
            {findings.length > 0 && (
              <p className="rounded-lg bg-secondary px-3 py-2 text-sm">
                {findings.join(' ')} <span className="text-muted-foreground text-xs">{MEAL_DISCLAIMER}</span>
              </p>
            )}
          </div>
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
          <div className="sticky bottom-0 -mx-4 mt-auto grid gap-2 bg-popover px-4 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-5 sm:px-5">
            <LunchWarnings
              provider={provider}
              day={values.day}
              fields={fields}
              lunch={lunch}
              onOpen={onOpen}
            />
            <FormFooter
              className="pt-3"
              {...progress}
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
          </div>
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

/** The contract and the rules, asked as one: the same that save asks again. */
function problemsOfValues(values: LunchValues, lunch: LocalLunchBreak | null, today: string) {
  return problemsByValue(problemsOfLunch(fieldsOfValues(values, lunch), today), values);
}
