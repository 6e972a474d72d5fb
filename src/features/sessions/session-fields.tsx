import { useRef } from 'react';
import { providerName } from '#domain/providers/provider-name.ts';
import { isChangedDuration, sessionEnd } from '#domain/sessions/session-rules.ts';
import { choiceHint, namesakeHints } from '#domain/students/namesakes.ts';
import { fullName, shortName } from '#domain/students/student-name.ts';
import { dayMinutes, minutesSinceMidnight, repeatedTimeWords } from '#domain/time/clock-change.ts';
import { displayTime } from '#domain/time/pacific.ts';
import { otherZoneOn } from '#screens/device/device-zone.ts';
import { namesById } from '#screens/device/record-names.ts';
import { useFormDay } from '#screens/device/today.ts';
import { EntityField } from '#screens/form/entity-field.tsx';
import { TimeInput } from '#screens/form/time-input.tsx';
import { Combobox, MultiCombobox } from '#ui/combobox.tsx';
import { Input } from '#ui/input.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { AttendanceFields } from './attendance-fields.tsx';
import { MinutesInput } from './minutes-input.tsx';
import { MoreFields, servicesOf } from './more-fields.tsx';
import type { SessionChoices } from './session-lookups.ts';
import { type SessionEntityForm, type SessionValues, USUAL_MINUTES } from './session-values.ts';

interface SessionFieldsProps {
  form: SessionEntityForm;
  /** The edited session; null for a new one. */
  id: string | null;
  lookups: SessionChoices;
  /** How many sessions the form has saved: sections opened for one are closed for the next. */
  round: number;
}

/** Students, attendance, time, and notes; what follows from them is under "More". */
export function SessionFields({ form, id, lookups, round }: SessionFieldsProps) {
  const { inputs, values } = form;
  const isNew = id === null;
  const { midnightWords } = useFormDay();
  const set = <Name extends keyof SessionValues>(name: Name, value: SessionValues[Name]) =>
    // TypeScript can't relate a generic field name to its value.
    inputs.setValue(name as 'service', value as string, {
      shouldDirty: true,
      shouldTouch: true,
      shouldValidate: inputs.formState.isSubmitted,
    });

  const isPlanned = values.calendar_event_id !== null;
  /** The round in which the duration was typed or emptied: from then on no service fills it in. */
  const typedIn = useRef<number | null>(null);
  const chooseMinutes = (minutes: number | null) => {
    set('actual_minutes', minutes);
    // Without a plan the scheduled duration is the actual one.
    if (!isPlanned) set('scheduled_minutes', minutes);
  };
  const chooseService = (id: string) => {
    set('service', id);
    const usual = defaultMinutes(id, lookups);
    // Minutes of a plan, an earlier session, or a draft are kept too.
    const filledIn = defaultMinutes(values.service, lookups) ?? USUAL_MINUTES;
    const isKept = typedIn.current === round || inputs.getValues('actual_minutes') !== filledIn;
    if (!isNew || isPlanned || usual === undefined || isKept) return;
    chooseMinutes(usual);
  };
  const chooseStudents = (ids: string[]) => {
    set('student_ids', ids);
    if (ids.length > 1 && values.setting === 'individual') set('setting', 'group');
    if (ids.length === 1 && (values.setting === 'group' || values.setting === 'indirect')) {
      set('setting', 'individual');
    }
    const first = lookups.students.get(ids[0] ?? '');
    if (first === undefined) return;
    if (values.location === '' && first.location !== null) set('location', first.location);
    const fitting = servicesOf([first], lookups.services).filter(
      ({ id }) => lookups.ownServices.length === 0 || lookups.ownServices.includes(id),
    );
    if (values.service === '' && fitting.length === 1 && fitting[0]) chooseService(fitting[0].id);
  };

  return (
    <>
      {isNew && lookups.recordableProviders.length > 1 && (
        <EntityField form={form} name="provider" required>
          <Combobox
            name="provider"
            options={lookups.recordableProviders.map((provider) => ({
              value: provider.id,
              label: providerName(provider),
            }))}
            searchLabel="Find a provider"
            value={values.provider === '' ? null : values.provider}
            onValueChange={(id) => set('provider', id)}
          />
        </EntityField>
      )}
      <EntityField
        form={form}
        name="student_ids"
        required={values.setting !== 'indirect'}
        description={placeWords(values, lookups)}
      >
        <MultiCombobox
          name="student_ids"
          options={studentOptions(values.student_ids, lookups)}
          searchLabel="Find a student"
          emptyText="No student by that name."
          placeholder="One student, or a group"
          value={values.student_ids}
          onValueChange={chooseStudents}
        />
      </EntityField>
      <AttendanceFields
        key={`attendance ${round}`}
        form={form}
        lookups={lookups}
        id={id}
        onAttendance={(attendance) => set('attendance', attendance)}
        onReason={(reason) => set('reason', reason)}
      />
      <div className="grid grid-cols-2 gap-x-3 gap-y-4 max-[22rem]:[&_input]:px-2 sm:grid-cols-3">
        <EntityField
          form={form}
          name="session_date"
          required
          description={
            form.problems.session_date === undefined ? midnightWords(values.session_date) : undefined
          }
          className="max-sm:col-span-full"
        >
          <Input type="date" {...inputs.register('session_date')} />
        </EntityField>
        <EntityField
          form={form}
          name="start_time"
          required
          {...(otherZoneOn(values.session_date) === null || form.problems.start_time !== undefined
            ? {}
            : { description: 'Pacific time' })}
        >
          <TimeInput {...form.typed('start_time')} />
        </EntityField>
        <EntityField
          form={form}
          name="actual_minutes"
          detail="minutes"
          required
          description={form.problems.actual_minutes === undefined ? endWords(values) : undefined}
        >
          <MinutesInput
            name="actual_minutes"
            value={values.actual_minutes}
            onValueChange={(minutes) => {
              typedIn.current = round;
              chooseMinutes(minutes);
            }}
          />
        </EntityField>
      </div>
      {isChanged(values) && (
        <EntityField
          form={form}
          name="duration_reason"
          required
          description="Needs office approval. Until then you're paid for the scheduled minutes."
        >
          <Input {...form.typed('duration_reason')} maxLength={500} />
        </EntityField>
      )}
      <EntityField form={form} name="notes">
        <Textarea {...form.typed('notes')} className="min-h-16" />
      </EntityField>
      <MoreFields
        key={`more ${round}`}
        form={form}
        id={id}
        lookups={lookups}
        set={set}
        onService={chooseService}
      />
    </>
  );
}

