import { sql } from 'drizzle-orm';
import type { Actor } from '#domain/access/row-rules.ts';
import { type Scope, scopesOfActor } from '#domain/access/scopes.ts';
import { CHANGE_CHANNEL, MARK, READER_PREFIX } from './change-index.ts';
import type { Transaction } from './database.ts';
import { endFollows } from './follows.ts';
import { arrayParam, jsonRows } from './json-rows.ts';

/** People per set of statements. */
const USERS_PER_STATEMENT = 200;

interface Person {
  actor: Actor;
  is_active: boolean;
  student_ids: string[];
  client_ids: string[];
}

/**
 * Recomputes the scopes that these people follow from their role, services, supervision, and assignments as
 * this transaction sees them, and ends what their devices follow without a right to.
 *
 * Call it after writing those. It locks the people, so that two transactions that change one person's data
 * can't each miss the other's change. Unchanged scopes keep their place in the order, so a device is not sent
 * again what it has. Inactive people follow nothing.
 */
export async function refreshScopeMembers(tx: Transaction, userIds: Iterable<string>): Promise<void> {
  const ids = [...new Set(userIds)].sort();
  for (let start = 0; start < ids.length; start += USERS_PER_STATEMENT) {
    const some = ids.slice(start, start + USERS_PER_STATEMENT);
    await tx.execute(
      sql`select 1 from users where id = any(${arrayParam(some, 'uuid')}) order by id for no key update`,
    );
    await writeMembers(tx, some, await readPeople(tx, some));
    await endFollows(tx, some);
  }
}

function scopesOfPerson(person: Person): Scope[] {
  return person.is_active ? scopesOfActor(person.actor, person) : [];
}

async function readPeople(tx: Transaction, userIds: readonly string[]): Promise<Person[]> {
  const rows = await jsonRows<PersonRow>(
    tx,
    sql`
    with person as (select * from users where id = any(${arrayParam(userIds, 'uuid')})),
    own as (
      select sp.provider as user_id, s.id, s.client
      from student_providers sp join person p on p.id = sp.provider join students s on s.id = sp.student
      where not s.archived
    )
    select
      p.id, p.role, p.grants, p.is_active,
      exists (select from providers d where d.id = p.id) as is_provider,
      array(select ps.service from provider_services ps where ps.provider = p.id) as service_ids,
      array(select sv.supervisee from supervisions sv where sv.supervisor = p.id) as supervisee_ids,
      array(select o.id from own o where o.user_id = p.id) as student_ids,
      array(select distinct o.client from own o where o.user_id = p.id and o.client is not null) as client_ids
    from person p
  `,
  );
  return rows.map((row) => ({
    actor: {
      user_id: row.id,
      provider_id: row.is_provider ? row.id : null,
      role: row.role,
      grants: row.grants,
      service_ids: new Set(row.service_ids),
      student_ids: new Set(row.student_ids),
      supervisee_ids: new Set(row.supervisee_ids),
    },
    is_active: row.is_active,
    student_ids: row.student_ids,
    client_ids: row.client_ids,
  }));
}

interface PersonRow {
  id: string;
  role: string;
  grants: string[];
  is_active: boolean;
  is_provider: boolean;
  service_ids: string[];
  supervisee_ids: string[];
  student_ids: string[];
  client_ids: string[];
}

async function writeMembers(
  tx: Transaction,
  userIds: readonly string[],
  people: readonly Person[],
): Promise<void> {
  const wanted = people.map((person) => ({ user_id: person.actor.user_id, scopes: scopesOfPerson(person) }));
  await tx.execute(sql`
    with wanted as (
      select distinct user_id, unnest(scopes) as scope
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(user_id uuid, scopes text[])
    ),
    standing as (
      select user_id, scope from scope_members where user_id = any(${arrayParam(userIds, 'uuid')}) and not has_left
    ),
    difference as (
      select user_id, scope, false as has_left from (select * from wanted except select * from standing) added
      union all
      select user_id, scope, true from (select * from standing except select * from wanted) removed
    ),
    moved as (
      insert into scope_members as m (user_id, scope, has_left, xid, seq)
      select user_id, scope, has_left, pg_current_xact_id(), nextval('change_seq')
      from (select * from difference order by user_id, has_left, scope) ordered
      on conflict (user_id, scope) do update
        set has_left = excluded.has_left, xid = excluded.xid, seq = excluded.seq, changed_at = clock_timestamp()
      returning m.user_id
    ),
    marked as (${MARK} where exists (select from moved) on conflict do nothing)
    select pg_notify(
      ${CHANGE_CHANNEL}::text,
      pg_current_xact_id()::text || ' ' || ${READER_PREFIX}::text || user_id || '=' || count(*)
    )
    from moved group by user_id
  `);
}
