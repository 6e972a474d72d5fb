import { useId, useRef, useState } from 'react';
import { toast } from 'sonner';
import { notSavedWords } from '#db/storage-trouble.ts';
import type { LocalTimecard } from '#db/timecards.ts';
import { displayDay, pacificDisplay } from '#domain/time/pacific.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { EntityField } from '#screens/form/entity-field.tsx';
import { TimeInput } from '#screens/form/time-input.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { FormFooter } from '#ui/form-footer.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { useOneAtATime } from '#ui/save-once.ts';
import { Textarea } from '#ui/textarea.tsx';
import { useUnsavedChanges } from '#ui/unsaved-changes.ts';
import {
  type CorrectionValues,
  fieldsOfCorrection,
  skippedTimes,
  valuesOfCard,
} from './correction-values.ts';
import { correctTimecard, type LunchPunches, problemsOfCorrection } from './record-timecard.ts';

interface CorrectionFormProps {
  card: LocalTimecard;
  lunches: LunchPunches;
  onClose: () => void;
}

/** Corrects a day's times. The timecard keeps the former values with the reason. */
export function CorrectionForm({ card, lunches, onClose }: CorrectionFormProps) {
  const { workspace } = useSignedIn();
  // Data that arrives changes no field.
  const [opened] = useState(card);
  const [initial] = useState(() => valuesOfCard(card));
  const [values, setValues] = useState<CorrectionValues>(initial);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [notSaved, setNotSaved] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const formId = useId();
  const once = useOneAtATime();
  const isOver = useRef(false);
  useUnsavedChanges(JSON.stringify(values) !== JSON.stringify(initial) && !isSaving);

  const moveBreak = (at: number, change: Partial<CorrectionValues['breaks'][number]>) =>
    setValues({
      ...values,
      breaks: values.breaks.map((taken, n) => (n === at ? { ...taken, ...change } : taken)),
    });
  const save = async () => {
    if (isOver.current) return;
    const fields = fieldsOfCorrection(values, opened);
    const found = {
      ...problemsOfCorrection(workspace, opened, fields),
      ...skippedTimes(values, opened),
    };
    if (values.end === '' && opened.ended_at === null) found.ended_at ??= 'Enter a clock-out time.';
    setProblems(found as Record<string, string>);
    if (Object.keys(found).length > 0) return;
    setSaving(true);
    try {
      await correctTimecard(workspace, lunches, opened, fields);
      isOver.current = true;
      toast.success('Correction saved on this device', { duration: 2_500 });
      onClose();
    } catch (problem) {
      setSaving(false);
      setNotSaved(notSavedWords(problem));
    }
  };
  const form = { entity: 'timecard' as const, problems };
  const kinds = { lunch: 'Lunch', pause: 'Break' };
  return (
    <FormSheet title={`Fix times for ${displayDay(opened.work_date)}`} onGiveUp={onClose}>
      {(cancel) => (
        <form
          id={formId}
          noValidate
          aria-label={`Fix times for ${displayDay(opened.work_date)}`}
          className="flex min-h-full flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void once(save);
          }}
        >
          <div className="grid grid-cols-2 gap-4">
            <EntityField form={form} name="started_at" required>
              <TimeInput
                value={values.start}
                onChange={({ target }) => setValues({ ...values, start: target.value })}
              />
            </EntityField>
            <EntityField form={form} name="ended_at" required>
              <TimeInput
                value={values.end}
                onChange={({ target }) => setValues({ ...values, end: target.value })}
              />
            </EntityField>
          </div>
          {values.breaks.map((taken, n) => {
            const kind = kinds[opened.breaks[n]?.kind ?? 'pause'];
            return (
              <div key={opened.breaks[n]?.started_at ?? n} className="grid grid-cols-2 gap-4">
                <Field label={`${kind}: start`} error={problems.breaks}>
                  <TimeInput
                    value={taken.start}
                    onChange={({ target }) => moveBreak(n, { start: target.value })}
                  />
                </Field>
                <Field label={`${kind}: end`}>
                  <TimeInput
                    value={taken.end}
                    onChange={({ target }) => moveBreak(n, { end: target.value })}
                  />
                </Field>
              </div>
            );
          })}
          <Field
            label="Reason"
            required
            error={problems.reason}
            description="Kept with the old and new times."
          >
            <Textarea
              rows={2}
              value={values.reason}
              onChange={({ target }) => setValues({ ...values, reason: target.value })}
            />
          </Field>
          {opened.corrections.length > 0 && <Corrections card={opened} />}
          <FormFooter
            className="sticky bottom-0 -mx-4 mt-auto bg-popover px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-5 sm:px-5"
            loading={isSaving}
            notSaved={notSaved}
          >
            <Button variant="outline" onClick={cancel}>
              Cancel
            </Button>
          </FormFooter>
        </form>
      )}
    </FormSheet>
  );
}

const DAY_FIELDS: readonly string[] = ['started_at', 'ended_at'];

function Corrections({ card }: { card: LocalTimecard }) {
  const said = (at: string | null) => (at === null ? 'none' : pacificDisplay(at));
  return (
    <section aria-label="Earlier corrections" className="grid gap-1.5">
      <h3 className="font-medium text-sm">Earlier corrections</h3>
      <ul className="grid gap-1 text-muted-foreground text-xs leading-4">
        {card.corrections.map((one) => (
          <li key={`${one.corrected_at} ${one.field}`}>
            {DAY_FIELDS.includes(one.field) ? fieldLabel('timecard', one.field) : 'Break'}: {said(one.before)}{' '}
            → {said(one.after)}. {one.reason}
          </li>
        ))}
      </ul>
    </section>
  );
}
