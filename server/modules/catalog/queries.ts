import { type SQL, sql } from 'drizzle-orm';
import type { Client, Provider, Service } from '#contract/catalog.ts';
import { ApiError } from '#contract/errors.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import { ROLES } from '#domain/access/roles.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import type { Transaction } from '#server/db/database.ts';
import { keptRows, loadRows } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { listStudents } from '#server/modules/students/queries.ts';

export function listServices(tx: Transaction): Promise<Service[]> {
  return keptRows(tx, 'service', sql`true order by name, id`);
}

/** Active clients: all for the office, those of visible students for others. */
export async function listClients(tx: Transaction, actor: Actor): Promise<Client[]> {
  const reach = seesWholeOrganization(actor) ? sql`true` : await clientsOfVisibleStudents(tx, actor);
  return keptRows(tx, 'client', sql`active = 1 and ${reach} order by name, id`);
}

/** A supervisor sees the clients of their own students only (permission table: not the team's). */
async function clientsOfVisibleStudents(tx: Transaction, actor: Actor): Promise<SQL> {
  const students = await listStudents(tx, actor);
  const reached =
    actor.role === ROLES.supervisor ? students.filter(({ id }) => actor.student_ids.has(id)) : students;
  const ids = new Set(reached.flatMap(({ client }) => client ?? []));
  return sql`id = any(${arrayParam(ids, 'uuid')})`;
}

/**
 * Active providers: all for the office; those in their services for leads; the team for supervisors; always
 * oneself.
 */
export function listProviders(tx: Transaction, actor: Actor): Promise<Provider[]> {
  return keptRows(
    tx,
    'provider',
    sql`not archived and ${providersInReach(actor)} order by provider_last, provider_first, id`,
  );
}

/** Whether the person sees this provider; a former one only the office does. */
export async function providerInReach(tx: Transaction, actor: Actor, id: string): Promise<boolean> {
  const found = await jsonRows(
    tx,
    sql`select id from providers where id = ${id} and ${providersInReach(actor)}
      and (not archived or ${seesWholeOrganization(actor)})`,
  );
  return found.length > 0;
}

/** Rejects a service that doesn't exist; null is fine. */
export async function refuseUnknownService(tx: Transaction, id: string | null): Promise<void> {
  if (id === null) return;
  const [service] = await loadRows(tx, 'service', [id]);
  if (service === undefined) {
    throw new ApiError('request.invalid', { fields: { service: 'Service not found.' } });
  }
}

export function providersInReach(actor: Actor): SQL {
  if (seesWholeOrganization(actor)) return sql`true`;
  const self = sql`id = ${actor.user_id}`;
  if (actor.role === ROLES.serviceLead) {
    return sql`(${self} or id in (select a.provider from provider_services a
      where a.service = any(${arrayParam(actor.service_ids, 'uuid')})))`;
  }
  if (actor.role === ROLES.supervisor) {
    return sql`(${self} or id = any(${arrayParam(actor.supervisee_ids, 'uuid')}))`;
  }
  return self;
}
