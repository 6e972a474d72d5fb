import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { SignedIn } from '#contract/auth.ts';
import { type ApiClient, createApiClient } from '#sync/api-client.ts';

export const root = path.resolve(import.meta.dirname, '../..');
export const builtFile = path.join(root, 'dist/server/server.js');
const READY = /ready at http:\/\/localhost:(\d+)/;
const START_LIMIT_MS = 60_000;

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

  /** Null for the embedded database in `dataDir`. */
  get databaseUrl(): string | null {
    return this.#options.env?.DATABASE_URL ?? null;
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
