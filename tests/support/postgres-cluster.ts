import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The maintenance database of the cluster that this run started. */
    postgresUrl: string;
  }
}

function binaries(): string {
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

function freePort(): Promise<number> {
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

export interface Cluster {
  url: string;
  stop(): Promise<void>;
}

/** A PostgreSQL of its own in a new folder, on loopback, gone when it is stopped. */
export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'caseload-postgres-'));
  if (process.getuid?.() === 0) {
    const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    chownSync(folder, idOf('-u'), idOf('-g'));
  }
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
  const port = await freePort();
  const server: ChildProcess = spawn(
    ...asPostgres(join(binaries(), 'postgres'), [
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
    ]),
    { stdio: 'ignore', cwd: '/' },
  );
  const url = `postgres://caseload@127.0.0.1:${port}/postgres`;
  await untilReady(url);
  return {
    url,
    async stop() {
      const gone = new Promise((resolve) => server.once('exit', resolve));
      // The fast shutdown: open connections are ended.
      execFileSync(...asPostgres(join(binaries(), 'pg_ctl'), ['-D', data, '-m', 'fast', 'stop']), {
        stdio: 'ignore',
        cwd: '/',
      });
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 150; attempt += 1) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  throw new Error('PostgreSQL does not answer.');
}

/** Once for a whole run: one cluster, in which each test file makes its own database. */
export default async function provideCluster(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  project.provide('postgresUrl', cluster.url);
  return () => cluster.stop();
}
