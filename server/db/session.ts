import { AsyncLocalStorage } from 'node:async_hooks';
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import {
  PgDatabase,
  PgDialect,
  type PgPreparedQuery,
  type PgQueryResultHKT,
  PgSession,
  PgTransaction,
  type PgTransactionConfig,
  type PreparedQueryConfig,
} from 'drizzle-orm/pg-core';
import { PgRemoteSession } from 'drizzle-orm/pg-proxy';
import { type SQL, sql } from 'drizzle-orm/sql';
import { type ParameterText, parameterText } from './column-values.ts';

export interface QueryResult<Row = unknown> {
  rows: Row[];
  /** How many rows an insert, update or delete touched. */
  affectedRows: number;
}

export type RowMode = 'array' | 'object';

/** A query's answer from a driver, with the first word of PostgreSQL's command tag. */
export type DriverAnswer = QueryResult & { command: string };

export type RunQuery = (
  text: string,
  parameters: readonly ParameterText[],
  rowMode: RowMode,
) => Promise<DriverAnswer>;

/** What a driver must be able to do; transactions are made of it here, once for both. */
export interface Connections {
  /** Runs one query on any connection. */
  query: RunQuery;
  /**
   * Keeps a connection for the work alone and gives it back after. One that the
   * work calls `spoil` on is thrown away instead.
   */
  hold<Result>(work: (query: RunQuery, spoil: () => void) => Promise<Result>): Promise<Result>;
}

/** A raw query answers `{ rows, affectedRows }` on both drivers. */
export interface ResultKind extends PgQueryResultHKT {
  type: QueryResult<this['row']>;
}

type NoSchema = Record<string, never>;
type NoRelations = ExtractTablesWithRelations<NoSchema>;

/** What every query runs in. Nested transactions are savepoints. */
export type Transaction = PgTransaction<ResultKind, NoSchema, NoRelations>;

/**
 * The transactions around the running code. With the outer handle inside one, a
 * query would run outside of it, and with one connection wait for itself.
 */
const surrounding = new AsyncLocalStorage<{ connections: Connections; isOpen: boolean }>();

/** A query ran on the database's own handle, while a transaction of it was open around the caller. */
export class OutsideOfTransaction extends Error {
  constructor() {
    super('Inside a transaction use its own handle: this query would run outside of it.');
    this.name = 'OutsideOfTransaction';
  }
}

function refuseInsideTransaction(connections: Connections): void {
  const around = surrounding.getStore();
  if (around?.connections === connections && around.isOpen) throw new OutsideOfTransaction();
}

/** Runs drizzle's queries through one function. */
class QuerySession extends PgSession<ResultKind, NoSchema, NoRelations> {
  private readonly remote: PgRemoteSession<NoSchema, NoRelations>;

  constructor(dialect: PgDialect, query: RunQuery) {
    super(dialect);
    this.remote = new PgRemoteSession<NoSchema, NoRelations>(
      async (text, parameters, method) => {
        const answer = await query(text, parameters.map(parameterText), method === 'all' ? 'array' : 'object');
        if (method === 'all') return { rows: answer.rows };
        // Drizzle hands on whatever stands here as the answer of a raw query.
        const raw: QueryResult = { rows: answer.rows, affectedRows: answer.affectedRows };
        return { rows: raw as unknown as unknown[] };
      },
      dialect,
      undefined,
    );
  }

  prepareQuery<T extends PreparedQueryConfig>(
    ...query: Parameters<PgSession['prepareQuery']>
  ): PgPreparedQuery<T> {
    return this.remote.prepareQuery(...query) as PgPreparedQuery<T>;
  }

  override async count(query: SQL): Promise<number> {
    const { rows } = await this.execute<QueryResult<{ count: unknown }>>(query);
    return Number(rows[0]?.count);
  }

  /** Only the outermost session begins transactions; inside one they are savepoints. */
  transaction(): Promise<never> {
    throw new Error('This connection is in a transaction already.');
  }
}

class PoolSession extends QuerySession {
  private readonly connections: Connections;

  constructor(dialect: PgDialect, connections: Connections) {
    super(dialect, async (text, parameters, rowMode) => {
      refuseInsideTransaction(connections);
      return connections.query(text, parameters, rowMode);
    });
    this.connections = connections;
  }

  override async transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    config: PgTransactionConfig = {},
  ): Promise<Result> {
    refuseInsideTransaction(this.connections);
    return this.connections.hold(async (query, spoil) => {
      const run = (text: string) => query(text, [], 'object').catch((error: unknown) => failed(text, error));
      await run(beginText(config)).catch((error: unknown) => {
        spoil();
        throw error;
      });
      const around = { connections: this.connections, isOpen: true };
      try {
        const tx = new ConnectionTransaction(this.dialect, new QuerySession(this.dialect, query), undefined);
        const result = await surrounding.run(around, () => work(tx));
        // After a failed statement PostgreSQL answers a commit with a rollback, and no error.
        const { command } = await run('commit');
        if (command === 'ROLLBACK') throw new Error('The transaction was rolled back: a statement had failed.');
        return result;
      } catch (error) {
        await run('rollback').catch(spoil);
        throw error;
      } finally {
        around.isOpen = false;
      }
    });
  }
}

class ConnectionTransaction extends PgTransaction<ResultKind, NoSchema, NoRelations> {
  private readonly connection: QuerySession;
  private readonly own: PgDialect;

  constructor(dialect: PgDialect, session: QuerySession, schema: undefined, depth = 0) {
    super(dialect, session, schema, depth);
    this.connection = session;
    this.own = dialect;
  }

  override async transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const savepoint = sql.identifier(`depth_${this.nestedIndex + 1}`);
    const tx = new ConnectionTransaction(this.own, this.connection, undefined, this.nestedIndex + 1);
    await this.execute(sql`savepoint ${savepoint}`);
    try {
      const result = await work(tx);
      await this.execute(sql`release savepoint ${savepoint}`);
      return result;
    } catch (error) {
      // A lost connection fails here too; the first failure tells more.
      await this.execute(sql`rollback to savepoint ${savepoint}`).catch(() => undefined);
      throw error;
    }
  }
}

function beginText({ isolationLevel, accessMode, deferrable }: PgTransactionConfig): string {
  return [
    'begin',
    ...(isolationLevel === undefined ? [] : [`isolation level ${isolationLevel}`]),
    ...(accessMode === undefined ? [] : [accessMode]),
    ...(deferrable === undefined ? [] : [deferrable ? 'deferrable' : 'not deferrable']),
  ].join(' ');
}

/** In the shape of every other failed query: the driver's error is the cause. */
function failed(text: string, error: unknown): never {
  throw new DrizzleQueryError(text, [], error instanceof Error ? error : new Error(String(error)));
}

/** Drizzle over a driver's connections. */
export class ConnectedDatabase extends PgDatabase<ResultKind, NoSchema> {
  constructor(connections: Connections) {
    const dialect = new PgDialect();
    super(dialect, new PoolSession(dialect, connections), undefined);
  }
}
