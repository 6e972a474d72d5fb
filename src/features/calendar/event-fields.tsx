import type { UseFormReturn } from 'react-hook-form';
import { repeatedTimeWords } from '#domain/time/clock-change.ts';
import { timeElsewhere } from '#domain/time/zones.ts';
import { EVENT_COLORS } from '#entities/calendar-event.ts';
import { otherZoneOn, zoneName } from '#sync/device-zone.ts';
import type { NamedRecords } from '#sync/named-records.ts';
import { useFormDay } from '#sync/today.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Combobox, MultiCombobox } from '#ui/combobox.tsx';
import { EDGES } from '#ui/edge-colours.ts';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Label } from '#ui/label.tsx';
import { Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { eventName, providerOptions, studentOptions } from './event-choices.ts';
import { type EventValues, withTimesInStep } from './event-values.ts';
import { RecurrenceFields } from './recurrence-fields.tsx';
import { askToRemind } from './reminders.tsx';

interface EventFieldsProps {
  form: UseFormReturn<EventValues>;
  values: EventValues;
  /** Whose calendar may be chosen; empty where there is no choice. */
  owners: readonly { value: string; label: string }[];
  choices: NamedRecords;
}

/** The fields of an event: what, with whom, when, how often, and what else belongs to it. */
export function EventFields({ form, values, owners, choices }: EventFieldsProps) {
  const { errors } = form.formState;
  const { midnightWords } = useFormDay();
  const set = (change: Partial<EventValues>) => {
    for (const [name, value] of Object.entries(change)) {
      // The types of a path and its value do not follow a generic name.
      form.setValue(name as 'event_title', value as string, { shouldDirty: true });
    }
    if (form.formState.isSubmitted) void form.trigger();
  };
  const setTimes = (change: Partial<EventValues>) => set(withTimesInStep(values, change));
  const chooseStudent = (id: string) => {
    const student = choices.students.get(id);
    const [only, ...others] = student?.services ?? [];
    set({
      student: id,
      ...(values.location === '' && student?.location ? { location: student.location } : {}),
      ...(values.service === '' && only !== undefined && others.length === 0 ? { service: only } : {}),
    });
  };
  return (
    <>
      {owners.length > 0 && (
        <Field label="Provider" required error={errors.provider?.message}>
          <Combobox
            name="provider"
            options={owners}
            searchLabel="Find a provider"
            value={values.provider === '' ? null : values.provider}
            onValueChange={(provider) => set({ provider })}
          />
        </Field>
      )}
      <Field label="Title" required={values.student === ''} error={errors.event_title?.message}>
        <Input {...form.register('event_title')} maxLength={200} placeholder={eventName(values, choices)} />
      </Field>
      <Field label="Student" error={errors.student?.message}>
        <Combobox
          name="student"
          options={[{ value: '', label: 'No student' }, ...studentOptions(values.student, choices)]}
          searchLabel="Find a student"
          value={values.student}
          onValueChange={chooseStudent}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Service" error={errors.service?.message}>
          <Select
            name="service"
            value={values.service}
            onChange={({ target }) => set({ service: target.value })}
          >
            <option value="">No service</option>
            {choices.services.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Location" error={errors.location?.message}>
          <Select {...form.register('location')} value={values.location}>
            <option value="">No location</option>
            {choices.locations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <div className="grid grid-cols-2 gap-4">
        <Field
          label="Start date"
          required
          error={errors.event_start_date?.message}
          description={midnightWords(values.event_start_date)}
        >
          <Input
            name="event_start_date"
            type="date"
            value={values.event_start_date}
            onChange={({ target }) => setTimes({ event_start_date: target.value })}
          />
        </Field>
        <Field
          label="Start time"
          required
          error={errors.event_start_time?.message}
          description={
            elsewhere(values.event_start_date, values.event_start_time) ??
            repeatedTimeWords(values.event_start_date, values.event_start_time) ??
            undefined
          }
        >
          <Input
            name="event_start_time"
            type="time"
            value={values.event_start_time}
            onChange={({ target }) => setTimes({ event_start_time: target.value })}
          />
        </Field>
        <Field label="End date" required error={errors.event_end_date?.message}>
          <Input
            name="event_end_date"
            type="date"
            value={values.event_end_date}
            onChange={({ target }) => setTimes({ event_end_date: target.value })}
          />
        </Field>
        <Field
          label="End time"
          required
          error={errors.event_end_time?.message}
          description={elsewhere(values.event_end_date, values.event_end_time)}
        >
          <Input
            name="event_end_time"
            type="time"
            value={values.event_end_time}
            onChange={({ target }) => setTimes({ event_end_time: target.value })}
          />
        </Field>
      </div>
      <Field label="Duration (minutes)" required error={errors.duration?.message}>
        <Input
          name="duration"
          type="number"
          inputMode="numeric"
          min={5}
          step={5}
          className="w-32 tabular-nums"
          value={values.duration ?? ''}
          onChange={({ target }) => setTimes({ duration: target.value === '' ? null : target.valueAsNumber })}
        />
      </Field>
      <RecurrenceFields values={values} errors={errors} set={set} />
      <Field label="Color" error={errors.event_color?.message}>
        <Select
          name="event_color"
          value={values.event_color}
          className={`isolate before:-translate-y-1/2 before:pointer-events-none before:absolute before:top-1/2 before:left-3 before:z-[1] before:size-3 before:rounded-full before:bg-(--edge) [&_select]:pl-8! ${EDGES[values.event_color]}`}
          onChange={({ target }) =>
            set({ event_color: EVENT_COLORS.find((color) => color === target.value) ?? 'blue' })
          }
        >
          {EVENT_COLORS.map((color) => (
            <option key={color} value={color}>
              {color.slice(0, 1).toUpperCase() + color.slice(1)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Meeting notes" error={errors.meeting_notes?.message}>
        <Textarea {...form.register('meeting_notes')} />
      </Field>
      <div className="flex items-center gap-2.5">
        <Checkbox
          id="event-remind-me"
          checked={values.remind_me}
          onCheckedChange={(checked) => {
            if (checked === true) askToRemind();
            set({ remind_me: checked === true });
          }}
        />
        <Label htmlFor="event-remind-me">Remind me 10 minutes before</Label>
      </div>
      <Field label="Other services" error={errors.service_list?.message}>
        <MultiCombobox
          name="service_list"
          options={choices.services.map(({ id, name }) => ({ value: id, label: name }))}
          searchLabel="Find a service"
          placeholder="None"
          value={values.service_list}
          onValueChange={(service_list) => set({ service_list })}
        />
      </Field>
      <Field label="Invited staff" error={errors.invites?.message}>
        <MultiCombobox
          name="invites"
          options={providerOptions(choices.providers.values()).filter(
            ({ value }) => value !== values.provider,
          )}
          searchLabel="Find a colleague"
          emptyText="Nobody on this device has this name."
          placeholder="Nobody"
          value={values.invites}
          onValueChange={(invites) => set({ invites })}
        />
      </Field>
    </>
  );
}

/** What this device's own clock shows then, where it is another time. */
function elsewhere(day: string, time: string): string | undefined {
  if (day === '' || time === '') return undefined;
  const zone = otherZoneOn(day);
  return zone === null ? undefined : `Pacific; ${timeElsewhere(day, time, zone)} in ${zoneName(zone)}`;
}
