import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lockDirectory } from '#server/db/directory-lock.ts';
import { SHORT_LIVED } from '#tests/support/real-server.ts';
import { builtServer, type ServerBuild } from '#tests/support/server-build.ts';

const run = promisify(execFile);
const EMAIL = 'dana@school.example';
const BLOB = 'attachments/ab/0195a000-0000-7000-8000-0000000000ab/whole';

let build: ServerBuild;
let folder: string;
/** A data directory with one admin, which each test gets a copy of. */
let prepared: string;
let dataDir: string;
let backup: string;

async function command(name: string, args: string[] = [], env: Record<string, string> = {}) {
  const given = {
    PATH: process.env.PATH,
    TZ: 'UTC',
    DATA_DIR: dataDir,
    CASELOAD_ADMIN_PASSWORD: 'a-long-password-1',
  };
  const ended = run(process.execPath, [...SHORT_LIVED, build.serverFile, name, ...args], {
    env: { ...given, ...env },
  });
  return ended.then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
  );
}

/** Succeeds if the address is not taken. */
const createAdmin = (email: string) => command('create-admin', ['--email', email, '--username', email]);

function openPlaces(place: string): string[] {
  const found = lstatSync(place);
  const inside = found.isDirectory() ? readdirSync(place).map((name) => path.join(place, name)) : [];
  return [...((found.mode & 0o077) === 0 ? [] : [place]), ...inside.flatMap(openPlaces)];
}

beforeAll(async () => {
  build = await builtServer();
  folder = mkdtempSync(path.join(tmpdir(), 'caseload-backup-'));
  prepared = path.join(folder, 'prepared');
  dataDir = prepared;
  expect((await createAdmin(EMAIL)).code).toBe(0);
  mkdirSync(path.dirname(path.join(prepared, BLOB)), { recursive: true });
  writeFileSync(path.join(prepared, BLOB), 'a picture');
});
beforeEach(() => {
  const own = mkdtempSync(path.join(folder, 'test-'));
  dataDir = path.join(own, 'data');
  backup = path.join(own, 'backup');
  cpSync(prepared, dataDir, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a backup of the embedded database', () => {
  test('is restored completely, with attachments and secret, readable by the owner only', async () => {
    const secret = readFileSync(path.join(dataDir, 'secrets.json'), 'utf8');
    expect(await command('backup', [backup])).toMatchObject({ code: 0 });
    expect(openPlaces(backup)).toEqual([]);
    rmSync(dataDir, { recursive: true });
    expect(await command('restore', [backup])).toMatchObject({ code: 0 });
    expect(openPlaces(dataDir)).toEqual([]);
    expect(readFileSync(path.join(dataDir, 'secrets.json'), 'utf8')).toBe(secret);
    expect(readFileSync(path.join(dataDir, BLOB), 'utf8')).toBe('a picture');
    expect(await createAdmin(EMAIL)).toMatchObject({ code: 1, said: expect.stringContaining('already') });
  });

  test("can't be made while a server runs, and leaves nothing behind", async () => {
    const release = await lockDirectory(dataDir);
    expect(await command('backup', [backup])).toEqual({
      code: 1,
      said: expect.stringContaining(`in use by process ${process.pid}`),
    });
    await release();
    expect(readdirSync(path.dirname(dataDir))).toEqual(['data']);
  });

  test('never overwrites an earlier one', async () => {
    await command('backup', [backup]);
    expect(await command('backup', [backup])).toMatchObject({
      code: 1,
      said: expect.stringContaining('exists'),
    });
  });

  test('replaces a database only with --replace, which keeps the old one', async () => {
    await command('backup', [backup]);
    expect((await createAdmin('later@school.example')).code).toBe(0);
    expect(await command('restore', [backup])).toMatchObject({
      code: 1,
      said: expect.stringContaining('--replace'),
    });
    expect((await createAdmin('later@school.example')).code).toBe(1);
    expect(await command('restore', [backup, '--replace'])).toMatchObject({ code: 0 });
    const aside = readdirSync(dataDir).filter((name) => name.startsWith('replaced-'));
    expect(aside).toHaveLength(1);
    expect(existsSync(path.join(dataDir, aside[0] ?? '', 'database'))).toBe(true);
    expect((await createAdmin('later@school.example')).code).toBe(0);
  });

  test("is left to PostgreSQL's own tools if that is used", async () => {
    const env = { DATABASE_URL: 'postgres://caseload@127.0.0.1:1/none' };
    expect(await command('backup', [backup], env)).toMatchObject({
      code: 1,
      said: expect.stringContaining('pg_dump'),
    });
    expect(await command('restore', [backup], env)).toMatchObject({ code: 1 });
  });
});
