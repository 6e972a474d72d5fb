import { and, eq } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { SecondFactorSetup, SecondFactorStatus } from '#contract/second-factor.ts';
import { needsSecondFactor, turningOffProblem } from '#domain/access/second-factor-rules.ts';
import { audit } from '#server/db/audit.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { second_factors } from '#server/db/schema/sign-ins.ts';
import type { Dependencies } from '#server/plugins/answered-call.ts';
import { countAttempt, forgetAttempts } from '#server/plugins/attempts.ts';
import type { RequestContext, SignedInActor } from '#server/records/call.ts';
import { proveCaller, provePerson, type User } from './proven-person.ts';
import {
  factorOf,
  newRecoveryCodes,
  removeFactor,
  setUpFactor,
  spendCode,
  turnOn,
} from './stored-second-factor.ts';

const WRONG_CODE = "That code didn't work. Enter the newest one from your app.";
const WRONG_RECOVERY_CODE = "That code didn't work. Each recovery code works once.";
const NONE_SET_UP = 'Start setting up your second factor again.';

/** What a login needs besides the password. */
type Needed = 'nothing' | 'code' | 'setup';

async function neededBy({ db, config }: Dependencies, user: User): Promise<Needed> {
  if ((await factorOf(db, user.id, 'on')) !== null) return 'code';
  return needsSecondFactor(config.secondFactor, user.role) ? 'setup' : 'nothing';
}

const wordsFor = (code: string) => (/^[\d\s-]*$/.test(code) ? WRONG_CODE : WRONG_RECOVERY_CODE);

/**
 * Asks for the second factor of someone whose password is right. A role that needs one and has none sets it up
 * first, and the code that confirms it logs in.
 *
 * @returns uses the code, in the transaction of the login; false if it isn't accepted
 * @throws ApiError `login.code-needed`, `login.setup-needed`, `request.too-many`
 */
export async function secondFactorOf(
  around: Dependencies,
  user: User,
  code: string | undefined,
  context: RequestContext,
): Promise<(tx: Transaction) => Promise<boolean>> {
  const { db, config, now } = around;
  const needed = await neededBy(around, user);
  if (needed === 'nothing') return async () => true;
  if (code === undefined || code.trim() === '')
    throw new ApiError(needed === 'code' ? 'login.code-needed' : 'login.setup-needed');
  await countAttempt(db, 'code', { address: context.address, account: user.id }, now());
  const event = (tx: Transaction, action: 'auth.confirm-second-factor' | 'auth.use-recovery-code') =>
    audit(tx, context, { user_id: user.id, action, entity: 'user', row_id: user.id });
  return async (tx) => {
    if (needed === 'setup') {
      const isOn = await turnOn(tx, config.secret, user.id, code, now());
      if (isOn) await event(tx, 'auth.confirm-second-factor');
      return isOn;
    }
    const used = await spendCode(tx, config.secret, user.id, code, now());
    if (used === 'recovery') await event(tx, 'auth.use-recovery-code');
    return used !== null;
  };
}

/** Records a login with a wrong code, and asks again. */
export async function rejectCode(
  around: Dependencies,
  user: User,
  code: string,
  context: RequestContext,
): Promise<never> {
  await audit(around.db, context, { user_id: user.id, action: 'auth.reject-code' });
  const needed = await neededBy(around, user);
  const fields = { code: wordsFor(code) };
  throw new ApiError(needed === 'setup' ? 'login.setup-needed' : 'login.code-needed', { fields });
}

/** Starts setting up the second factor of someone who can't log in without one. */
export async function setUpToLogIn(
  around: Dependencies,
  credentials: { email: string; password: string },
  cookies: string | null,
  context: RequestContext,
): Promise<SecondFactorSetup> {
  const { user } = await provePerson(around, credentials, cookies, context);
  const needed = await neededBy(around, user);
  if (needed === 'code') throw new ApiError('login.code-needed');
  if (needed === 'nothing') {
    throw new ApiError('access.denied', {
      message: 'Log in, then turn on your second factor in your profile.',
    });
  }
  return setUpFactor(around.db, around.config.secret, user, context.now);
}

