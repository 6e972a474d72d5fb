import { drizzle } from 'drizzle-orm/node-postgres';
import { Client, Pool, type PoolClient } from 'pg';
import type { Database } from './database.ts';

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
    await next.connect();
    await next.query(`listen "${channel.replaceAll('"', '""')}"`);
    client = next;
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
export async function underAdvisoryLock<Result>(pool: Pool, lock: number, work: () => Promise<Result>): Promise<Result> {
  const holder: PoolClient = await pool.connect();
  try {
    await holder.query('select pg_advisory_lock($1)', [lock]);
    return await work();
  } finally {
    await holder.query('select pg_advisory_unlock($1)', [lock]).catch(() => undefined);
    holder.release();
  }
}
