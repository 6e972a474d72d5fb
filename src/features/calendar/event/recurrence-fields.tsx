import { LONGEST_SERIES, RECURRING_TYPES } from '#domain/calendar/series-days.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { EntityField } from '#screens/form/entity-field.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Select } from '#ui/select.tsx';
import type { EventEntityForm, EventValues } from './event-values.ts';

const TYPE_LABELS: Record<EventValues['recurring_type'], string> = {
  '': "Doesn't repeat",
  daily: 'Every day',
  weekly: 'Every week',
  biweekly: 'Every 2 weeks',
  monthly: 'Every month',
};

const DAYS = [
  { value: 0, short: 'Sun', long: 'Sunday' },
  { value: 1, short: 'Mon', long: 'Monday' },
  { value: 2, short: 'Tue', long: 'Tuesday' },
  { value: 3, short: 'Wed', long: 'Wednesday' },
  { value: 4, short: 'Thu', long: 'Thursday' },
  { value: 5, short: 'Fri', long: 'Friday' },
  { value: 6, short: 'Sat', long: 'Saturday' },
] as const;

/** "Every week on Monday, Wednesday, 5 times" */
export function repetitionWords(values: EventValues): string {
  const { recurring_type, recurring_days, ends, until, count } = values;
  const days = DAYS.filter(({ value }) => recurring_days.includes(value)).map(({ long }) => long);
  const rhythm = `${TYPE_LABELS[recurring_type]}${days.length === 0 ? '' : ` on ${days.join(', ')}`}`;
  if (recurring_type === '') return TYPE_LABELS[''];
  if (ends === 'date') return `${rhythm} until ${displayDay(until)}`;
  return ends === 'count' ? `${rhythm}, ${count} times` : rhythm;
}

interface RecurrenceFieldsProps {
  form: EventEntityForm;
  set: (change: Partial<EventValues>) => void;
}

/** Frequency, weekdays, and end. */
export function RecurrenceFields({ form, set }: RecurrenceFieldsProps) {
  const { values } = form;
  const { recurring_type, recurring_days, ends, event_start_date } = values;
  const hasDays = recurring_type === 'weekly' || recurring_type === 'biweekly';
  const usual = event_start_date === '' ? 1 : new Date(`${event_start_date}T00:00:00Z`).getUTCDay();
  const chosen = recurring_days.length === 0 ? [usual] : recurring_days;
  const toggle = (day: number) => {
    const next = chosen.includes(day) ? chosen.filter((one) => one !== day) : [...chosen, day];
    if (next.length > 0) set({ recurring_days: next });
  };
  return (
    <>
      <EntityField form={form} name="recurring_type">
        <Select
          name="recurring_type"
          value={recurring_type}
          onChange={({ target }) =>
            set({ recurring_type: RECURRING_TYPES.find((type) => type === target.value) ?? '' })
          }
        >
          {RECURRING_TYPES.map((type) => (
            <option key={type} value={type}>
              {TYPE_LABELS[type]}
            </option>
          ))}
        </Select>
      </EntityField>
      {hasDays && (
        <EntityField form={form} name="recurring_days" group>
          <fieldset className="flex flex-wrap gap-1.5">
            {DAYS.map(({ value, short, long }) => (
              <button
                key={value}
                type="button"
                aria-label={long}
                aria-pressed={chosen.includes(value)}
                onClick={() => toggle(value)}
                className="grid h-9 min-w-10 place-items-center rounded-md border border-input bg-card font-medium text-sm hover:bg-accent aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary touch:h-11 touch:min-w-11"
              >
                {short}
              </button>
            ))}
          </fieldset>
        </EntityField>
      )}
      {recurring_type !== '' && (
        <EntityField form={form} name="recurring_timeframe" group>
          <SegmentedControl
            value={ends}
            onValueChange={(value) => set({ ends: value })}
            segments={[
              { value: 'year', label: 'End of fiscal year' },
              { value: 'date', label: 'On date' },
              { value: 'count', label: 'After' },
            ]}
            className="flex [&>*]:px-1.5"
          />
        </EntityField>
      )}
      {recurring_type !== '' && ends === 'date' && (
        <Field label="Last day" required error={form.problems.until}>
          <Input
            name="until"
            type="date"
            value={values.until}
            onChange={({ target }) => set({ until: target.value })}
          />
        </Field>
      )}
      {recurring_type !== '' && ends === 'count' && (
        <Field label="Occurrences" required error={form.problems.count}>
          <Input
            name="count"
            type="number"
            inputMode="numeric"
            min={1}
            max={LONGEST_SERIES}
            className="w-32 tabular-nums"
            value={values.count ?? ''}
            onChange={({ target }) => set({ count: target.value === '' ? null : target.valueAsNumber })}
          />
        </Field>
      )}
    </>
  );
}
