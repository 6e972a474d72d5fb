import { type SQL, sql } from 'drizzle-orm';
import type { BILLING_FIELDS, ClientFile } from '#contract/clients.ts';
import { ApiError } from '#contract/errors.ts';
import type { Student } from '#contract/student.ts';
import { mayUse, seesWholeOrganization } from '#domain/access/permissions.ts';
import { ROLES } from '#domain/access/roles.ts';
import { type Actor, maySeeStudent } from '#domain/access/row-rules.ts';
import type { ClientUses } from '#domain/clients/client-rules.ts';
import type { Transaction } from '#server/db/database.ts';
import { fieldsOf, keptRows } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { personNameOf } from '#server/db/person-name.ts';
import { providersInReach } from '#server/modules/catalog/queries.ts';

interface Named {
  id: string;
  name: string;
}

const ACTIVE = sql`c.active = 1`;
const BY_NAME = sql`lower(c.name), c.id`;

/**
 * All clients for the office; for a service lead, active ones that have contracted a service of theirs or
 * have a student with one; none for others.
 */
export function clientsInReach(actor: Actor): SQL {
  if (seesWholeOrganization(actor)) return sql`true`;
  if (actor.role !== ROLES.serviceLead) return sql`false`;
  const services = arrayParam(actor.service_ids, 'uuid');
  return sql`(c.active = 1 and (a.services && ${services} or exists (
    select from students s where s.client = c.id and not s.archived and (
      s.id = any(${arrayParam(actor.student_ids, 'uuid')})
      or exists (select from student_services t where t.student = s.id and t.service = any(${services}))
    )
  )))`;
}

async function filesWhere(tx: Transaction, actor: Actor, where: SQL): Promise<ClientFile[]> {
  const files = await jsonRows<ClientFile>(
    tx,
    sql`select ${fieldsOf('client_account', 'a')}, c.name, c.active, c.needs_codes, c.makeup_windows,
        (select d.name from clients d where d.id = a.district) as district_name,
        ${sql.raw(personNameOf('a.manager'))} as manager_name,
        (select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'region_number', r.region_number)
          order by lower(r.name)), '[]') from regions r where r.id = any(a.regions)) as region_list,
        (select count(*)::int from students s where s.client = c.id and not s.archived) as student_count
      from client_accounts a join clients c on c.id = a.id
      where c.deleted_at is null and ${clientsInReach(actor)} and ${where} order by ${BY_NAME}`,
  );
  return mayUse(actor, 'client.record') ? files : files.map(withoutBilling);
}

const NO_BILLING: Pick<ClientFile, (typeof BILLING_FIELDS)[number]> = {
  ...{ district: null, is_insurance: false, contract_number: '', contract_start: null, contract_end: null },
  ...{ contract_cap_cents: null, purchase_order: '', invoice_address: '' },
};

/** For people who don't see contracts and billing. */
function withoutBilling(file: ClientFile): ClientFile {
  return { ...file, ...NO_BILLING, district_name: null };
}

export function listClientFiles(tx: Transaction, actor: Actor, active: 0 | 1): Promise<ClientFile[]> {
  return filesWhere(tx, actor, sql`c.active = ${active}`);
}

/** The client, or `record.absent`, the same for inaccessible and nonexistent ones. */
export async function clientInReach(tx: Transaction, actor: Actor, id: string): Promise<ClientFile> {
  const [file] = await filesWhere(tx, actor, sql`c.id = ${id}`);
  if (file === undefined) throw new ApiError('record.absent');
  return file;
}

function namedClients(tx: Transaction, actor: Actor, where: SQL): Promise<Named[]> {
  return jsonRows(
    tx,
    sql`select c.id, c.name from client_accounts a join clients c on c.id = a.id
      where c.deleted_at is null and ${clientsInReach(actor)} and ${ACTIVE} and ${where} order by ${BY_NAME}`,
  );
}

/** Active clients that are in a region. */
export function listClientsOfRegion(tx: Transaction, actor: Actor, region: string): Promise<Named[]> {
  return namedClients(tx, actor, sql`${region} = any(a.regions)`);
}

