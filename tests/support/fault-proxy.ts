import {
  createServer,
  type IncomingMessage,
  type RequestOptions,
  request as requestUpstream,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ANSWER_MARKER, type ErrorCode, errorCatalog } from '#contract/errors.ts';

/** A fault of a request. */
export type Fault =
  /** The request never reaches the server. */
  | { kind: 'lose-request' }
  /** The server handles it; the response is lost. */
  | { kind: 'lose-answer' }
  /** It is delayed before it reaches the server. Milliseconds. */
  | { kind: 'delay'; ms: number }
  /** The server returns this API error without doing anything. */
  | { kind: 'refuse'; code: ErrorCode }
  /** A middlebox answers instead of the server. */
  | { kind: 'status'; status: number }
  /** A captive portal's login page: 200, HTML. */
  | { kind: 'captive-portal' };

interface Rule {
  path: RegExp;
  fault: Fault;
  left: number;
  /** Only every nth matching request. */
  every: number;
  matched: number;
}

export interface SeenRequest {
  method: string;
  /** Without its query. */
  path: string;
  /** The server's status; null if it was not asked or its response was interrupted. */
  status: number | null;
  fault: Fault['kind'] | null;
}

/** One response per connection: the browser automatically retries what breaks on a reused one. */
const perConnection = { connection: 'close' };

/**
 * A proxy between the browser and the server, so that page and worker see the same network. Everything
 * streams; faults can be changed while it runs.
 */
export class FaultProxy {
  readonly seen: SeenRequest[] = [];
  /** Whether anything was interrupted, lost, or answered by someone else so far. */
  hasFailed = false;
  /** Removes the time from responses, for tests whose pages are on other days than the server. */
  hidesTime = false;
  readonly #server: Server;
  readonly #target: () => string;
  readonly #sockets = new Set<Socket>();
  readonly #deployed = new Map<string, (text: string) => string>();
  #rules: Rule[] = [];
  #isCutOff = false;

  /** @param target the server's address, evaluated per request, because it may restart elsewhere */
  constructor(target: () => string) {
    this.#target = target;
    this.#server = createServer((request, response) => void this.#serve(request, response));
    this.#server.on('connection', (socket) => {
      if (this.#isCutOff) {
        socket.destroy();
        return;
      }
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Aborts everything in progress, including event streams, and accepts no more connections. */
  cutOff(): void {
    this.#isCutOff = true;
    this.hasFailed = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  comeBack(): void {
    this.#isCutOff = false;
  }

  /** From now on, `times` matching requests meet the fault. Earlier rules take precedence. */
  add(path: RegExp, fault: Fault, times = Number.POSITIVE_INFINITY): void {
    if (fault.kind !== 'delay') this.hasFailed = true;
    this.#rules.push({ path, fault, left: times, every: 1, matched: 0 });
  }

  /** From now on, every nth matching request that no earlier rule matches meets the fault. */
  addEvery(path: RegExp, fault: Fault, every: number): void {
    if (fault.kind !== 'delay') this.hasFailed = true;
    this.#rules.push({ path, fault, left: Number.POSITIVE_INFINITY, every, matched: 0 });
  }

  clearFaults(): void {
    this.#rules = [];
  }

  /** Simulates a deployment: serves this file with changed text. */
  deploy(path: string, change: (text: string) => string): void {
    this.#deployed.set(path, change);
  }

  count(path: RegExp, method?: string): number {
    return this.seen.filter((one) => path.test(one.path) && (method === undefined || one.method === method))
      .length;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const rule = this.#rules.find((candidate) => {
      if (candidate.left === 0 || !candidate.path.test(path)) return false;
      candidate.matched += 1;
      return candidate.matched % candidate.every === 0;
    });
    if (rule !== undefined) rule.left -= 1;
    const fault = rule?.fault ?? null;
    const seen: SeenRequest = {
      method: request.method ?? 'GET',
      path,
      status: null,
      fault: fault?.kind ?? null,
    };
    this.seen.push(seen);
    switch (fault?.kind) {
      case 'lose-request':
        request.socket.destroy();
        return;
      case 'refuse': {
        const { status, message } = errorCatalog[fault.code];
        response.writeHead(status, {
          ...perConnection,
          'content-type': 'application/json',
          [ANSWER_MARKER]: '1',
        });
        response.end(JSON.stringify({ code: fault.code, message, request_id: 'none' }));
        return;
      }
      case 'status':
        response.writeHead(fault.status, { ...perConnection, 'content-type': 'application/json' });
        response.end('{"message":"Somebody else answers."}');
        return;
      case 'captive-portal':
        response.writeHead(200, { ...perConnection, 'content-type': 'text/html; charset=utf-8' });
        response.end('<!doctype html><title>Welcome</title><p>Accept our terms to go on.');
        return;
      case 'delay':
        await new Promise((resolve) => setTimeout(resolve, fault.ms));
        break;
    }
    if (request.socket.destroyed) return;
    this.#pass(request, response, seen);
  }

  #pass(request: IncomingMessage, response: ServerResponse, seen: SeenRequest): void {
    const target = new URL(this.#target());
    const deployed = this.#deployed.get(seen.path);
    const headers = { ...request.headers, ...perConnection };
    if (deployed !== undefined) {
      headers['accept-encoding'] = 'identity';
      delete headers['if-none-match'];
      delete headers['if-modified-since'];
    }
    const options: RequestOptions = {
      host: target.hostname,
      port: target.port,
      method: request.method,
      path: request.url,
      headers,
    };
    const upstream = requestUpstream(options, (answer) => {
      seen.status = answer.statusCode ?? null;
      // Interrupted by the server or because the page left: the page sees an interruption too.
      answer.on('error', () => response.destroy());
      if (seen.fault === 'lose-answer') {
        answer.resume();
        answer.once('end', () => request.socket.destroy());
        return;
      }
      if (deployed !== undefined) {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('end', () => {
          const { 'content-length': _length, etag: _etag, ...headers } = answer.headers;
          response.writeHead(answer.statusCode ?? 502, { ...headers, ...perConnection });
          response.end(deployed(Buffer.concat(chunks).toString()));
        });
        return;
      }
      if (this.hidesTime) {
        delete answer.headers.date;
        response.sendDate = false;
      }
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...perConnection });
      answer.pipe(response);
    });
    upstream.on('error', () => request.socket.destroy());
    // The server should notice a disconnected page.
    response.once('close', () => upstream.destroy());
    request.pipe(upstream);
  }
}
