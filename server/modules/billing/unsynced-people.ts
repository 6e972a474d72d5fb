import { sql } from 'drizzle-orm';
import { type Actor, maySeeUnsynced } from '#domain/access/row-rules.ts';
import type { Transaction } from '#server/db/database.ts';
import { isoInstant, jsonRows } from '#server/db/json-rows.ts';
import { personNameOf } from '#server/db/person-name.ts';

interface UnsyncedPerson {
  id: string;
  name: string;
  changes: number;
  since: string | null;
}

/** People whose devices hold changes that a report lacks, by name, as far as the person may know of them. */
export async function unsyncedPeople(tx: Transaction, actor: Actor): Promise<UnsyncedPerson[]> {
  const people = await jsonRows<UnsyncedPerson & { services: string[] }>(
    tx,
    sql`select d.user_id as id, ${sql.raw(personNameOf('d.user_id'))} as name, d.changes::int as changes,
        ${sql.raw(isoInstant('since'))},
        array(select a.service from provider_services a where a.provider = d.user_id) as services
      from (
        select user_id, sum(unsent_count) as changes, min(unsent_since) as since from devices
        where unsent_count > 0 and wiped_at is null group by user_id
      ) d order by name, id`,
  );
  return people
    .filter(({ id, services }) => maySeeUnsynced(actor, { user_id: id }, services))
    .map(({ services: _, ...person }) => person);
}
