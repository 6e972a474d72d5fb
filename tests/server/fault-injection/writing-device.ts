import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf } from '#contract/endpoint.ts';
import { type EndpointName, endpointNamed } from '#contract/index.ts';
import { PUSH_LIMIT, type PushedWrite, type WriteAnswer } from '#contract/sync.ts';
import type { Author } from './fault-world.ts';
import { storyOf } from './stories.ts';

/** How long a device waits before it retries. */
const PAUSE_MS = 50;
/** A real device times out sooner and retries; here that would only hide the outcome. */
const ANSWER_LIMIT_MS = 240_000;

/** What a device was told about a write, with either transport. */
export type Told = Pick<WriteAnswer, 'status' | 'code' | 'message' | 'fields' | 'row'>;

/** `push`: several writes in one request. `routes`: each as an ordinary call under its key. */
export type Way = 'push' | 'routes';

/** Statistics of all devices. */
export class Traffic {
  inFlight = 0;
  /** Answered requests. */
  answered = 0;
  /** Requests without an answer. */
  cut = 0;
  /** Answers, of requests and of writes in a push, that asked to retry later. */
  busy = 0;
  /** Answers that a working server never gives. */
  readonly wrong: string[] = [];
  readonly #waiting = new Set<() => void>();

  note(): void {
    for (const look of this.#waiting) look();
  }

  /** Resolves as soon as this holds, checked after each request. */
  until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!holds()) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }
}

/** A device that sends one story after the other, and records the answers. */
export class WritingDevice {
  readonly author: Author;
  readonly way: Way;
  readonly told = new Map<string, Told>();
  readonly sent = new Map<string, PushedWrite>();
  /** Answers that contradict earlier ones. */
  readonly contradictions: string[] = [];
  readonly #address: () => string;
  readonly #traffic: Traffic;
  readonly #today: string;
  #stories = 0;

  constructor(author: Author, way: Way, today: string, address: () => string, traffic: Traffic) {
    this.author = author;
    this.way = way;
    this.#today = today;
    this.#address = address;
    this.#traffic = traffic;
  }

  /** The person's next writes, at least this many, in complete stories. */
  take(count: number): PushedWrite[] {
    const writes: PushedWrite[] = [];
    while (writes.length < count) {
      writes.push(...storyOf(this.author, this.#today, this.#stories));
      this.#stories += 1;
    }
    for (const write of writes) this.sent.set(write.write_id, write);
    return writes;
  }

  /** Sends these until each has a final answer. */
  async handIn(writes: readonly PushedWrite[], way = this.way): Promise<void> {
    const size = way === 'push' ? PUSH_LIMIT : 1;
    for (let start = 0; start < writes.length; start += size) {
      const batch = writes.slice(start, start + size);
      while (!(await this.#attempt(batch, way))) await sleep(PAUSE_MS);
    }
  }

  async writeUntil(isOver: () => boolean, batchSize: number): Promise<void> {
    while (!isOver()) await this.handIn(this.take(batchSize));
  }

  /** Whether all of them have an answer now. */
  async #attempt(writes: readonly PushedWrite[], way: Way): Promise<boolean> {
    const answers = await this.#ask(writes, way);
    if (answers === null) return false;
    const [isAllTold, traffic] = [answers.map((answer, at) => this.#note(writes[at], answer)), this.#traffic];
    traffic.note();
    return isAllTold.every(Boolean);
  }

  async #ask(writes: readonly PushedWrite[], way: Way): Promise<Told[] | null> {
    const traffic = this.#traffic;
    traffic.inFlight += 1;
    traffic.note();
    try {
      const response = await this.#send(writes, way);
      const body = response.status === 204 ? null : await response.json();
      traffic.answered += 1;
      if (way === 'push' && response.ok) return (body as { answers: WriteAnswer[] }).answers.map(asTold);
      const { code = null, message = null, fields } = (body ?? {}) as Partial<WriteAnswer>;
      const answer: Told = response.ok
        ? { status: response.status, code: null, message: null, row: body ?? undefined }
        : { status: response.status, code, message, ...(fields === undefined ? {} : { fields }) };
      // A push as a whole is accepted, or asked to retry.
      if (way === 'push' && answer.status !== 503) traffic.wrong.push(`push: ${JSON.stringify(answer)}`);
      return writes.map(() => answer);
    } catch {
      traffic.cut += 1;
      return null;
    } finally {
      traffic.inFlight -= 1;
      traffic.note();
    }
  }

  async #send(writes: readonly PushedWrite[], way: Way): Promise<Response> {
    const [write] = writes;
    const headers = {
      authorization: `Bearer ${await this.author.token()}`,
      'content-type': 'application/json',
    };
    const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
    const now = new Date().toISOString();
    if (way === 'push' || write === undefined) {
      const device = {
        device_id: this.author.device_id,
        device_now: now,
        app_version: '1.0.0',
        unsent_count: writes.length,
        unsent_since: now,
      };
      const body = JSON.stringify({ device, writes });
      return fetch(`${this.#address()}/api/sync/push/`, { method: 'POST', headers, body, signal });
    }
    const endpoint = endpointNamed(write.endpoint as EndpointName);
    const { 'content-type': _, ...bodiless } = headers;
    return fetch(`${this.#address()}${addressOf(endpoint, write.params)}`, {
      method: endpoint.method,
      headers: {
        ...(write.body === null ? bodiless : headers),
        'idempotency-key': write.write_id,
        'x-device-id': this.author.device_id,
        'x-captured-at': write.captured_at,
        ...(write.base_version === null ? {} : { 'if-match': String(write.base_version) }),
      },
      ...(write.body === null ? {} : { body: JSON.stringify(write.body) }),
      signal,
    });
  }

  /** Whether the answer is final. */
  #note(write: PushedWrite | undefined, answer: Told): boolean {
    if (write === undefined) throw new Error('There are more answers than writes.');
    if (answer.status === 424) return false;
    if (answer.code === 'server.busy' && answer.status === 503) {
      this.#traffic.busy += 1;
      return false;
    }
    const isRight = answer.status < 300 || answer.status === 422;
    if (!isRight) this.#traffic.wrong.push(`${write.endpoint}: ${JSON.stringify(answer)}`);
    const before = this.told.get(write.write_id);
    if (before === undefined) this.told.set(write.write_id, answer);
    else if (JSON.stringify(inOrder(before)) !== JSON.stringify(inOrder(answer))) {
      this.contradictions.push(`${JSON.stringify(before)} became ${JSON.stringify(answer)}`);
    }
    return true;
  }
}

function asTold({ status, code, message, fields, row }: WriteAnswer): Told {
  return { status, code, message, ...(fields === undefined ? {} : { fields }), row };
}

/** With object fields sorted, because the database does not keep their order. */
export function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(
    fields.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, inner]) => [name, inOrder(inner)]),
  );
}
