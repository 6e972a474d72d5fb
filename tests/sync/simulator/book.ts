import { isDeepStrictEqual } from 'node:util';
import type { EntityName } from '#contract/entity-name.ts';
import { type EndpointName, endpointNamed } from '#contract/index.ts';
import { fromBase64, unseal, writePlace } from '#contract/sealing.ts';
import type { PushedWrite, SealedWrite, WriteAnswer } from '#contract/sync.ts';
import { lunchEventId } from '#domain/lunch/calendar-wish.ts';

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
  /** What a signature says was signed; nothing for anything else. */
  signed: string | null;
}

/** A mark that an author gave, or an instant that no other write has. */
const MARK = /^mark-|^\d{4}-\d\d-\d\dT/;
const MARKED = [
  ...['notes', 'meeting_notes', 'event_title', 'at', 'started_at', 'reason'],
  ...['lunch_start_time', 'lunch_end_time'],
  ...['last_name', 'note', 'goal_text', 'target', 'file_name'],
  ...['subjective', 'objective', 'assessment', 'plan', 'comment', 'text'],
];
/** Without words of their own, and possible more than once: known by when they were done. */
const TIMED = ['soap.sign', 'soap.co-sign', 'soap.delete', 'goal-entry.delete'];

/** With these the server changes more rows than the one that they are about. */
const ALONGSIDE = ['soap.sign', 'soap.co-sign', 'soap.delete', 'session.delete'];

/** What is known of a write wherever it lies. */
interface Written {
  endpoint: string;
  body: unknown;
  captured_at: string;
}

/** What a write is known by: marks in its texts, a merged one has several, and the instants of punches. */
export function marksOf({ endpoint, body, captured_at }: Written): string[] {
  if (TIMED.includes(endpoint)) return [timedMark(endpoint, captured_at)];
  const values = (body ?? {}) as Record<string, unknown>;
  const marks = MARKED.flatMap((field) => {
    const value = values[field];
    return typeof value === 'string' ? value.split(/\n+/).filter((part) => MARK.test(part)) : [];
  });
  return [...new Set(marks)];
}

