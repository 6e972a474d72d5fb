import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import { type Endpoint, rowIdOfWrite } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { endpointNamed } from '#contract/index.ts';
import type { RowChange } from '#contract/sync.ts';
import { mayUse, type Permission } from '#domain/access/permissions.ts';
import { changeOf } from '#server/db/audit.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { type Answer, answerOfError, answerOfRefusal, describeFault, isAccepted } from './answer.ts';
import type { Ask, CallFacts } from './call.ts';
import { isWorthRepeating } from './database-faults.ts';
import {
  claimKey,
  fingerprintOf,
  isTerminal,
  settledAnswer,
  settleKey,
  settleRefusal,
} from './idempotency.ts';
import { checkInput, type RawInput } from './input.ts';
import type { AnyCall, AnyHandler, Registry } from './registry.ts';

export interface Engine {
  /** Never throws: everything that can happen to a call is an answer. */
  execute(ask: Ask): Promise<Answer>;
  /** Resolves when all effects that were due after a commit have run. */
  settled(): Promise<void>;
}

const MOST_ATTEMPTS = 5;

/**
 * The one way in which a call takes effect: permission, validation, idempotency,
 * transaction. The ordinary routes and the push both come through here.
 */
export function createEngine(registry: Registry, db: Database, log: FastifyBaseLogger): Engine {
  const running = new Set<Promise<void>>();

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
    const { method } = endpointNamed(ask.name);
    const effects: (() => Promise<void>)[] = [];
    const facts: CallFacts = {
      ...ask.facts,
      write_id: ask.key,
      afterCommit: (effect) => void effects.push(effect),
    };
    const fingerprint = ask.key !== null && ask.actor !== null ? fingerprintOf(ask) : null;
    const claim =
      ask.key !== null &&
      ask.actor !== null &&
      fingerprint !== null &&
      method !== 'GET' &&
      handler.kind === 'bound'
        ? {
            key: ask.key,
            user_id: ask.actor.user_id,
            device_id: facts.device_id,
            fingerprint,
            now: facts.now,
          }
        : null;
    let call: AnyCall;
    try {
      call = { ...checkAsk(ask), actor: ask.actor, facts };
    } catch (error) {
      // Who may no longer do it, or asks in words that are no longer understood, still
      // learns what became of a write that took effect before.
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

  return {
    async execute(ask) {
      for (let attempts = 1; ; attempts += 1) {
        try {
          return await attempt(ask);
        } catch (error) {
          if (!isWorthRepeating(error) || attempts === MOST_ATTEMPTS)
            return answerOfError(error, log, ask.facts.request_id);
          await sleep(Math.random() * 15 * 2 ** attempts);
        }
      }
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** Who made the row what it is, of a change that came too late; nothing where the audit does not tell. */
async function whoCameFirst(db: Database, ask: Ask, refusal: Refusal): Promise<RowChange | null> {
  const { offline } = endpointNamed(ask.name);
  if (offline === undefined) return null;
  if (refusal.code === 'record.stale') {
    const { id, version } = refusal.current as { id: string; version: number };
    return changeOf(db, { entity: offline.entity, row_id: id, row_version: version });
  }
  if (refusal.deleted_version === null) return null;
  const { params, body } = ask;
  const row_id = rowIdOfWrite(offline, { params: params as Record<string, string>, body });
  return row_id === null
    ? null
    : changeOf(db, { entity: offline.entity, row_id, row_version: refusal.deleted_version });
}

/** Default deny: without a permission of the table nobody passes, whichever way the call came. */
export function letIn(ask: Pick<Ask, 'name' | 'actor'>): void {
  const { policy } = endpointNamed(ask.name);
  if (policy === 'public' || policy === 'upload-token') return;
  if (ask.actor === null) throw new Refusal('auth.signed-out');
  if (!mayUse(ask.actor, policy satisfies Permission)) throw new Refusal('access.denied');
}

/** The input in its shape, of somebody who may ask; a change names the version that it was made upon. */
function checkAsk(ask: Ask): RawInput {
  letIn(ask);
  const endpoint = endpointNamed(ask.name);
  const input = checkInput(endpoint, ask);
  const changes = endpoint.offline !== undefined && endpoint.offline.effect !== 'create';
  if (changes && ask.facts.base_version === null) {
    throw new Refusal('request.invalid', {
      fields: { 'if-match': 'Give the version of the row that you change.' },
    });
  }
  return input;
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
  if (handler.kind === 'raw') throw new Error(`${ask.name} writes its answer by itself`);
  if (endpoint.method === 'GET' && endpoint.audited !== true) {
    return db.transaction(async (tx) => replied(await handler.run({ ...call, tx })), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    });
  }
  return db.transaction((tx) => withKey(tx, async () => replied(await handler.run({ ...call, tx }))));
}

/** The reply in the contract's shape: a field that it does not name never leaves the server. */
function answerOfReply({ name, facts }: Ask, reply: unknown, log: FastifyBaseLogger): Answer {
  const endpoint = endpointNamed(name);
  if (endpoint.reply === undefined) return { status: 204, body: undefined };
  const status = endpoint.status ?? 200;
  const shaped = endpoint.reply.safeParse(reply);
  if (shaped.success) return { status, body: shaped.data };
  const { issues } = shaped.error;
  const paths = issues.slice(0, 5).map((issue) => issue.path.join('.'));
  const rest = withoutBadRows(endpoint, reply, issues);
  const kept = rest === null ? null : endpoint.reply.safeParse(rest.reply);
  if (rest === null || kept?.success !== true)
    throw new Error(`the reply of ${name} is not in its shape at ${paths.join(', ')}`);
  log.error({ request_id: facts.request_id, call: name, rows: rest.left_out, paths }, 'rows were left out');
  return { status, body: kept.data };
}

/**
 * A list without the records that aren't in its shape, so that one bad row doesn't take all
 * others away, and the ids of those. Nothing where something else is wrong with the reply.
 */
function withoutBadRows(
  endpoint: Endpoint,
  reply: unknown,
  issues: readonly z.core.$ZodIssue[],
): { reply: unknown; left_out: unknown[] } | null {
  if (endpoint.method !== 'GET') return null;
  const { rows } = endpoint;
  const list = rows === undefined ? reply : (reply as Record<string, unknown>)[rows];
  if (!Array.isArray(list)) return null;
  const bad = new Set<PropertyKey | undefined>();
  for (const { path } of issues) {
    if (rows !== undefined && path[0] !== rows) return null;
    bad.add(path[rows === undefined ? 0 : 1]);
  }
  const kept: unknown[] = list.filter((_, at) => !bad.has(at));
  const left_out = list.filter((_, at) => bad.has(at)).map((row) => (row as { id?: unknown } | null)?.id);
  return { reply: rows === undefined ? kept : { ...(reply as object), [rows]: kept }, left_out };
}
