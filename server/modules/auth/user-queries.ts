import { type SQL, sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { Invitation, UserFile } from '#contract/users.ts';
import { mayManageUser, mayUse } from '#domain/access/permissions.ts';
import { ROLES } from '#domain/access/roles.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { invitationEnd, invitationProblem } from '#domain/access/user-rules.ts';
import type { Transaction } from '#server/db/database.ts';
import { fieldsOf } from '#server/db/entity-rows.ts';
import { isoInstant, jsonRows } from '#server/db/json-rows.ts';
import { NO_PASSWORD } from '#server/db/password-hash.ts';
import { personNameOf } from '#server/db/person-name.ts';

interface Asked {
  tx: Transaction;
  actor: Actor;
  /** For which logins are still open. */
  context: { now: string };
}

/** Everyone whom the person manages, by name. */
export function listUsers(asked: Asked): Promise<UserFile[]> {
  return filesWhere(asked, sql`true`);
}

/** The user, or `record.absent`, the same for users whom the person doesn't manage and nonexistent ones. */
export async function userInReach(asked: Asked, id: string): Promise<UserFile> {
  const [file] = await filesWhere(asked, sql`m.id = ${id}`);
  if (file === undefined) throw new ApiError('record.absent');
  return file;
}

/** The invitation of someone whom this person can invite again; null for everyone else. */
export async function invitationOf(
  { tx, actor }: Pick<Asked, 'tx' | 'actor'>,
  id: string,
): Promise<Invitation | null> {
  if (!mayUse(actor, 'user.record')) return null;
  const [user] = await jsonRows<Parameters<typeof invitationProblem>[0] & { invited_at: string | null }>(
    tx,
    sql`select ${INVITED_AT}, m.role, m.grants, m.is_active, m.password_hash = ${NO_PASSWORD} as is_invited
      from users m where m.id = ${id}`,
  );
  return user === undefined || invitationProblem(user, actor) !== null
    ? null
    : invitationSent(user.invited_at);
}

const INVITED_AT = sql.raw(isoInstant('invited_at', 'm'));

function invitationSent(sent_at: string | null): Invitation {
  return { sent_at, expires_at: sent_at === null ? null : invitationEnd(sent_at) };
}

async function filesWhere({ tx, actor, context }: Asked, where: SQL): Promise<UserFile[]> {
  const name = sql.raw(personNameOf('m.id'));
  const reach = mayManageUser(actor, { role: ROLES.superAdmin })
    ? sql`true`
    : sql`m.role <> ${ROLES.superAdmin}`;
  const found = await jsonRows<Omit<UserFile, 'invitation'> & { invited_at: string | null }>(
    tx,
    sql`select ${fieldsOf('user', 'm')}, ${name} as name, ${INVITED_AT},
        exists (select from providers d where d.id = m.id) as is_provider,
        m.password_hash = ${NO_PASSWORD} as is_invited,
        exists (select from second_factors f where f.user_id = m.id and f.state = 'on') as has_second_factor,
        ${sql.raw(isoInstant('last_login_at', 'l'))}, l.open_logins,
        (select coalesce(sum(v.unsent_count), 0)::int from devices v where v.user_id = m.id) as unsynced
      from users m cross join lateral (
        select max(s.signed_in_at) as last_login_at,
          count(*) filter (where s.ended_at is null and s.expires_at > ${context.now})::int as open_logins
        from sign_ins s where s.user_id = m.id
      ) l
      where ${reach} and ${where} order by lower(${name}), m.id`,
  );
  return found.map(({ invited_at, ...file }) => ({
    ...file,
    invitation: file.is_invited ? invitationSent(invited_at) : null,
  }));
}
