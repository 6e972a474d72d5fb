import { drizzle } from 'drizzle-orm/node-postgres';
import { Client, type ClientConfig, Pool, type PoolClient } from 'pg';
import { type Database, TransactionLost } from './database.ts';
import {
  createStatementNames,
  isNameUnknown,
  isPlanOutdated,
  type StatementNames,
} from './statement-names.ts';

const POOL_SIZE = 20;
/** Longer than any migration, and the longest possible timer. */
const NO_LIMIT_MS = 2_147_483_647;

interface PostgresLimits {
  /** How long a query waits for a connection. */
  connectMs: number;
  /** PostgreSQL cancels a statement after this time. */
  statementMs: number;
  /** After this long without an answer the connection counts as dead: the network may have dropped it. */
  silenceMs: number;
  /** How long a statement waits for a lock; by default as long as it may take. */
  lockMs?: number;
}

const LIMITS: PostgresLimits = { connectMs: 10_000, statementMs: 60_000, silenceMs: 65_000 };

/**
 * For migrations, which may take long. A query that wants a table that a migration waits for waits behind it, so it
 * gives up soon.
 */
export const MIGRATION_LIMITS: PostgresLimits = {
  ...{ connectMs: 10_000, statementMs: 0, silenceMs: NO_LIMIT_MS },
  lockMs: 3_000,
};

/** The driver's part that says at the start of a session how it should be; its types don't have it. */
interface StartingClient extends Client {
  getStartupConf(): Record<string, string | undefined>;
}

/**
 * Sessions in UTC. Poolers keep this setting with the client whose transaction it is, unlike `options`, which
 * they refuse.
 */
class UtcClient extends (Client as unknown as new (config?: ClientConfig) => StartingClient) {
  override getStartupConf() {
    return { ...super.getStartupConf(), TimeZone: 'UTC' };
  }
}

/** Connection settings shared by the pool and the connections of their own. */
function settings(url: string) {
  return { connectionString: url, application_name: 'caseload', keepAlive: true };
}

export interface PostgresDatabase extends Database {
  pool: Pool;
  /** The address of PostgreSQL itself, for what takes a session of its own. */
  directUrl: string;
  /** Whether a pooler is between the pool and PostgreSQL. */
  hasPooler: boolean;
}

interface PostgresOptions {
  limits?: PostgresLimits;
  /**
   * PostgreSQL itself, if the other address is a pooler's. Transactions then go through the pooler, where each
   * may run in another session; listening, locks of a session, migrations, and pings don't.
   */
  directUrl?: string | null;
}

/** A query that takes longer is worth a look. */
const SLOW_MS = 500;
const slowQueryListeners = new WeakMap<Pool, () => void>();

/** Calls `listener` for each slow query of this database. */
export function onSlowQuery({ pool }: PostgresDatabase, listener: () => void): void {
  slowQueryListeners.set(pool, listener);
}

/** Opens Drizzle on a pool. Broken or silent connections are replaced at the next query. */
export function openPostgres(url: string, options: PostgresOptions = {}): PostgresDatabase {
  const { limits = LIMITS } = options;
  const directUrl = options.directUrl ?? url;
  const hasPooler = directUrl !== url;
  const pool = new Pool({
    ...settings(url),
    Client: UtcClient as unknown as new () => Client,
    max: POOL_SIZE,
    // Poolers refuse it at the start of a session: theirs have it by themselves.
    ...(hasPooler ? {} : { statement_timeout: limits.statementMs }),
    ...(limits.lockMs === undefined ? {} : { lock_timeout: limits.lockMs }),
    query_timeout: limits.silenceMs,
    connectionTimeoutMillis: limits.connectMs,
  });
  // Emitted when an idle connection breaks; the next query gets another one.
  pool.on('error', () => undefined);
  // Behind a pooler each transaction may run in another session, which knows none of the names.
  const names = hasPooler ? null : createStatementNames();
  pool.on('connect', (client) => guard(client, names, () => slowQueryListeners.get(pool)?.()));
  const db = drizzle({ client: pool });
  const pulse = createPulse(directUrl);
  const poolerPulse = hasPooler ? createPulse(url) : null;
  const listeners = new Set<() => Promise<void>>();
  return Object.assign(db, {
    kind: 'postgres' as const,
    pool,
    directUrl,
    hasPooler,
    async listen(channel: string, hear: (payload: string) => void) {
      const stop = await keepListening(directUrl, channel, hear);
      listeners.add(stop);
      return async () => {
        listeners.delete(stop);
        await stop();
      };
    },
    async ping() {
      await pulse.ask();
      // A question would wait for one of the pooler's sessions.
      await poolerPulse?.reach();
    },
    async close() {
      await Promise.all([pulse.close(), poolerPulse?.close()]);
      await Promise.all([...listeners].map((stop) => stop()));
      await pool.end();
    },
  }) as unknown as PostgresDatabase;
}

