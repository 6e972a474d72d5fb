import { eq, sql } from 'drizzle-orm';
import type { EntityRow } from '#contract/entities.ts';
import { ApiError } from '#contract/errors.ts';
import type { InvitationBody, UserFile, UserNameBody, UserRoleBody } from '#contract/users.ts';
import { GRANTS, ROLES } from '#domain/access/roles.ts';
import { resetProblem } from '#domain/access/second-factor-rules.ts';
import {
  emailProblem,
  invitationProblem,
  LAST_SUPER_ADMIN,
  leavesSuperAdmins,
  lockProblem,
  newRoleProblem,
  roleProblem,
} from '#domain/access/user-rules.ts';
import { audit } from '#server/db/audit.ts';
import { type Stored, storedRow } from '#server/db/entity-rows.ts';
import { users as table } from '#server/db/schema/users.ts';
import { refreshScopeMembers } from '#server/db/scope-members.ts';
import type { Dependencies } from '#server/plugins/answered-call.ts';
import type { Call } from '#server/records/call.ts';
import { refuseOutdated, refuseProblems, wireRow } from '#server/records/changing-rows.ts';
import {
  endLinks,
  inviteUser,
  type Mailing,
  refuseTaken,
  sendInvitation,
  userRecords,
} from './invitation.ts';
import { endSignIns } from './signing-in.ts';
import { removeFactor } from './stored-second-factor.ts';
import { userInReach } from './user-queries.ts';

type User = EntityRow<'user'>;

/**
 * Changes a role and grants, and the name of someone in the office. The person's next call has the new permissions, and their devices follow the new
 * scopes.
 */
export async function setRole(call: Call, id: string, body: UserRoleBody): Promise<UserFile> {
  const { role, grants } = body;
  const { file, before } = await changeable(call, id);
  refuse(roleProblem(call.actor, before));
  const problem = role === before.role ? null : newRoleProblem(file, role);
  refuseProblems(problem === null ? {} : { role: problem });
  // In one order, so that the audit names only what changed.
  await changeAccount(call, before, {
    ...{ role, grants: GRANTS.filter((grant) => grants.includes(grant)) },
    ...(body.full_name !== undefined && { full_name: body.full_name.trim() }),
  });
  return userInReach(call, id);
}

/**
 * Corrects the name of someone in the office, and the email address of one who hasn't chosen a password: the link that was sent
 * to the old one stops working.
 */
export async function rename(call: Call, id: string, body: UserNameBody): Promise<UserFile> {
  const { file, before } = await changeable(call, id);
  if (file.is_provider) refuseProblems({ full_name: 'Change the name and email address under Providers.' });
  const [full_name, email] = [body.full_name.trim(), body.email.trim().toLowerCase()];
  const isMoved = email !== before.email;
  if (isMoved) {
    refuseNewEmail(call.actor, file);
    await refuseTaken(call, { id, username: before.username, email });
  }
  await changeAccount(call, before, { full_name, email });
  if (isMoved) await endLinks(call, id);
  return userInReach(call, id);
}

/** Refuses another email address at its field, if this person can't give the user one. */
export function refuseNewEmail(actor: { role: string }, user: UserFile): void {
  const problem = emailProblem(actor, user);
  refuseProblems(problem === null ? {} : { email: problem });
}

/** Locks a user out, ending their sessions as a forced logout does, or lets them log in again. */
export async function setActive(call: Call, id: string, is_active: boolean): Promise<UserFile> {
  const { before } = await changeable(call, id);
  // Also if the user is already as asked.
  refuse(lockProblem(call.actor, { ...before, is_active: !is_active }));
  await changeAccount(call, before, { is_active });
  if (!is_active) await endAccess(call, id);
  return userInReach(call, id);
}

/** Removes the second factor of someone who lost it, and ends their sessions. They log in with the password. */
export async function resetSecondFactor(mailing: Mailing, call: Call, id: string): Promise<UserFile> {
  const { tx, actor, context } = call;
  const { file } = await changeable(call, id);
  refuse(resetProblem(actor, file));
  await removeFactor(tx, id);
  await endAccess(call, id);
  await audit(tx, context, {
    user_id: actor.user_id,
    action: 'user.reset-second-factor',
    entity: 'user',
    row_id: id,
  });
  context.afterCommit(() =>
    mailing.mailer.send({
      to: file.email,
      subject: 'Your second factor was reset',
      text: [
        `${actor.name} turned off the second factor of your Caseload account. You were logged out everywhere.`,
        '',
        'Log in with your password, then turn on a new second factor in your profile.',
        '',
        "If you didn't ask for this, change your password and tell your office.",
      ].join('\n'),
    }),
  );
  return userInReach(call, id);
}

/** Creates someone who works in the office, and invites them. */
export async function invite(mailing: Dependencies, call: Call, body: InvitationBody): Promise<UserFile> {
  await inviteUser(mailing, call, body);
  return userInReach(call, body.id);
}

/** Sends a new link to someone who hasn't chosen a password. */
export async function inviteAgain(mailing: Dependencies, call: Call, id: string): Promise<void> {
  refuse(invitationProblem(await userInReach(call, id), call.actor));
  await sendInvitation(mailing, call, id);
}

function refuse(problem: string | null): void {
  if (problem !== null) throw new ApiError('access.denied', { message: problem });
}

async function changeable(call: Call, id: string): Promise<{ file: UserFile; before: Stored<'user'> }> {
  const file = await userInReach(call, id);
  const before = await storedRow(call.tx, 'user', id);
  if (before === null) throw new ApiError('record.absent');
  refuseOutdated(before, call.context.base_version);
  return { file, before };
}

/** Writes a user's next state, which their devices follow. The last active super admin stays. */
export async function changeAccount(
  call: Call,
  before: Stored<'user'>,
  changes: Partial<User>,
): Promise<void> {
  const next = { ...wireRow(before), ...changes };
  if (leavesSuperAdmins(before, next)) {
    await refuseLast(call, before.id, next.is_active ? 'role' : 'is_active');
  }
  await call.change(userRecords, before, next);
  await refreshScopeMembers(call.tx, [before.id]);
}

/** Ends all sessions of a user, as a forced logout does. */
export async function endAccess({ tx, context }: Call, id: string): Promise<void> {
  await tx.update(table).set({ forced_logout_at: context.now }).where(eq(table.id, id));
  await endSignIns(tx, id, context);
}

/**
 * Refuses to take away the last active super admin. Locking all of them makes two who demote each other wait,
 * and the second one see what the first one did.
 */
async function refuseLast({ tx }: Call, id: string, field: 'role' | 'is_active'): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from users where role = ${ROLES.superAdmin} and is_active order by id for no key update`,
  );
  if (!rows.some((other) => other.id !== id)) refuseProblems({ [field]: LAST_SUPER_ADMIN });
}
