import { ANSWER_MARKER, type ErrorCode, errorCatalog } from '#contract/errors.ts';
import type { Random } from '#server/db/seed/random.ts';

const FAULTS = [
  'lost-request',
  'lost-answer',
  'late',
  'twice',
  'cut',
  'portal',
  'signed-out',
  'too-many',
  'failed',
  'outdated',
  'barred',
] as const;
export type Fault = (typeof FAULTS)[number];

/**
 * A network between devices and the server with random faults: requests that are lost, delayed, or
 * duplicated, and responses that are lost after the commit, truncated, or from someone else.
 */
export class FaultNetwork {
  readonly #server: typeof fetch;
  #random: Random;
  /** The rate of faulty requests, from 0 to 1. */
  rate = 0;
  #late: (() => Promise<unknown>)[] = [];
  /** The faults so far, for the run's log. */
  readonly faults: Fault[] = [];

  constructor(server: typeof fetch, random: Random) {
    this.#server = server;
    this.#random = random;
  }

  chanceFrom(random: Random): void {
    this.#random = random;
  }

  /** Delivers delayed requests; no one waits for their answers any more. */
  async deliverLate(): Promise<void> {
    for (const deliver of this.#late.splice(0)) await deliver();
  }

  /** Drops delayed requests. */
  dropLate(): void {
    this.#late = [];
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const fault = this.#random.chance(this.rate) ? this.#random.pick(FAULTS) : null;
    if (fault !== null) this.faults.push(fault);
    switch (fault) {
      case null:
        return this.#server(input, init);
      case 'lost-request':
        throw new TypeError('fetch failed');
      case 'lost-answer':
        await this.#server(input, init);
        throw new TypeError('fetch failed');
      case 'late':
        this.#late.push(() => this.#server(input, init));
        throw new DOMException('The operation timed out.', 'TimeoutError');
      case 'twice':
        await this.#server(input, init);
        return this.#server(input, init);
      case 'cut': {
        const whole = await this.#server(input, init);
        const text = await whole.text();
        const half = text.slice(0, Math.floor(text.length / 2));
        return new Response(half, {
          status: whole.status === 204 ? 200 : whole.status,
          headers: whole.headers,
        });
      }
      case 'portal':
        return new Response('<!doctype html><title>Welcome to the school network</title>', {
          status: 200,
          headers: { 'content-type': 'text/html' },
        });
      case 'signed-out':
        return problem('auth.signed-out');
      case 'too-many':
        return problem('request.too-many');
      case 'failed':
        return problem('server.failed');
      case 'outdated':
        return problem('app.outdated');
      case 'barred':
        // From a middlebox: our server's responses are marked.
        return new Response('Forbidden', { status: 403, headers: { 'content-type': 'text/plain' } });
    }
  };
}

function problem(code: ErrorCode): Response {
  const { status, message } = errorCatalog[code];
  return new Response(JSON.stringify({ code, message }), {
    status,
    headers: { 'content-type': 'application/json', [ANSWER_MARKER]: '1', 'retry-after': '2' },
  });
}
