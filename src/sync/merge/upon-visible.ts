import { ApiError } from '#contract/errors.ts';
import type { LocalDatabase } from '#db/local-database.ts';
import type { Conflict, OpenedWrite } from '#db/outbox.ts';
import { withOverwritten } from '#db/overwritten.ts';
import { isSame } from '#domain/text/three-way.ts';

import { picked, withPartners, writableFields } from './merge-fields.ts';
import { asChange, mergeSinceOpened } from './merge-upon.ts';

type Row = Record<string, unknown>;

/** Whether a row already exists with everything that a creation would set. Pure. */
export function isSameCreation({ content }: OpenedWrite, visible: Row): boolean {
  const fields = Object.entries(content.body as Row).filter(([, value]) => value !== undefined);
  return fields.every(([field, value]) => isSame(value, visible[field]));
}

/** The write to store, merged with the visible row on this device; null if the row already matches it. */
export async function uponVisible(
  db: LocalDatabase,
  made: OpenedWrite,
  opened: object | null,
  now: { visible: Row | null; chain: readonly OpenedWrite[]; version: number },
): Promise<OpenedWrite | null> {
  const { visible, chain, version } = now;
  if (visible === null) return made;
  const change = made.effect === 'create' ? asChange(made) : made;
  const found = made.effect === 'create' ? made.content.base_values : (opened as Row | null);
  if (change === null || found === null) return made;
  const base_version = chain.length > 0 ? null : version;
  const outcome = mergeSinceOpened(change, found, visible);
  if (outcome === null) return { ...change, base_version };
  if (outcome.kind === 'nothing-left') return null;
  if (outcome.kind === 'merged') {
    // If it folds into a queued write, keep what that one replaced too.
    const { overwritten } = chain.at(-1) ?? {};
    const before = { entity_id: change.entity_id, ...(overwritten === undefined ? {} : { overwritten }) };
    const kept = await withOverwritten(db, before, outcome.overwritten);
    return { ...change, base_version, content: outcome.content, ...kept };
  }
  if (chain.some(({ state }) => state === 'parked')) {
    throw new ApiError('record.stale', {
      message: 'An earlier change to this record needs your decision. Review it first, then save again.',
    });
  }
  const conflict: Conflict = { ...outcome.conflict, is_local: true };
  const fields = withPartners(change.entity, Object.keys((change.content.body ?? {}) as Row));
  return {
    ...change,
    state: 'parked',
    base_version: Number(found.version ?? 0),
    problem: {
      code: 'record.stale',
      message: 'This record was changed on this device while you were editing it.',
    },
    content: {
      ...change.content,
      base_values: picked(found, change.effect === 'delete' ? writableFields(change.entity) : fields),
      conflict,
    },
  };
}