export async function secondFactorStatus(
  db: Pick<Database | Transaction, 'select'>,
  { config }: Pick<Dependencies, 'config'>,
  actor: SignedInActor,
): Promise<SecondFactorStatus> {
  const factor = await factorOf(db, actor.user_id, 'on');
  return {
    is_on: factor !== null,
    is_required: needsSecondFactor(config.secondFactor, actor.role),
    turned_on_at: factor?.since ?? null,
    recovery_codes_left: factor?.recovery_hashes.length ?? 0,
  };
}

/** Starts setting up the caller's second factor. The one that they have stays on until a code confirms it. */
export async function setUpOwn(
  around: Dependencies,
  actor: SignedInActor,
  password: string,
  context: RequestContext,
): Promise<SecondFactorSetup> {
  const user = await proveCaller(around, actor, password, context);
  return setUpFactor(around.db, around.config.secret, user, context.now);
}

/** Turns on what the caller has set up. */
export async function confirmOwn(
  around: Dependencies,
  actor: SignedInActor,
  code: string,
  context: RequestContext,
): Promise<SecondFactorStatus> {
  const { db, config, now } = around;
  const { user_id } = actor;
  await countAttempt(db, 'code', { address: context.address, account: user_id }, now());
  if ((await factorOf(db, user_id, 'pending')) === null) refuseField('code', NONE_SET_UP);
  const isOn = await db.transaction(async (tx) => {
    const turned = await turnOn(tx, config.secret, user_id, code, now());
    if (turned) await auditOwn(tx, actor, 'auth.confirm-second-factor', context);
    return turned;
  });
  if (!isOn) refuseField('code', WRONG_CODE);
  await forgetAttempts(db, 'code', user_id);
  return secondFactorStatus(db, around, actor);
}

/** Turns off the caller's second factor. Succeeds again: the first answer may have been lost. */
export async function turnOffOwn(
  around: Dependencies,
  actor: SignedInActor,
  password: string,
  context: RequestContext,
): Promise<SecondFactorStatus> {
  const { db, config } = around;
  const problem = turningOffProblem(config.secondFactor, actor.role);
  if (problem !== null) throw new ApiError('access.denied', { message: problem });
  await proveCaller(around, actor, password, context);
  await db.transaction(async (tx) => {
    const wasOn = (await factorOf(tx, actor.user_id, 'on')) !== null;
    await removeFactor(tx, actor.user_id);
    if (wasOn) await auditOwn(tx, actor, 'auth.turn-off-second-factor', context);
  });
  return secondFactorStatus(db, around, actor);
}

/** Makes new recovery codes for the caller; the earlier ones stop working. */
export async function renewRecoveryCodes(
  around: Dependencies,
  actor: SignedInActor,
  password: string,
  context: RequestContext,
): Promise<{ recovery_codes: string[] }> {
  await proveCaller(around, actor, password, context);
  const { written, hashes } = newRecoveryCodes(around.config.secret, actor.user_id);
  await around.db.transaction(async (tx) => {
    const renewed = await tx
      .update(second_factors)
      .set({ recovery_hashes: hashes })
      .where(and(eq(second_factors.user_id, actor.user_id), eq(second_factors.state, 'on')))
      .returning({ user_id: second_factors.user_id });
    if (renewed.length === 0)
      throw new ApiError('access.denied', { message: 'Turn on your second factor first.' });
    await auditOwn(tx, actor, 'auth.renew-recovery-codes', context);
  });
  return { recovery_codes: written };
}

function refuseField(field: string, message: string): never {
  throw new ApiError('request.invalid', { message, fields: { [field]: message } });
}

function auditOwn(
  tx: Transaction,
  { user_id }: SignedInActor,
  action: 'auth.confirm-second-factor' | 'auth.turn-off-second-factor' | 'auth.renew-recovery-codes',
  context: RequestContext,
): Promise<void> {
  return audit(tx, context, { user_id, action, entity: 'user', row_id: user_id });
}
