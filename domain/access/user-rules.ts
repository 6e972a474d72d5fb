import { pacificDisplay } from '#domain/time/pacific.ts';
import { PROVIDER_ROLES, ROLES } from './roles.ts';

interface Trusted {
  role: string;
  grants: readonly string[];
}

/**
 * Why this person can't give the user access or let them back to it; null if they can. The roles of the office and grants are given by
 * super admins only.
 *
 * @param what as in "invite an admin"
 */
function reservedProblem(actor: { role: string }, user: Trusted, what: string): string | null {
  const isReserved = user.grants.length > 0 || !PROVIDER_ROLES.some((role) => role === user.role);
  if (!isReserved || actor.role === ROLES.superAdmin) return null;
  const whom = user.grants.length > 0 ? 'someone with grants' : 'an admin';
  return `Only a super admin can ${what} ${whom}.`;
}

interface Person {
  id: string;
  role: string;
  is_active: boolean;
  /** Delivers services, now or before. */
  is_provider: boolean;
}

/** How long the link of an invitation works. */
export const INVITATION_DAYS = 7;

/** When an invitation's link stops working. @param invited_at when it was sent; ISO 8601, like the answer */
export function invitationEnd(invited_at: string): string {
  return new Date(Date.parse(invited_at) + INVITATION_DAYS * 24 * 3_600_000).toISOString();
}

/** "Sent 03/10/2026 10:00 AM, expires 03/17/2026 10:00 AM" @param now ISO 8601, like the other times */
export function invitationWords(
  { sent_at, expires_at }: { sent_at: string | null; expires_at: string | null },
  now: string,
): string {
  if (sent_at === null || expires_at === null) return 'Not sent';
  const end = expires_at <= now ? 'expired' : 'expires';
  return `Sent ${pacificDisplay(sent_at)}, ${end} ${pacificDisplay(expires_at)}`;
}

/** Why a user isn't sent a link to choose a password; null if they are. */
export function invitationProblem(
  user: Trusted & { is_active: boolean; is_invited: boolean },
  actor: { role: string },
): string | null {
  if (!user.is_active) return 'This user is locked. Unlock the account first.';
  if (!user.is_invited) return 'This user has already chosen a password.';
  return reservedProblem(actor, user, 'invite');
}

/**
 * Why this person can't correct the user's email address; null if they can. It is a login once a password is chosen, and before
 * that the invitation goes there with everything that the grants open.
 */
export function emailProblem(
  actor: { role: string },
  user: Trusted & { is_invited: boolean },
): string | null {
  if (!user.is_invited) return "The email address is this user's login, so it can't change here.";
  return reservedProblem(actor, user, 'change the email address of');
}

/** What a form says at an email address that can be corrected. */
export const NEW_ADDRESS = 'With a new address, the old link stops working. Send the invitation again.';

/**
 * Why this person can't lock the user, or let them log in again; null if they can. In an emergency admins lock each other, but what
 * gives someone's access back is up to the people who can give it.
 *
 * @param user as they are before it
 */
export function lockProblem(
  actor: { user_id: string; role: string },
  user: Trusted & Pick<Person, 'id' | 'is_active'>,
): string | null {
  if (user.id === actor.user_id) return "You can't lock your own account. Ask a colleague.";
  return user.is_active ? null : reservedProblem(actor, user, 'unlock');
}

/** Why this person can't give a deactivated provider their access back; null if they can. */
export function reactivationProblem(
  actor: { role: string },
  user: Trusted & Pick<Person, 'is_active'>,
): string | null {
  return user.is_active ? null : reservedProblem(actor, user, 'reactivate');
}

/** Why this person can't change the user's role and grants; null if they can. */
export function roleProblem(actor: { user_id: string }, user: Pick<Person, 'id'>): string | null {
  return user.id === actor.user_id
    ? "You can't change your own role or grants. Ask another super admin."
    : null;
}

/** What is wrong with a new role; null if it can be given. */
export function newRoleProblem(user: Pick<Person, 'is_provider'>, role: string): string | null {
  const needsRecord = PROVIDER_ROLES.some((one) => one === role);
  return needsRecord && !user.is_provider ? 'Only people listed under Providers can have this role.' : null;
}

export const LAST_SUPER_ADMIN = 'This is the last active super admin. Make someone else super admin first.';

/** Whether a user would no longer be an active super admin. */
export function leavesSuperAdmins(
  before: Pick<Person, 'role' | 'is_active'>,
  after: Pick<Person, 'role' | 'is_active'>,
): boolean {
  const isOne = (user: Pick<Person, 'role' | 'is_active'>) =>
    user.is_active && user.role === ROLES.superAdmin;
  return isOne(before) && !isOne(after);
}
