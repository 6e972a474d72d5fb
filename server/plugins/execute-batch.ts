import type { FastifyBaseLogger } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { openUnit, UnitConflict, type WriteUnit } from '#server/db/write-unit.ts';
import type { RequestContext } from '#server/records/call.ts';
import { type Answer, answerOfApiError, answerOfError, isAccepted } from './answer.ts';
import type { CallRequest } from './answered-call.ts';
import { checkCallRequest, claimOf, whoCameFirst } from './checked-call.ts';
import { isConnectionTrouble, isWorthRepeating } from './database-faults.ts';
import { type Claim, claimKeys, isTerminal, releaseKeys, settleKey } from './idempotency.ts';
import { keepMeant, type MergedStudent, withNamesReplaced } from './merged-names.ts';
import type { RawInput } from './raw-input.ts';
import { type AnyHandler, type AnyPrefetch, boundCall, type Registry } from './registry.ts';
import { answerOfReply } from './reply.ts';

type Bound = Extract<AnyHandler, { kind: 'bound' }>;
type Effect = () => Promise<void>;

/** A write of a batch with what can be determined before its turn. */
interface Prepared {
  handler: Bound;
  claim: Claim;
  /** Validated input, or why it was refused. */
  input: RawInput | ApiError;
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
export function canShare(registry: Registry, requests: readonly CallRequest[]): boolean {
  if (requests.length < 2) return false;
  return requests.every((request) => {
    const handler = registry.handlerOf(request.name);
    return (
      handler.kind === 'bound' && handler.alone !== true && request.key !== null && request.actor !== null
    );
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
  requests: readonly CallRequest[],
  work: (execute: (request: CallRequest) => Promise<Answer>) => Promise<Result>,
): Promise<BatchRun<Result>> {
  const effects: Effect[] = [];
  const prepared = prepareAll(registry, requests);
  const result = await db.transaction(async (bare) => {
    const unit = openUnit(bare);
    const claims = [...prepared.values()].map(({ claim }) => claim);
    const inputs = [...prepared.values()].flatMap(({ input }) => (input instanceof ApiError ? [] : [input]));
    const claimed = await claimKeys(unit.tx, claims, inputs);
    const answered = new Map(claimed.answered);
    for (const one of prepared.values()) {
      if (!(one.input instanceof ApiError)) one.input = withNamesReplaced(one.input, claimed.merged);
    }
    const passing = new Set(claims.map(({ key }) => key).filter((key) => !answered.has(key)));
    await prefetchAll(registry, unit.tx, requests, prepared, answered);
    const execute = async (request: CallRequest): Promise<Answer> => {
      const one = prepared.get(request.key ?? '');
      if (one === undefined) throw new Error(`${request.name} was not announced to its batch`);
      const earlier = answerBefore(answered, request, one);
      if (earlier !== null) return earlier;
      const { answer, stands } = await runWrite(
        { unit, log },
        request,
        { ...one, merged: claimed.merged },
        effects,
      );
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

function prepareAll(registry: Registry, requests: readonly CallRequest[]): ReadonlyMap<string, Prepared> {
  const prepared = new Map<string, Prepared>();
  for (const request of requests) {
    const handler = registry.handlerOf(request.name) as Bound;
    const claim = claimOf(request, handler);
    // Of two writes with one key the first claims it; the second gets the first one's answer.
    if (claim !== null && !prepared.has(claim.key)) {
      prepared.set(claim.key, { handler, claim, input: checkedInput(request) });
    }
  }
  return prepared;
}

function checkedInput(request: CallRequest): RawInput | ApiError {
  try {
    return checkCallRequest(request);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Lets each resource prefetch and lock once what all of its writes in the batch will need. */
async function prefetchAll(
  registry: Registry,
  tx: Transaction,
  requests: readonly CallRequest[],
  prepared: ReadonlyMap<string, Prepared>,
  answered: ReadonlyMap<string, Answer>,
): Promise<void> {
  const calls = new Map<AnyPrefetch, Parameters<AnyPrefetch>[1][number][]>();
  for (const request of requests) {
    const one = prepared.get(request.key ?? '');
    const prefetch = one?.handler.prefetch;
    if (one === undefined || prefetch === undefined || one.input instanceof ApiError) continue;
    if (answered.has(one.claim.key) || request.actor === null) continue;
    const call = { ...one.input, name: request.name, actor: request.actor };
    const known = calls.get(prefetch);
    if (known === undefined) calls.set(prefetch, [call]);
    else known.push(call);
  }
  // Always in the same order, so that two batches take their locks in the same order.
  for (const prefetch of registry.prefetchers) {
    const found = calls.get(prefetch);
    if (found !== undefined) await prefetch(tx, found);
  }
}

function answerBefore(
  answered: ReadonlyMap<string, Answer>,
  request: CallRequest,
  { handler, claim, input }: Prepared,
): Answer | null {
  const earlier = answered.get(claim.key);
  if (earlier === undefined) return null;
  // Even a caller who has lost permission gets the answer of a write that succeeded, and nothing else.
  if (input instanceof ApiError) return isAccepted(earlier) ? earlier : null;
  return claimOf(request, handler)?.fingerprint === claim.fingerprint
    ? earlier
    : answerOfApiError(new ApiError('write.reused'));
}

/**
 * @returns the answer, and whether it is terminal: a write that was refused unread, or failed, can be retried
 */
async function runWrite(
  { unit, log }: { unit: WriteUnit; log: FastifyBaseLogger },
  request: CallRequest,
  { handler, input, merged }: Prepared & { merged: readonly MergedStudent[] },
  effects: Effect[],
): Promise<{ answer: Answer; stands: boolean }> {
  if (input instanceof ApiError) return { answer: answerOfApiError(input), stands: false };
  const due: Effect[] = [];
  const context: RequestContext = {
    ...request.context,
    write_id: request.key,
    afterCommit: (effect) => void due.push(effect),
  };
  try {
    const answer = await unit.inWrite(async () => {
      const reply = await handler.run(boundCall({ ...input, actor: request.actor, context }, unit.tx));
      await keepMeant(unit.tx, request, merged);
      return answerOfReply(request, reply, log);
    });
    if (handler.keepsPrefetched !== true) unit.dropAllPrefetched();
    effects.push(...due);
    return { answer, stands: true };
  } catch (error) {
    if (isTroubleOfBatch(error)) throw error;
    if (!(error instanceof ApiError)) {
      return { answer: answerOfError(error, log, request.context.request_id), stands: false };
    }
    const refused = answerOfApiError(error, await whoCameFirst(unit.tx, request, error));
    return { answer: refused, stands: isTerminal(refused) };
  }
}
