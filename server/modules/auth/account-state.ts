import { and, eq, isNull, sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import { mayManageUser } from '#domain/access/permissions.ts';
import { leavesSuperAdmins, roleProblem } from '#domain/access/user-rules.ts';
import { password_resets } from '#server/db/schema/sign-ins.ts';
import { users } from '#server/db/schema/users.ts';
import { refreshScopeMembers } from '#server/db/scope-members.ts';
import type { Call } from '#server/records/call.ts';
import { refuseProblems } from '#server/records/changing-rows.ts';
import { refuseTaken } from './invitation.ts';
import { endSignIns } from './signing-in.ts';
import { refuseLast } from './user-operations.ts';

/** Whoever edits the user in Admin at the same time is told. */
const NEXT_VERSION = { version: sql`${users.version} + 1` };

/**
 * Ends a user's access: their sessions end, and nobody can log in as them. What their devices haven't sent goes
 * to quarantine.
 */
export async function deactivateUser(call: Call, id: string): Promise<void> {
  const { tx, actor, context } = call;
  const before = await manageableUser(call, id);
  if (id === actor.user_id) {
    throw new ApiError('access.denied', { message: "You can't deactivate your own account." });
  }
  if (leavesSuperAdmins(before, { ...before, is_active: false })) await refuseLast(call, id, 'is_active');
  await tx
    .update(users)
    .set({ ...NEXT_VERSION, is_active: false, forced_logout_at: context.now })
    .where(eq(users.id, id));
  await endSignIns(tx, id, context);
  await refreshScopeMembers(tx, [id]);
  await call.note({ action: 'user.deactivate', entity: 'user', row_id: id });
}

/** Restores a user's access: they log in with the password that they had. */
export async function reactivateUser(call: Call, id: string): Promise<void> {
  const { tx } = call;
  await manageableUser(call, id);
  await tx
    .update(users)
    .set({ ...NEXT_VERSION, is_active: true, forced_logout_at: null })
    .where(eq(users.id, id));
  await refreshScopeMembers(tx, [id]);
  await call.note({ action: 'user.reactivate', entity: 'user', row_id: id });
}

interface UserFields {
  username: string;
  email: string;
  role: string;
  emp: string;
}

/**
 * Changes a user. The caller refreshes scope members. A new email address ends links that were sent to the old one.
 *
 * @throws ApiError `request.invalid` at `username` or `email` if someone else has it
 */
export async function changeUser(call: Call, id: string, next: UserFields): Promise<void> {
  const { tx, actor, context } = call;
  const before = await manageableUser(call, id);
  const wanted = {
    ...{ username: next.username.trim(), email: next.email.trim().toLowerCase() },
    ...{ role: next.role, emp: next.emp },
  };
  const fields = (Object.keys(wanted) as (keyof UserFields)[]).filter(
    (field) => wanted[field] !== before[field],
  );
  if (fields.length === 0) return;
  if (fields.includes('role')) {
    const problem = roleProblem(actor, before);
    if (problem !== null) refuseProblems({ role: problem });
    if (leavesSuperAdmins(before, { ...before, ...wanted })) await refuseLast(call, id, 'role');
  }
  await refuseTaken(call, { id, ...wanted });
  await tx
    .update(users)
    .set({ ...NEXT_VERSION, ...wanted })
    .where(eq(users.id, id));
  if (fields.includes('email')) {
    await tx
      .update(password_resets)
      .set({ used_at: context.now })
      .where(and(eq(password_resets.user_id, id), isNull(password_resets.used_at)));
  }
  await call.note({ action: 'user.update', entity: 'user', row_id: id, details: { fields } });
}

/** The user, locked until the call ends. Only a super admin changes a super admin. */
async function manageableUser({ tx, actor }: Call, id: string): Promise<typeof users.$inferSelect> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('update');
  if (user === undefined) throw new ApiError('record.absent');
  if (!mayManageUser(actor, user)) {
    throw new ApiError('access.denied', { message: 'Only a super admin can change a super admin.' });
  }
  return user;
}
