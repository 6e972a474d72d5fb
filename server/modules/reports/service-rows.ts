import { sql } from 'drizzle-orm';
import type { ClientService, GroupedClient } from '#contract/reports.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import type { Transaction } from '#server/db/database.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { type Days, type Delivery, deliveries, seesMoney } from './delivery.ts';

interface Named {
  id: string;
  name: string;
}

/** Group, client, student, and service, by name. */
export async function groupedClients(tx: Transaction, actor: Actor, days: Days): Promise<GroupedClient[]> {
  const { rows, ofClient, serviceNames, money } = await prepared(tx, actor, days);
  const students = namesOf(
    await jsonRows<Named>(tx, sql`select id, first_name || ' ' || last_name as name from students`),
  );
  return [...groupedBy(rows, ({ client, student, service }) => `${client} ${student} ${service}`).values()]
    .flatMap((same): GroupedClient[] => {
      const [first] = same;
      if (first === undefined) return [];
      const { client, student, service } = first;
      return [
        {
          ...ofClient(client),
          ...{ student, student_name: students.get(student) ?? 'Unknown student' },
          ...{ service, service_name: serviceNames.get(service) ?? 'Unknown service' },
          ...summed(same, money),
        },
      ];
    })
    .sort(
      (a, b) =>
        byClient(a, b) ||
        a.student_name.localeCompare(b.student_name) ||
        a.service_name.localeCompare(b.service_name),
    );
}

/** The services that each client receives, by name. */
export async function clientServices(tx: Transaction, actor: Actor, days: Days): Promise<ClientService[]> {
  const { rows, ofClient, serviceNames, money } = await prepared(tx, actor, days);
  return [...groupedBy(rows, ({ client, service }) => `${client} ${service}`).values()]
    .flatMap((same): ClientService[] => {
      const [first] = same;
      if (first === undefined) return [];
      const { client, service } = first;
      return [
        {
          ...ofClient(client),
          ...{ service, service_name: serviceNames.get(service) ?? 'Unknown service' },
          students: new Set(same.map(({ student }) => student)).size,
          providers: new Set(same.map(({ provider }) => provider)).size,
          ...summed(same, money),
        },
      ];
    })
    .sort((a, b) => byClient(a, b) || a.service_name.localeCompare(b.service_name));
}

type InGroup = Pick<GroupedClient, 'group' | 'group_name' | 'client' | 'client_name'>;

function byClient(a: InGroup, b: InGroup): number {
  return a.group_name.localeCompare(b.group_name) || a.client_name.localeCompare(b.client_name);
}

async function prepared(tx: Transaction, actor: Actor, days: Days) {
  const rows = await deliveries(tx, actor, days);
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
  return { rows, ofClient, serviceNames: namesOf(services), money: seesMoney(actor) };
}

const NO_CLIENT = 'No client';

function namesOf(found: readonly Named[]): Map<string, string> {
  return new Map(found.map(({ id, name }) => [id, name]));
}

function summed(rows: readonly Delivery[], money: boolean) {
  const sum = (of: (row: Delivery) => number) => rows.reduce((all, row) => all + of(row), 0);
  return {
    sessions: sum(({ sessions }) => sessions),
    missed: sum(({ missed }) => missed),
    planned_minutes: sum(({ planned_minutes }) => planned_minutes),
    delivered_minutes: sum(({ delivered_minutes }) => delivered_minutes),
    amount_cents: money ? sum(({ amount_cents }) => amount_cents) : null,
    unbillable: money ? sum(({ unbillable }) => unbillable) : 0,
  };
}
