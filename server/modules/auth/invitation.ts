import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type { EntityRow } from '#contract/entities.ts';
import { ApiError } from '#contract/errors.ts';
import type { Role } from '#domain/access/roles.ts';
import { INVITATION_DAYS, invitationEnd } from '#domain/access/user-rules.ts';
import { NO_PASSWORD } from '#server/db/password-hash.ts';
import { password_resets } from '#server/db/schema/sign-ins.ts';
import { users } from '#server/db/schema/users.ts';
import { refreshScopeMembers } from '#server/db/scope-members.ts';
import { organizationName } from '#server/modules/catalog/organization-settings.ts';
import type { Dependencies } from '#server/plugins/answered-call.ts';
import { hashOfToken, randomToken } from '#server/plugins/tokens.ts';
import type { Call, Records } from '#server/records/call.ts';
import { refuseProblems } from '#server/records/changing-rows.ts';

export interface NewUser {
  id: string;
  username: string;
  /** Empty for a provider. */
  full_name?: string;
  email: string;
  role: Role;
  /** Employment type. */
  emp: string;
}

/** What the office manages of a user; the password isn't part of it. */
export const userRecords: Records<EntityRow<'user'>> = {
  entity: 'user',
  scopes: () => [],
  about: () => ({}),
};

export type Mailing = Pick<Dependencies, 'config' | 'mailer'>;

/**
 * Creates a user who can't log in until they choose a password, and emails them the link for it.
 *
 * @throws ApiError `request.invalid` at `username` or `email` if someone else has it, `record.exists` at the id
 */
export async function inviteUser(mailing: Mailing, call: Call, user: NewUser): Promise<void> {
  const { tx, context } = call;
  const [username, email] = [user.username.trim(), user.email.trim().toLowerCase()];
  await refuseTaken(call, { id: user.id, username, email });
  const { id, role, emp } = user;
  const full_name = user.full_name?.trim() ?? '';
  const row: EntityRow<'user'> = {
    ...{ id, username, full_name, email, role, grants: [], emp, is_active: true, version: 1 },
  };
  const unread = { password_hash: NO_PASSWORD, last_password_update: context.now };
  await call.create(userRecords, { ...row, ...unread });
  await refreshScopeMembers(tx, [id]);
  await sendInvitation(mailing, call, user.id);
}

/**
 * Refuses a user name or an email address that someone else has, at its field. Case doesn't matter, as when
 * logging in.
 */
export async function refuseTaken(
  { tx }: Call,
  wanted: { id: string; username: string; email: string },
): Promise<void> {
  const [username, email] = [wanted.username.toLowerCase(), wanted.email.toLowerCase()];
  const same = { username: eq(sql`lower(${users.username})`, username), email: eq(users.email, email) };
  const others = await tx
    .select({ username: users.username, email: users.email })
    .from(users)
    .where(and(ne(users.id, wanted.id), or(same.username, same.email)));
  const isTaken = (field: 'username' | 'email', value: string) =>
    others.some((other) => other[field].toLowerCase() === value);
  refuseProblems({
    ...(isTaken('username', username) ? { username: 'Someone else has this user name.' } : {}),
    ...(isTaken('email', email) ? { email: 'Someone else has this email address.' } : {}),
  });
}

/** Earlier links to choose a password stop working. */
export async function endLinks({ tx, context }: Call, userId: string): Promise<void> {
  await tx
    .update(password_resets)
    .set({ used_at: context.now })
    .where(and(eq(password_resets.user_id, userId), isNull(password_resets.used_at)));
  await tx.update(users).set({ invited_at: null }).where(eq(users.id, userId));
}

/**
 * Emails an active user a link to choose a password, good for seven days. Old links stop working.
 *
 * @throws ApiError `record.absent`
 */
export async function sendInvitation({ config, mailer }: Mailing, call: Call, userId: string): Promise<void> {
  const { tx, actor, context } = call;
  const [user] = await tx
    .select({ email: users.email, username: users.username })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.is_active, true)));
  if (user === undefined) throw new ApiError('record.absent');
  await endLinks(call, userId);
  const token = randomToken();
  const expires_at = invitationEnd(context.now);
  await tx.insert(password_resets).values({ token_hash: hashOfToken(token), user_id: userId, expires_at });
  await tx.update(users).set({ invited_at: context.now }).where(eq(users.id, userId));
  await call.note({ action: 'user.invite', entity: 'user', row_id: userId });
  const link = `${config.publicUrl}/password-reset-confirm/?token=${encodeURIComponent(token)}`;
  const organization = await organizationName(tx, config);
  context.afterCommit(() =>
    mailer.send({
      to: user.email,
      subject: 'Your Caseload account',
      text: [
        `${actor.name} invited you to Caseload at ${organization}.`,
        '',
        `Open this link within ${INVITATION_DAYS} days to choose a password: ${link}`,
        '',
        `Then log in with this email address or your user name: ${user.username}`,
        '',
        'The link works once. If it has expired, ask your office for a new one.',
      ].join('\n'),
    }),
  );
}
