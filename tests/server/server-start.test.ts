import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrationsFolder } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { keepPrivate, SharedDirectory } from '#server/db/private-files.ts';
import { SHORT_LIVED } from '#tests/support/real-server.ts';
import { builtServer, type ServerBuild } from '#tests/support/server-build.ts';

const SECRET = 'x'.repeat(32);
const PRODUCTION = { CASELOAD_MODE: 'production', CASELOAD_SECRET: SECRET };

let build: ServerBuild;
let folder: string;

beforeAll(async () => {
  build = await builtServer();
  folder = mkdtempSync(path.join(tmpdir(), 'caseload-start-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the built server until it exits, or is ready and then stopped. */
async function runServer(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [...SHORT_LIVED, build.serverFile, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, TZ: 'UTC', LOG_LEVEL: 'warn', PORT: '0', DATA_DIR: dataDir, ...env },
  });
  let output = '';
  const read = (bytes: Buffer) => {
    output += bytes.toString();
    if (output.includes('Caseload is ready') && output.endsWith('\n\n')) child.kill('SIGTERM');
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

const seed = (dataDir: string, env?: Readonly<Record<string, string>>) =>
  runServer(dataDir, env, ['seed', '--scale', '0.1']);

/** Every file and folder that other users of the machine may read, write, or enter. */
function openPlaces(place: string): string[] {
  const found = lstatSync(place);
  const inside = found.isDirectory() ? readdirSync(place).map((name) => path.join(place, name)) : [];
  return [...((found.mode & 0o077) === 0 ? [] : [place]), ...inside.flatMap(openPlaces)];
}

describe('a database with the demo organization', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = path.join(folder, 'demo');
    expect((await seed(dataDir)).code).toBe(0);
  });

  const refusal = {
    code: 1,
    output: expect.stringMatching(/^This database holds the demo organization.*\n$/),
  };

  test('never starts in production', async () => {
    expect(await runServer(dataDir, PRODUCTION)).toEqual(refusal);
  });

  test('accepts no admin in production', async () => {
    const env = { ...PRODUCTION, CASELOAD_ADMIN_PASSWORD: 'a-long-password-2026' };
    const args = ['create-admin', '--email', 'dana@school.example', '--username', 'Dana'];
    expect(await runServer(dataDir, env, args)).toEqual(refusal);
  });

  test('is recognized by its accounts if an older version seeded it', async () => {
    const db = await openDatabase({ databaseUrl: null, dataDir }, build.workerFile);
    await db.execute(sql`drop table demo_marks`);
    // The migration that runs on a database seeded before.
    const migration = readFileSync(path.join(migrationsFolder(), '0006_demo_marks.sql'), 'utf8');
    for (const statement of migration.split('--> statement-breakpoint')) await db.execute(sql.raw(statement));
    await db.close();
    expect(await runServer(dataDir, PRODUCTION)).toEqual(refusal);
  });

  test('is not created in production', async () => {
    const ended = await seed(path.join(folder, 'no-demo'), PRODUCTION);
    expect(ended).toEqual({ code: 1, output: expect.stringMatching(/^Demo data can't be added/) });
  });

  test('starts as a demo reachable from this computer only, and says so', async () => {
    const { code, output } = await runServer(dataDir);
    expect(code).toBe(0);
    expect(output).toContain('Only this computer can reach this demo (127.0.0.1)');
  });

  test('says that the whole network can reach it if HOST says so', async () => {
    const { output } = await runServer(dataDir, { HOST: '0.0.0.0' });
    expect(output).toContain('Everyone on your network can reach this demo (0.0.0.0)');
  });
});

describe('the data directory', () => {
  test('is private from the first start on', async () => {
    const dataDir = path.join(folder, 'new');
    expect((await runServer(dataDir, PRODUCTION)).code).toBe(0);
    expect(readdirSync(dataDir)).toContain('database');
    expect(openPlaces(dataDir)).toEqual([]);
  });

  test('is made private again at the next start, with database, attachments, emails, and secret', async () => {
    const dataDir = path.join(folder, 'mended');
    const env = { CASELOAD_MODE: 'production', CASELOAD_SECRET: SECRET };
    await runServer(dataDir, env);
    const opened = ['attachments/ab/1/whole', 'mail/1.eml', 'secrets.json', 'database/PG_VERSION'];
    for (const name of opened) {
      const file = path.join(dataDir, name);
      mkdirSync(path.dirname(file), { recursive: true });
      if (name !== 'database/PG_VERSION') writeFileSync(file, '{}');
      for (let place = file; place.startsWith(dataDir); place = path.dirname(place)) chmodSync(place, 0o777);
    }
    expect(openPlaces(dataDir).length).toBeGreaterThan(opened.length);
    await runServer(dataDir, env);
    expect(openPlaces(dataDir)).toEqual([]);
  });

  test('is never a directory shared by all users of the machine', () => {
    const shared = path.join(folder, 'shared');
    mkdirSync(shared);
    chmodSync(shared, 0o1777);
    const umask = process.umask();
    try {
      expect(() => keepPrivate(shared)).toThrow(SharedDirectory);
    } finally {
      process.umask(umask);
    }
    expect(statSync(shared).mode & 0o7777).toBe(0o1777);
  });

  test('keeps other files as they are', () => {
    const dataDir = path.join(folder, 'mixed');
    mkdirSync(dataDir);
    const note = path.join(dataDir, 'notes.txt');
    writeFileSync(note, 'mine', { mode: 0o644 });
    chmodSync(note, 0o644);
    const umask = process.umask();
    try {
      expect(keepPrivate(dataDir)).toEqual([]);
    } finally {
      process.umask(umask);
    }
    expect(statSync(note).mode & 0o777).toBe(0o644);
  });
});
