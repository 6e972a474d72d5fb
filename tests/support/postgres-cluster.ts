import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The maintenance database of this run's cluster. */
    postgresUrl: string;
  }
}

/** The folder of the newest installed PostgreSQL. */
export function binaries(): string {
  const given = process.env.POSTGRES_BIN;
  if (given !== undefined) return given;
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions
    .map((version) => join(root, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
  if (found === undefined) throw new Error('PostgreSQL is missing: npm test installs it.');
  return found;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** PostgreSQL refuses to run as root. */
function asPostgres(command: string, args: string[]): [string, string[]] {
  return process.getuid?.() === 0 ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, args];
}

/** A streaming standby. */
export interface StandbyCluster extends Pick<Cluster, 'url' | 'kill' | 'start' | 'stop'> {
  /** It receives, but shows nothing new until it goes on. */
  pause(): Promise<void>;
  goOn(): Promise<void>;
}

export interface Cluster {
  url: string;
  /** Starts a streaming standby of it, made by `pg_basebackup`. */
  addStandby(): Promise<StandbyCluster>;
  /** Like a power cut: kills postmaster and backends at once. */
  kill(): Promise<void>;
  /** Restarts it on what is left; resolves when it has recovered and answers. */
  start(): Promise<void>;
  /** Suspends all of its processes, connections stay open: as behind a network that drops everything. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/**
 * Starts a separate PostgreSQL in a new folder, on loopback, deleted when stopped.
 * @param isSynced whether it fsyncs, which isn't needed to survive the end of its processes
 */
export async function startCluster({ isSynced = false } = {}): Promise<Cluster> {
  const folder = makeFolder();
  const data = join(folder, 'data');
  execFileSync(
    ...asPostgres(join(binaries(), 'initdb'), [
      '-D',
      data,
      '-A',
      'trust',
      '-U',
      'caseload',
      '-E',
      'UTF8',
      '--locale=C',
      '-N',
    ]),
    {
      stdio: 'ignore',
      cwd: '/',
    },
  );
  return runCluster(folder, data, isSynced);
}

/** Runs PostgreSQL on a folder's data; the folder is deleted when it is stopped. */
async function runCluster(folder: string, data: string, isSynced: boolean): Promise<Cluster> {
  const port = await freePort();
  const url = `postgres://caseload@127.0.0.1:${port}/postgres`;
  const settings = [
    '-D',
    data,
    '-p',
    String(port),
    '-k',
    folder,
    '-h',
    '127.0.0.1',
    '-c',
    'max_connections=200',
    ...(isSynced ? [] : ['-c', 'fsync=off']),
  ];
  let server: ChildProcess;
  const start = async () => {
    server = spawn(...asPostgres(join(binaries(), 'postgres'), settings), { stdio: 'ignore', cwd: '/' });
    await untilReady(url);
  };
  const signalAll = (signal: NodeJS.Signals) => {
    const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
    // The postmaster first: it would treat a killed backend as a crash and start recovery.
    const backends = childrenOf(postmaster);
    for (const pid of [postmaster, ...backends]) signalProcess(pid, signal);
    return [postmaster, ...backends];
  };
  await start();
  return {
    url,
    start,
    addStandby: () => startStandby(url),
    async kill() {
      const exited = once(server, 'exit');
      const killed = signalAll('SIGKILL');
      await exited;
      // A new postmaster refuses to start while a backend is still exiting.
      while (killed.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    freeze: () => void signalAll('SIGSTOP'),
    thaw() {
      signalAll('SIGCONT');
      // The process that started the postmaster is stopped with it.
      server.kill('SIGCONT');
    },
    async stop() {
      const gone = once(server, 'exit');
      // Fast shutdown: open connections are closed.
      execFileSync(...asPostgres(join(binaries(), 'pg_ctl'), ['-D', data, '-m', 'fast', 'stop']), {
        stdio: 'ignore',
        cwd: '/',
      });
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A folder that belongs to the user who runs PostgreSQL. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'caseload-postgres-'));
  if (process.getuid?.() === 0) {
    const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    chownSync(folder, idOf('-u'), idOf('-g'));
  }
  return folder;
}

async function startStandby(primaryUrl: string): Promise<StandbyCluster> {
  const folder = makeFolder();
  const data = join(folder, 'data');
  const { hostname, port, username } = new URL(primaryUrl);
  const from = ['-h', hostname, '-p', port, '-U', username];
  execFileSync(
    ...asPostgres(join(binaries(), 'pg_basebackup'), [
      '-D',
      data,
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
      ...from,
    ]),
    { stdio: 'ignore', cwd: '/' },
  );
  const cluster = await runCluster(folder, data, false);
  return {
    ...cluster,
    pause: () => runOn(cluster.url, 'select pg_wal_replay_pause()'),
    goOn: () => runOn(cluster.url, 'select pg_wal_replay_resume()'),
  };
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => stateOf(pid)?.parent === parent);
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (problem) {
    // It has exited in the meantime.
    if ((problem as NodeJS.ErrnoException).code !== 'ESRCH') throw problem;
  }
}

/** A zombie process is no longer alive. */
function isAlive(pid: number): boolean {
  const state = stateOf(pid);
  return state !== null && state.letter !== 'Z';
}

function stateOf(pid: number): { letter: string; parent: number } | null {
  try {
    // `pid (name) state parent …`, where the name may contain anything.
    const [letter = '', parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { letter, parent: Number(parent) };
  } catch {
    return null;
  }
}

/** Resolves when a database answers. */
export async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error('PostgreSQL does not answer.');
}

/** A migrated, empty database that tests copy: migrating each one takes ten times as long. */
export const MIGRATED = 'migrated';

async function makeMigrated(clusterUrl: string): Promise<void> {
  const { url } = await createDatabaseOn(clusterUrl, 'template1', MIGRATED);
  const db = openPostgres(url);
  await migrate(db);
  await db.close();
}

export interface CreatedDatabase {
  url: string;
  drop: () => Promise<void>;
}

/**
 * Creates a database on a cluster.
 * @param clusterUrl its maintenance database
 * @param copyOf the database to copy, which no one may be using; by default a completely empty one
 */
export async function createDatabaseOn(
  clusterUrl: string,
  copyOf = 'template1',
  name = `test_${randomUUID().replaceAll('-', '')}`,
): Promise<CreatedDatabase> {
  await runOn(clusterUrl, `create database ${name} template ${copyOf}`);
  return {
    url: clusterUrl.replace(/\/postgres$/, `/${name}`),
    drop: () => runOn(clusterUrl, `drop database if exists ${name} with (force)`),
  };
}

async function runOn(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The run's cluster and how many projects use it: each project of Vitest loads this module again. */
const SHARED = Symbol.for('caseload.test-cluster');
interface SharedCluster {
  cluster: Promise<Cluster>;
  users: number;
}
const shared = globalThis as { [SHARED]?: SharedCluster };

/** One cluster per test run, in which each test file creates its own database. */
export default async function provideCluster(
  project: TestProject,
  options: { isSynced?: boolean } = {},
): Promise<() => Promise<void>> {
  shared[SHARED] ??= { cluster: startMigrated(options), users: 0 };
  const used = shared[SHARED];
  used.users += 1;
  const cluster = await used.cluster;
  project.provide('postgresUrl', cluster.url);
  return async () => {
    used.users -= 1;
    if (used.users === 0) await cluster.stop();
  };
}

async function startMigrated(options: { isSynced?: boolean }): Promise<Cluster> {
  const cluster = await startCluster(options);
  await makeMigrated(cluster.url);
  return cluster;
}
