import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import { passwordProblem } from '#domain/access/password-rules.ts';
import { audit } from '#server/db/audit.ts';
import type { Transaction } from '#server/db/database.ts';
import { hashPassword, isPasswordOf } from '#server/db/password-hash.ts';
import { password_resets } from '#server/db/schema/sign-ins.ts';
import { users } from '#server/db/schema/users.ts';
import type { Dependencies } from '#server/plugins/answered-call.ts';
import { countAttempt, forgetAttempts } from '#server/plugins/attempts.ts';
import { hashOfToken, randomToken } from '#server/plugins/tokens.ts';
import type { RequestContext, SignedInActor } from '#server/records/call.ts';
import { endSignIns } from './signing-in.ts';

const RESET_TOKEN_MS = 60 * 60_000;

/** The contract checks the length. */
function refuseWeak(
  password: string,
  owner: { username: string; email: string; current?: string },
  field: string,
): void {
  const message = passwordProblem(password, owner);
  if (message !== null) throw new ApiError('password.weak', { message, fields: { [field]: message } });
}

/** @returns false, without storing anything, if someone has changed the password that was checked */
async function storePassword(
  tx: Transaction,
  checked: Pick<typeof users.$inferSelect, 'id' | 'password_hash'>,
  hash: string,
  context: RequestContext,
): Promise<boolean> {
  const userId = checked.id;
  const stored = await tx
    .update(users)
    .set({ password_hash: hash, last_password_update: context.now })
    .where(and(eq(users.id, userId), eq(users.password_hash, checked.password_hash)))
    .returning({ id: users.id });
  if (stored.length === 0) return false;
  await tx
    .update(password_resets)
    .set({ used_at: context.now })
    .where(and(eq(password_resets.user_id, userId), isNull(password_resets.used_at)));
  return true;
}

/**
 * Changes the caller's password. The current session continues, the person's others end. Succeeds again with
 * the password that is already set: the answer to the first attempt may have been lost.
 */
export async function changePassword(
  { db, now }: Dependencies,
  actor: SignedInActor,
  body: { current_password: string; new_password: string },
  context: RequestContext,
): Promise<{ last_password_update: string }> {
  await countAttempt(db, 'password', { address: context.address, account: actor.user_id }, now());
  const [user] = await db.select().from(users).where(eq(users.id, actor.user_id));
  if (user === undefined || !(await isPasswordOf(user.password_hash, body.current_password))) {
    if (user !== undefined && (await isPasswordOf(user.password_hash, body.new_password))) {
      await forgetAttempts(db, 'password', actor.user_id);
      return { last_password_update: new Date(user.last_password_update).toISOString() };
    }
    refuseCurrent();
  }
  const { username, email } = user;
  refuseWeak(body.new_password, { username, email, current: body.current_password }, 'new_password');
  const hash = await hashPassword(body.new_password);
  await db.transaction(async (tx) => {
    if (!(await storePassword(tx, user, hash, context))) refuseCurrent();
    await endSignIns(tx, user.id, context, actor.sign_in_id);
    await audit(tx, context, {
      user_id: user.id,
      action: 'auth.update-password',
      entity: 'user',
      row_id: user.id,
    });
  });
  await forgetAttempts(db, 'password', actor.user_id);
  return { last_password_update: context.now };
}

function refuseCurrent(): never {
  const words = "That isn't your current password.";
  throw new ApiError('request.invalid', { message: words, fields: { current_password: words } });
}

const ASKED = 'If this address belongs to an account, a link is on its way.';

/**
 * Emails a reset link if the address belongs to an active account. Otherwise the same statements run and the
 * same answer is sent; the email leaves after the answer, so that timing reveals nothing.
 */
export async function requestReset(
  { db, now, config, mailer }: Dependencies,
  email: string,
  context: RequestContext,
): Promise<{ message: string }> {
  await countAttempt(db, 'reset', { address: context.address, account: email }, now());
  const token = randomToken();
  const expiresAt = new Date(now().getTime() + RESET_TOKEN_MS).toISOString();
  const found = await db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(and(eq(users.email, email.toLowerCase()), eq(users.is_active, true)));
    await tx.execute(sql`insert into password_resets (token_hash, user_id, expires_at)
      select ${hashOfToken(token)}, id, ${expiresAt}::timestamptz from users where id = ${user?.id ?? null}::uuid`);
    await audit(tx, context, { user_id: user?.id ?? null, action: 'auth.request-reset' });
    return user ?? null;
  });
  if (found !== null) {
    const link = `${config.publicUrl}/password-reset-confirm/?token=${encodeURIComponent(token)}`;
    context.afterCommit(() =>
      mailer.send({
        to: found.email,
        subject: 'Reset your Caseload password',
        text: [
          'Someone (probably you) asked to reset your Caseload password.',
          '',
          `Open this link within 60 minutes: ${link}`,
          '',
          "The link works once. If it wasn't you, ignore this email. Nothing changes.",
        ].join('\n'),
      }),
    );
  }
  return { message: ASKED };
}

/** Sets a new password with the emailed token, once and within an hour. All of the person's sessions end. */
export async function confirmReset(
  { db, now }: Dependencies,
  body: { token: string; password: string },
  context: RequestContext,
): Promise<{ message: string }> {
  await countAttempt(db, 'reset', { address: context.address, account: null }, now());
  const hash = await hashPassword(body.password);
  await db.transaction(async (tx) => {
    const [reset] = await tx
      .update(password_resets)
      .set({ used_at: context.now })
      .where(
        and(
          eq(password_resets.token_hash, hashOfToken(body.token)),
          isNull(password_resets.used_at),
          gt(password_resets.expires_at, context.now),
        ),
      )
      .returning({ user_id: password_resets.user_id });
    const [user] =
      reset === undefined ? [] : await tx.select().from(users).where(eq(users.id, reset.user_id));
    if (user === undefined || !user.is_active) throw new ApiError('reset.rejected');
    refuseWeak(body.password, user, 'password');
    if (!(await storePassword(tx, user, hash, context))) throw new ApiError('server.busy');
    await endSignIns(tx, user.id, context);
    await audit(tx, context, {
      user_id: user.id,
      action: 'auth.confirm-reset',
      entity: 'user',
      row_id: user.id,
    });
  });
  return { message: 'Your new password is set. Log in with it.' };
}
