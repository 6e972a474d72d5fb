import { type PGlite, parse, protocol } from '@electric-sql/pglite';
import type { QueryResult } from './pglite-executor.ts';

/** Maximum number of prepared statements; others are parsed each time. */
const MOST_STATEMENTS = 500;
/** Commands after which prepared statements stay valid. */
const HARMLESS = new Set([
  'SELECT',
  'INSERT',
  'UPDATE',
  'DELETE',
  'MERGE',
  'BEGIN',
  'COMMIT',
  'ROLLBACK',
  'SAVEPOINT',
  'RELEASE',
  'SET',
  'LOCK',
]);

interface Statement {
  name: string;
  /** The parameter types, which determine how values are serialized. */
  types: readonly number[];
}

type Message = ReturnType<typeof protocol.serialize.sync>;

/**
 * Runs queries with a fraction of the work of the engine's own `query`: each text is parsed once and kept as
 * a prepared statement, and a query is one message instead of six.
 *
 * The engine also caches a generic plan once it finds one that costs no more: planning is half of the cost of
 * a small write.
 */
export async function openStatements(engine: PGlite, parsers: Record<number, (value: string) => unknown>) {
  const { bind, describe, execute, parse: read, sync } = protocol.serialize;
  const readers = { ...engine.parsers, ...parsers };
  const known = new Map<string, Statement>();
  let last = 0;

  async function send(...messages: Message[]) {
    const answer = await engine.execProtocol(Buffer.concat(messages), { throwOnError: true });
    return answer.messages;
  }

  async function prepared(sql: string): Promise<Statement> {
    const found = known.get(sql);
    if (found !== undefined) return found;
    const isKept = known.size < MOST_STATEMENTS;
    if (isKept) last += 1;
    const name = isKept ? `kept-${last}` : '';
    const replies = await send(read({ name, text: sql }), describe({ type: 'S', name }), sync());
    const statement = { name, types: parse.parseDescribeStatementResults(replies) };
    if (isKept) known.set(sql, statement);
    return statement;
  }

  return (sql: string, params: unknown[], rowMode: 'array' | 'object'): Promise<QueryResult> =>
    engine.runExclusive(async () => {
      const { name, types } = await prepared(sql);
      const values = params.map((value, at) => asSent(engine, value, types[at]));
      const replies = await send(
        bind({ statement: name, values }),
        describe({ type: 'P' }),
        execute({}),
        sync(),
      );
      const [result] = parse.parseResults(replies, readers, { rowMode });
      if (!HARMLESS.has(result?.command ?? '')) {
        // A table may have changed.
        known.clear();
        await send(protocol.serialize.query('deallocate all'));
      }
      return { rows: result?.rows ?? [], affectedRows: result?.affectedRows, command: result?.command };
    });
}

function asSent(engine: PGlite, value: unknown, type: number | undefined): string | null {
  if (value === null || value === undefined) return null;
  const write = type === undefined ? undefined : engine.serializers[type];
  return write === undefined ? String(value) : write(value);
}
