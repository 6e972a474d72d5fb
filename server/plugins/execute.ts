import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import { ApiError } from '#contract/errors.ts';
import { endpointNamed } from '#contract/index.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import type { Standby } from '#server/db/standby.ts';
import { openUnit } from '#server/db/write-unit.ts';
import type { RequestContext } from '#server/records/call.ts';
import { type Answer, answerOfApiError, answerOfError, describeFault, isAccepted } from './answer.ts';
import type { Api, CallRequest } from './answered-call.ts';
import { checkCallRequest, claimOf, whoCameFirst } from './checked-call.ts';
import { isConnectionTrouble, isWorthRepeating } from './database-faults.ts';
import { canShare, isTroubleOfBatch, runTogether } from './execute-batch.ts';
import { type Claim, claimKeys, isTerminal, settledAnswer, settleKey, settleRefusal } from './idempotency.ts';
import { keepMeant, type MergedStudent, withNamesReplaced, withoutMergedNames } from './merged-names.ts';
import { type AnyCall, type AnyHandler, boundCall, type Registry } from './registry.ts';
import { answerOfReply } from './reply.ts';

export interface Engine {
  /** Never throws: every outcome of a call is an answer. */
  execute: Api['execute'];
  inBatch: Api['inBatch'];
  /** Resolves when all after-commit effects have run. */
  settled(): Promise<void>;
}

const MOST_ATTEMPTS = 5;
const MOST_BATCH_ATTEMPTS = 3;
/** Each holds a connection for all of its writes. More at once would only slow each of them down. */
const MOST_BATCHES_AT_ONCE = 5;

/**
 * Single entry point for every call: authorize, validate, deduplicate, run in a transaction. Ordinary routes
 * and pushes both use it.
 */
