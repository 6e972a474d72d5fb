import type { EntityName } from '#contract/entity-name.ts';
import type { LocalDatabase, OutboxRow } from '#db/local-database.ts';
import type { OpenedWrite } from '#db/outbox.ts';
import { behaviorOf, namesOthers } from '../behaviors/behaviors.ts';
import { isStep } from './plan-writes.ts';

/**
 * The waiting creations of what a write names: the server takes it only after these.
 *
 * @param seen the row as people see it, which has what a change doesn't touch
 */
export async function creationsNamed(
  db: LocalDatabase,
  entity: EntityName,
  body: unknown,
  seen: unknown,
): Promise<string[]> {
  const ids = (await behaviorOf(entity).named?.(db, body ?? {}, seen ?? {})) ?? [];
  if (ids.length === 0) return [];
  const named = await db.outbox.where('entity_id').anyOf(ids).toArray();
  return named.filter(({ effect }) => effect === 'create').map(({ write_id }) => write_id);
}

/** Whether a write waits for a row that it only names: it makes sense without that one, too. */
export function isNamedOnly(row: Pick<OutboxRow, 'entity' | 'entity_id'>, other: OutboxRow): boolean {
  return namesOthers(row.entity) && row.entity_id !== other.entity_id;
}

/**
 * Those of a row's writes behind which another row waits that names this one: a punch the
 * lunch entry that it began, a session its event or the session that it makes up for.
 */
export async function namedByOthers(
  db: LocalDatabase,
  rowId: string,
  chain: readonly OpenedWrite[],
): Promise<ReadonlySet<string>> {
  const ids = chain.map(({ write_id }) => write_id);
  const waiting = await db.outbox.where('depends_on').anyOf(ids).toArray();
  const naming = waiting.filter((row) => row.entity_id !== rowId && (isStep(row) || namesOthers(row.entity)));
  return new Set(naming.flatMap(({ depends_on }) => depends_on));
}
