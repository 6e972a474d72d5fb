import { drizzle } from 'drizzle-orm/pglite';
import { type Database, TransactionLost } from './database.ts';
import type { Executor } from './pglite-executor.ts';

/** How long a query may wait for a transaction to end before it fails like PostgreSQL's lock timeout. */
const TURN_LIMIT_MS = 60_000;

/** The engine's error inside a transaction after a failed statement: it is responsive. */
const FAILED_TRANSACTION = '25P02';

function faultOf(error: unknown): unknown {
  return error instanceof Error ? (error as { code?: unknown }).code : undefined;
}

interface QueryOptions {
  rowMode?: 'array' | 'object';
}

/**
 * A queue for the single connection: a transaction holds it from begin to end, single queries run in between.
 * A query on the outer handle inside a transaction would wait for itself; the limit ends that.
 */
function createTurns() {
  let tail: Promise<void> = Promise.resolve();
  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = tail;
    let done: () => void = () => undefined;
    tail = new Promise((resolve) => {
      done = resolve;
    });
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () =>
          reject(Object.assign(new Error('The database is held by another transaction.'), { code: '55P03' })),
        TURN_LIMIT_MS,
      );
    });
    try {
      await Promise.race([before, limit]);
    } catch (error) {
      // Later callers still wait for the one in front.
      void before.then(done);
      throw error;
    } finally {
      clearTimeout(timer);
    }
    try {
      return await work();
    } finally {
      done();
    }
  };
}

/** The part of PGlite's interface that Drizzle's session uses, on top of an executor. */
function createClient(executor: Executor) {
  const inTurn = createTurns();
  const direct = (sql: string, params: unknown[] = [], { rowMode = 'object' }: QueryOptions = {}) =>
    executor.query(sql, params, rowMode);
  return {
    query: (sql: string, params?: unknown[], options?: QueryOptions) =>
      inTurn(() => direct(sql, params, options)),
    transaction: <Result>(work: (tx: { query: typeof direct }) => Promise<Result>) =>
      inTurn(async () => {
        await direct('begin');
        try {
          const result = await work({ query: direct });
          const { command } = await direct('commit');
          if (command === 'ROLLBACK') throw new TransactionLost();
          return result;
        } catch (error) {
          // If the thread has ended this fails too; the first failure says more.
          await direct('rollback').catch(() => undefined);
          throw error;
        }
      }),
    // Queued: inside a transaction that is rolled back, the LISTEN would be undone.
    async listen(channel: string, hear: (payload: string) => void) {
      const unlisten = await inTurn(() => executor.listen(channel, hear));
      return () => inTurn(unlisten);
    },
    async ping() {
      try {
        // Not queued: another transaction may hold the connection for long, and this reads nothing.
        await direct('select 1');
      } catch (error) {
        if (faultOf(error) !== FAILED_TRANSACTION) throw error;
      }
    },
    close: () => inTurn(() => executor.close()),
  };
}

/** Drizzle on the embedded engine, in whichever thread it runs. */
export function pgliteDatabase(
  executor: Executor,
  release: () => Promise<void> = async () => undefined,
): Database {
  const client = createClient(executor);
  // Drizzle's type requires the whole engine; its session only calls these methods.
  const db = drizzle({ client: client as never });
  return Object.assign(db, {
    kind: 'pglite' as const,
    listen: client.listen,
    ping: client.ping,
    async close() {
      await client.close();
      await release();
    },
  }) as unknown as Database;
}
