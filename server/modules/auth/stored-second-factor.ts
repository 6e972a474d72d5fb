import { createHmac, randomInt } from 'node:crypto';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { SecondFactorSetup } from '#contract/second-factor.ts';
import {
  CODE_DRIFT,
  CODE_SECONDS,
  codePeriod,
  comparedCode,
  isAppCode,
  isPeriodUsable,
  RECOVERY_ALPHABET,
  RECOVERY_CODES,
  RECOVERY_LENGTH,
  writtenRecoveryCode,
} from '#domain/access/second-factor-rules.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { second_factors } from '#server/db/schema/sign-ins.ts';
import { decryptAtRest, encryptAtRest, type Place } from '#server/plugins/encrypted-at-rest.ts';
import { derivedSecret } from '#server/plugins/tokens.ts';

type State = 'on' | 'pending';
type Reader = Pick<Database | Transaction, 'select'>;

/** As authenticator apps name it. */
const ISSUER = 'Caseload';
/** As RFC 4226 recommends for the HMAC that all apps support. */
const SECRET_BYTES = 20;

function placeOf(secret: string, userId: string): Place {
  return { secret, purpose: 'second factor', row: `second factor|${userId}` };
}

function appOf(secret: Secret, label: string): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret, algorithm: 'SHA1', digits: 6, period: CODE_SECONDS });
}

const isOf = (userId: string, state: State) =>
  and(eq(second_factors.user_id, userId), eq(second_factors.state, state));

/** The stored second factor of a person; null if there is none in this state. */
export async function factorOf(db: Reader, userId: string, state: State) {
  const [row] = await db.select().from(second_factors).where(isOf(userId, state));
  return row ?? null;
}

/** New recovery codes, to show once and to store. */
export function newRecoveryCodes(secret: string, userId: string): { written: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(
      { length: RECOVERY_LENGTH },
      () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)],
    ).join(''),
  );
  return {
    written: codes.map(writtenRecoveryCode),
    hashes: codes.map((code) => hashOfRecoveryCode(secret, userId, code)),
  };
}

/** Keyed: someone who has only the table can't try codes. */
function hashOfRecoveryCode(secret: string, userId: string, typed: string): string {
  return createHmac('sha256', derivedSecret(secret, 'recovery code'))
    .update(`${userId}|${comparedCode(typed)}`)
    .digest('hex');
}

/** Stores a new app and new recovery codes, which count once a code of the app has confirmed them. */
export async function setUpFactor(
  db: Pick<Database, 'insert'>,
  secret: string,
  user: { id: string; email: string },
  now: string,
): Promise<SecondFactorSetup> {
  const own = new Secret({ size: SECRET_BYTES });
  const { written, hashes } = newRecoveryCodes(secret, user.id);
  const stored = {
    secret: encryptAtRest(placeOf(secret, user.id), own.bytes),
    recovery_hashes: hashes,
    last_period: null,
    since: now,
  };
  await db
    .insert(second_factors)
    .values({ user_id: user.id, state: 'pending', ...stored })
    .onConflictDoUpdate({ target: [second_factors.user_id, second_factors.state], set: stored });
  return { secret: own.base32, uri: appOf(own, user.email).toString(), recovery_codes: written };
}

/**
 * Uses a code from the app, once: neither it nor an older one can be used again, even by a concurrent request.
 * @returns whether it was accepted
 */
async function spendAppCode(
  tx: Transaction,
  secret: string,
  factor: typeof second_factors.$inferSelect,
  code: string,
  now: Date,
): Promise<boolean> {
  const bytes = decryptAtRest(placeOf(secret, factor.user_id), factor.secret);
  const app = appOf(new Secret({ buffer: new Uint8Array(bytes).buffer }), '');
  const delta = app.validate({ token: comparedCode(code), timestamp: now.getTime(), window: CODE_DRIFT });
  if (delta === null) return false;
  const current = codePeriod(now);
  const period = current + delta;
  if (!isPeriodUsable(period, current, factor.last_period)) return false;
  const used = await tx
    .update(second_factors)
    .set({ last_period: period })
    .where(
      and(
        isOf(factor.user_id, factor.state),
        eq(second_factors.secret, factor.secret),
        or(isNull(second_factors.last_period), gt(sql`${period}::int`, second_factors.last_period)),
      ),
    )
    .returning({ user_id: second_factors.user_id });
  return used.length > 0;
}

/** Uses up a recovery code, even among concurrent requests. */
async function spendRecoveryCode(
  tx: Transaction,
  secret: string,
  userId: string,
  code: string,
): Promise<boolean> {
  const hash = hashOfRecoveryCode(secret, userId, code);
  const used = await tx
    .update(second_factors)
    .set({ recovery_hashes: sql`array_remove(${second_factors.recovery_hashes}, ${hash})` })
    .where(and(isOf(userId, 'on'), sql`${hash} = any(${second_factors.recovery_hashes})`))
    .returning({ user_id: second_factors.user_id });
  return used.length > 0;
}

/** Uses a code of the person's second factor: which kind it was, or null if it isn't accepted. */
export async function spendCode(
  tx: Transaction,
  secret: string,
  userId: string,
  code: string,
  now: Date,
): Promise<'app' | 'recovery' | null> {
  const factor = await factorOf(tx, userId, 'on');
  if (factor === null) return null;
  if (!isAppCode(code)) return (await spendRecoveryCode(tx, secret, userId, code)) ? 'recovery' : null;
  return (await spendAppCode(tx, secret, factor, code, now)) ? 'app' : null;
}

/** Turns on what the person has set up, in place of an earlier app. False if the code isn't accepted. */
export async function turnOn(
  tx: Transaction,
  secret: string,
  userId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const pending = await factorOf(tx, userId, 'pending');
  if (pending === null || !(await spendAppCode(tx, secret, pending, code, now))) return false;
  await tx.delete(second_factors).where(isOf(userId, 'on'));
  await tx
    .update(second_factors)
    .set({ state: 'on', since: now.toISOString() })
    .where(isOf(userId, 'pending'));
  return true;
}

/** Removes the person's second factor, and what they have begun to set up. */
export async function removeFactor(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(second_factors).where(eq(second_factors.user_id, userId));
}
