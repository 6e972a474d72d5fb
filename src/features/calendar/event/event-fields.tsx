import { repeatedTimeWords } from '#domain/time/clock-change.ts';
import { timeElsewhere } from '#domain/time/zones.ts';
import { EVENT_COLORS } from '#entities/calendar-event.ts';
import { otherZoneOn, zoneName } from '#screens/device/device-zone.ts';
import type { Directory } from '#screens/device/lookups.ts';
import { useFormDay } from '#screens/device/today.ts';
import { EntityCheck, EntityField } from '#screens/form/entity-field.tsx';
import { offeredOf } from '#screens/form/own-options.ts';
import { TimeInput } from '#screens/form/time-input.tsx';
import { Combobox, MultiCombobox } from '#ui/combobox.tsx';
import { EDGES } from '#ui/edge-colors.ts';
import { Input } from '#ui/input.tsx';
import { NamedOptions, Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { eventName, providerOptions, studentOptions } from './event-lookups.ts';
import { askToRemind } from './event-reminders.tsx';
import { type EventEntityForm, type EventValues, withTimesInStep } from './event-values.ts';
import { RecurrenceFields } from './recurrence-fields.tsx';

interface EventFieldsProps {
  form: EventEntityForm;
  /** Whose calendar can be chosen; empty if there is no choice. */
  owners: readonly { value: string; label: string }[];
  lookups: Directory;
}

/** The fields of an event: title, people, time, recurrence, and the rest. */
export function EventFields({ form, owners, lookups }: EventFieldsProps) {
  const { inputs, values } = form;
  const { midnightWords } = useFormDay();
  const set = (change: Partial<EventValues>) => {
    for (const [name, value] of Object.entries(change)) {
      // A path's type and its value's type can't be inferred from a generic name.
      inputs.setValue(name as 'event_title', value as string, { shouldDirty: true });
    }
    if (inputs.formState.isSubmitted) void inputs.trigger();
  };
  const setTimes = (change: Partial<EventValues>) => set(withTimesInStep(values, change));
  const chooseStudent = (id: string) => {
    const student = lookups.students.get(id);
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
        <EntityField form={form} name="provider" required>
          <Combobox
            name="provider"
            options={owners}
            searchLabel="Find a provider"
            value={values.provider === '' ? null : values.provider}
            onValueChange={(provider) => set({ provider })}
          />
        </EntityField>
      )}
      <EntityField form={form} name="event_title" required={values.student === ''}>
        <Input {...inputs.register('event_title')} maxLength={200} placeholder={eventName(values, lookups)} />
      </EntityField>
      <EntityField form={form} name="student">
        <Combobox
          name="student"
          options={[{ value: '', label: 'No student' }, ...studentOptions(values.student, lookups)]}
          searchLabel="Find a student"
          value={values.student}
          onValueChange={chooseStudent}
        />
      </EntityField>
      <div className="grid gap-4 sm:grid-cols-2">
        <EntityField form={form} name="service">
          <Select
            name="service"
            value={values.service}
            onChange={({ target }) => set({ service: target.value })}
          >
            <NamedOptions none="No service" items={offeredOf(lookups.services, [values.service])} />
          </Select>
        </EntityField>
        <EntityField form={form} name="location">
          <Select {...inputs.register('location')} value={values.location}>
            <NamedOptions none="No location" items={lookups.locations} />
          </Select>
        </EntityField>
      </div>
      <div className="grid grid-cols-2 gap-4">
        <EntityField
          form={form}
          name="event_start_date"
          required
          description={midnightWords(values.event_start_date)}
        >
          <Input
            name="event_start_date"
            type="date"
            value={values.event_start_date}
            onChange={({ target }) => setTimes({ event_start_date: target.value })}
          />
        </EntityField>
        <EntityField
          form={form}
          name="event_start_time"
          required
          description={
            elsewhere(values.event_start_date, values.event_start_time) ??
            repeatedTimeWords(values.event_start_date, values.event_start_time) ??
            undefined
          }
        >
          <TimeInput
            name="event_start_time"
            value={values.event_start_time}
            onChange={({ target }) => setTimes({ event_start_time: target.value })}
          />
        </EntityField>
        <EntityField form={form} name="event_end_date" required>
          <Input
            name="event_end_date"
            type="date"
            value={values.event_end_date}
            onChange={({ target }) => setTimes({ event_end_date: target.value })}
          />
        </EntityField>
        <EntityField
          form={form}
          name="event_end_time"
          required
          description={elsewhere(values.event_end_date, values.event_end_time)}
        >
          <TimeInput
            name="event_end_time"
            value={values.event_end_time}
            onChange={({ target }) => setTimes({ event_end_time: target.value })}
          />
        </EntityField>
      </div>
      <EntityField form={form} name="duration" detail="minutes" required>
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
      </EntityField>
      <RecurrenceFields form={form} set={set} />
      <EntityField form={form} name="event_color">
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
      </EntityField>
      <EntityField form={form} name="meeting_notes">
        <Textarea {...inputs.register('meeting_notes')} />
      </EntityField>
      <EntityCheck
        form={form}
        name="remind_me"
        detail="10 minutes before"
        checked={values.remind_me}
        onChange={(remind_me) => {
          if (remind_me) askToRemind();
          set({ remind_me });
        }}
      />
      <EntityField form={form} name="service_list">
        <MultiCombobox
          name="service_list"
          options={offeredOf(lookups.services, values.service_list).map(({ id, name }) => ({
            value: id,
            label: name,
          }))}
          searchLabel="Find a service"
          placeholder="None"
          value={values.service_list}
          onValueChange={(service_list) => set({ service_list })}
        />
      </EntityField>
      <EntityField form={form} name="invites">
        <MultiCombobox
          name="invites"
          options={providerOptions(lookups.providers.values()).filter(
            ({ value }) => value !== values.provider,
          )}
          searchLabel="Find a colleague"
          emptyText="No one by that name is on this device."
          placeholder="No one"
          value={values.invites}
          onValueChange={(invites) => set({ invites })}
        />
      </EntityField>
    </>
  );
}

/** The device's own time, if it differs. */
function elsewhere(day: string, time: string): string | undefined {
  if (day === '' || time === '') return undefined;
  const zone = otherZoneOn(day);
  return zone === null ? undefined : `Pacific; ${timeElsewhere(day, time, zone)} in ${zoneName(zone)}`;
}