function defaultMinutes(service: string, { services }: SessionChoices): number | undefined {
  return services.find(({ id }) => id === service)?.default_minutes;
}

function isChanged({ scheduled_minutes, actual_minutes }: SessionValues): boolean {
  if (scheduled_minutes === null || actual_minutes === null) return false;
  return isChangedDuration({ scheduled_minutes, actual_minutes });
}

function endWords({ session_date, start_time, actual_minutes }: SessionValues): string {
  if (session_date === '' || start_time === '') return ' ';
  if (actual_minutes === null || !Number.isInteger(actual_minutes)) return ' ';
  const day = { day: session_date, time: start_time };
  // A session ends on the day on which it starts.
  if (minutesSinceMidnight(day) + actual_minutes > dayMinutes(session_date)) return ' ';
  const until = `Until ${displayTime(sessionEnd({ session_date, start_time }, actual_minutes))}`;
  return [until, repeatedTimeWords(session_date, start_time)].filter((words) => words !== null).join('. ');
}

/** Which student's school a group meets at, if the students go to different ones. */
function placeWords(
  { student_ids, location }: SessionValues,
  { students, locations }: SessionChoices,
): string | undefined {
  const group = student_ids.flatMap((id) => students.get(id) ?? []);
  const host = group.find((student) => student.location === location);
  if (host === undefined || group.every((student) => student.location === location)) return undefined;
  const school = namesById(locations).get(location) ?? 'A former location';
  return `Location: ${school}, ${shortName(host)}'s school. You can change it under More.`;
}

function studentOptions(chosen: readonly string[], { students, locations }: SessionChoices) {
  const schools = namesById(locations);
  const offered = [...students.values()].filter(({ id, archived }) => !archived || chosen.includes(id));
  const hints = namesakeHints(offered, { schools: locations, clients: [] });
  return offered
    .sort((a, b) => a.first_name.localeCompare(b.first_name) || a.last_name.localeCompare(b.last_name))
    .map((student) => {
      const facts = [student.grade && `Grade ${student.grade}`, schools.get(student.location ?? '')];
      return { value: student.id, label: fullName(student), ...choiceHint(facts, hints.get(student.id)) };
    });
}
