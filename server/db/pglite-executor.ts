import { PGlite } from '@electric-sql/pglite';
import { openStatements } from './pglite-statements.ts';

export interface QueryResult {
  rows: unknown[];
  affectedRows?: number | undefined;
  /** The first word of the command tag: what PostgreSQL actually did. */
  command?: string | undefined;
}

/** One connection to the embedded engine, in this thread or its own. Queries run one after another. */
export interface Executor {
  query(sql: string, params: unknown[], rowMode: 'array' | 'object'): Promise<QueryResult>;
  listen(channel: string, hear: (payload: string) => void): Promise<() => Promise<void>>;
  /** The whole data directory as a gzipped archive. */
  dump(): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

export interface ExecutorOptions {
  /** Null: in memory. */
  dataDir: string | null;
  /** A dump to start a new directory from. */
  template: Uint8Array<ArrayBuffer> | null;
}

const asPrinted = (value: string) => value;
/**
 * int8, date, timestamp, timestamptz, interval, and the arrays of the last four: as text, as the other driver
 * reads them.
 */
const PRINTED_TYPES = [20, 1082, 1114, 1184, 1186, 1182, 1115, 1185, 1187];
const parsers = Object.fromEntries(PRINTED_TYPES.map((type) => [type, asPrinted]));

/** Opens the engine in this thread, which it blocks while working: the server runs it in its own. */
export async function openExecutor({ dataDir, template }: ExecutorOptions): Promise<Executor> {
  const engine = await PGlite.create({
    ...(dataDir === null ? {} : { dataDir }),
    ...(template === null ? {} : { loadDataDir: new Blob([template]) }),
  });
  await engine.exec("set time zone 'UTC'");
  return {
    query: await openStatements(engine, parsers),
    async listen(channel, hear) {
      const unlisten = await engine.listen(channel, hear);
      return () => unlisten();
    },
    async dump() {
      return new Uint8Array(await (await engine.dumpDataDir('gzip')).arrayBuffer());
    },
    close: () => engine.close(),
  };
}