/**
 * Names what is sent often, notes slow queries, and fixes gaps in Drizzle's transactions: a connection that
 * breaks between two queries has no error listener, which would end the process; one that can't begin is never
 * released; and a commit that PostgreSQL answered with a rollback counts as a success.
 */
function guard(client: PoolClient, names: StatementNames | null, noteSlow: () => void): void {
  client.on('error', () => undefined);
  const send = client.query.bind(client) as (...asked: unknown[]) => unknown;
  const learn = (error: unknown) => {
    if (isPlanOutdated(error)) names?.renew();
    if (isNameUnknown(error)) names?.stop();
  };
  const guarded = (...given: unknown[]): unknown => {
    const start = performance.now();
    // The pool asks for an answer by a callback, and ends the connection after an error.
    const asked = given.map((each) =>
      typeof each === 'function' ? learning(each as Answered, learn) : each,
    );
    const [query, values, ...rest] = asked;
    const text = (query as { text?: unknown } | null)?.text;
    const name = typeof text === 'string' && hasValues(values) ? names?.nameOf(text) : undefined;
    const answered =
      name === undefined ? send(...asked) : send({ ...(query as object), name }, values, ...rest);
    if (!(answered instanceof Promise) || typeof text !== 'string') return answered;
    void answered.then(
      () => performance.now() - start > SLOW_MS && noteSlow(),
      () => undefined,
    );
    const sent = answered.catch((error: unknown) => {
      // Its answer may still arrive, for the next query: this connection can't be used any more.
      if (error instanceof Error && error.message === SILENT) endAtOnce(client);
      learn(error);
      throw error;
    });
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

type Answered = (error: unknown, ...answer: unknown[]) => void;

function learning(callback: Answered, learn: (error: unknown) => void): Answered {
  return (error, ...answer) => {
    learn(error);
    callback(error, ...answer);
  };
}

function hasValues(values: unknown): boolean {
  return Array.isArray(values) && values.length > 0;
}

/** The driver's message for an overdue answer. */
const SILENT = 'Query read timeout';

/** Closes without a goodbye, which no one would hear. The pool then drops the connection. */
function endAtOnce(client: PoolClient): void {
  void (client as unknown as Client).end().catch(() => undefined);
}

/** Time limit of a ping. Milliseconds. */
const PULSE_MS = 2_000;

/** A dedicated connection for pings, independent of the pool. Recreated after a failure. */
function createPulse(url: string) {
  let connected: Promise<Client> | null = null;

  function open(): Promise<Client> {
    if (connected !== null) return connected;
    const attempt: Promise<Client> = connect(() => {
      if (connected === attempt) connected = null;
    });
    connected = attempt;
    return attempt;
  }

  async function connect(forget: () => void): Promise<Client> {
    const client = new UtcClient({
      ...settings(url),
      connectionTimeoutMillis: PULSE_MS,
      query_timeout: PULSE_MS,
    });
    client.on('error', () => undefined);
    client.on('end', forget);
    try {
      await client.connect();
    } catch (error) {
      forget();
      throw error;
    }
    return client;
  }

  return {
    /** Resolves when a question was answered. */
    async ask() {
      const mine = open();
      try {
        await (await mine).query('select 1');
      } catch (error) {
        if (connected === mine) connected = null;
        void mine.then((client) => client.end()).catch(() => undefined);
        throw error;
      }
    },
    /** Resolves when there is a connection. */
    async reach() {
      await open();
    },
    async close() {
      const last = connected;
      connected = null;
      await last?.then((client) => client.end()).catch(() => undefined);
    },
  };
}

const RECONNECT_MS = 1_000;

/** A dedicated connection that listens, and is recreated when it breaks. */
async function keepListening(url: string, channel: string, hear: (payload: string) => void) {
  let client: Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function connect(): Promise<void> {
    const next = new UtcClient(settings(url));
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

/**
 * Runs the work under an advisory lock, so that only one process does at a time. The lock is its own session's:
 * the address must be PostgreSQL's itself.
 */
export async function underAdvisoryLock<Result>(
  { directUrl }: Pick<PostgresDatabase, 'directUrl'>,
  lock: number,
  work: () => Promise<Result>,
): Promise<Result> {
  // Without limits: the other process may take long.
  const holder = new UtcClient({ ...settings(directUrl), connectionTimeoutMillis: LIMITS.connectMs });
  holder.on('error', () => undefined);
  await holder.connect();
  try {
    await holder.query('select pg_advisory_lock($1)', [lock]);
    return await work();
  } finally {
    // Ending the session also ends the lock.
    await holder.end();
  }
}