export function createEngine(
  registry: Registry,
  db: Database,
  log: FastifyBaseLogger,
  standby: Standby | null,
): Engine {
  const running = new Set<Promise<void>>();
  const inTurn = pLimit(MOST_BATCHES_AT_ONCE);

  function runAfterCommit(effects: readonly (() => Promise<void>)[], request_id: string): void {
    for (const effect of effects) {
      const run = effect()
        .catch((error: unknown) =>
          log.error({ request_id, fault: describeFault(error) }, 'an effect after the commit failed'),
        )
        .finally(() => running.delete(run));
      running.add(run);
    }
  }

  async function attempt(request: CallRequest, isPlain: boolean): Promise<Answer> {
    const handler = registry.handlerOf(request.name);
    const effects: (() => Promise<void>)[] = [];
    const context: RequestContext = {
      ...request.context,
      write_id: request.key,
      afterCommit: (effect) => void effects.push(effect),
    };
    const claim = claimOf(request, handler);
    let call: AnyCall;
    try {
      call = { ...checkCallRequest(request), actor: request.actor, context };
    } catch (error) {
      // Even if the caller has lost permission or uses a retired request shape, return the stored answer of a
      // write that already succeeded.
      const earlier = claim === null ? null : await settledAnswer(db, claim);
      if (earlier !== null && isAccepted(earlier)) return earlier;
      throw error;
    }
    try {
      const answer = await runCall({ db, standby, log }, handler, call, { ...request, claim, isPlain });
      runAfterCommit(effects, context.request_id);
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError) || claim === null) throw error;
      const refused = answerOfApiError(error, await whoCameFirst(db, request, error));
      return isTerminal(refused) ? settleRefusal(db, claim, refused) : refused;
    }
  }

  async function execute(request: CallRequest): Promise<Answer> {
    let isPlain = !canGather(registry.handlerOf(request.name));
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await attempt(request, isPlain);
      } catch (error) {
        // What was sent together failed: each statement alone says which of them it was.
        const mayBePlain = !isPlain && !(error instanceof ApiError) && !isConnectionTrouble(error);
        if ((!isWorthRepeating(error) && !mayBePlain) || attempts === MOST_ATTEMPTS)
          return answerOfError(error, log, request.context.request_id);
        if (isWorthRepeating(error)) await sleep(pauseAfter(attempts));
        else isPlain = true;
      }
    }
  }

  return {
    execute,
    async inBatch(requests, work) {
      if (!canShare(registry, requests)) return work(execute);
      const request_id = requests[0]?.context.request_id ?? '';
      for (let attempts = 1; attempts <= MOST_BATCH_ATTEMPTS; attempts += 1) {
        try {
          const { result, effects } = await inTurn(() => runTogether({ registry, db, log }, requests, work));
          runAfterCommit(effects, request_id);
          return result;
        } catch (error) {
          if (!isTroubleOfBatch(error)) {
            log.error({ request_id, fault: describeFault(error) }, 'a batch failed as a whole');
          }
          if (!isWorthRepeating(error)) break;
          await sleep(pauseAfter(attempts));
        }
      }
      // The idempotency keys decide what took effect, however the batch ended.
      return work(execute);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** Delay before retrying the same transaction. Milliseconds. */
function pauseAfter(attempts: number): number {
  return Math.random() * 15 * 2 ** attempts;
}

/**
 * What a report needs of PostgreSQL, in its transaction alone. A report over a week and one over a year need other
 * plans: none is kept for both, however often it is asked for. It counts what a month has in memory; sorting it on the
 * disk takes three times as long. Plans aren't compiled, which takes up to a second and saves less.
 */
async function prepareReport(tx: Transaction): Promise<void> {
  await tx.execute(sql`select set_config('plan_cache_mode', 'force_custom_plan', true),
    set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`);
}

async function runCall(
  { db, standby, log }: { db: Database; standby: Standby | null; log: FastifyBaseLogger },
  handler: AnyHandler,
  call: AnyCall,
  request: CallRequest & { claim: Claim | null; isPlain: boolean },
): Promise<Answer> {
  const endpoint = endpointNamed(request.name);
  const replied = (reply: unknown) => answerOfReply(request, reply, log);
  if (handler.kind === 'free') {
    const sent: Pick<Answer, 'cookie'> = {};
    const { credentials, cookies = null, userAgent = null } = request;
    const setCookie = (cookie: string) => {
      sent.cookie = cookie;
    };
    const free = { ...call, db, credentials, cookies, userAgent, setCookie };
    return { ...replied(await handler.run(free)), ...sent };
  }
  if (handler.kind === 'raw') throw new Error(`${request.name} writes its own answer`);
  if (endpoint.isReport === true && standby !== null && call.actor !== null) {
    const reader = { user_id: call.actor.user_id, now: call.context.now };
    const read = await standby.read(reader, async (tx) => {
      await prepareReport(tx);
      return handler.run(boundCall(call, tx));
    });
    if (read !== null) return replied({ ...(read.result as object), as_of: read.as_of });
  }
  if (endpoint.method === 'GET' && endpoint.audited !== true) {
    const read = async (tx: Transaction) => {
      if (endpoint.isReport === true) await prepareReport(tx);
      return replied(await handler.run(boundCall(call, tx)));
    };
    return db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });
  }
  return db.transaction(async (bare) => {
    const unit = openUnit(bare);
    const { claim, isPlain } = request;
    let named = call;
    let merged: readonly MergedStudent[] = [];
    if (claim !== null) {
      const claimed = await claimKeys(unit.tx, [claim], [call]);
      const earlier = claimed.answered.get(claim.key);
      if (earlier !== undefined) return earlier;
      merged = claimed.merged;
      named = withNamesReplaced(call, merged);
    } else if (call.actor !== null) named = await withoutMergedNames(unit.tx, call);
    if (!isPlain && named.actor !== null) {
      await handler.prefetch?.(unit.tx, [{ ...named, name: request.name, actor: named.actor }]);
    }
    const answer = replied(await handler.run(boundCall(named, unit.tx)));
    await keepMeant(unit.tx, request, merged);
    if (claim !== null) await settleKey(unit.tx, claim, answer);
    // Rows, change index, audit, and key, in one statement if it can be.
    await unit.settle();
    return answer;
  });
}

/** Whether what a call needs is read together, and what it writes is sent together at its end. */
function canGather(handler: AnyHandler): boolean {
  return handler.kind === 'bound' && handler.prefetch !== undefined;
}
