import type { EntityName } from '#contract/entity-name.ts';
import type { LocalDatabase, OutboxRow } from '#db/local-database.ts';
import type { OpenedWrite } from '#db/outbox.ts';
import { behaviorOf, namesOthers } from '../behaviors/behaviors.ts';
import { isCommand } from './plan-writes.ts';

/**
 * The queued creations of the rows that a write references, which the server must accept first.
 * @param seen the visible row, for references that a change doesn't touch
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

/** Whether a write only references a row: it makes sense without it. */
export function isNamedOnly(row: Pick<OutboxRow, 'entity' | 'entity_id'>, other: OutboxRow): boolean {
  return namesOthers(row.entity) && row.entity_id !== other.entity_id;
}

/**
 * Those of a row's writes on which another row that references it depends: a punch on its lunch entry, a
 * session on its event or on the session that it makes up for.
 */
export async function namedByOthers(
  db: LocalDatabase,
  rowId: string,
  chain: readonly OpenedWrite[],
): Promise<ReadonlySet<string>> {
  const ids = chain.map(({ write_id }) => write_id);
  const waiting = await db.outbox.where('depends_on').anyOf(ids).toArray();
  const naming = waiting.filter(
    (row) => row.entity_id !== rowId && (isCommand(row) || namesOthers(row.entity)),
  );
  return new Set(naming.flatMap(({ depends_on }) => depends_on));
}
