import { ChevronRight, CircleAlert } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import type { Location, Service } from '#contract/catalog.ts';
import type { Student } from '#contract/student.ts';
import { LUNCH_LOCATION } from '#domain/lunch/desired-event.ts';
import {
  MODALITY_LABELS,
  SESSION_MODALITIES,
  SESSION_SETTINGS,
  SETTING_LABELS,
  type SessionSetting,
} from '#domain/sessions/session.ts';
import { shortName } from '#domain/students/student-name.ts';
import { EntityField } from '#screens/form/entity-field.tsx';
import { offeredOf } from '#screens/form/own-options.ts';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Select } from '#ui/select.tsx';
import { AuthorizedNote } from './authorized-note.tsx';
import { MinutesInput } from './minutes-input.tsx';
import type { SessionChoices } from './session-lookups.ts';
import type { SessionEntityForm, SessionValues } from './session-values.ts';

interface MoreFieldsProps {
  form: SessionEntityForm;
  id: string | null;
  lookups: SessionChoices;
  set: <Name extends keyof SessionValues>(name: Name, value: SessionValues[Name]) => void;
  onService: (service: string) => void;
}

/** Fields of this section; an error in one of them opens it. */
const FOLDED = [
  'service',
  'location',
  'scheduled_minutes',
  'setting',
  'modality',
  'indirect_minutes',
] as const satisfies readonly (keyof SessionValues)[];

/**
 * Fields that usually follow from the student: service, place, setting. It opens automatically if one of them
 * is invalid, missing, or unusual.
 */
export function MoreFields({ form, id, lookups, set, onService }: MoreFieldsProps) {
  const { inputs, values, problems } = form;
  const isServiceWanted =
    values.service === '' && (values.student_ids.length > 0 || values.setting === 'indirect');
  // Without a plan the scheduled minutes are those of the duration, which says its own error.
  const errors = FOLDED.filter(
    (name) =>
      problems[name] !== undefined && (name !== 'scheduled_minutes' || values.calendar_event_id !== null),
  ).length;
  return (
    <Folded
      isWanted={isServiceWanted || isUnusual(values, lookups) || errors > 0}
      summary={summaryOf(values, lookups)}
      errors={errors}
    >
      <EntityField form={form} name="service" required>
        <Select name="service" value={values.service} onChange={({ target }) => onService(target.value)}>
          <option value="" disabled>
            Choose…
          </option>
          <ServiceOptions values={values} lookups={lookups} />
        </Select>
      </EntityField>
      <AuthorizedNote values={values} id={id} lookups={lookups} />
      <EntityField form={form} name="location">
        <Select {...inputs.register('location')} value={values.location}>
          <option value="">No location</option>
          <LocationOptions values={values} lookups={lookups} />
        </Select>
      </EntityField>
      {values.calendar_event_id !== null && (
        <EntityField
          form={form}
          name="scheduled_minutes"
          detail="minutes"
          required
          description="From the calendar."
        >
          <MinutesInput
            name="scheduled_minutes"
            value={values.scheduled_minutes}
            onValueChange={(minutes) => set('scheduled_minutes', minutes)}
          />
        </EntityField>
      )}
      <EntityField form={form} name="setting" group>
        <SegmentedControl
          value={values.setting}
          onValueChange={(setting) => set('setting', setting)}
          segments={SESSION_SETTINGS.map((value) => ({ value, label: SETTING_LABELS[value] }))}
          className="flex max-[22rem]:flex-wrap [&>*]:px-1.5 max-[22rem]:[&>*]:basis-[40%]"
        />
      </EntityField>
      <EntityField form={form} name="modality" group>
        <SegmentedControl
          value={values.modality}
          onValueChange={(modality) => set('modality', modality)}
          segments={SESSION_MODALITIES.map((value) => ({ value, label: MODALITY_LABELS[value] }))}
          className="flex"
        />
      </EntityField>
      {values.setting !== 'indirect' && (
        <EntityField
          form={form}
          name="indirect_minutes"
          detail="minutes"
          description="Minutes of the session not spent with the student."
        >
          <MinutesInput
            name="indirect_minutes"
            value={values.indirect_minutes}
            onValueChange={(minutes) => set('indirect_minutes', minutes)}
          />
        </EntityField>
      )}
    </Folded>
  );
}

/** Whether a value differs from what follows from the student and the plan. */
function isUnusual(values: SessionValues, lookups: SessionChoices): boolean {
  const { student_ids, setting, modality, indirect_minutes, location } = values;
  const schools = student_ids.flatMap((id) => lookups.students.get(id)?.location ?? []);
  const isElsewhere = location !== '' && schools.length > 0 && !schools.includes(location);
  return (
    !usualSettings(student_ids.length).includes(setting) ||
    modality !== 'in_person' ||
    (setting !== 'indirect' && indirect_minutes !== 0) ||
    // A planned event has its own place.
    (isElsewhere && values.calendar_event_id === null)
  );
}

