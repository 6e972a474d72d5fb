import { useMemo } from 'react';
import type { Availability } from '#contract/availability.ts';
import { WEEKDAYS } from '#domain/time/week.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { EntityField } from '#screens/form/entity-field.tsx';
import { useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { TimeInput } from '#screens/form/time-input.tsx';
import { RepeatedFields } from '#ui/repeated-fields.tsx';
import {
  type AvailabilityValues,
  bodyOf,
  HOURS_IN_WORDS,
  problemsOf,
  valuesOf,
} from './availability-values.ts';

const TIME_OFF = [
  { name: 'start_date', label: 'First day', type: 'date' },
  { name: 'end_date', label: 'Last day', type: 'date' },
  { name: 'reason', label: 'Reason', type: 'text', most: 100, isWide: true },
] as const;
/** The week as people plan it: Sunday comes last. */
const ORDER = [1, 2, 3, 4, 5, 6, 0] as const;

interface AvailabilityFormProps {
  availability: Availability;
  onClose: () => void;
}

/** When a provider can be planned in a week, and the days on which they are off. */
export function AvailabilityForm({ availability, onClose }: AvailabilityFormProps) {
  const write = useServerWrite();
  const form = useEntityForm<'availability', AvailabilityValues, Availability>({
    entity: 'availability',
    place: 'on the server',
    initial: useMemo(() => valuesOf(availability), [availability]),
    opened: availability,
    draft: { form: 'availability', of: availability.id },
    problemsOf,
    merge: { valuesOf, words: { hours: HOURS_IN_WORDS } },
    save: (values, { opened }) =>
      write(
        'availability.save',
        { params: { id: availability.id }, body: bodyOf(values) },
        (opened ?? availability).version,
      ),
    onClose,
  });
  const { values, change } = form;
  const setHours = (weekday: number, part: Partial<AvailabilityValues['hours'][number]>) =>
    change({ hours: values.hours.map((one, at) => (at === weekday ? { ...one, ...part } : one)) });
  return (
    <EntitySheet form={form} title="Edit availability">
      <EntityField
        form={form}
        name="weekly"
        group
        description="Leave days off blank. If you don't enter any times, you count as available all the time."
      >
        <fieldset className="grid min-w-0 gap-2">
          {ORDER.map((weekday) => (
            <div
              key={weekday}
              className="grid grid-cols-[6rem_minmax(0,1fr)_minmax(0,1fr)] items-center gap-2 max-sm:grid-cols-2"
            >
              <span className="text-sm max-sm:col-span-2">{WEEKDAYS[weekday]}</span>
              <TimeInput
                name={`hours.${weekday}.from`}
                aria-label={`${WEEKDAYS[weekday]} from`}
                value={values.hours[weekday]?.from ?? ''}
                onChange={({ target }) => setHours(weekday, { from: target.value })}
              />
              <TimeInput
                name={`hours.${weekday}.to`}
                aria-label={`${WEEKDAYS[weekday]} until`}
                value={values.hours[weekday]?.to ?? ''}
                onChange={({ target }) => setHours(weekday, { to: target.value })}
              />
            </div>
          ))}
        </fieldset>
      </EntityField>
      <EntityField form={form} name="days_off" group>
        <RepeatedFields
          {...{ name: 'days_off', noun: 'time off', fields: TIME_OFF, most: 100 }}
          entries={values.days_off}
          onChange={(days_off) => change({ days_off })}
        />
      </EntityField>
    </EntitySheet>
  );
}
