import { setTimeout as sleep } from 'node:timers/promises';
import type { PullPage } from '#contract/sync.ts';
import type { Author } from './fault-world.ts';
import { HintStream } from './hint-stream.ts';

const PAUSE_MS = 50;

/** A device that keeps a hint stream open and pulls on each hint or reconnect. */
export class FollowingDevice {
  /** Versions of its sessions and lunch breaks, by id. */
  readonly held = new Map<string, number>();
  /** How often its stream connected. */
  streams = 0;
  readonly #author: Author;
  readonly #address: () => string;
  #cursor: string | null = null;
  #stream: HintStream | null = null;
  #isOver = false;

  constructor(author: Author, address: () => string) {
    this.#author = author;
    this.#address = address;
  }

  /** Follows until stopped; restarts interrupted streams and pulls. */
  async follow(): Promise<void> {
    while (!this.#isOver) {
      try {
        const stream = await HintStream.open(this.#address(), await this.#author.token());
        this.#stream = stream;
        this.streams += 1;
        for (let pulled = -1; !stream.isOver; ) {
          if (stream.hints > pulled) {
            pulled = stream.hints;
            await this.pull();
          }
          await stream.untilHintsOrOver(pulled + 1);
        }
      } catch {
        this.#stream?.leave();
        await sleep(PAUSE_MS);
      }
    }
  }

  stop(): void {
    this.#isOver = true;
    this.#stream?.leave();
  }

  /** Everything that is new. */
  async pull(): Promise<void> {
    for (let isMore = true; isMore; ) {
      const query = this.#cursor === null ? '' : `?cursor=${encodeURIComponent(this.#cursor)}`;
      const response = await fetch(`${this.#address()}/api/sync/pull/${query}`, {
        headers: { authorization: `Bearer ${await this.#author.token()}` },
      });
      if (!response.ok) throw new Error(`The pull was answered with ${response.status}.`);
      const page = (await response.json()) as PullPage;
      if (page.is_fresh) this.held.clear();
      for (const { entity, id, row } of page.changes) {
        if (entity !== 'session' && entity !== 'lunch') continue;
        if (row === null) this.held.delete(id);
        else this.held.set(id, (row as { version: number }).version);
      }
      this.#cursor = page.cursor;
      isMore = page.more;
    }
  }
}
