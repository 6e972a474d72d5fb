import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { LUNCH_LOCATION } from '#domain/lunch/desired-event.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { ensureEpoch } from '#server/db/change-index.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { locations } from '#server/db/schema/locations.ts';
import { provider_services, providers } from '#server/db/schema/providers.ts';
import { services } from '#server/db/schema/services.ts';
import { sign_ins } from '#server/db/schema/sign-ins.ts';
import { student_providers, students } from '#server/db/schema/students.ts';
import { users } from '#server/db/schema/users.ts';
import { refreshScopeMembers } from '#server/db/scope-members.ts';
import { type AccessTokens, createAccessTokens } from '#server/plugins/access-token.ts';
import { startPooler } from '#tests/support/pgbouncer.ts';
import { RealServer, SHORT_LIVED } from '#tests/support/real-server.ts';
import { builtServer } from '#tests/support/server-build.ts';

const DAY_MS = 86_400_000;

/** A person who delivers services, on one device. */
export interface Author {
  user_id: string;
  sign_in_id: string;
  device_id: string;
  service: string;
  student: string;
  /** The first time slot of their sessions. */
  firstPlace: number;
  token(): Promise<string>;
}

/** One organization on one database, with as many real servers as a test starts. */
export interface FaultWorld {
  authors: readonly Author[];
  /** Null for the embedded one. */
  databaseUrl: string | null;
  /** The Pacific day of all entries. */
  today: string;
  /** Adds a server without starting it; `environment` overrides the world's own. */
  addServer(environment?: Readonly<Record<string, string>>): RealServer;
  /** The settings that lead a server to a database. */
  addressesOf(databaseUrl: string): Readonly<Record<string, string>>;
  /** Reads the database; with the embedded one its servers must be down. */
  inspect<Result>(look: (db: Database) => Promise<Result>): Promise<Result>;
  /** Stops the servers and deletes their folders. */
  close(): Promise<void>;
}

/** @param databaseUrl an empty database; null for the embedded one */
export async function openFaultWorld(databaseUrl: string | null, authorCount: number): Promise<FaultWorld> {
  const folder = mkdtempSync(path.join(tmpdir(), 'caseload-fire-'));
  const { serverFile, workerFile } = await builtServer();
  // In the soak run, also through a pooler.
  const pooler =
    databaseUrl === null || process.env.FIRE_POOLER === undefined ? null : await startPooler(databaseUrl);
  const secret = randomUUID() + randomUUID();
  const env: Record<string, string> = {
    // Only what the test enters.
    CASELOAD_MODE: 'production',
    CASELOAD_SECRET: secret,
    ...(databaseUrl === null ? {} : addressesOf(databaseUrl)),
  };
  function addressesOf(url: string): Record<string, string> {
    return pooler === null
      ? { DATABASE_URL: url }
      : { DATABASE_URL: pooler.through(url), DATABASE_DIRECT_URL: url };
  }
  const dataDir = path.join(folder, 'data');
  const inspect: FaultWorld['inspect'] = async (look) => {
    const db = await openDatabase({ databaseUrl, dataDir }, workerFile);
    try {
      return await look(db);
    } finally {
      await db.close();
    }
  };
  const servers: RealServer[] = [];
  const now = new Date();
  return {
    authors: await inspect((db) => addAuthors(db, authorCount, createAccessTokens(secret), now)),
    databaseUrl,
    today: pacificDay(now),
    inspect,
    addressesOf,
    addServer(environment = {}) {
      const server = new RealServer(dataDir, {
        nodeArgs: SHORT_LIVED,
        serverFile,
        env: { ...env, ...environment },
      });
      servers.push(server);
      return server;
    },
    async close() {
      await Promise.all(servers.map((server) => server.kill()));
      await pooler?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Authors per time slot: they contend for locks, because sessions of one service at the same time are
 * compared.
 */
const AT_ONE_PLACE = 5;

/** All of one service, each with their own student. */
async function addAuthors(db: Database, count: number, tokens: AccessTokens, now: Date): Promise<Author[]> {
  await ensureEpoch(db);
  if (count === 0) return [];
  await db
    .insert(locations)
    .values({ id: LUNCH_LOCATION, name: 'Break', is_billable: false })
    .onConflictDoNothing();
  const service = uuidv7();
  await db.insert(services).values({
    id: service,
    name: 'Speech therapy',
    short_name: 'ST',
    category: randomUUID(),
    default_minutes: 30,
    is_billable: true,
  });
  const authors = Array.from({ length: count }, (_, at) => {
    const user_id = uuidv7();
    const sign_in_id = randomUUID();
    return {
      user_id,
      sign_in_id,
      device_id: randomUUID(),
      service,
      student: uuidv7(),
      firstPlace: Math.floor(at / AT_ONE_PLACE) * 25,
      token: () => tokens.sign({ sub: user_id, sid: sign_in_id }, new Date()),
    };
  });
  await db.insert(users).values(
    authors.map(({ user_id }, index) => ({
      id: user_id,
      username: `author-${index}`,
      email: `author-${index}@test.example`,
      role: '2',
      emp: 'w2_nonexempt',
      password_hash: '',
      last_password_update: now.toISOString(),
    })),
  );
  await db.insert(providers).values(
    authors.map(({ user_id }, index) => ({
      id: user_id,
      provider_first: 'Robin',
      provider_last: `Author ${index}`,
    })),
  );
  await db
    .insert(students)
    .values(
      authors.map(({ student }, index) => ({ id: student, first_name: 'Sam', last_name: `Sample ${index}` })),
    );
  await db.insert(provider_services).values(authors.map(({ user_id }) => ({ provider: user_id, service })));
  await db
    .insert(student_providers)
    .values(authors.map(({ user_id, student }) => ({ student, provider: user_id })));
  await db.insert(sign_ins).values(
    authors.map(({ user_id, sign_in_id }) => ({
      id: sign_in_id,
      user_id,
      signed_in_at: now.toISOString(),
      last_seen_at: now.toISOString(),
      refresh_hash: sign_in_id,
      expires_at: new Date(now.getTime() + 7 * DAY_MS).toISOString(),
    })),
  );
  await db.transaction((tx) =>
    refreshScopeMembers(
      tx,
      authors.map(({ user_id }) => user_id),
    ),
  );
  return authors;
}
