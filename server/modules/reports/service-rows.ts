import { sql } from 'drizzle-orm';
import type { ClientService, GroupedClient } from '#contract/reports.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import type { Transaction } from '#server/db/database.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { type Days, deliveries, seesMoney } from './delivery.ts';

interface Named {
  id: string;
  name: string;
}

/** Group, client, student, and service, by name. */
export async function groupedClients(tx: Transaction, actor: Actor, days: Days): Promise<GroupedClient[]> {
  const rows = await deliveries(tx, actor, days, { byStudent: true });
  const { ofClient, serviceNames } = await namesFor(tx);
  const students = namesOf(
    await jsonRows<Named>(tx, sql`select id, first_name || ' ' || last_name as name from students`),
  );
  const money = seesMoney(actor);
  const named = rows.flatMap((row) => {
    const { group, group_name, client, client_name } = ofClient(row.client);
    // A flat literal: there are thousands.
    return [...row.students].map(
      (student): GroupedClient => ({
        group,
        group_name,
        client,
        client_name,
        student,
        student_name: students.get(student) ?? 'Unknown student',
        service: row.service,
        service_name: serviceNames.get(row.service) ?? 'Unknown service',
        sessions: row.sessions,
        missed: row.missed,
        planned_minutes: row.planned_minutes,
        delivered_minutes: row.delivered_minutes,
        amount_cents: money ? row.amount_cents : null,
        unbillable: row.unbillable,
      }),
    );
  });
  return byClient(
    named,
    (a, b) =>
      a.student_name.localeCompare(b.student_name) ||
      compareIds(a.student, b.student) ||
      a.service_name.localeCompare(b.service_name) ||
      compareIds(a.service, b.service),
  );
}

/** The services that each client receives, by name. */
export async function clientServices(tx: Transaction, actor: Actor, days: Days): Promise<ClientService[]> {
  const rows = await deliveries(tx, actor, days);
  const { ofClient, serviceNames } = await namesFor(tx);
  const money = seesMoney(actor);
  const named = rows.map(
    (row): ClientService => ({
      ...ofClient(row.client),
      ...{ service: row.service, service_name: serviceNames.get(row.service) ?? 'Unknown service' },
      ...{ students: row.students.size, providers: row.providers.size },
      ...{ sessions: row.sessions, missed: row.missed },
      ...{ planned_minutes: row.planned_minutes, delivered_minutes: row.delivered_minutes },
      ...{ amount_cents: money ? row.amount_cents : null, unbillable: row.unbillable },
    }),
  );
  return byClient(
    named,
    (a, b) => a.service_name.localeCompare(b.service_name) || compareIds(a.service, b.service),
  );
}

type InGroup = Pick<GroupedClient, 'group' | 'group_name' | 'client' | 'client_name'>;

/** By the names of group and client. Names are slow to compare, and most rows have the same client. */
function byClient<Row extends InGroup>(rows: readonly Row[], within: (a: Row, b: Row) => number): Row[] {
  return [...groupedBy(rows, ({ client }) => client).values()]
    .flatMap((own) => {
      const [first] = own;
      return first === undefined ? [] : [{ first, own }];
    })
    .sort(
      ({ first: a }, { first: b }) =>
        a.group_name.localeCompare(b.group_name) ||
        a.client_name.localeCompare(b.client_name) ||
        compareIds(a.client ?? '', b.client ?? ''),
    )
    .flatMap(({ own }) => own.sort(within));
}

function compareIds(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

async function namesFor(tx: Transaction) {
  const clients = new Map(
    (
      await jsonRows<Named & { district: string | null; district_name: string | null }>(
        tx,
        sql`select c.id, c.name, a.district, (select d.name from clients d where d.id = a.district) as district_name
          from clients c left join client_accounts a on a.id = c.id`,
      )
    ).map((one) => [one.id, one]),
  );
  const services = await jsonRows<Named>(tx, sql`select id, name from services`);
  const ofClient = (id: string | null): InGroup => {
    const found = clients.get(id ?? '');
    if (found === undefined)
      return { group: null, group_name: NO_CLIENT, client: id, client_name: NO_CLIENT };
    const { name, district, district_name } = found;
    return {
      ...{ group: district ?? found.id, group_name: district_name ?? name },
      ...{ client: found.id, client_name: name },
    };
  };
  return { ofClient, serviceNames: namesOf(services) };
}

const NO_CLIENT = 'No client';

function namesOf(found: readonly Named[]): Map<string, string> {
  return new Map(found.map(({ id, name }) => [id, name]));
}
