import type { FastifyBaseLogger } from 'fastify';
import { Refusal } from '#contract/errors.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { openUnit, UnitConflict, type WriteUnit } from '#server/db/write-unit.ts';
import type { CallFacts } from '#server/records/call.ts';
import { type Answer, answerOfError, answerOfRefusal, isAccepted } from './answer.ts';
import type { Ask } from './answered-call.ts';
import { checkAsk, claimOf, whoCameFirst } from './checked-ask.ts';
import { isConnectionTrouble, isWorthRepeating } from './database-faults.ts';
import { type Claim, claimKeys, isTerminal, releaseKeys, settleKey } from './idempotency.ts';
import type { RawInput } from './raw-input.ts';
import { type AnyAhead, type AnyHandler, boundCall, type Registry } from './registry.ts';
import { answerOfReply } from './reply.ts';

type Bound = Extract<AnyHandler, { kind: 'bound' }>;
type Effect = () => Promise<void>;

/** A write of a batch with what can be determined before its turn. */
interface Prepared {
  handler: Bound;
  claim: Claim;
  /** Validated input, or why it was refused. */
  input: RawInput | Refusal;
}

export interface BatchRun<Result> {
  result: Result;
  /** To run after the commit. */
  effects: Effect[];
}

/**
 * Whether these calls can share a transaction: each has an idempotency key, and none needs its own
 * transaction.
 */
export function canShare(registry: Registry, asks: readonly Ask[]): boolean {
  if (asks.length < 2) return false;
  return asks.every((ask) => {
    const handler = registry.handlerOf(ask.name);
    return handler.kind === 'bound' && handler.alone !== true && ask.key !== null && ask.actor !== null;
  });
}

/**
 * Runs work in one transaction, in which each call is one write under its own savepoint: a refusal rolls back
 * only that write. Keys are claimed before and bookkeeping is written after all of them, in one statement
 * each.
 *
 * Throws if the batch failed as a whole. Nothing was stored then.
 */
export async function runTogether<Result>(
  { registry, db, log }: { registry: Registry; db: Database; log: FastifyBaseLogger },
  asks: readonly Ask[],
  work: (execute: (ask: Ask) => Promise<Answer>) => Promise<Result>,
): Promise<BatchRun<Result>> {
  const effects: Effect[] = [];
  const prepared = prepareAll(registry, asks);
  const result = await db.transaction(async (bare) => {
    const unit = openUnit(bare);
    const claims = [...prepared.values()].map(({ claim }) => claim);
    const answered = new Map(await claimKeys(unit.tx, claims));
    const passing = new Set(claims.map(({ key }) => key).filter((key) => !answered.has(key)));
    await readAhead(registry, unit.tx, asks, prepared, answered);
    const execute = async (ask: Ask): Promise<Answer> => {
      const one = prepared.get(ask.key ?? '');
      if (one === undefined) throw new Error(`${ask.name} was not announced to its batch`);
      const earlier = answerBefore(answered, ask, one);
      if (earlier !== null) return earlier;
      const { answer, stands } = await runWrite({ unit, log }, ask, one, effects);
      if (!stands) return answer;
      passing.delete(one.claim.key);
      answered.set(one.claim.key, answer);
      await settleKey(unit.tx, one.claim, answer);
      return answer;
    };
    const given = await work(execute);
    await unit.settle();
    await releaseKeys(unit.tx, [...passing]);
    return given;
  });
  return { result, effects };
}

/**
 * Whether the batch failed because of other transactions' locks or rows, or the connection, not because of
 * one of its writes.
 */
export function isTroubleOfBatch(error: unknown): boolean {
  return error instanceof UnitConflict || isWorthRepeating(error) || isConnectionTrouble(error);
}

function prepareAll(registry: Registry, asks: readonly Ask[]): ReadonlyMap<string, Prepared> {
  const prepared = new Map<string, Prepared>();
  for (const ask of asks) {
    const handler = registry.handlerOf(ask.name) as Bound;
    const claim = claimOf(ask, handler);
    // Of two writes with one key the first claims it; the second gets the first one's answer.
    if (claim !== null && !prepared.has(claim.key)) {
      prepared.set(claim.key, { handler, claim, input: checkedInput(ask) });
    }
  }
  return prepared;
}

function checkedInput(ask: Ask): RawInput | Refusal {
  try {
    return checkAsk(ask);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Lets each resource prefetch and lock once what all of its writes in the batch will need. */
async function readAhead(
  registry: Registry,
  tx: Transaction,
  asks: readonly Ask[],
  prepared: ReadonlyMap<string, Prepared>,
  answered: ReadonlyMap<string, Answer>,
): Promise<void> {
  const calls = new Map<AnyAhead, Parameters<AnyAhead>[1][number][]>();
  for (const ask of asks) {
    const one = prepared.get(ask.key ?? '');
    const ahead = one?.handler.ahead;
    if (one === undefined || ahead === undefined || one.input instanceof Refusal) continue;
    if (answered.has(one.claim.key) || ask.actor === null) continue;
    const call = { ...one.input, name: ask.name, actor: ask.actor };
    const known = calls.get(ahead);
    if (known === undefined) calls.set(ahead, [call]);
    else known.push(call);
  }
  // Always in the same order, so that two batches take their locks in the same order.
  for (const ahead of registry.aheads) {
    const asked = calls.get(ahead);
    if (asked !== undefined) await ahead(tx, asked);
  }
}

function answerBefore(
  answered: ReadonlyMap<string, Answer>,
  ask: Ask,
  { handler, claim, input }: Prepared,
): Answer | null {
  const earlier = answered.get(claim.key);
  if (earlier === undefined) return null;
  // Even a caller who has lost permission gets the answer of a write that succeeded, and nothing else.
  if (input instanceof Refusal) return isAccepted(earlier) ? earlier : null;
  return claimOf(ask, handler)?.fingerprint === claim.fingerprint
    ? earlier
    : answerOfRefusal(new Refusal('write.reused'));
}

/**
 * @returns the answer, and whether it is terminal: a write that was refused unread, or failed, can be retried
 */
async function runWrite(
  { unit, log }: { unit: WriteUnit; log: FastifyBaseLogger },
  ask: Ask,
  { handler, input }: Prepared,
  effects: Effect[],
): Promise<{ answer: Answer; stands: boolean }> {
  if (input instanceof Refusal) return { answer: answerOfRefusal(input), stands: false };
  const due: Effect[] = [];
  const facts: CallFacts = {
    ...ask.facts,
    write_id: ask.key,
    afterCommit: (effect) => void due.push(effect),
  };
  try {
    const answer = await unit.inWrite(async () => {
      const reply = await handler.run(boundCall({ ...input, actor: ask.actor, facts }, unit.tx));
      return answerOfReply(ask, reply, log);
    });
    if (handler.keepsFacts !== true) unit.forgetFacts();
    effects.push(...due);
    return { answer, stands: true };
  } catch (error) {
    if (isTroubleOfBatch(error)) throw error;
    if (!(error instanceof Refusal)) {
      return { answer: answerOfError(error, log, ask.facts.request_id), stands: false };
    }
    const refused = answerOfRefusal(error, await whoCameFirst(unit.tx, ask, error));
    return { answer: refused, stands: isTerminal(refused) };
  }
}
