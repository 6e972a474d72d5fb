import { ApiError } from '#contract/errors.ts';
import { mayManageUser } from '#domain/access/permissions.ts';
import { reactivationProblem, roleProblem } from '#domain/access/user-rules.ts';
import { type Stored, storedRow } from '#server/db/entity-rows.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems } from '#server/records/changing-rows.ts';
import { endLinks, refuseTaken } from './invitation.ts';
import { changeAccount, endAccess, refuseNewEmail } from './user-operations.ts';
import { userInReach } from './user-queries.ts';

/**
 * Ends a provider's access: their sessions end, and no one can log in as them. What their devices haven't sent
 * goes to quarantine.
 */
export async function deactivateUser(call: Call, id: string): Promise<void> {
  const before = await manageableUser(call, id);
  if (id === call.actor.user_id) {
    throw new ApiError('access.denied', { message: "You can't deactivate your own account." });
  }
  await changeAccount(call, before, { is_active: false });
  await endAccess(call, id);
}

/** Restores a provider's access: they log in with the password that they had. */
export async function reactivateUser(call: Call, id: string): Promise<void> {
  const before = await manageableUser(call, id);
  const problem = reactivationProblem(call.actor, before);
  if (problem !== null) throw new ApiError('access.denied', { message: problem });
  await changeAccount(call, before, { is_active: true });
}

interface UserFields {
  username: string;
  email: string;
  role: string;
  emp: string;
}

/**
 * Changes a user, if something changes. A new email address ends links that were sent to the old one.
 *
 * @throws ApiError `request.invalid` at `username` or `email` if someone else has it, and at `email` if it is fixed
 */
export async function changeUser(call: Call, id: string, next: UserFields): Promise<void> {
  const before = await manageableUser(call, id);
  const wanted = {
    ...{ username: next.username.trim(), email: next.email.trim().toLowerCase() },
    ...{ role: next.role, emp: next.emp },
  };
  if (Object.entries(wanted).every(([field, value]) => before[field as keyof UserFields] === value)) return;
  const problem = wanted.role === before.role ? null : roleProblem(call.actor, before);
  refuseProblems(problem === null ? {} : { role: problem });
  const isMoved = wanted.email !== before.email;
  if (isMoved) refuseNewEmail(call.actor, await userInReach(call, id));
  await refuseTaken(call, { id, ...wanted });
  await changeAccount(call, before, wanted);
  if (isMoved) await endLinks(call, id);
}

/** The user as stored. Only a super admin changes a super admin. */
async function manageableUser({ tx, actor }: Call, id: string): Promise<Stored<'user'>> {
  const user = await storedRow(tx, 'user', id);
  if (user === null) throw new ApiError('record.absent');
  if (!mayManageUser(actor, user)) {
    throw new ApiError('access.denied', { message: 'Only a super admin can change a super admin.' });
  }
  return user;
}
