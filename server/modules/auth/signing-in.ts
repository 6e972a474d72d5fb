import { and, desc, eq, isNull, lt, ne, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { SignedIn } from '#contract/auth.ts';
import { ApiError } from '#contract/errors.ts';
import { mayManageUser } from '#domain/access/permissions.ts';
import { ROLES } from '#domain/access/roles.ts';
import { audit } from '#server/db/audit.ts';
import type { Transaction } from '#server/db/database.ts';
import { sign_ins } from '#server/db/schema/sign-ins.ts';
import { users } from '#server/db/schema/users.ts';
import { endUploadTokens } from '#server/modules/sync/devices.ts';
import type { Dependencies } from '#server/plugins/answered-call.ts';
import { forgetAttempts, forgetLogin } from '#server/plugins/attempts.ts';
import { hashOfToken } from '#server/plugins/tokens.ts';
import type { RequestContext, SignedInActor } from '#server/records/call.ts';
import { browserName } from './browser-name.ts';
import { knownDeviceCookie } from './known-device.ts';
import { provePerson, rejectLogin } from './proven-person.ts';
import { createRefreshTokens } from './refresh-token.ts';
import { rejectCode, secondFactorOf } from './second-factor-operations.ts';

/** A device that was not used for this long asks for the password again. */
const REFRESH_TOKEN_MS = 30 * 24 * 3_600_000;

type Around = Dependencies;

function expiryFrom(now: Date): string {
  return new Date(now.getTime() + REFRESH_TOKEN_MS).toISOString();
}

/**
 * Logs in with the password and, if the person has one or needs one, the second factor. Marks the browser as
 * known, so that it isn't slowed down when others guess.
 */
export async function signIn(
  around: Around,
  credentials: { email: string; password: string; code?: string | undefined },
  browser: { cookies: string | null; userAgent: string | null; setCookie(cookie: string): void },
  context: RequestContext,
): Promise<SignedIn> {
  const { db, config } = around;
  const now = around.now();
  const { user, provider_id, attempt } = await provePerson(around, credentials, browser.cookies, context);
  const { code } = credentials;
  const passes = await secondFactorOf(around, user, code, context);
  const signInId = uuidv7();
  const refresh = createRefreshTokens(around.config.secret).make(signInId);
  const outcome = await db.transaction(async (tx) => {
    if (!(await passes(tx))) return 'wrong code';
    // The password was checked before, perhaps seconds ago: who changes it or locks the account ends all sessions, and waits
    // for this row, or has been waited for.
    const [current] = await tx
      .select({ password_hash: users.password_hash, is_active: users.is_active, out: users.forced_logout_at })
      .from(users)
      .where(eq(users.id, user.id))
      .for('no key update');
    if (current?.is_active !== true || current.password_hash !== user.password_hash) return 'outdated';
    await tx.insert(sign_ins).values({
      id: signInId,
      user_id: user.id,
      signed_in_at: context.now,
      last_seen_at: context.now,
      refresh_hash: hashOfToken(refresh),
      expires_at: expiryFrom(now),
      browser: browserName(browser.userAgent),
    });
    if (current.out !== null) {
      await tx.update(users).set({ forced_logout_at: null }).where(eq(users.id, user.id));
    }
    await audit(tx, context, { user_id: user.id, action: 'auth.login', entity: 'sign_in', row_id: signInId });
    return 'logged in';
  });
  if (outcome === 'wrong code') return rejectCode(around, user, code ?? '', context);
  if (outcome === 'outdated') return rejectLogin(db, user.id, context);
  await forgetLogin(db, attempt);
  if (code !== undefined) await forgetAttempts(db, 'code', user.id);
  browser.setCookie(knownDeviceCookie(config, browser.cookies, user.id));
  return {
    token: await around.tokens.sign({ sub: user.id, sid: signInId }, now),
    refresh,
    username: user.username,
    auth: user.role,
    email: user.email,
    last_password_update: new Date(user.last_password_update).toISOString(),
    emp: user.emp,
    user_id: user.id,
    provider_id,
  };
}

/**
 * Exchanges a refresh token. The newest one rotates. The previous one stays valid until its successor is
 * used, because an answer can be lost; using it invalidates the successor. Any older one was stolen or
 * copied: the session ends.
 */
export async function refreshSignIn(
  around: Around,
  token: string,
  context: RequestContext,
): Promise<{ token: string; refresh: string }> {
  const now = around.now();
  const refreshTokens = createRefreshTokens(around.config.secret);
  const signInId = refreshTokens.signInOf(token);
  if (signInId === null) throw new ApiError('auth.signed-out');
  const refresh = refreshTokens.make(signInId);
  const usedHash = hashOfToken(token);
  // Returned instead of thrown: the end of the session must be committed too.
  const userId = await around.db.transaction(async (tx) => {
    const [row] = await tx
      .select({ signIn: sign_ins, is_active: users.is_active, forced_logout_at: users.forced_logout_at })
      .from(sign_ins)
      .innerJoin(users, eq(users.id, sign_ins.user_id))
      .where(eq(sign_ins.id, signInId))
      .for('update', { of: sign_ins });
    if (row === undefined || row.signIn.ended_at !== null || !row.is_active || row.forced_logout_at !== null)
      return null;
    if (Date.parse(row.signIn.expires_at) <= now.getTime()) return null;
    const isNewest = row.signIn.refresh_hash === usedHash;
    if (!isNewest && row.signIn.previous_refresh_hash !== usedHash) {
      await tx.update(sign_ins).set({ ended_at: context.now }).where(eq(sign_ins.id, signInId));
      await audit(tx, context, {
        user_id: row.signIn.user_id,
        action: 'auth.revoke',
        entity: 'sign_in',
        row_id: signInId,
        details: { reason: 'an old refresh token was used' },
      });
      return null;
    }
    await tx
      .update(sign_ins)
      .set({
        refresh_hash: hashOfToken(refresh),
        previous_refresh_hash: usedHash,
        expires_at: expiryFrom(now),
        last_seen_at: context.now,
      })
      .where(eq(sign_ins.id, signInId));
    return row.signIn.user_id;
  });
  if (userId === null) throw new ApiError('auth.signed-out');
  return { token: await around.tokens.sign({ sub: userId, sid: signInId }, now), refresh };
}

/** Ends the session of a refresh or access token, even an expired one. Unknown tokens are accepted. */
export async function signOut(
  around: Around,
  tx: Transaction,
  token: string,
  context: RequestContext,
): Promise<void> {
  const signInId =
    createRefreshTokens(around.config.secret).signInOf(token) ??
    (await around.tokens.verify(token, new Date(0)))?.sid ??
    null;
  if (signInId === null) return;
  const [ended] = await tx
    .update(sign_ins)
    .set({ ended_at: context.now })
    .where(and(eq(sign_ins.id, signInId), isNull(sign_ins.ended_at)))
    .returning({ user_id: sign_ins.user_id });
  if (ended === undefined) return;
  await audit(tx, context, {
    user_id: ended.user_id,
    action: 'auth.logout',
    entity: 'sign_in',
    row_id: signInId,
  });
}

/** Ends the open sessions of a user, except for one, and the upload tokens of all their devices. */
export async function endSignIns(
  tx: Transaction,
  userId: string,
  context: Pick<RequestContext, 'now'>,
  except: string | null = null,
): Promise<void> {
  await tx
    .update(sign_ins)
    .set({ ended_at: context.now })
    .where(
      and(
        eq(sign_ins.user_id, userId),
        isNull(sign_ins.ended_at),
        except === null ? undefined : ne(sign_ins.id, except),
      ),
    );
  // After the sessions: a registration in progress holds one of them, and its device ends here too.
  await endUploadTokens(tx, userId, context.now);
}

/**
 * Ends every session of a user. Until the next login their devices are told by `logged_out`.
 * @throws ApiError `access.denied` if an admin requests it for a super admin
 */
export async function forceLogout(
  tx: Transaction,
  actor: SignedInActor,
  username: string,
  context: RequestContext,
): Promise<void> {
  const [user] = await tx
    .update(users)
    .set({ forced_logout_at: context.now })
    .where(eq(sql`lower(${users.username})`, username.trim().toLowerCase()))
    .returning({ id: users.id, role: users.role });
  if (user === undefined) throw new ApiError('record.absent');
  if (!mayManageUser(actor, user)) {
    throw new ApiError('access.denied', { message: 'Only a super admin can log out a super admin.' });
  }
  await endSignIns(tx, user.id, context);
  await audit(tx, context, {
    user_id: actor.user_id,
    action: 'auth.force-logout',
    entity: 'user',
    row_id: user.id,
  });
}

export async function listLogins(
  tx: Transaction,
  actor: SignedInActor,
  query: { before?: string | undefined; user?: string | undefined; limit: number },
) {
  const rows = await tx
    .select({
      id: sign_ins.id,
      user_id: sign_ins.user_id,
      username: users.username,
      signed_in_at: sign_ins.signed_in_at,
      last_seen_at: sign_ins.last_seen_at,
      ended_at: sign_ins.ended_at,
    })
    .from(sign_ins)
    .innerJoin(users, eq(users.id, sign_ins.user_id))
    .where(
      and(
        query.before === undefined ? undefined : lt(sign_ins.signed_in_at, query.before),
        query.user === undefined ? undefined : eq(sign_ins.user_id, query.user),
        mayManageUser(actor, { role: ROLES.superAdmin }) ? undefined : ne(users.role, ROLES.superAdmin),
      ),
    )
    .orderBy(desc(sign_ins.signed_in_at), desc(sign_ins.id))
    .limit(query.limit);
  return rows.map((row) => ({
    ...row,
    signed_in_at: new Date(row.signed_in_at).toISOString(),
    last_seen_at: new Date(row.last_seen_at).toISOString(),
    ended_at: row.ended_at === null ? null : new Date(row.ended_at).toISOString(),
  }));
}
