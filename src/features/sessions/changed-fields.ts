import { ATTENDANCE_LABELS, MODALITY_LABELS, SETTING_LABELS } from '#domain/sessions/session.ts';
import type { SessionRequest } from '#domain/sessions/session-requests.ts';
import { shortName } from '#domain/students/student-name.ts';
import { displayDay, displayTime } from '#domain/time/pacific.ts';
import type { SessionChoices } from './session-choices.ts';

interface ChangedField {
  label: string;
  before: string;
  after: string;
}

type Show = (value: unknown, choices: SessionChoices) => string;

const text: Show = (value) =>
  value === '' || value === null || value === undefined ? 'nothing' : String(value);
const minutes: Show = (value) => `${String(value)} min`;
const linked: Show = (value) => (value === null || value === undefined ? 'none' : 'another one');
const labelled =
  (labels: Readonly<Record<string, string>>): Show =>
  (value, choices) =>
    labels[String(value)] ?? text(value, choices);

/** What the fields of a request are called, in the order in which people read them. */
const FIELDS: Record<string, { label: string; show: Show }> = {
  student_ids: {
    label: 'Students',
    show: (value, { students }) =>
      Array.isArray(value)
        ? value
            .map((id) => {
              const student = students.get(String(id));
              return student === undefined ? 'another student' : shortName(student);
            })
            .join(', ') || 'none'
        : 'none',
  },
  service: {
    label: 'Service',
    show: (value, { services }) => services.find(({ id }) => id === value)?.name ?? 'another service',
  },
  session_date: { label: 'Date', show: (value) => displayDay(String(value)) },
  start_time: { label: 'Start', show: (value) => displayTime(String(value)) },
  end_time: { label: 'End', show: (value) => displayTime(String(value)) },
  actual_minutes: { label: 'Duration', show: minutes },
  scheduled_minutes: { label: 'Scheduled', show: minutes },
  direct_minutes: { label: 'Direct', show: minutes },
  indirect_minutes: { label: 'Indirect', show: minutes },
  duration_reason: { label: 'Reason for the duration', show: text },
  location: {
    label: 'Location',
    show: (value, { locations }) =>
      value === null ? 'none' : (locations.find(({ id }) => id === value)?.name ?? 'a former location'),
  },
  setting: { label: 'Setting', show: labelled(SETTING_LABELS) },
  modality: { label: 'Modality', show: labelled(MODALITY_LABELS) },
  attendance: { label: 'Attendance', show: labelled(ATTENDANCE_LABELS) },
  reason: { label: 'Reason for the attendance', show: text },
  make_up_of: { label: 'Makes up for', show: linked },
  calendar_event_id: { label: 'Calendar event', show: linked },
  notes: { label: 'Notes', show: text },
};

/** What a request changes, field by field, in words. */
export function fieldChanges(
  { before, changes }: Pick<SessionRequest, 'before' | 'changes'>,
  choices: SessionChoices,
): ChangedField[] {
  return Object.entries(FIELDS).flatMap(([name, { label, show }]) =>
    name in changes
      ? [{ label, before: show(before[name], choices), after: show(changes[name], choices) }]
      : [],
  );
}
