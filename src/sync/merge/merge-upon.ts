import type { Conflict, OpenedWrite, WriteContent } from '#db/outbox.ts';
import { isSame } from '#domain/text/three-way.ts';
import { behaviorOf } from '../behaviors/behaviors.ts';
import { callOf } from '../outbox/local-rows.ts';
import { changedSince, mergeFields } from './merge.ts';
import { picked, withPartners, writableFields } from './merge-fields.ts';

/** After this many automatic merges, a stale write becomes a conflict. */
export const MOST_MERGES = 3;

type Row = Record<string, unknown>;

/** The result of merging a stale write with the newer row. */
export type StaleOutcome =
  | { kind: 'conflict'; conflict: Conflict }
  /** `overwritten`: the other side's values that the merged write will replace. */
  | { kind: 'merged'; content: WriteContent; overwritten: Row }
  /** Both sides made the same change. */
  | { kind: 'nothing-left' };

/** Merges a stale write with the newer row, field by field; what doesn't merge is a conflict. Pure. */
export function mergeUpon(write: OpenedWrite, theirs: Row): StaleOutcome {
  const { content, entity } = write;
  const version = Number(theirs.version);
  const isClosed = behaviorOf(entity).isClosed?.(theirs as never) === true;
  const ask = (kind: Conflict['kind'], fields: Conflict['fields']): StaleOutcome => ({
    kind: 'conflict',
    conflict: { kind, version, fields },
  });
  if (write.effect === 'delete') {
    const changed = changedSince(writableFields(entity), content.base_values, theirs);
    if (isClosed) return ask('closed-there', changed);
    // A write from an older version of the app doesn't include what its author saw.
    const isKnown = Object.keys(content.base_values).length > 0;
    if (!isKnown || changed.length > 0 || write.merges >= MOST_MERGES) return ask('changed-there', changed);
    const base_values = picked(theirs, writableFields(entity));
    return { kind: 'merged', content: { ...content, base_values }, overwritten: {} };
  }
  const body = content.body as Row;
  const { changes, conflicts, overwritten } = mergeFields(entity, content.base_values, body, theirs);
  const isDone = Object.keys(changes).length === 0 && conflicts.length === 0;
  if (isDone) return { kind: 'nothing-left' };
  if (isClosed || write.merges >= MOST_MERGES) {
    return ask(isClosed ? 'closed-there' : 'fields', differences(content, theirs, conflicts));
  }
  if (conflicts.length > 0) return ask('fields', conflicts);
  return { kind: 'merged', content: contentUpon(write, changes, theirs), overwritten };
}

/** All differences between a change and the other side's row, overlapping or not. */
function differences(content: WriteContent, theirs: Row, conflicts: Conflict['fields']): Conflict['fields'] {
  const conflicting = new Set(conflicts.map(({ field }) => field));
  const others = Object.entries(content.body as Row)
    .filter(([field, mine]) => !conflicting.has(field) && !isSame(mine, theirs[field]))
    .map(([field, mine]) => ({ field, base: content.base_values[field], mine, theirs: theirs[field] }));
  return [...conflicts, ...others];
}

/** The content of a change rebuilt on another row. */
export function contentUpon({ entity, content }: OpenedWrite, changes: Row, row: Row): WriteContent {
  return {
    ...content,
    body: changes,
    base_values: picked(row, withPartners(entity, Object.keys(changes))),
    conflict: undefined,
  };
}

/**
 * Turns the creation of a row that someone else created first into a change relative to the row that it
 * replaces. Null if it doesn't say which. Pure.
 */
export function asChange(write: OpenedWrite): OpenedWrite | null {
  const body = write.content.body as Row;
  const fields = writableFields(write.entity).filter((field) => Object.hasOwn(body, field));
  const { base_values } = write.content;
  if (fields.length === 0 || !fields.every((field) => Object.hasOwn(base_values, field))) return null;
  const { name: endpoint, offline } = callOf(write.entity, 'update');
  const endpoint_version = offline.version;
  const params = { id: write.entity_id };
  const content = { endpoint, endpoint_version, params, body: picked(body, fields), base_values };
  return { ...write, endpoint, endpoint_version, effect: 'update', content };
}

/**
 * Merges a form's write with the row as this device shows it now. Null if the edited fields are still as the
 * form found them, so the write needs no merge. Pure.
 * @param opened the row that the form opened
 */
export function mergeSinceOpened(write: OpenedWrite, opened: Row, visible: Row): StaleOutcome | null {
  const { entity, effect, content } = write;
  const touched =
    effect === 'delete'
      ? writableFields(entity)
      : withPartners(entity, Object.keys(content.body as Row)).filter((field) =>
          Object.hasOwn(opened, field),
        );
  if (changedSince(touched, opened, visible).length === 0) return null;
  return mergeUpon({ ...write, content: { ...content, base_values: picked(opened, touched) } }, visible);
}
