import { type SQL, sql } from 'drizzle-orm';
import type { EntityRow } from '#contract/entities.ts';
import type { OfficeListName } from '#contract/entity-name.ts';
import { keptRows, tableFacts } from '#server/db/entity-rows.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems } from '#server/records/changing-rows.ts';

/** One name once in a list, however it is written. @param within the part of the list that is searched */
export async function refuseTakenName<Name extends OfficeListName>(
  { tx }: Call,
  entity: Name,
  { id, name }: Pick<EntityRow<Name>, 'id' | 'name'>,
  within: SQL = sql`true`,
): Promise<void> {
  const type = sql.raw(tableFacts(entity).keyType);
  const taken = await keptRows(
    tx,
    entity,
    sql`lower(name) = lower(${name}) and id <> ${id}::${type} and ${within} limit 1`,
  );
  if (taken.length > 0) refuseProblems({ name: `${name} is already in the list.` });
}
