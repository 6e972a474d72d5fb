import { sql } from 'drizzle-orm';
import type { EntityRow } from '#contract/entities.ts';
import { LUNCH_LOCATION } from '#domain/lunch/desired-event.ts';
import { keptRows } from '#server/db/entity-rows.ts';
import type { Call, Records } from '#server/records/call.ts';
import { activeClient, archivedFault, clientNames, Names } from './named-records.ts';
import { faulty, newRow, type Plan, type Planner, updateOf } from './plan.ts';

type School = EntityRow<'location'>;

const records: Records<School> = { entity: 'location', scopes: () => ['global'], about: () => ({}) };

/** Schools by name and client. One name can be in several districts. */
export async function planSchools({ tx }: Call): Promise<Planner<'school'>> {
  const clients = await clientNames(tx);
  const schools = new Names<School>();
  // "Break" is for lunch.
  for (const row of await keptRows(tx, 'location', sql`id <> ${LUNCH_LOCATION}`)) schools.add(row.name, row);
  return {
    plan({ name = '', client: clientName, is_billable }, idOf): Plan {
      const client = clientName === undefined ? null : activeClient(clients, clientName);
      if (client !== null && 'fault' in client) return faulty(client.fault);
      const of = client === null ? null : client.row.id;
      const known = schools.all(name).find((one) => one.client === of);
      if (known?.archived === true) return faulty(`School: ${archivedFault(known)}`);
      if (known !== undefined) return updateOf('location', known.id, known, {});
      const row: School = {
        ...{ id: idOf(), name, client: of, is_billable: is_billable ?? true, archived: false, version: 1 },
      };
      schools.add(name, row);
      return { outcome: 'add', rows: [newRow(records, row)] };
    },
  };
}
