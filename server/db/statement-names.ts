/** A statement is worth preparing once it was sent this often. */
const OFTEN = 20;
/** Each session of PostgreSQL keeps the plans of all of them. */
const MOST = 250;
/** Longer ones are inserts of many rows, which differ each time. */
const LONGEST = 20_000;
/** Statements that are counted; beyond that, counting begins again. */
const MOST_COUNTED = 5_000;

/**
 * Gives statements that are sent often a name, under which each session of PostgreSQL parses and plans them once
 * instead of every time. The parameters decide when a plan for all values is as good as one for these.
 */
export interface StatementNames {
  /** The name; undefined for a statement that isn't sent often. */
  nameOf(text: string): string | undefined;
  /** After a change of tables: each session prepares its statements again, under other names. */
  renew(): void;
  /** Names nothing from now on: behind a pooler that no one mentioned, each session knows other names. */
  stop(): void;
}

export function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  let counts = new Map<string, number>();
  let made = 0;
  let isStopped = false;
  return {
    nameOf(text) {
      if (isStopped) return undefined;
      const known = names.get(text);
      if (known !== undefined || names.size >= MOST || text.length > LONGEST) return known;
      const count = (counts.get(text) ?? 0) + 1;
      if (counts.size >= MOST_COUNTED) counts = new Map();
      counts.set(text, count);
      if (count < OFTEN) return undefined;
      counts.delete(text);
      made += 1;
      const name = `often_${made}`;
      names.set(text, name);
      return name;
    },
    renew() {
      names.clear();
    },
    stop() {
      isStopped = true;
    },
  };
}

/** `invalid_sql_statement_name` and `duplicate_prepared_statement`. */
const UNKNOWN_NAMES = new Set<unknown>(['26000', '42P05']);

/** Whether the session of PostgreSQL is another one than the one that prepared the statement. */
export function isNameUnknown(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (UNKNOWN_NAMES.has((current as { code?: unknown }).code)) return true;
  }
  return false;
}

/** Whether a prepared statement was refused because a table has other columns by now. */
export function isPlanOutdated(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current.message.includes('cached plan must not change result type')) return true;
  }
  return false;
}
