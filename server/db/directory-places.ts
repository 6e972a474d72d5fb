import { type SQL, sql } from 'drizzle-orm';
import { firstOwnDay, heldYears } from '#domain/access/held-years.ts';
import { scopeOfArchived } from '#domain/access/scope-parts.ts';
import {
  type Scope,
  scopesOfClient,
  scopesOfSession,
  scopesOfStudent,
  scopesOfStudentFile,
} from '#domain/access/scopes.ts';
import { recordChanges } from './change-index.ts';
import type { Transaction } from './database.ts';
import { placeMisplacedDays } from './day-places.ts';
import { tableFacts } from './entity-rows.ts';
import { arrayParam, jsonRows } from './json-rows.ts';
import { placeMisplacedNotes } from './note-places.ts';

/**
 * Records the rows of these students, and of records merged into them, in the scopes where they belong now, and their assigned
 * services. Call it after writing services, providers, or merges, under the students'
 * locks.
 */
export async function placeStudents(tx: Transaction, students: readonly string[]): Promise<void> {
  const ids = arrayParam(students, 'uuid');
  const rows = await jsonRows<Parameters<typeof scopesOfStudent>[0]>(
    tx,
    sql`
    select s.id, s.merged_into, ${PLACES}
    from students s left join students t on t.id = s.merged_into
    where s.id = any(${ids}) or s.merged_into = any(${ids}) order by s.id`,
  );
  await recordChanges(
    tx,
    rows.map((row) => ({ entity: 'student', id: row.id, scopes: scopesOfStudent(row) })),
  );
  await placeServices(tx, students);
}

/**
 * Records the assigned services of these students where their students stand: people who see a student without having the file
 * see what is authorized in lists and forms. Call it after writing one.
 */
export async function placeServices(tx: Transaction, students: readonly string[]): Promise<void> {
  const rows = await jsonRows<Parameters<typeof scopesOfStudent>[0] & { row: string }>(
    tx,
    sql`
    select a.id as row, s.id, ${PLACES}
    from assigned_services a join students s on s.id = a.student left join students t on t.id = s.merged_into
    where a.student = any(${arrayParam(students, 'uuid')}) and a.deleted_at is null order by a.id`,
  );
  await recordChanges(
    tx,
    rows.map(({ row, ...student }) => ({
      entity: 'student_service',
      id: row,
      scopes: scopesOfStudent(student),
    })),
  );
}

/** Records the clients of these students where they belong now. Call it after the students' services, providers, or archiving changed. */
export async function placeClientsOf(tx: Transaction, students: readonly string[]): Promise<void> {
  const clients = await jsonRows<{ client: string }>(
    tx,
    sql`select distinct client from students
      where id = any(${arrayParam(students, 'uuid')}) and client is not null order by 1`,
  );
  await placeClients(
    tx,
    clients.map(({ client }) => client),
  );
}

/** Nobody but the office sees an archived student. */
function listOf(link: 'service' | 'provider'): SQL {
  return sql.raw(`array(
    select l.${link} from student_${link}s l
    where l.student = coalesce(s.merged_into, s.id) and not coalesce(t.archived, s.archived) order by 1
  )`);
}

/** Of `students s`, or of the student `t` who stays. */
const PLACES = sql`
  coalesce(t.archived, s.archived) as archived,
  case when t.id is null then s.archived_on else t.archived_on end as archived_on,
  ${listOf('service')} as services, ${listOf('provider')} as providers`;

/** One transaction at a time per client: another one's students then count too. */
export async function placeClients(tx: Transaction, clients: readonly string[]): Promise<void> {
  if (clients.length === 0) return;
  await holdPlaces(tx, clients);
  const rows = await jsonRows<Parameters<typeof scopesOfClient>[0]>(
    tx,
    sql`select c.id, ${linksOfClients('service')} as services, ${linksOfClients('provider')} as providers from clients c
      where c.id = any(${arrayParam(clients, 'uuid')}) and c.deleted_at is null order by c.id`,
  );
  await recordChanges(
    tx,
    rows.map((row) => ({ entity: 'client', id: row.id, scopes: scopesOfClient(row) })),
  );
}

/** Where a client belongs, for writing its row. Until the commit nobody else places it. */
export async function scopesOfStoredClient(tx: Transaction, client: string): Promise<Scope[]> {
  await holdPlaces(tx, [client]);
  const [row] = await jsonRows<Parameters<typeof scopesOfClient>[0]>(
    tx,
    sql`select c.id, ${linksOfClients('service')} as services, ${linksOfClients('provider')} as providers
      from (select ${client}::uuid as id) c`,
  );
  return row === undefined ? [] : scopesOfClient(row);
}

/** Of the students of `clients c` who aren't archived. */
function linksOfClients(link: 'service' | 'provider'): SQL {
  return sql.raw(`array(
    select distinct l.${link} from students s join student_${link}s l on l.student = s.id
    where s.client = c.id and not s.archived order by 1
  )`);
}

