import type { EntityName } from '#contract/entity-name.ts';

/** Fields whose last change to arrive wins; a real overlap of any other field is asked. */
const LAST_WINS: Partial<Record<EntityName, readonly string[]>> = {
  session: ['location'],
  calendar_event: ['event_color', 'event_title', 'location', 'remind_me'],
};

export interface Merge {
  /** The change as it applies to the newer row; empty when nothing of it is left to do. */
  changes: Record<string, unknown>;
  /** Fields that both sides changed to different values. */
  conflicts: string[];
}

/**
 * Three-way merge of a change by field. Pure.
 *
 * @param base the touched fields as the change found them
 * @param mine the touched fields as the change wants them
 * @param theirs the row as it is on the server now
 */
export function mergeFields(
  entity: EntityName,
  base: Record<string, unknown>,
  mine: Record<string, unknown>,
  theirs: Record<string, unknown>,
): Merge {
  const changes: Record<string, unknown> = {};
  const conflicts: string[] = [];
  for (const [field, wanted] of Object.entries(mine)) {
    if (isSame(theirs[field], wanted) || isSame(base[field], wanted)) continue;
    const isUntouchedThere = isSame(theirs[field], base[field]);
    if (!isUntouchedThere && !LAST_WINS[entity]?.includes(field)) conflicts.push(field);
    changes[field] = wanted;
  }
  return { changes, conflicts };
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
