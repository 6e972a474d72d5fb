import type { EntityName } from '#contract/entity-name.ts';
import { type EndpointName, endpointNamed } from '#contract/index.ts';
import { fromBase64, unseal, writePlace } from '#contract/sealing.ts';
import type { PushedWrite, SealedWrite, WriteAnswer } from '#contract/sync.ts';

/** The one effect of a write, as the server committed it. */
export interface Effect {
  write_id: string;
  device_id: string;
  user_id: string;
  entity: EntityName;
  row: string;
  effect: 'create' | 'update' | 'delete';
  /** The marks by which the write is known. */
  marks: string[];
  captured_at: string;
  endpoint: string;
}

/** A mark that an author gave, or an instant that no other write has. */
const MARK = /^mark-|^\d{4}-\d\d-\d\dT/;
const MARKED = [
  ...['notes', 'meeting_notes', 'event_title', 'at', 'started_at', 'reason'],
  ...['lunch_start_time', 'lunch_end_time'],
];

/** What a write is known by: marks in its texts, a merged one has several, and the instants of punches. */
export function marksOf(body: unknown): string[] {
  const values = (body ?? {}) as Record<string, unknown>;
  return MARKED.flatMap((field) => {
    const value = values[field];
    return typeof value === 'string' ? value.split(/\n+/).filter((part) => MARK.test(part)) : [];
  });
}

/** What a write has to say for itself: who sent it, and how. */
interface Pushed {
  write: PushedWrite | SealedWrite;
  answer: WriteAnswer;
  device_id: string;
  credentials: string;
}

/** What truly took effect at the server, whatever the devices are told. */
export class Book {
  effects = new Map<string, Effect>();
  /** What had taken effect and is gone because the server was set back to an older copy. */
  readonly lost = new Map<string, Effect>();
  /** Deletions of rows that somebody else had deleted: nothing was left to do. */
  readonly needless = new Map<string, Effect>();
  /** Rows of which a write was refused, merged or held up by another. */
  readonly disturbed = new Set<string>();
  /** Rows that the office itself has changed or deleted, or set back. */
  readonly touchedByOffice = new Set<string>();
  readonly faults: string[] = [];
  /** How often a time of a series was changed by itself that another device had changed. */
  madeTwice = 0;
  readonly #uploads = new Map<string, { user_id: string; key: CryptoKey }>();
  #copy = new Map<string, Effect>();
  #isQuiet = false;

  knowUpload(token: string, user_id: string, key: CryptoKey): void {
    this.#uploads.set(token, { user_id, key });
  }

  clear(): void {
    for (const kept of [this.effects, this.lost, this.needless, this.disturbed, this.touchedByOffice])
      kept.clear();
    this.#copy = new Map();
    this.faults.splice(0);
    this.madeTwice = 0;
  }

  copy(): void {
    this.#copy = new Map(this.effects);
  }

  setBack(): void {
    for (const [id, effect] of this.effects) {
      if (this.#copy.has(id)) continue;
      this.lost.set(id, effect);
      this.disturbed.add(effect.row);
      this.touchedByOffice.add(effect.row);
    }
    this.effects = new Map(this.#copy);
  }

  /** Requests that arrive late are stale by right: nobody waits for their answers. */
  async withoutJudging(work: () => Promise<void>): Promise<void> {
    this.#isQuiet = true;
    await work();
    this.#isQuiet = false;
  }

  async enter({ write, answer, device_id, credentials }: Pushed): Promise<void> {
    const upload = this.#uploads.get(credentials);
    const content =
      'sealed' in write
        ? ((await unseal(
            (upload as { key: CryptoKey }).key,
            writePlace(write.write_id),
            fromBase64(write.sealed),
          )) as PushedWrite)
        : write;
    const offline = endpointNamed(content.endpoint as EndpointName).offline;
    if (offline === undefined) throw new Error(`${content.endpoint} was pushed`);
    const { id } = (content.body ?? {}) as { id?: string };
    const row = content.params.id ?? String(id);
    if (answer.code === 'write.reused') {
      this.faults.push(`a key was used for two things: ${content.endpoint} ${row}`);
    }
    // A creation that meets its own device's earlier one is merged like another's; what it carried is judged below.
    const isChange = offline.effect !== 'create';
    if (answer.code === 'record.stale' && isChange && !this.#isQuiet && !this.#hasRival(row, device_id)) {
      this.faults.push(
        `a change was stale though nobody else had changed the row: ${content.endpoint} ${row}`,
      );
    }
    const effect: Effect = {
      write_id: write.write_id,
      device_id,
      user_id: upload?.user_id ?? subjectOf(credentials),
      entity: offline.entity,
      row,
      effect: offline.effect,
      marks: marksOf(content.body),
      captured_at: write.captured_at,
      endpoint: content.endpoint,
    };
    if (answer.status >= 300) {
      if (answer.code === 'record.stale' && offline.effect === 'create') this.madeTwice += 1;
      if (answer.status < 500) this.disturbed.add(row);
      if (answer.code === 'record.deleted' && offline.effect === 'delete') {
        this.needless.set(write.write_id, effect);
      }
      return;
    }
    if (!this.effects.has(write.write_id)) this.effects.set(write.write_id, effect);
  }

  /** What devices rightly count as sent though nothing of it is to be seen. */
  over(): Effect[] {
    return [...this.lost.values(), ...this.needless.values()];
  }

  /** Whether such a write took effect, even if a restore undid it. */
  hasTaken(row: string, kind: Effect['effect'], token: string | null): boolean {
    return [...this.effects.values(), ...this.lost.values()].some(
      (effect) =>
        effect.row === row && (token === null ? effect.effect === kind : effect.marks.includes(token)),
    );
  }

  #hasRival(row: string, device_id: string): boolean {
    if (this.touchedByOffice.has(row)) return true;
    return [...this.effects.values()].some((effect) => effect.row === row && effect.device_id !== device_id);
  }
}

function subjectOf(token: string): string {
  const [, payload = ''] = token.split('.');
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string }).sub;
}