async function holdPlaces(tx: Transaction, clients: readonly string[]): Promise<void> {
  // One statement each: within one, the order of the locks would be the planner's.
  for (const id of [...new Set(clients)].sort()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('client ' || ${id}::text, 0))`);
  }
}

/**
 * Places what doesn't stand where it belongs: a server of an older version, beside this one during an upgrade, knows nothing of
 * these scopes.
 * @param today a Pacific day
 */
export async function placeMisplaced(tx: Transaction, today: string): Promise<void> {
  await placeMisplacedFiles(tx);
  await placeMisplacedSessions(tx);
  await placeMisplacedNotes(tx);
  await placeMisplacedDays(tx);
  const dated = await dateArchived(tx, today);
  // Of earlier fiscal years no device has anything, so the index need not either.
  const from = firstOwnDay(heldYears(today));
  const found = await jsonRows<{ student: string }>(
    tx,
    sql`
    with links as (
      select student, 'service:' || service as scope from student_services
      union all
      select student, 'supervised:' || provider from student_providers
    ),
    subject as (
      select 'student' as entity, s.id::text as id, s.id as student,
        coalesce(s.merged_into, s.id) as of, coalesce(t.archived, s.archived) as is_archived,
        case when t.id is null then s.archived_on else t.archived_on end as archived_on
      from students s left join students t on t.id = s.merged_into
      union all
      select 'student_service', a.id::text, a.student, a.student, s.archived, s.archived_on
      from assigned_services a join students s on s.id = a.student where a.deleted_at is null
    ),
    wanted as (
      select u.entity, u.id, l.scope from subject u join links l on l.student = u.of where not u.is_archived
      union
      select u.entity, u.id, 'student:' || u.of from subject u
      union
      select u.entity, u.id, 'org' from subject u where not u.is_archived
      union
      select u.entity, u.id, ${SCOPE_OF_ARCHIVED} from subject u where u.is_archived and u.archived_on >= ${from}::date
    ),
    standing as (
      select entity, id, scope from change_index
      where entity in ('student', 'student_service') and not has_left
        and (scope like 'service:%' or scope like 'supervised:%' or scope like 'student:%' or scope = 'org'
          or scope like 'org:fy%' and scope >= ${scopeOfArchived(from)})
    ),
    misplaced as (
      (select * from wanted except select * from standing)
      union all (select * from standing except select * from wanted)
    )
    select distinct u.student from subject u join misplaced m on m.entity = u.entity and m.id = u.id order by 1`,
  );
  const students = [...new Set([...dated, ...found.map(({ student }) => student)])].sort();
  if (students.length === 0) return;
  await tx.execute(
    sql`select 1 from students where id = any(${arrayParam(students, 'uuid')}) order by id for update`,
  );
  await placeStudents(tx, students);
  await placeClientsOf(tx, students);
}

/** For a subject `u`: the domain's `scopeOfArchived`. */
const SCOPE_OF_ARCHIVED = sql`'org:fy' || extract(year from u.archived_on - interval '6 months')::int`;

/** A server of an older version archives students without a day, and restores them without removing it. */
async function dateArchived(tx: Transaction, today: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update students set version = version + 1, archived_on = case when archived then ${today}::date end
    where archived = (archived_on is null) returning id::text as id`);
  return rows.map(({ id }) => id);
}

/** Rows of files that the office's scope still has, or that people who have the file would miss. */
async function placeMisplacedFiles(tx: Transaction): Promise<void> {
  for (const entity of FOLLOWED) {
    const table = sql.raw(tableFacts(entity).name);
    const rows = await jsonRows<{ id: string; student: string }>(
      tx,
      sql`select f.id, f.student from ${table} f
        where f.deleted_at is null and (
          exists (select from change_index c
            where c.entity = ${entity} and c.id = f.id::text and c.scope = 'org' and not c.has_left)
          or not exists (select from change_index c
            where c.entity = ${entity} and c.id = f.id::text and c.scope = 'student:' || f.student and not c.has_left)
        )
        order by f.id for update of f`,
    );
    await recordChanges(
      tx,
      rows.map(({ id, student }) => ({ entity, id, scopes: scopesOfStudentFile({ student }) })),
    );
  }
}

/** Sessions that a scope has without a month or fiscal year, as older servers recorded them. */
async function placeMisplacedSessions(tx: Transaction): Promise<void> {
  const rows = await jsonRows<Parameters<typeof scopesOfSession>[0] & { id: string }>(
    tx,
    sql`select s.id, s.provider, s.service, s.session_date, s.approval_request from sessions s
      where s.deleted_at is null and s.id in (
        select c.id::uuid from change_index c
        where c.entity = 'session' and not c.has_left and c.scope = any(array(
          select 'org' union all select 'service:' || id from services union all
          select unnest(array['supervised:', 'user:']) || id from users
        ))
      )
      order by s.id for update of s`,
  );
  await recordChanges(
    tx,
    rows.map((row) => ({ entity: 'session', id: row.id, scopes: scopesOfSession(row) })),
  );
}

/** What a device has of a student only with the file. */
const FOLLOWED = ['parent', 'goal', 'student_note', 'attachment'] as const;
