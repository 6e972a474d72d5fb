import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Service } from '#contract/catalogue.ts';
import type { Student } from '#contract/student.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import {
  MODALITY_LABELS,
  SESSION_MODALITIES,
  SESSION_SETTINGS,
  SETTING_LABELS,
} from '#domain/sessions/session.ts';
import { isChangedDuration, sessionEnd } from '#domain/sessions/session-rules.ts';
import { fullName, shortName } from '#domain/students/student-name.ts';
import { repeatedTimeWords } from '#domain/time/clock-change.ts';
import { displayTime } from '#domain/time/pacific.ts';
import { Combobox, MultiCombobox } from '#ui/combobox.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { AttendanceFields } from './attendance-fields.tsx';
import { AuthorisedNote } from './authorised-note.tsx';
import type { SessionChoices } from './session-choices.ts';
import type { SessionValues } from './session-values.ts';

interface SessionFieldsProps {
  form: UseFormReturn<SessionValues>;
  values: SessionValues;
  /** The session that is edited; nothing for a new one. */
  id: string | null;
  choices: SessionChoices;
}

/** The fields in the order in which a provider thinks: who, what, when, where, how it went. */
export function SessionFields({ form, values, id, choices }: SessionFieldsProps) {
  const { errors } = form.formState;
  const isNew = id === null;
  const set = <Name extends keyof SessionValues>(name: Name, value: SessionValues[Name]) =>
    // The types of a path and its value do not follow a generic name.
    form.setValue(name as 'service', value as string, {
      shouldDirty: true,
      shouldTouch: true,
      shouldValidate: form.formState.isSubmitted,
    });

  const isPlanned = values.calendar_event_id !== null;
  const chooseService = (id: string) => {
    set('service', id);
    const usual = choices.services.find((service) => service.id === id)?.default_minutes;
    // Minutes that were told apart are meant so.
    if (!isNew || isPlanned || usual === undefined || isChanged(values)) return;
    set('scheduled_minutes', usual);
    set('actual_minutes', usual);
  };
  const chooseStudents = (ids: string[]) => {
    set('student_ids', ids);
    if (ids.length > 1 && values.setting === 'individual') set('setting', 'group');
    if (ids.length === 1 && (values.setting === 'group' || values.setting === 'indirect')) {
      set('setting', 'individual');
    }
    const first = choices.students.get(ids[0] ?? '');
    if (first === undefined) return;
    if (values.location === '' && first.location !== null) set('location', first.location);
    const fitting = servicesOf([first], choices.services).filter(
      ({ id }) => choices.ownServices.length === 0 || choices.ownServices.includes(id),
    );
    if (values.service === '' && fitting.length === 1 && fitting[0]) chooseService(fitting[0].id);
  };

  return (
    <>
      {isNew && choices.recordableProviders.length > 1 && (
        <Field label="Provider" required error={errors.provider?.message}>
          <Combobox
            name="provider"
            options={choices.recordableProviders.map((provider) => ({
              value: provider.id,
              label: providerName(provider),
            }))}
            searchLabel="Find a provider"
            value={values.provider === '' ? null : values.provider}
            onValueChange={(id) => set('provider', id)}
          />
        </Field>
      )}
      <Field label="Student" required={values.setting !== 'indirect'} error={errors.student_ids?.message}>
        <MultiCombobox
          name="student_ids"
          options={studentOptions(values.student_ids, choices)}
          searchLabel="Find a student"
          emptyText="No student of yours has this name."
          placeholder="Choose one student, or several for a group"
          value={values.student_ids}
          onValueChange={chooseStudents}
        />
      </Field>
      <Field label="Service" required error={errors.service?.message}>
        <Select name="service" value={values.service} onChange={(event) => chooseService(event.target.value)}>
          <option value="" disabled>
            Choose…
          </option>
          <ServiceOptions values={values} choices={choices} />
        </Select>
      </Field>
      <AuthorisedNote values={values} id={id} choices={choices} />
      <div className="grid grid-cols-2 gap-4">
        <Field label="Date" required error={errors.session_date?.message}>
          <Input type="date" {...form.register('session_date')} />
        </Field>
        <Field label="Start time" required error={errors.start_time?.message}>
          <Input type="time" {...form.register('start_time')} />
        </Field>
      </div>
      <div className="grid grid-cols-2 gap-4">
        <Field
          label="Duration (minutes)"
          required
          error={errors.actual_minutes?.message}
          description={endWords(values)}
        >
          <MinutesInput
            name="actual_minutes"
            value={values.actual_minutes}
            onValueChange={(minutes) => set('actual_minutes', minutes)}
          />
        </Field>
        <Field
          label="Scheduled (minutes)"
          required
          error={errors.scheduled_minutes?.message}
          description={isPlanned ? 'From the calendar.' : 'As it was planned.'}
        >
          <MinutesInput
            name="scheduled_minutes"
            value={values.scheduled_minutes}
            onValueChange={(minutes) => set('scheduled_minutes', minutes)}
          />
        </Field>
      </div>
      {isChanged(values) && (
        <Field
          label="Reason for the change"
          required
          error={errors.duration_reason?.message}
          description="The office decides; until then the scheduled minutes count."
        >
          <Input {...form.register('duration_reason')} maxLength={500} />
        </Field>
      )}
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
      <AttendanceFields
        form={form}
        values={values}
        choices={choices}
        id={id}
        onReason={(reason) => set('reason', reason)}
      />
      <Field label="Notes" error={errors.notes?.message}>
        <Textarea {...form.register('notes')} />
      </Field>
      <MoreFields
        isOpen={errors.setting !== undefined || errors.indirect_minutes !== undefined}
        summary={[
          SETTING_LABELS[values.setting],
          MODALITY_LABELS[values.modality],
          ...(values.indirect_minutes ? [`${values.indirect_minutes} min indirect`] : []),
        ].join(' · ')}
      >
        <Field label="Setting" group error={errors.setting?.message}>
          <SegmentedControl
            value={values.setting}
            onValueChange={(setting) => set('setting', setting)}
            segments={SESSION_SETTINGS.map((value) => ({ value, label: SETTING_LABELS[value] }))}
            className="flex [&>*]:px-1.5"
          />
        </Field>
        <Field label="Modality" group error={errors.modality?.message}>
          <SegmentedControl
            value={values.modality}
            onValueChange={(modality) => set('modality', modality)}
            segments={SESSION_MODALITIES.map((value) => ({ value, label: MODALITY_LABELS[value] }))}
            className="flex"
          />
        </Field>
        {values.setting !== 'indirect' && (
          <Field
            label="Indirect (minutes)"
            error={errors.indirect_minutes?.message}
            description="The part of the duration that was not with the student."
          >
            <MinutesInput
              name="indirect_minutes"
              value={values.indirect_minutes}
              onValueChange={(minutes) => set('indirect_minutes', minutes)}
            />
          </Field>
        )}
      </MoreFields>
    </>
  );
}

