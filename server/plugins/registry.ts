import type { FastifyReply } from 'fastify';
import { type EndpointName, endpointNamed, endpoints, isEndpointName } from '#contract/index.ts';
import { isPermission } from '#domain/access/permissions.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { openCall, type RequestContext, type SignedInActor } from '#server/records/call.ts';
import type { Api, Dependencies, InBatch, Module, PrefetchCall } from './answered-call.ts';

/** What a bound handler gets: for a signed-in caller, access to all rows. */
export function boundCall(
  { actor, context, ...input }: AnyCall,
  tx: Transaction,
): AnyCall & { tx: Transaction } {
  return actor === null ? { ...input, actor, context, tx } : { ...input, ...openCall(tx, actor, context) };
}

/** A call with its types erased: the engine treats all alike. */
export interface AnyCall {
  params: unknown;
  query: unknown;
  body: unknown;
  actor: SignedInActor | null;
  context: RequestContext;
}

export type AnyPrefetch = (tx: Transaction, calls: readonly PrefetchCall[]) => Promise<void>;

export type AnyHandler =
  | ({ kind: 'bound'; run(call: AnyCall & { tx: Transaction }): Promise<unknown> } & InBatch)
  | {
      kind: 'free';
      run(
        call: AnyCall & {
          db: Database;
          credentials: string | null;
          cookies: string | null;
          userAgent: string | null;
          setCookie(cookie: string): void;
        },
      ): Promise<unknown>;
    }
  | {
      kind: 'raw';
      run(call: AnyCall & { db: Database; reply: FastifyReply; signal: AbortSignal }): Promise<void>;
    };

export interface Registry {
  handlerOf(name: EndpointName): AnyHandler;
  /** Prefetching functions for batches, in order. */
  prefetchers: readonly AnyPrefetch[];
  stopEffects: readonly (() => Promise<void>)[];
}

/**
 * Collects the handlers of all modules. Throws, so that the server doesn't start, if a call of the contract
 * has no handler or two, or an unknown policy.
 */
export function collectHandlers(
  modules: readonly Module[],
  dependencies: Dependencies,
  engine: Pick<Api, 'execute' | 'inBatch'>,
): Registry {
  const handlers = new Map<EndpointName, AnyHandler>();
  const stopEffects: (() => Promise<void>)[] = [];
  const add = (name: string, handler: AnyHandler) => {
    if (!isEndpointName(name)) throw new Error(`${name} isn't a call of the contract`);
    if (handlers.has(name)) throw new Error(`${name} is served twice`);
    if ((handler.kind === 'raw') !== (endpointNamed(name).isRaw === true)) {
      throw new Error(`${name} must be served by ${handler.kind === 'raw' ? 'handle' : 'handleRaw'}`);
    }
    handlers.set(name, handler);
  };
  // The contract's types hold between `handle` and its handler; inside, all calls look alike.
  const api = {
    dependencies,
    execute: engine.execute,
    inBatch: engine.inBatch,
    handle: (name: string, run: never, inBatch: InBatch = {}) =>
      add(name, { kind: 'bound', run, ...inBatch }),
    handleFree: (name: string, run: never) => add(name, { kind: 'free', run }),
    handleRaw: (name: string, run: never) => add(name, { kind: 'raw', run }),
    onStop: (effect: () => Promise<void>) => void stopEffects.push(effect),
  } as Api;
  for (const module of modules) module(api);

  const names = Object.keys(endpoints) as EndpointName[];
  const unserved = names.filter((name) => !handlers.has(name));
  if (unserved.length > 0) throw new Error(`no handler for ${unserved.join(', ')}`);
  for (const name of names) checkPolicy(name);
  const prefetchers = [...handlers.values()].flatMap((handler) =>
    handler.kind === 'bound' && handler.prefetch !== undefined ? [handler.prefetch] : [],
  );
  return {
    stopEffects,
    prefetchers: [...new Set(prefetchers)],
    handlerOf(name) {
      const handler = handlers.get(name);
      if (handler === undefined) throw new Error(`no handler for ${name}`);
      return handler;
    },
  };
}

function checkPolicy(name: EndpointName): void {
  const policy: string | undefined = endpointNamed(name).policy;
  if (policy === 'public' || policy === 'upload-token') return;
  if (policy === undefined || !isPermission(policy)) throw new Error(`${name} has no policy of the table`);
}
