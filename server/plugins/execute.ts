import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import { Refusal } from '#contract/errors.ts';
import { endpointNamed } from '#contract/index.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { openUnit } from '#server/db/write-unit.ts';
import type { CallFacts } from '#server/records/call.ts';
import { type Answer, answerOfError, answerOfRefusal, describeFault, isAccepted } from './answer.ts';
import type { Api, Ask } from './answered-call.ts';
import { checkAsk, claimOf, whoCameFirst } from './checked-ask.ts';
import { isWorthRepeating } from './database-faults.ts';
import { canShare, isTroubleOfBatch, runTogether } from './execute-batch.ts';
import { claimKey, isTerminal, settledAnswer, settleKey, settleRefusal } from './idempotency.ts';
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
export function createEngine(registry: Registry, db: Database, log: FastifyBaseLogger): Engine {
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

  async function attempt(ask: Ask): Promise<Answer> {
    const handler = registry.handlerOf(ask.name);
    const effects: (() => Promise<void>)[] = [];
    const facts: CallFacts = {
      ...ask.facts,
      write_id: ask.key,
      afterCommit: (effect) => void effects.push(effect),
    };
    const claim = claimOf(ask, handler);
    let call: AnyCall;
    try {
      call = { ...checkAsk(ask), actor: ask.actor, facts };
    } catch (error) {
      // Even if the caller has lost permission or uses a retired request shape, return the stored answer of a
      // write that already succeeded.
      const earlier = claim === null ? null : await settledAnswer(db, claim);
      if (earlier !== null && isAccepted(earlier)) return earlier;
      throw error;
    }
    try {
      const answer = await runCall({ db, log }, handler, call, ask, async (tx, run) => {
        if (claim === null) return run();
        const claimed = await claimKey(tx, claim);
        if (!claimed) return settledAnswer(tx, claim);
        const fresh = await run();
        await settleKey(tx, claim, fresh);
        return fresh;
      });
      runAfterCommit(effects, facts.request_id);
      return answer;
    } catch (error) {
      if (!(error instanceof Refusal) || claim === null) throw error;
      const refused = answerOfRefusal(error, await whoCameFirst(db, ask, error));
      return isTerminal(refused) ? settleRefusal(db, claim, refused) : refused;
    }
  }

  async function execute(ask: Ask): Promise<Answer> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await attempt(ask);
      } catch (error) {
        if (!isWorthRepeating(error) || attempts === MOST_ATTEMPTS)
          return answerOfError(error, log, ask.facts.request_id);
        await sleep(pauseAfter(attempts));
      }
    }
  }

  return {
    execute,
    async inBatch(asks, work) {
      if (!canShare(registry, asks)) return work(execute);
      const request_id = asks[0]?.facts.request_id ?? '';
      for (let attempts = 1; attempts <= MOST_BATCH_ATTEMPTS; attempts += 1) {
        try {
          const { result, effects } = await inTurn(() => runTogether({ registry, db, log }, asks, work));
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

async function runCall(
  { db, log }: { db: Database; log: FastifyBaseLogger },
  handler: AnyHandler,
  call: AnyCall,
  ask: Ask,
  withKey: (tx: Transaction, run: () => Promise<Answer>) => Promise<Answer>,
): Promise<Answer> {
  const endpoint = endpointNamed(ask.name);
  const replied = (reply: unknown) => answerOfReply(ask, reply, log);
  if (handler.kind === 'free') {
    const sent: Pick<Answer, 'cookie'> = {};
    const { credentials, cookies = null } = ask;
    const setCookie = (cookie: string) => {
      sent.cookie = cookie;
    };
    return { ...replied(await handler.run({ ...call, db, credentials, cookies, setCookie })), ...sent };
  }
  if (handler.kind === 'raw') throw new Error(`${ask.name} writes its own answer`);
  if (endpoint.method === 'GET' && endpoint.audited !== true) {
    return db.transaction(async (tx) => replied(await handler.run(boundCall(call, tx))), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    });
  }
  return db.transaction(async (bare) => {
    const unit = openUnit(bare);
    const answer = await withKey(unit.tx, async () => replied(await handler.run(boundCall(call, unit.tx))));
    // Change index, audit, and keys, in one statement each.
    await unit.settle();
    return answer;
  });
}
