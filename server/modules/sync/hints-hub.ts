import { sql } from 'drizzle-orm';
import { memberScope } from '#domain/access/scope-parts.ts';
import type { WatchedEntity } from '#domain/access/watched-entities.ts';
import { CHANGE_CHANNEL, ENTITY_PREFIX, READER_PREFIX } from '#server/db/change-index.ts';
import type { Database } from '#server/db/database.ts';

/** Minimum interval between hints to a reader; changes in between are combined. */
const REST_MS = 250;
/** First delay before checking again if a change can be pulled; each check doubles it. */
const FIRST_LOOK_MS = 25;
const LAST_LOOK_MS = 1_000;

/** What a reader hears, and nothing about the rows themselves. */
export interface Hint {
  /** The approximate number of changed rows in the person's scopes; may be zero. */
  count: number;
  /** Watched entities of which some row changed, wherever. */
  entities: readonly WatchedEntity[];
}

export interface HintHub {
  /**
   * Calls `onHint` whenever something changed in a scope of this person, or some row of an entity that they
   * watch. Never before the change can be read. Returns a function that stops it.
   */
  follow(
    userId: string,
    watched: readonly WatchedEntity[],
    onHint: (hint: Hint) => void,
  ): Promise<() => void>;
  stop(): Promise<void>;
}

interface Reader {
  userId: string;
  watched: readonly WatchedEntity[];
  scopes: ReadonlySet<string>;
  /** Its scopes were read once; someone who connects only now pulls anyway. */
  isReady: boolean;
  count: number;
  entities: Set<WatchedEntity>;
  rest: NodeJS.Timeout | null;
  onHint(hint: Hint): void;
}

/** The notification of a transaction, waiting until no older one is running. */
interface Notice {
  xid: bigint;
  touched: Map<string, number>;
}

/**
 * Passes the database's notifications on to the readers of this process: one listener for all of them. It
 * receives the notifications of all server processes.
 */
export function createHintHub(db: Database, onFault: (error: unknown) => void): HintHub {
  const readers = new Set<Reader>();
  const waiting: Notice[] = [];
  let listening: Promise<() => Promise<void>> | null = null;
  let look: NodeJS.Timeout | null = null;
  let isLooking = false;
  let isStopped = false;

  async function listen(): Promise<void> {
    const attempt = listening ?? db.listen(CHANGE_CHANNEL, hear);
    listening = attempt;
    try {
      await attempt;
    } catch (error) {
      if (listening === attempt) listening = null;
      throw error;
    }
  }

  function hear(payload: string): void {
    const notice = readNotice(payload);
    if (notice === null || readers.size === 0) return;
    waiting.push(notice);
    if (look === null && !isLooking) void passOn(FIRST_LOOK_MS);
  }

  /** Sends hints for what can be pulled by now, and checks again for the rest. */
  async function passOn(nextLookMs: number): Promise<void> {
    look = null;
    isLooking = true;
    try {
      const horizon = await readHorizon(db);
      const ripe = waiting.filter((notice) => notice.xid < horizon);
      waiting.splice(0, waiting.length, ...waiting.filter((notice) => notice.xid >= horizon));
      const touched = sumOf(ripe);
      await renewScopes(touched);
      for (const reader of readers) {
        if (!reader.isReady) continue;
        for (const entity of reader.watched) {
          if (touched.has(ENTITY_PREFIX + entity)) reader.entities.add(entity);
        }
        hint(reader, countFor(reader, touched));
      }
    } catch (error) {
      onFault(error);
    } finally {
      isLooking = false;
    }
    if (waiting.length === 0 || isStopped) return;
    look = setTimeout(() => void passOn(Math.min(nextLookMs * 2, LAST_LOOK_MS)), nextLookMs);
  }

  async function renewScopes(touched: ReadonlyMap<string, number>): Promise<void> {
    for (const reader of readers) {
      if (touched.has(READER_PREFIX + reader.userId)) reader.scopes = await readScopes(db, reader.userId);
    }
  }

  function hint(reader: Reader, count: number): void {
    reader.count += count;
    if (reader.count + reader.entities.size === 0 || reader.rest !== null) return;
    const collected: Hint = { count: reader.count, entities: [...reader.entities] };
    reader.count = 0;
    reader.entities.clear();
    reader.rest = setTimeout(() => {
      reader.rest = null;
      hint(reader, 0);
    }, REST_MS);
    reader.onHint(collected);
  }

  return {
    async follow(userId, watched, onHint) {
      const reader: Reader = {
        ...{ userId, watched, scopes: new Set(), isReady: false },
        ...{ count: 0, entities: new Set(), rest: null, onHint },
      };
      // Listen first, then read: a change of scopes in between is noticed.
      readers.add(reader);
      const leave = () => {
        readers.delete(reader);
        if (reader.rest !== null) clearTimeout(reader.rest);
      };
      try {
        await listen();
        reader.scopes = await readScopes(db, userId);
        reader.isReady = true;
      } catch (error) {
        leave();
        throw error;
      }
      return leave;
    },
    async stop() {
      isStopped = true;
      if (look !== null) clearTimeout(look);
      for (const reader of readers) if (reader.rest !== null) clearTimeout(reader.rest);
      readers.clear();
      const unlisten = await listening;
      await unlisten?.();
    },
  };
}

function readNotice(payload: string): Notice | null {
  const [xid, list] = payload.split(' ');
  if (xid === undefined || list === undefined || !/^\d+$/.test(xid)) return null;
  const touched = new Map<string, number>();
  for (const part of list.split(',')) {
    const [scope, rows] = part.split('=');
    if (scope !== undefined) touched.set(scope, Number(rows));
  }
  return { xid: BigInt(xid), touched };
}

function sumOf(notices: readonly Notice[]): Map<string, number> {
  const sum = new Map<string, number>();
  for (const { touched } of notices) {
    for (const [scope, rows] of touched) sum.set(scope, (sum.get(scope) ?? 0) + rows);
  }
  return sum;
}

/** The maximum of any one scope: a row is usually in several. */
function countFor(reader: Reader, touched: ReadonlyMap<string, number>): number {
  let count = touched.get(READER_PREFIX + reader.userId) ?? 0;
  for (const [scope, rows] of touched) {
    if (reader.scopes.has(memberScope(scope)) && rows > count) count = rows;
  }
  return count;
}

async function readHorizon(db: Database): Promise<bigint> {
  const result = await db.execute<{ horizon: string }>(
    sql`select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`,
  );
  return BigInt(result.rows[0]?.horizon ?? 0);
}

/** Of all devices of the person: a hint too many is harmless. */
async function readScopes(db: Database, userId: string): Promise<ReadonlySet<string>> {
  const result = await db.execute<{ scope: string }>(
    sql`select scope from scope_members where user_id = ${userId}::uuid and not has_left
      union select 'student:' || student from follows where user_id = ${userId}::uuid and not has_left`,
  );
  return new Set(result.rows.map((row) => row.scope));
}