function isChanged({ scheduled_minutes, actual_minutes }: SessionValues): boolean {
  if (scheduled_minutes === null || actual_minutes === null) return false;
  return isChangedDuration({ scheduled_minutes, actual_minutes });
}

function endWords({ session_date, start_time, actual_minutes }: SessionValues): string {
  if (session_date === '' || start_time === '') return ' ';
  if (actual_minutes === null || !Number.isInteger(actual_minutes)) return ' ';
  const until = `Until ${displayTime(sessionEnd({ session_date, start_time }, actual_minutes))}`;
  return [until, repeatedTimeWords(session_date, start_time)].filter((words) => words !== null).join('. ');
}

interface MinutesInputProps {
  name: string;
  value: number | null;
  onValueChange: (minutes: number | null) => void;
}

/** Empty is null, so that a cleared field is not read as nought. */
function MinutesInput({ name, value, onValueChange, ...aria }: MinutesInputProps) {
  return (
    <Input
      {...aria}
      name={name}
      type="number"
      inputMode="numeric"
      min={0}
      step={5}
      className="tabular-nums"
      value={value ?? ''}
      onChange={(event) => onValueChange(event.target.value === '' ? null : event.target.valueAsNumber)}
    />
  );
}

interface MoreFieldsProps {
  isOpen: boolean;
  summary: string;
  children: ReactNode;
}

/** What is rarely different from usual; it says in its head what it holds. */
function MoreFields({ isOpen, summary, children }: MoreFieldsProps) {
  return (
    <details open={isOpen || undefined} className="group rounded-lg border border-border">
      <summary className="flex min-h-10 cursor-pointer items-center gap-2 rounded-lg px-3 font-medium text-sm touch:min-h-11">
        More
        <span className="truncate font-normal text-muted-foreground">{summary}</span>
      </summary>
      <div className="grid gap-4 px-3 pt-1 pb-3">{children}</div>
    </details>
  );
}

function studentOptions(chosen: readonly string[], { students, locations }: SessionChoices) {
  const schools = new Map(locations.map(({ id, name }) => [id, name]));
  return [...students.values()]
    .filter((student) => !student.archived || chosen.includes(student.id))
    .sort((a, b) => a.first_name.localeCompare(b.first_name) || a.last_name.localeCompare(b.last_name))
    .map((student) => {
      const hint = [student.grade && `Grade ${student.grade}`, schools.get(student.location ?? '')]
        .filter(Boolean)
        .join(' · ');
      return { value: student.id, label: fullName(student), ...(hint === '' ? {} : { hint }) };
    });
}

/** Services that all of these students have. */
function servicesOf(students: readonly Student[], services: readonly Service[]): Service[] {
  return services.filter(({ id }) => students.every((student) => student.services.includes(id)));
}

/** The students' services first, then one's own, then all others. */
function ServiceOptions({ values, choices }: { values: SessionValues; choices: SessionChoices }) {
  const chosen = values.student_ids.flatMap((id) => choices.students.get(id) ?? []);
  const fitting = chosen.length === 0 ? [] : servicesOf(chosen, choices.services);
  const own = choices.services.filter(
    (service) => choices.ownServices.includes(service.id) && !fitting.includes(service),
  );
  const others = choices.services.filter((service) => !fitting.includes(service) && !own.includes(service));
  const [only] = chosen;
  const groups = [
    { label: chosen.length === 1 && only ? `For ${shortName(only)}` : 'For this group', services: fitting },
    { label: 'Your services', services: own },
    { label: fitting.length + own.length === 0 ? 'All services' : 'Other services', services: others },
  ];
  return groups
    .filter(({ services }) => services.length > 0)
    .map(({ label, services }) => (
      <optgroup key={label} label={label}>
        {services.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </optgroup>
    ));
}
