import type { LocalLunchBreak } from '#db/lunch-breaks.ts';
import { EXCEPTION_LABELS, EXCEPTION_REASONS, WAIVER_TYPES } from '#domain/lunch/lunch-break.ts';
import { policyOn } from '#domain/lunch/meal-policy.ts';
import { MEAL_DISCLAIMER, waiverChoice } from '#domain/lunch/meal-words.ts';
import { displayTime, pacificDisplay } from '#domain/time/pacific.ts';
import { otherZoneOn } from '#screens/device/device-zone.ts';
import { useOrganization } from '#screens/device/known-organization.tsx';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useFormDay, useToday } from '#screens/device/today.ts';
import { EntityField } from '#screens/form/entity-field.tsx';
import { useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { TimeInput } from '#screens/form/time-input.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { WholeTimes } from '#ui/time-display.tsx';
import { LunchWarnings } from './lunch-form-warnings.tsx';
import { endWords, fieldsOfValues, type LunchValues, problemsByValue } from './lunch-values.ts';
import { useMealPreview } from './meal-preview.ts';
import { changeLunch, createLunch, deleteLunch, problemsOfLunch } from './record-lunch.ts';

interface LunchFormProps {
  /** The provider of a new lunch break. */
  provider: string;
  initial: LunchValues;
  /** The lunch break being edited; absent for a new one. */
  lunch: LocalLunchBreak | null;
  /** Opens another lunch break instead. */
  onOpen: (id: string) => void;
  /** Saved, deleted, or discarded. */
  onClose: () => void;
  /** An edit was saved, and a new lunch break starts with these values. */
  onAddAnother?: (next: LunchValues) => void;
}

/** Creates, moves, or deletes a lunch break together with its calendar event. */
export function LunchForm({ provider, initial, lunch, onOpen, ...leads }: LunchFormProps) {
  const { workspace } = useSignedIn();
  const today = useToday();
  const { midnightWords } = useFormDay();
  const form = useEntityForm({
    entity: 'lunch',
    initial,
    opened: lunch,
    draft: { form: 'lunch', day: initial.day },
    problemsOf: (entered) => problemsByValue(problemsOfLunch(fieldsOfValues(entered, lunch), today), entered),
    save: async (entered, { id, opened }) => {
      const fields = fieldsOfValues(entered, opened);
      const recorded =
        opened === null
          ? await createLunch(workspace, provider, id, fields)
          : await changeLunch(workspace, opened, fields);
      return recorded.kind === 'refused' ? problemsByValue(recorded.problems, entered) : null;
    },
    another: { begins: ({ day }) => ({ ...initial, day }), focus: 'start_time' },
    ...leads,
  });
  const { inputs, values } = form;
  const fields = fieldsOfValues(values, lunch);
  const findings = useMealPreview(provider, values.day, fields, lunch);
  const { meal_policies } = useOrganization();
  const policy = policyOn(meal_policies, values.day || today);
  const isRunning = lunch !== null && lunch.source === 'punch' && lunch.lunch_end_time === null;
  const remove = async (opened: LocalLunchBreak) => {
    await deleteLunch(workspace, opened);
    return null;
  };
  return (
    <EntitySheet
      form={form}
      deletion={
        lunch === null
          ? undefined
          : {
              name: `the lunch break at ${displayTime(initial.start_time)}`,
              run: () => remove(lunch),
            }
      }
      warnings={
        <LunchWarnings provider={provider} day={values.day} fields={fields} lunch={lunch} onOpen={onOpen} />
      }
    >
      {lunch?.acknowledged_at != null && (
        <p className="rounded-lg bg-secondary px-3 py-2 text-sm">
          Acknowledged by your office on {pacificDisplay(lunch.acknowledged_at)}.
          {lunch.acknowledgment_note !== '' && ` ${lunch.acknowledgment_note}`}
        </p>
      )}
      <div className="grid grid-cols-2 gap-4 max-[22rem]:grid-cols-1">
        <Field label="Date" required error={form.problems.day} description={midnightWords(values.day)}>
          <Input type="date" {...inputs.register('day')} />
        </Field>
        <EntityField
          form={form}
          name="lunch_start_time"
          value="start_time"
          required
          {...(otherZoneOn(values.day) === null ? {} : { description: 'Pacific time' })}
        >
          <TimeInput {...inputs.register('start_time')} />
        </EntityField>
      </div>
      <EntityField
        form={form}
        name="lunch_duration"
        value="minutes"
        detail="minutes"
        required
        description={isRunning ? 'Still running. Press “End lunch” to end it.' : endWords(values, lunch)}
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
            inputs.setValue('minutes', target.value === '' ? null : target.valueAsNumber, {
              shouldDirty: true,
              shouldValidate: inputs.formState.isSubmitted,
            })
          }
        />
      </EntityField>
      <div>
        <EntityField
          form={form}
          name="waiver_type"
          description={
            values.waiver_type === '' ? undefined : "Waived lunches don't appear on your calendar."
          }
        >
          <Select {...inputs.register('waiver_type')} value={values.waiver_type}>
            {WAIVER_TYPES.map((type) => (
              <option key={type} value={type}>
                {waiverChoice(type, policy)}
              </option>
            ))}
          </Select>
        </EntityField>
        <div aria-live="polite">
          {findings.length > 0 && (
            <p className="mt-4 rounded-lg bg-secondary px-3 py-2 text-sm">
              <WholeTimes>{findings.join(' ')}</WholeTimes>{' '}
              <span className="text-muted-foreground text-xs">{MEAL_DISCLAIMER}</span>
            </p>
          )}
        </div>
      </div>
      <EntityField form={form} name="exception_reason" description="Only if it was short, late, or missed.">
        <Select {...inputs.register('exception_reason')} value={values.exception_reason}>
          {EXCEPTION_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {EXCEPTION_LABELS[reason]}
            </option>
          ))}
        </Select>
      </EntityField>
      <EntityField form={form} name="notes">
        <Textarea rows={2} {...form.typed('notes')} />
      </EntityField>
    </EntitySheet>
  );
}