/** Active clients that belong to a district. */
export function listMembers(tx: Transaction, actor: Actor, district: string): Promise<Named[]> {
  return namedClients(tx, actor, sql`a.district = ${district}`);
}

/** Active clients, each with its district. */
export function listWithDistricts(
  tx: Transaction,
  actor: Actor,
): Promise<(Named & { district: Named | null })[]> {
  return jsonRows(
    tx,
    sql`select c.id, c.name,
        (select json_build_object('id', d.id, 'name', d.name) from clients d where d.id = a.district) as district
      from client_accounts a join clients c on c.id = a.id
      where c.deleted_at is null and ${clientsInReach(actor)} and ${ACTIVE} order by ${BY_NAME}`,
  );
}

/** Districts with the clients that belong to each. */
export async function listDistricts(
  tx: Transaction,
  actor: Actor,
): Promise<(Named & { members: Named[] })[]> {
  const found = new Map<string, Named & { members: Named[] }>();
  for (const { id, name, district } of await listWithDistricts(tx, actor)) {
    if (district === null) continue;
    const known = found.get(district.id) ?? { ...district, members: [] };
    known.members.push({ id, name });
    found.set(district.id, known);
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name));
}

/** People who can manage a client: the office and service leads. */
export function listManagers(tx: Transaction): Promise<Named[]> {
  return jsonRows(
    tx,
    sql`select m.id, ${sql.raw(personNameOf('m.id'))} as name from users m
      where ${isManager()} order by lower(${sql.raw(personNameOf('m.id'))}), m.id`,
  );
}

/** @returns SQL on `users m` */
export function isManager(): SQL {
  return sql`m.is_active and m.role = any(${arrayParam([ROLES.superAdmin, ROLES.admin, ROLES.serviceLead], 'text')})`;
}

/** Regions that a client can be put into. */
export function listRegionNumbers(tx: Transaction): Promise<(Named & { region_number: string })[]> {
  return jsonRows(
    tx,
    sql`select id, name, region_number from regions where deleted_at is null and not archived
      order by lower(name), id`,
  );
}

/** How many of each kind of record refer to a client. */
export async function usesOf(tx: Transaction, id: string): Promise<ClientUses> {
  const [uses] = await jsonRows<ClientUses>(
    tx,
    sql`select
      (select count(*)::int from students where client = ${id}) as students,
      (select count(*)::int from student_transfers where ${id} in (from_client, to_client)) as transfers,
      (select count(*)::int from sessions where client = ${id} and deleted_at is null) as sessions,
      (select count(*)::int from locations where client = ${id}) as locations,
      (select count(*)::int from school_closures where client = ${id}) as closures,
      (select count(*)::int from client_accounts where district = ${id} and deleted_at is null) as members,
      (select count(*)::int from invoices where client = ${id} and deleted_at is null) as invoices,
      (select count(*)::int from rates where client = ${id} and deleted_at is null) as rates,
      (select count(*)::int from billing_conditions where client = ${id}) as conditions,
      (select count(*)::int from admin_messages
        where audience->'clients' @> to_jsonb(${id}::text) and deleted_at is null) as messages`,
  );
  if (uses === undefined) throw new TypeError('The query gave no row.');
  return uses;
}

/** Active students of a client whom the person may see, by name. */
export async function listStudentsOfClient(tx: Transaction, actor: Actor, id: string): Promise<Student[]> {
  const found = await keptRows(
    tx,
    'student',
    sql`not archived and client = ${id} order by last_name, first_name, id`,
  );
  return found.filter((student) => maySeeStudent(actor, student));
}

/** Active providers of a client's active students whom the person may see, with how many of these each has. */
export async function listProvidersOfClient(tx: Transaction, actor: Actor, id: string) {
  const students = await listStudentsOfClient(tx, actor, id);
  const ids = new Set(students.flatMap((student) => student.providers));
  const found = await keptRows(
    tx,
    'provider',
    sql`not archived and id = any(${arrayParam(ids, 'uuid')}) and ${providersInReach(actor)}
      order by provider_last, provider_first, id`,
  );
  return found.map((provider) => ({
    ...provider,
    student_count: students.filter((student) => student.providers.includes(provider.id)).length,
  }));
}
