import { calls } from '#contract/calls.ts';
import type { OfflineWrite } from '#contract/endpoint.ts';
import type { EntityName } from '#contract/entity-name.ts';
import type { OfflineEndpointName } from '#contract/index.ts';
import { newRow } from '#entities/row-facts.ts';
import type { AppliedWrite, Lead } from '../behaviors/behavior.ts';
import { behaviorOf } from '../behaviors/behaviors.ts';

/** The queueable call that creates a row or changes its fields. */
export function callOf(
  entity: EntityName,
  effect: 'create' | 'update',
): { name: OfflineEndpointName; offline: OfflineWrite } {
  for (const [name, { offline }] of Object.entries(calls)) {
    if (offline?.entity === entity && offline.effect === effect && offline.isCommand !== true) {
      return { name: name as OfflineEndpointName, offline };
    }
  }
  throw new TypeError(`${entity} is not written so on devices`);
}

/**
 * The row after a write: the same pure function when the write is made and when it is rebased. Null if the
 * row was deleted; a change of a missing row gives null.
 */
export function applyWrite(row: unknown, write: AppliedWrite): unknown {
  const { created, changed, follow } = behaviorOf(write.entity);
  if (write.effect === 'follow') return follow?.(row as never, write.body as Lead, write.author) ?? null;
  if (write.effect === 'delete') return null;
  if (write.effect === 'create') {
    // An existing base is the creation's own effect, delivered by a pull before its answer.
    if (row !== null) return row;
    return created === undefined
      ? newRow(write.entity, write.body as object, write.author)
      : created(write.body as never, write.author);
  }
  if (row === null) return null;
  return changed === undefined
    ? { ...(row as object), ...(write.body as object) }
    : changed(row as never, write);
}

/** The visible row: queued writes applied in order to the newest base. */
export function rebase(base: unknown, writes: readonly AppliedWrite[]): unknown {
  return writes.reduce(applyWrite, base);
}
