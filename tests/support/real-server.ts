import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { SignedIn } from '#contract/auth.ts';
import { type ApiClient, createApiClient } from '#sync/api-client.ts';

const root = path.resolve(import.meta.dirname, '../..');
const builtFile = path.join(root, 'dist/server/server.js');
const READY = /ready at http:\/\/localhost:(\d+)/;
const START_LIMIT_MS = 60_000;
/** All roles, states, and days, and the demo provider's whole caseload, with fewer colleagues. */
const TEMPLATE_SCALE = '0.4';

export const DEMO_PASSWORD = 'caseload-demo-2026';
export const DEMO_NAMES = ['superadmin', 'admin', 'provider', 'lead', 'supervisor'] as const;
/** A demo account by its role, or any other user name of the demo organization. */
export type DemoName = (typeof DEMO_NAMES)[number] | (string & {});

export function demoEmail(name: DemoName): string {
  return `${name}@demo.caseload.example`;
}

/** Options of Node for a process that ends before optimizing the embedded database's code pays off. */
export const SHORT_LIVED: readonly string[] = ['--liftoff-only'];

/** A person who uses the API without a page. */
export interface ApiPerson extends Pick<ApiClient, 'call'> {
  signIn: SignedIn;
}

interface RealServerOptions {
  /** Node's own options. */
  nodeArgs?: readonly string[];
  /** A build other than the one in `dist`. */
  serverFile?: string;
  /** Environment besides the data directory: a database URL, a secret. */
  env?: Readonly<Record<string, string>>;
}

/** The built server as a separate process, with a data directory that outlives it. */
export class RealServer {
  readonly dataDir: string;
  readonly #options: RealServerOptions;
  #process: ChildProcess | null = null;
  #port = 0;
  #output = '';

  constructor(dataDir: string, options: RealServerOptions = {}) {
    this.dataDir = dataDir;
    this.#options = options;
  }

  get port(): number {
    return this.#port;
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Its output so far, including logs. */
  get output(): string {
    return this.#output;
  }

  /** Starts or restarts it on the same data and port. */
  async start(): Promise<void> {
    const { nodeArgs = [], serverFile = builtFile, env = {} } = this.#options;
    const child = spawn(process.execPath, [...nodeArgs, serverFile], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        TZ: 'UTC',
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
        HOST: '127.0.0.1',
        PORT: String(this.#port),
        DATA_DIR: this.dataDir,
        ...env,
      },
    });
    this.#process = child;
    this.#port = await new Promise<number>((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`The server ${why}.\n${this.#output}`));
      const timer = setTimeout(() => fail('did not start in time'), START_LIMIT_MS);
      const read = (bytes: Buffer) => {
        this.#output += bytes.toString();
        const ready = READY.exec(this.#output.slice(-4_000));
        if (ready === null) return;
        clearTimeout(timer);
        resolve(Number(ready[1]));
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', (code) => fail(`ended with ${code}`));
    });
  }

  /** Graceful stop: running work finishes. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Kills it, like a crash. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
    this.#output = '';
  }

  /** Logs in over the API. */
  async as(name: DemoName, password = DEMO_PASSWORD): Promise<ApiPerson> {
    const clientFor = (token: string | null) =>
      createApiClient({
        tokens: { current: async () => token, renew: async () => null },
        fetch: (call, init) => fetch(`${this.address}${String(call)}`, init),
      });
    const signIn = await clientFor(null).call('auth.login', {
      body: { email: demoEmail(name), password },
    });
    return { signIn, call: clientFor(signIn.token).call };
  }
}

const run = promisify(execFile);

/** Seeds `folder` with a smaller demo organization for today, unless it exists. */
export async function demoTemplate(folder: string): Promise<string> {
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await run(process.execPath, [builtFile, 'seed', '--scale', TEMPLATE_SCALE], {
    cwd: root,
    env: { PATH: process.env.PATH, TZ: 'UTC', NODE_ENV: 'production', DATA_DIR: unfinished },
  });
  await rename(unfinished, folder);
  return folder;
}

/** Starts a server on its own copy of the template. `remove` deletes its data. */
export async function startDemoServer(
  template: string,
): Promise<{ server: RealServer; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'caseload-e2e-'));
  const dataDir = path.join(folder, 'data');
  await cp(template, dataDir, { recursive: true });
  const server = new RealServer(dataDir, { nodeArgs: SHORT_LIVED });
  await server.start();
  return {
    server,
    remove: async () => {
      await server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