function usualSettings(students: number): readonly SessionSetting[] {
  if (students === 0) return ['individual', 'indirect'];
  return students === 1 ? ['individual'] : ['group'];
}

interface FoldedProps {
  /** Opens the section once true. */
  isWanted: boolean;
  /** A summary, shown while the section is closed. */
  summary: string;
  /** How many of its fields have an error. */
  errors: number;
  children: ReactNode;
}

function Folded({ isWanted, summary, errors, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(isWanted);
  // The form shows first: while the section is closed, its fields follow.
  const isFormShown = useDeferredValue(true, false);
  useEffect(() => {
    if (isWanted) setOpen(true);
  }, [isWanted]);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group rounded-lg border border-border"
    >
      <summary className="flex min-h-10 cursor-pointer items-center gap-2 rounded-lg px-3 py-2 text-sm touch:min-h-11">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform group-open:rotate-90 motion-reduce:transition-none"
        />
        <span className="shrink-0 font-medium">More</span>
        {errors > 0 && (
          <span className="flex shrink-0 items-center gap-1 text-destructive group-open:hidden">
            <CircleAlert aria-hidden="true" className="size-4" />
            {errors === 1 ? '1 error' : `${errors} errors`}
          </span>
        )}
        <span className="min-w-0 text-muted-foreground group-not-open:truncate">{summary}</span>
      </summary>
      <div className="grid gap-4 px-3 pt-1 pb-3">{(isOpen || isFormShown) && children}</div>
    </details>
  );
}

function summaryOf(values: SessionValues, { services, locations }: SessionChoices): string {
  return [
    services.find(({ id }) => id === values.service)?.short_name,
    locations.find(({ id }) => id === values.location)?.name,
    SETTING_LABELS[values.setting],
    MODALITY_LABELS[values.modality],
    values.indirect_minutes ? `${values.indirect_minutes} min indirect` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Services that all of these students have. */
export function servicesOf(students: readonly Student[], services: readonly Service[]): Service[] {
  return services.filter(({ id }) => students.every((student) => student.services.includes(id)));
}

/** The students' services first, then the user's own, then all others. */
function ServiceOptions({ values, lookups }: { values: SessionValues; lookups: SessionChoices }) {
  const chosen = values.student_ids.flatMap((id) => lookups.students.get(id) ?? []);
  const services = offeredOf(lookups.services, [values.service]);
  const fitting = chosen.length === 0 ? [] : servicesOf(chosen, services);
  const own = services.filter(
    (service) => lookups.ownServices.includes(service.id) && !fitting.includes(service),
  );
  const others = services.filter((service) => !fitting.includes(service) && !own.includes(service));
  const [only] = chosen;
  return (
    <OptionGroups
      groups={[
        {
          label: chosen.length === 1 && only ? `For ${shortName(only)}` : 'For this group',
          options: fitting,
        },
        { label: 'Your services', options: own },
        { label: fitting.length + own.length === 0 ? 'All services' : 'Other services', options: others },
      ]}
    />
  );
}

/** Schools of the chosen students and of the provider's caseload first. "Break" isn't offered. */
function LocationOptions({ values, lookups }: { values: SessionValues; lookups: SessionChoices }) {
  const schools = ownSchools(values, lookups);
  const offered = lookups.locations.filter(({ id }) => id !== LUNCH_LOCATION || id === values.location);
  const isOwn = ({ id }: Location) => schools.has(id);
  const own = offered.filter(isOwn);
  return (
    <OptionGroups
      groups={[
        { label: 'Your schools', options: own },
        {
          label: own.length === 0 ? 'All locations' : 'Other locations',
          options: offered.filter((location) => !isOwn(location)),
        },
      ]}
    />
  );
}

function ownSchools({ provider, student_ids }: SessionValues, { students }: SessionChoices): Set<string> {
  return new Set(
    [...students.values()]
      .filter(({ id, providers, archived }) =>
        student_ids.includes(id) ? true : !archived && providers.includes(provider),
      )
      .flatMap(({ location }) => location ?? []),
  );
}

interface OptionGroupsProps {
  groups: readonly { label: string; options: readonly { id: string; name: string }[] }[];
}

function OptionGroups({ groups }: OptionGroupsProps) {
  return groups
    .filter(({ options }) => options.length > 0)
    .map(({ label, options }) => (
      <optgroup key={label} label={label}>
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </optgroup>
    ));
}
