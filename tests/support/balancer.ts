import {
  createServer,
  type IncomingMessage,
  request as requestUpstream,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

interface Target {
  address: string;
  isHealthy: boolean;
  /** Requests passed to it. */
  passed: number;
}

const CHECK_EVERY_MS = 200;
const CHECK_LIMIT_MS = 5_000;
const HEALTH_PATH = '/api/health/';

/**
 * A load balancer in front of several server processes: passes each request, including event streams, to the
 * next healthy one. It never repeats a request that may have reached a process: if the response is
 * interrupted, the caller gets none.
 */
export class Balancer {
  readonly #server: Server;
  readonly #targets: Target[];
  readonly #sockets = new Set<Socket>();
  #next = 0;
  #checking: NodeJS.Timeout | undefined;

  constructor(addresses: readonly string[]) {
    this.#targets = addresses.map((address) => ({ address, isHealthy: true, passed: 0 }));
    this.#server = createServer((request, response) => this.#pass(request, response));
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Requests passed to each process so far, in the order of the addresses. */
  get passed(): readonly number[] {
    return this.#targets.map(({ passed }) => passed);
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#checking = setInterval(() => void this.#check(), CHECK_EVERY_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#checking);
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The next healthy process; if there is none, any, because it may be back before the next check. */
  #choose(): Target | undefined {
    const healthy = this.#targets.filter(({ isHealthy }) => isHealthy);
    const choice = healthy.length > 0 ? healthy : this.#targets;
    this.#next += 1;
    return choice[this.#next % choice.length];
  }

  async #check(): Promise<void> {
    await Promise.all(
      this.#targets.map(async (target) => {
        const signal = AbortSignal.timeout(CHECK_LIMIT_MS);
        const response = await fetch(target.address + HEALTH_PATH, { signal }).catch(() => null);
        await response?.body?.cancel();
        target.isHealthy = response?.ok === true;
      }),
    );
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    const target = this.#choose();
    if (target === undefined) {
      response.writeHead(502).end();
      return;
    }
    target.passed += 1;
    const { hostname, port } = new URL(target.address);
    const { method, url: path } = request;
    // A new connection per request: never reuse one that the process has closed meanwhile.
    const headers = { ...request.headers, connection: 'close' };
    const upstream = requestUpstream({ hostname, port, method, path, headers, agent: false }, (answer) => {
      const { connection: _, ...own } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, own);
      answer.pipe(response);
      answer.once('error', () => request.socket.destroy());
    });
    let hasCallerGone = false;
    upstream.once('error', () => {
      if (!hasCallerGone) target.isHealthy = false;
      request.socket.destroy();
    });
    // The process should notice a disconnected caller.
    response.once('close', () => {
      hasCallerGone = true;
      upstream.destroy();
    });
    request.pipe(upstream);
  }
}