export function timedMark(endpoint: string, captured_at: string): string {
  return `${endpoint} ${captured_at}`;
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
  /** What had taken effect and was gone when the server was set back to an older copy, until it was handed in again. */
  readonly lost = new Map<string, Effect>();
  /** What somebody else had done before, a deletion or the same change: nothing was left to do. */
  readonly needless = new Map<string, Effect>();
  /** Rows of which a write was refused, merged or held up by another. */
  readonly disturbed = new Set<string>();
  /** Rows of which a write was refused for another reason than a newer row. */
  readonly refused = new Set<string>();
  /** Rows that the office itself has changed or deleted, or set back. */
  readonly touchedByOffice = new Set<string>();
  /** Events that a write of their lunch break has made or changed. */
  readonly led = new Set<string>();
  /** The event that a lunch break names, as far as writes have said. */
  readonly #eventOf = new Map<string, string>();
  readonly faults: string[] = [];
  /** How often a row was made that another device had made: a time of a series, a note. */
  madeTwice = 0;
  /** What stands and falls together: a session, the notes about it and how their goals went. */
  readonly #bonds = new Map<string, Set<string>>();
  /** Rows that a device made anew though it had made them before, as `row device`. */
  readonly #madeAgain = new Set<string>();
  readonly #uploads = new Map<string, { user_id: string; key: CryptoKey }>();
  #copy = new Map<string, Effect>();
  #isQuiet = false;

  knowUpload(token: string, user_id: string, key: CryptoKey): void {
    this.#uploads.set(token, { user_id, key });
  }

  clear(): void {
    for (const kept of [this.effects, this.lost, this.needless, this.disturbed, this.touchedByOffice])
      kept.clear();
    this.refused.clear();
    this.led.clear();
    this.#eventOf.clear();
    this.#madeAgain.clear();
    this.#bonds.clear();
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
      this.touch(effect.row);
    }
    this.effects = new Map(this.#copy);
  }

  /** Something beside its devices has changed a row, and with it perhaps what belongs to it. */
  touch(row: string): void {
    if (this.touchedByOffice.has(row)) return;
    this.touchedByOffice.add(row);
    for (const other of this.#bonds.get(row) ?? []) this.touch(other);
  }

  #bind(row: string, other: unknown): void {
    if (typeof other !== 'string') return;
    this.#follow(row, other);
    this.#follow(other, row);
  }

  /** What changes the one row changes the other with it. */
  #follow(leader: string, follower: unknown): void {
    if (typeof follower !== 'string') return;
    this.#bonds.set(leader, (this.#bonds.get(leader) ?? new Set()).add(follower));
    // What was touched before it was known that they belong together.
    if (this.touchedByOffice.has(leader)) this.touch(follower);
  }

  /** A lunch break that is written brings its event along: the one that it names, or its own. */
  #lead(lunch: string, named: unknown, { status }: WriteAnswer): void {
    if (typeof named === 'string') this.#eventOf.set(lunch, named);
    const events = [this.#eventOf.get(lunch), lunchEventId(lunch)].filter((id) => id !== undefined);
    for (const event of events) {
      this.#follow(lunch, event);
      if (status < 300) this.led.add(event);
    }
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
    const body = (content.body ?? {}) as Record<string, unknown>;
    // The address of a creation may name whom it is about.
    const row = offline.effect === 'create' ? String(body.id) : String(content.params.id);
    if (answer.code === 'write.reused') {
      this.faults.push(`a key was used for two things: ${content.endpoint} ${row}`);
    }
    // A creation that meets its own device's earlier one is merged like another's; what it carried is judged below.
    const isChange = offline.effect !== 'create';
    // What waited behind such a creation was made upon a row that the server had not confirmed.
    const isUponOwn = content.base_version === 0 && this.#madeAgain.has(`${row} ${device_id}`);
    const isRightlyStale = isUponOwn || this.#hasRival(row, device_id);
    if (answer.code === 'record.stale' && isChange && !this.#isQuiet && !isRightlyStale) {
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
      marks: marksOf({ ...content, captured_at: write.captured_at }),
      captured_at: write.captured_at,
      endpoint: content.endpoint,
      signed: typeof body.content_sha256 === 'string' ? body.content_sha256 : null,
    };
    if (content.endpoint === 'soap.create') this.#bind(row, body.session);
    if (content.endpoint === 'goal-entry.create') this.#bind(row, body.soap_note);
    // The office moves a lunch with its timecard, and the event of a lunch with the lunch.
    if (content.endpoint === 'timecard.start-lunch') this.#follow(row, body.lunch_id);
    if (offline.entity === 'lunch') this.#lead(row, body.calendar_event_id, answer);
    if (answer.status >= 300) {
      if (answer.code === 'record.stale' && offline.effect === 'create') {
        this.madeTwice += 1;
        this.#madeAgain.add(`${row} ${device_id}`);
      }
      if (answer.status < 500) this.disturbed.add(row);
      if (answer.status < 500 && answer.code !== 'record.stale') this.refused.add(row);
      if (answer.code === 'record.deleted' && offline.effect === 'delete') {
        this.needless.set(write.write_id, effect);
      }
      const now = (answer.row ?? {}) as Record<string, unknown>;
      const isSaid = Object.entries(body).every(([field, value]) => isDeepStrictEqual(value, now[field]));
      if (answer.code === 'record.stale' && offline.effect === 'update' && isSaid) {
        this.needless.set(write.write_id, effect);
      }
      return;
    }
    if (ALONGSIDE.includes(content.endpoint)) this.touch(row);
    // A device that lost sight of its own row, as during a pull from the start, makes it
    // anew: merged, the new text holds what it wrote at first.
    if (this.#madeAgain.has(`${row} ${device_id}`)) {
      const known = [...this.effects.values()].filter(
        (one) => one.row === row && one.device_id === device_id && one.write_id !== write.write_id,
      );
      effect.marks = effect.marks.filter((mark) => !known.some(({ marks }) => marks.includes(mark)));
    }
    if (!this.effects.has(write.write_id)) this.effects.set(write.write_id, effect);
  }

  /** What devices rightly count as sent though nothing of it is to be seen. */
  over(): Effect[] {
    return [...this.needless.values()];
  }

  /** Whether such a write took effect, even if a restore undid it. */
  hasTaken(row: string, kind: Effect['effect'], token: string | null): boolean {
    return [...this.effects.values(), ...this.lost.values()].some(
      (effect) =>
        effect.row === row && (token === null ? effect.effect === kind : effect.marks.includes(token)),
    );
  }

  #hasRival(row: string, device_id: string): boolean {
    if (this.touchedByOffice.has(row) || this.led.has(row)) return true;
    return [...this.effects.values()].some((effect) => effect.row === row && effect.device_id !== device_id);
  }
}

function subjectOf(token: string): string {
  const [, payload = ''] = token.split('.');
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string }).sub;
}
