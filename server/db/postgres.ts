import { drizzle } from 'drizzle-orm/node-postgres';
import { Client, Pool, type PoolClient } from 'pg';
import { type Database, TransactionLost } from './database.ts';

const POOL_SIZE = 20;
const STATEMENT_LIMIT_MS = 60_000;
const CONNECT_LIMIT_MS = 10_000;

/** Connection settings that both the pool and the listener use. */
function settings(url: string) {
  return { connectionString: url, application_name: 'caseload', options: '-c timezone=UTC' };
}

export interface PostgresDatabase extends Database {
  pool: Pool;
}

/** drizzle over a pool. Connections that the server ends are replaced at the next query. */
export function openPostgres(url: string): PostgresDatabase {
  const pool = new Pool({
    ...settings(url),
    max: POOL_SIZE,
    statement_timeout: STATEMENT_LIMIT_MS,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  });
  // An idle connection that breaks says so here; whoever needs one next gets another.
  pool.on('error', () => undefined);
  pool.on('connect', guard);
  const db = drizzle({ client: pool });
  const listeners = new Set<() => Promise<void>>();
  return Object.assign(db, {
    kind: 'postgres' as const,
    pool,
    async listen(channel: string, hear: (payload: string) => void) {
      const stop = await keepListening(url, channel, hear);
      listeners.add(stop);
      return async () => {
        listeners.delete(stop);
        await stop();
      };
    },
    async close() {
      await Promise.all([...listeners].map((stop) => stop()));
      await pool.end();
    },
  }) as unknown as PostgresDatabase;
}

/**
 * What drizzle's transactions leave open. A connection that breaks between two
 * queries of one has nobody else to hear its error, which would end the process.
 * One that cannot begin is never given back. And a commit that PostgreSQL answered
 * with a rollback passes for one that succeeded.
 */
function guard(client: PoolClient): void {
  client.on('error', () => undefined);
  const send = client.query.bind(client) as (...asked: unknown[]) => unknown;
  const guarded = (...asked: unknown[]): unknown => {
    const sent = send(...asked);
    const [query] = asked;
    const text = (query as { text?: unknown } | null)?.text;
    if (!(sent instanceof Promise) || typeof text !== 'string') return sent;
    if (text.startsWith('begin')) {
      return sent.catch((error: unknown) => {
        client.release(true);
        throw error;
      });
    }
    if (text !== 'commit') return sent;
    return sent.then((answer: { command: string }) => {
      if (answer.command === 'ROLLBACK') throw new TransactionLost();
      return answer;
    });
  };
  client.query = guarded as PoolClient['query'];
}

const RECONNECT_MS = 1_000;

/** A connection of its own that listens, and is made anew when it breaks. */
async function keepListening(url: string, channel: string, hear: (payload: string) => void) {
  let client: Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function connect(): Promise<void> {
    const next = new Client(settings(url));
    next.on('notification', (message) => hear(message.payload ?? ''));
    next.on('error', () => undefined);
    next.on('end', () => {
      if (client === next && !isStopped) retry();
    });
    try {
      await next.connect();
      await next.query(`listen "${channel.replaceAll('"', '""')}"`);
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    if (isStopped) await next.end();
    else client = next;
  }

  function retry(): void {
    timer = setTimeout(() => void connect().catch(retry), RECONNECT_MS);
  }

  await connect();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await client?.end();
  };
}

/** Runs the work while no other process does: they wait for each other on the database. */
export async function underAdvisoryLock<Result>(
  pool: Pool,
  lock: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const holder: PoolClient = await pool.connect();
  try {
    // The other process may take longer than a statement may.
    await holder.query('set statement_timeout = 0');
    await holder.query('select pg_advisory_lock($1)', [lock]);
    return await work();
  } finally {
    // With its session the lock and the setting end too.
    holder.release(true);
  }
}
