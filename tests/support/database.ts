import { gunzipSync } from 'node:zlib';
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

/** For rows, rules, and permissions the embedded one is enough; `npm run test:soak` uses both. */
export const ruleKinds: readonly DatabaseKind[] =
  process.env.RULES_ON === 'both' ? databaseKinds : ['pglite'];

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

/** The migrated database, decompressed once per process: doing it anew took a fifth of opening one. */
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
