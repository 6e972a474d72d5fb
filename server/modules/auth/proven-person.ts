import { desc, eq, or, sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import { audit } from '#server/db/audit.ts';
import type { Database } from '#server/db/database.ts';
import { isPasswordOf } from '#server/db/password-hash.ts';
import { providers } from '#server/db/schema/providers.ts';
import { users } from '#server/db/schema/users.ts';
import type { Dependencies } from '#server/plugins/answered-call.ts';
import {
  countAttempt,
  countLogin,
  forgetAttempts,
  type LoginAttempt,
  unknownAccount,
  unknownPerson,
} from '#server/plugins/attempts.ts';
import type { RequestContext, SignedInActor } from '#server/records/call.ts';
import { knownDeviceOf } from './known-device.ts';

export type User = typeof users.$inferSelect;

interface ProvenPerson {
  user: User;
  provider_id: string | null;
  /** To forget once the person is logged in. */
  attempt: LoginAttempt;
}

/**
 * By email address or user name, case-insensitively. An address takes precedence over an identical user name.
 */
async function findUser(db: Database, typed: string) {
  const wanted = typed.trim().toLowerCase();
  const [user] = await db
    .select({ user: users, provider_id: providers.id })
    .from(users)
    .leftJoin(providers, eq(providers.id, users.id))
    .where(or(eq(users.email, wanted), eq(sql`lower(${users.username})`, wanted)))
    .orderBy(desc(sql`${users.email} = ${wanted}`))
    .limit(1);
  return user ?? null;
}

/**
 * The active person with this password. Same message and same time for an unknown person, a wrong password, and
 * an inactive account.
 * @throws ApiError `login.rejected`, `request.too-many`
 */
export async function provePerson(
  { db, config, now, wait }: Dependencies,
  credentials: { email: string; password: string },
  cookies: string | null,
  context: RequestContext,
): Promise<ProvenPerson> {
  const found = await findUser(db, credentials.email);
  const attempt: LoginAttempt = {
    address: context.address,
    person: found?.user.id ?? unknownAccount(credentials.email),
    name: unknownPerson(credentials.email),
    device: found === null ? null : knownDeviceOf(config.secret, cookies, found.user.id),
  };
  const delay = await countLogin(db, attempt, now());
  if (delay > 0) await wait(delay);
  const isRight = await isPasswordOf(found?.user.password_hash ?? null, credentials.password);
  if (found === null || !isRight || !found.user.is_active) {
    return rejectLogin(db, found?.user.id ?? null, context);
  }
  return { ...found, attempt };
}

/** Records a rejected login. @throws ApiError `login.rejected` */
export async function rejectLogin(
  db: Database,
  user_id: string | null,
  context: RequestContext,
): Promise<never> {
  await audit(db, context, { user_id, action: 'auth.reject' });
  throw new ApiError('login.rejected');
}

/**
 * The caller, once they have typed their password again.
 * @throws ApiError `request.invalid` at `password`, `request.too-many`
 */
export async function proveCaller(
  { db, now }: Dependencies,
  actor: SignedInActor,
  password: string,
  context: RequestContext,
): Promise<User> {
  await countAttempt(db, 'password', { address: context.address, account: actor.user_id }, now());
  const [user] = await db.select().from(users).where(eq(users.id, actor.user_id));
  if (user === undefined || !(await isPasswordOf(user.password_hash, password))) {
    const words = "That isn't your current password.";
    throw new ApiError('request.invalid', { message: words, fields: { password: words } });
  }
  await forgetAttempts(db, 'password', actor.user_id);
  return user;
}
