import { type SQL, sql } from 'drizzle-orm';
import type { Client, Location, PayPeriod, Provider, Service } from '#contract/catalogue.ts';
import { Refusal } from '#contract/errors.ts';
import { seesWholeOrganisation } from '#domain/access/permissions.ts';
import { ROLES } from '#domain/access/roles.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, isoInstant, jsonRows } from '#server/db/json-rows.ts';
import { listStudents } from '#server/modules/students/queries.ts';

export const serviceFields = sql.raw(
  's.id, s.name, s.short_name, s.category, s.default_minutes, s.is_billable, s.version',
);
const locationFields = sql.raw('l.id, l.name, l.client, l.is_billable, l.archived, l.version');
const clientFields = sql.raw('c.id, c.name, c.active, c.needs_codes, c.version');
export const payPeriodFields = sql.raw(
  `id, start_date, end_date, ${isoInstant('closed_at')}, is_locked, version`,
);
const providerFields = sql.raw(`
  p.id, p.provider_first, p.provider_last,
  array(select a.service from provider_services a where a.provider = p.id order by 1) as services,
  array(select a.supervisor from supervisions a where a.supervisee = p.id order by 1) as supervisors,
  p.needs_co_sign, p.archived, p.version`);

export function loadServiceRows(tx: Transaction, ids: readonly string[]): Promise<Service[]> {
  return jsonRows(
    tx,
    sql`select ${serviceFields} from services s where s.id = any(${arrayParam(ids, 'uuid')})`,
  );
}

export function loadLocationRows(tx: Transaction, ids: readonly string[]): Promise<Location[]> {
  return jsonRows(
    tx,
    sql`select ${locationFields} from locations l where l.id = any(${arrayParam(ids, 'text')})`,
  );
}

export function loadClientRows(tx: Transaction, ids: readonly string[]): Promise<Client[]> {
  return jsonRows(
    tx,
    sql`select ${clientFields} from clients c where c.id = any(${arrayParam(ids, 'uuid')})`,
  );
}

export function loadPayPeriodRows(tx: Transaction, ids: readonly string[]): Promise<PayPeriod[]> {
  return jsonRows(
    tx,
    sql`select ${payPeriodFields} from pay_periods where id = any(${arrayParam(ids, 'uuid')})`,
  );
}

export function loadProviderRows(tx: Transaction, ids: readonly string[]): Promise<Provider[]> {
  return jsonRows(
    tx,
    sql`select ${providerFields} from providers p where p.id = any(${arrayParam(ids, 'uuid')})`,
  );
}

export function listServices(tx: Transaction): Promise<Service[]> {
  return jsonRows(tx, sql`select ${serviceFields} from services s order by s.name, s.id`);
}

export function listServiceCategories(tx: Transaction): Promise<{ id: string; name: string }[]> {
  return jsonRows(tx, sql`select id, name from service_categories order by name, id`);
}

/** Active clients: all for the office, those of visible students for others. */
export async function listClients(tx: Transaction, actor: Actor): Promise<Client[]> {
  const reach = seesWholeOrganisation(actor) ? sql`true` : await clientsOfVisibleStudents(tx, actor);
  return jsonRows(
    tx,
    sql`select ${clientFields} from clients c where c.active = 1 and ${reach} order by c.name, c.id`,
  );
}

/** A supervisor sees the clients of own students alone (permission table: none for the team's). */
async function clientsOfVisibleStudents(tx: Transaction, actor: Actor): Promise<SQL> {
  const students = await listStudents(tx, actor);
  const reached =
    actor.role === ROLES.supervisor ? students.filter(({ id }) => actor.student_ids.has(id)) : students;
  const ids = new Set(reached.flatMap(({ client }) => client ?? []));
  return sql`c.id = any(${arrayParam(ids, 'uuid')})`;
}

/** Providers at work: all for the office; of own services for leads; the team for supervisors; always oneself. */
export function listProviders(tx: Transaction, actor: Actor): Promise<Provider[]> {
  return jsonRows(
    tx,
    sql`select ${providerFields} from providers p where not p.archived and ${providersInReach(actor)}
      order by p.provider_last, p.provider_first, p.id`,
  );
}

/** Whether the person sees this provider among those at work. */
export async function providerInReach(tx: Transaction, actor: Actor, id: string): Promise<boolean> {
  const found = await jsonRows(
    tx,
    sql`select p.id from providers p where p.id = ${id} and ${providersInReach(actor)}`,
  );
  return found.length > 0;
}

/** Refuses a service that does not exist; none at all is fine. */
export async function refuseUnknownService(tx: Transaction, id: string | null): Promise<void> {
  if (id === null) return;
  const [service] = await loadServiceRows(tx, [id]);
  if (service === undefined) {
    throw new Refusal('request.invalid', { fields: { service: 'This service does not exist.' } });
  }
}

function providersInReach(actor: Actor): SQL {
  if (seesWholeOrganisation(actor)) return sql`true`;
  const self = sql`p.id = ${actor.user_id}`;
  if (actor.role === ROLES.serviceLead) {
    return sql`(${self} or p.id in (select a.provider from provider_services a
      where a.service = any(${arrayParam(actor.service_ids, 'uuid')})))`;
  }
  if (actor.role === ROLES.supervisor) {
    return sql`(${self} or p.id = any(${arrayParam(actor.supervisee_ids, 'uuid')}))`;
  }
  return self;
}
