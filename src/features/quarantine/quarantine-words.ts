import type { EntityName } from '#contract/entity-name.ts';
import { endpointNamed, isEndpointName } from '#contract/index.ts';
import type { QuarantinedWrite } from '#contract/quarantine.ts';
import { type KnownNames, shownValue } from './write-fields.ts';

const NOUNS: Partial<Record<EntityName, string>> = {
  session: 'session',
  lunch: 'lunch break',
  calendar_event: 'calendar event',
  parent: 'parent',
  student_note: 'student note',
  goal: 'goal',
  timecard: 'working day',
  timesheet: 'timesheet',
  soap_note: 'SOAP note',
  goal_entry: 'goal in a SOAP note',
};

/** Why a write waits, in the words of its entry. */
export const CAUSE_WORDS: Record<QuarantinedWrite['cause'], string> = {
  deactivated: 'Account no longer active',
  'lost-device': 'From a lost device',
  'handed-over': 'Handed over by its author',
};

/** What a write is about. */
export interface WriteSubject {
  entity: EntityName | null;
  effect: 'create' | 'update' | 'delete' | null;
  /** Of the record that is changed or deleted. */
  id: string | null;
}

export function subjectOf(write: Pick<QuarantinedWrite, 'endpoint' | 'params'>): WriteSubject {
  const { endpoint, params } = write;
  const offline = isEndpointName(endpoint) ? endpointNamed(endpoint).offline : undefined;
  // The address of a creation may name another row.
  const id = offline?.effect === 'create' ? null : (params.id ?? null);
  return { entity: offline?.entity ?? null, effect: offline?.effect ?? null, id };
}

/** "New session". */
export function titleWords(write: QuarantinedWrite): string {
  const { entity, effect } = subjectOf(write);
  if (entity === null || effect === null) return write.endpoint;
  const noun = NOUNS[entity] ?? entity;
  if (effect === 'create') return `New ${noun}`;
  return effect === 'update' ? `Changed ${noun}` : `Deleted ${noun}`;
}

/** The fields that tell a record from others. */
const PARTS: Partial<Record<EntityName, readonly string[]>> & Record<'session' | 'calendar_event', string[]> =
  {
    session: ['session_date', 'start_time', 'actual_minutes'],
    lunch: ['lunch_start_time', 'lunch_duration'],
    calendar_event: ['event_start_date', 'event_start_time', 'event_title'],
    timecard: ['at', 'started_at', 'ended_at', 'reason'],
    timesheet: ['period_start_date', 'period_end_date', 'new_status'],
    parent: ['student', 'first_name', 'last_name'],
    student_note: ['student', 'note_date'],
    goal: ['student', 'goal_text'],
  };

/**
 * "11/21/2026, 09:00 AM, 30 minutes, Maya R.", as far as it is known.
 *
 * @param current the record as it is on this device, below what the write changes
 */
export function detailWords(
  write: Pick<QuarantinedWrite, 'endpoint' | 'params' | 'body'>,
  current: object | null,
  names: KnownNames,
): string {
  const { entity } = subjectOf(write);
  const body = typeof write.body === 'object' && write.body !== null ? write.body : {};
  const row = { ...current, ...body };
  const shown = (name: string) => (entity === null ? null : shownValue(entity, row, name, names));
  const parts =
    entity === 'session'
      ? [...PARTS.session.map(shown), studentWords(row, names)]
      : (PARTS[entity ?? 'calendar_event'] ?? PARTS.calendar_event).map(shown);
  return parts.filter((part) => part !== null && part !== '').join(', ');
}

/** The children by short names: "Maya R., Leo S., 1 other student". */
function studentWords(row: object, names: KnownNames): string | null {
  if (!('student_ids' in row) || !Array.isArray(row.student_ids)) return null;
  const known = row.student_ids.flatMap((id) => names.students.get(String(id)) ?? []);
  const others = row.student_ids.length - known.length;
  const words = known.map(shortened);
  if (others > 0) words.push(others === 1 ? '1 other student' : `${others} other students`);
  return words.join(', ');
}

/** "Maya Rivera" as "Maya R." */
function shortened(name: string): string {
  const [last, ...others] = name.split(' ').reverse();
  return others.length === 0 ? name : `${others.reverse().join(' ')} ${last?.slice(0, 1)}.`;
}
