import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { inject } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { pgliteDatabase } from '#server/db/pglite.ts';
import { openExecutor } from '#server/db/pglite-executor.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { databaseTemplate } from '#server/db/template.ts';
import { type CreatedDatabase, createDatabaseOn, MIGRATED } from './postgres-cluster.ts';

/** Both: for tests where transactions, locks, or the driver matter. */
export const databaseKinds = ['pglite', 'postgres'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

/**
 * For rows, rules, and permissions one is enough: a copy on the cluster opens in a tenth of the time of an
 * embedded one.
 */
export const usualKind: DatabaseKind = 'postgres';

/** `npm run test:soak` uses both. */
export const ruleKinds: readonly DatabaseKind[] =
  process.env.RULES_ON === 'both' ? databaseKinds : [usualKind];

export interface TestDatabase {
  kind: DatabaseKind;
  db: Database;
  /** Its URL for other processes and connections; null for the embedded one. */
  url: string | null;
  close(): Promise<void>;
}

/** Receives the text of each statement as it is sent. */
export type HearStatement = (text: string) => void;

/** Opens a new migrated, empty database. */
export function openTestDatabase(kind: DatabaseKind, hear?: HearStatement): Promise<TestDatabase> {
  return kind === 'pglite' ? openEmbedded(hear) : openOnCluster(hear);
}

let archive: Promise<Uint8Array<ArrayBuffer>> | undefined;

/** The migrated database, decompressed once per process: doing it again took a fifth of opening one. */
function migratedArchive(): Promise<Uint8Array<ArrayBuffer>> {
  archive ??= databaseTemplate().then((template) => new Uint8Array(gunzipSync(template)));
  return archive;
}

async function openEmbedded(hear?: HearStatement): Promise<TestDatabase> {
  const engine = await openExecutor({ dataDir: null, template: await migratedArchive() });
  const db = pgliteDatabase({
    ...engine,
    query(text, params, rowMode) {
      hear?.(text);
      return engine.query(text, params, rowMode);
    },
  });
  return { kind: 'pglite', db, url: null, close: () => db.close() };
}

/** Creates a database on the run's cluster: a copy of the migrated one, or a completely empty one. */
export function createDatabase(copyOf?: string): Promise<CreatedDatabase> {
  return createDatabaseOn(inject('postgresUrl'), copyOf);
}

async function openOnCluster(hear?: HearStatement): Promise<TestDatabase> {
  const { url, drop } = await createDatabase(MIGRATED);
  const db = openPostgres(url);
  if (hear !== undefined) {
    db.pool.on('connect', (client) => {
      const send = client.query.bind(client) as (...asked: unknown[]) => unknown;
      client.query = ((...asked: unknown[]) => {
        const [query] = asked as [string | { text: string }];
        hear(typeof query === 'string' ? query : query.text);
        return send(...asked);
      }) as typeof client.query;
    });
  }
  return {
    kind: 'postgres',
    db,
    url,
    async close() {
      await db.close();
      await drop();
    },
  };
}

/**
 * Waits until all earlier transactions have ended. Other tests share the cluster, as does autovacuum: their
 * transactions hold the horizon back.
 */
export async function settled(db: Database): Promise<void> {
  const mark = await db.execute<{ xid: string }>(sql`select pg_current_xact_id()::text as xid`);
  const xid = mark.rows[0]?.xid ?? '0';
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const found = await db.execute<{ is_over: boolean }>(
      sql`select pg_snapshot_xmin(pg_current_snapshot()) > ${xid}::xid8 as is_over`,
    );
    if (found.rows[0]?.is_over === true) return;
    await sleep(10);
  }
  throw new Error('A transaction did not end.');
}
