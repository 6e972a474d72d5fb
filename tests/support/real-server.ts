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
/** All roles, states, days and the whole caseload of the demo provider, with fewer colleagues. */
const TEMPLATE_SCALE = 0.4;

export const DEMO_PASSWORD = 'caseload-demo-2026';
export const DEMO_NAMES = ['superadmin', 'admin', 'provider', 'lead', 'supervisor'] as const;
/** A demo sign-in by its role, or any other user name of the demo organization. */
export type DemoName = (typeof DEMO_NAMES)[number] | (string & {});

export function demoEmail(name: DemoName): string {
  return `${name}@demo.caseload.example`;
}

/** Somebody who speaks to the server without any page. */
export interface ApiPerson extends Pick<ApiClient, 'call'> {
  signIn: SignedIn;
}

interface RealServerOptions {
  /** Options of Node itself. */
  nodeArgs?: readonly string[];
  /** Another build than the one in `dist`. */
  serverFile?: string;
  /** What it shall know besides its place: a database's address, a secret. */
  env?: Readonly<Record<string, string>>;
}

/** The built server as a process of its own, over a data directory that outlives it. */
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

  /** What it has written so far, logs included. */
  get output(): string {
    return this.#output;
  }

  /** Starts it, or starts it again on the same data and the same port. */
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

  /** As an operator stops it: what runs is finished. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** As a crash ends it. */
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

  /** Signs in over the API alone. */
  async as(name: DemoName): Promise<ApiPerson> {
    const clientFor = (token: string | null) =>
      createApiClient({
        tokens: { current: async () => token, renew: async () => null },
        fetch: (call, init) => fetch(`${this.address}${String(call)}`, init),
      });
    const signIn = await clientFor(null).call('auth.login', {
      body: { email: demoEmail(name), password: DEMO_PASSWORD },
    });
    return { signIn, call: clientFor(signIn.token).call };
  }
}

const run = promisify(execFile);

/** A server of a minute is over before better code of the embedded database pays for being made. */
const SHORT_LIVED = ['--liftoff-only'];

/** Fills `folder` with a smaller demo organization of today, unless it is there already. */
export async function demoTemplate(folder: string): Promise<string> {
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await run(process.execPath, [builtFile, 'seed', '--scale', String(TEMPLATE_SCALE)], {
    cwd: root,
    env: { PATH: process.env.PATH, TZ: 'UTC', NODE_ENV: 'production', DATA_DIR: unfinished },
  });
  await rename(unfinished, folder);
  return folder;
}

/**
 * A server over its own copy of the template, already started. Without a template it
 * makes the whole demo organization as it starts. Its data go with `remove`.
 */
export async function startDemoServer(
  template: string | null,
): Promise<{ server: RealServer; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'caseload-e2e-'));
  const dataDir = path.join(folder, 'data');
  if (template !== null) await cp(template, dataDir, { recursive: true });
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
