import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, untilReady } from './postgres-cluster.ts';

export interface Pooler {
  /** The same database through the pooler. */
  through(databaseUrl: string): string;
  /** Kills it, like a crash: every connection through it breaks. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Sessions of PostgreSQL for each database: fewer than one server process would take by itself. */
const SESSIONS = 8;

function program(): string {
  const found = [process.env.PGBOUNCER_PATH, '/usr/sbin/pgbouncer'].find(
    (place) => place !== undefined && existsSync(place),
  );
  if (found === undefined) throw new Error('PgBouncer is missing: npm test installs it.');
  return found;
}

/**
 * Starts a PgBouncer in transaction mode in front of a cluster, with the settings of docs/operations.md.
 * @param connectQuery what each of its sessions runs first
 */
export async function startPooler(
  clusterUrl: string,
  connectQuery = 'set statement_timeout = 60000',
): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'caseload-pooler-'));
  // It runs as another user, who reads this.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const { hostname, port: clusterPort } = new URL(clusterUrl);
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${clusterPort} connect_query='${connectQuery}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = ${SESSIONS}
max_client_conn = 500
`,
  );
  writeFileSync(join(folder, 'users.txt'), '"caseload" ""\n');
  let child: ChildProcess | null = null;
  const through = (databaseUrl: string) => {
    const url = new URL(databaseUrl);
    url.port = String(port);
    return url.href;
  };
  const start = async () => {
    // It refuses to run as root, and becomes another user by itself.
    const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
    child = spawn(program(), ['-q', ...user, settings], { stdio: 'ignore', cwd: '/' });
    await untilReady(through(clusterUrl));
  };
  const kill = async () => {
    const ended = child;
    child = null;
    if (ended === null || ended.exitCode !== null) return;
    const exited = once(ended, 'exit');
    ended.kill('SIGKILL');
    await exited;
  };
  await start();
  return {
    through,
    start,
    kill,
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
