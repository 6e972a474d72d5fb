import { callNamed, isCallName } from '#contract/calls.ts';
import { isSynced, type RecordName } from '#contract/entity-name.ts';
import type { QuarantinedWrite } from '#contract/quarantine.ts';
import { MOST_HELD_CHANGES } from '#domain/access/row-rules.ts';
import { isOfStudentFile } from '#entities/row-facts.ts';
import type { KnownNames } from '#entities/words/say.ts';
import { fieldLabel, fieldWords, inReadingOrder, weighedTitle, writeTitle } from '#entities/words/words.ts';

/** The subject of a write. */
export interface WriteSubject {
  entity: RecordName | null;
  effect: 'create' | 'update' | 'delete' | null;
  /** The record that is changed or deleted. */
  id: string | null;
}

export function subjectOf(write: Pick<QuarantinedWrite, 'endpoint' | 'params'>): WriteSubject {
  const { endpoint, params } = write;
  const { offline, waits } = isCallName(endpoint) ? callNamed(endpoint) : {};
  if (waits !== undefined) return { entity: waits, effect: 'create', id: null };
  // The URL of a creation may name another row.
  const id = offline?.effect === 'create' ? null : (params.id ?? null);
  return { entity: offline?.entity ?? null, effect: offline?.effect ?? null, id };
}

/** The students whose files have the record that an open write changes or deletes. */
export function filesOf(
  write: Pick<QuarantinedWrite, 'endpoint' | 'params' | 'decision' | 'student_names'>,
): string[] {
  const { entity, id } = subjectOf(write);
  const isInFile = entity !== null && isSynced(entity) && isOfStudentFile(entity);
  return isInFile && id !== null && write.decision === 'open' ? Object.keys(write.student_names) : [];
}

/** "New session". */
export function titleWords(write: QuarantinedWrite): string {
  const { entity, effect } = subjectOf(write);
  const { endpoint } = write;
  return entity === null || effect === null ? endpoint : writeTitle({ entity, effect, endpoint });
}

/**
 * "11/21/2026, 09:00 AM, 30 minutes, Maya R.", as far as it is known; for a change to a record that isn't
 * here, the changed fields: "Subjective, Plan".
 * @param current the record on this device, without the write
 */
export function detailWords(
  write: Pick<QuarantinedWrite, 'endpoint' | 'params' | 'body'>,
  current: object | null,
  names: KnownNames,
): string {
  const { entity } = subjectOf(write);
  if (entity === null) return '';
  const body = Object.fromEntries(fieldEntries(write.body));
  const title = weighedTitle(entity, { ...current, ...body }, names);
  if (title !== '') return title;
  return inReadingOrder(
    entity,
    Object.keys(body).filter((name) => name !== 'id'),
  )
    .map((name) => fieldLabel(entity, name))
    .join(', ');
}

export interface ShownField {
  name: string;
  label: string;
  value: string;
  /** The current values on this device that the write would change. */
  now: string | null;
}

/**
 * Each field of a body with its label and value, in reading order.
 * @param current the record on this device; null if it isn't here
 */
export function shownFields(
  entity: RecordName | null,
  body: unknown,
  current: object | null,
  names: KnownNames,
): ShownField[] {
  const values = new Map(fieldEntries(body).filter(([name]) => name !== 'id'));
  const before = new Map(fieldEntries(current));
  return inReadingOrder(entity, values.keys()).map((name) => {
    const value = fieldWords(entity, name, values.get(name), names);
    const now = before.has(name) ? fieldWords(entity, name, before.get(name), names) : null;
    return { name, label: fieldLabel(entity, name), value, now: now === value ? null : now };
  });
}

function fieldEntries(body: unknown): [string, unknown][] {
  return typeof body === 'object' && body !== null ? Object.entries(body) : [];
}

/** Says that a list may have more entries than it shows; null if these are all. */
export function cutWords(filter: 'open' | 'all', listed: number): string | null {
  if (listed < MOST_HELD_CHANGES) return null;
  return filter === 'all'
    ? `These are the newest ${MOST_HELD_CHANGES}.`
    : `These are the oldest ${MOST_HELD_CHANGES}. Once you review them, the next ones appear.`;
}
