import type { EntityName } from '#contract/entity-name.ts';
import { endpointNamed, isEndpointName } from '#contract/index.ts';
import type { QuarantinedWrite } from '#contract/quarantine.ts';
import { type KnownNames, shownValue } from './write-fields.ts';

const NOUNS: Partial<Record<EntityName, string>> = {
  session: 'session',
  lunch: 'lunch break',
  calendar_event: 'calendar event',
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
  const offline = endpoint !== null && isEndpointName(endpoint) ? endpointNamed(endpoint).offline : undefined;
  return { entity: offline?.entity ?? null, effect: offline?.effect ?? null, id: params.id ?? null };
}

/** "New session"; says so where the write could not be opened. */
export function titleWords(write: QuarantinedWrite): string {
  if (write.endpoint === null) return 'A change that cannot be opened';
  const { entity, effect } = subjectOf(write);
  if (entity === null || effect === null) return write.endpoint;
  const noun = NOUNS[entity] ?? entity;
  if (effect === 'create') return `New ${noun}`;
  return effect === 'update' ? `Changed ${noun}` : `Deleted ${noun}`;
}

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
      ? [shown('session_date'), shown('start_time'), shown('actual_minutes'), studentWords(row, names)]
      : entity === 'lunch'
        ? [shown('lunch_start_time'), shown('lunch_duration')]
        : entity === 'timecard'
          ? [shown('at') ?? shown('started_at'), shown('ended_at'), shown('reason')]
          : entity === 'timesheet'
            ? [shown('period_start_date'), shown('period_end_date'), shown('new_status')]
            : [shown('event_start_date'), shown('event_start_time'), shown('event_title')];
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
