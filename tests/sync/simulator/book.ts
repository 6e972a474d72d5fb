import { isDeepStrictEqual } from 'node:util';
import { decrypt, fromBase64, writePlace } from '#contract/encryption.ts';
import type { EntityName } from '#contract/entity-name.ts';
import { type EndpointName, endpointNamed, isWaitingEndpoint } from '#contract/index.ts';
import type { PushedWrite, SealedWrite, WriteAnswer } from '#contract/sync.ts';
import { lunchEventId } from '#domain/lunch/desired-event.ts';

/** The effect of a write, as the server committed it. */
export interface Effect {
  write_id: string;
  device_id: string;
  user_id: string;
  entity: EntityName;
  row: string;
  effect: 'create' | 'update' | 'delete';
  /** The marks that identify the write. */
  marks: string[];
  captured_at: string;
  endpoint: string;
  /** What a signature covers; null for anything else. */
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
/** Without text, and possible more than once: identified by their time. */
const TIMED = [
  ...['soap.sign', 'soap.co-sign', 'soap.delete', 'goal-entry.delete'],
  ...['notification.view', 'notification.acknowledge'],
];

/** With these the server also changes rows other than the target. */
const ALONGSIDE = ['soap.sign', 'soap.co-sign', 'soap.delete', 'session.delete'];

/** What is known of a write wherever it is. */
interface Written {
  endpoint: string;
  body: unknown;
  captured_at: string;
}

/** What identifies a write: marks in its texts (several if merged) and punch instants. */
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

/** A write with its sender and transport. */
interface Pushed {
  write: PushedWrite | SealedWrite;
  answer: WriteAnswer;
  device_id: string;
  credentials: string;
}

/** What actually took effect on the server, regardless of what devices are told. */
export class Book {
  effects = new Map<string, Effect>();
  /** Effects undone by restoring an older copy, until they were handed in again. */
  readonly lost = new Map<string, Effect>();
  /** Writes with nothing left to do: someone else had done the same, or the person had undone it. */
  readonly needless = new Map<string, Effect>();
  /** Rows as the server answered them, by id and version. */
  readonly #versions = new Map<string, Record<string, unknown>>();
  /** Rows with a write that was refused, merged, or held up by another. */
  readonly disturbed = new Set<string>();
  /** Rows with a write that was refused for a reason other than a newer row. */
  readonly refused = new Set<string>();
  /** Rows that the office changed, deleted, or restored. */
  readonly touchedByOffice = new Set<string>();
  /** Events created or changed by a write of their lunch break. */
  readonly led = new Set<string>();
  /** The event of a lunch break, as named by writes. */
  readonly #eventOf = new Map<string, string>();
  /** The student of each parent, as named by writes. */
  readonly #studentOf = new Map<string, string>();
  /** Parents who were made the primary contact, by student: the server then changes the former one. */
  readonly #primaries = new Map<string, Set<string>>();
  readonly faults: string[] = [];
  /** How often a device created a row that another device had created: an occurrence, a note. */
  madeTwice = 0;
  /** Related rows: a session, its notes, and their goal entries. */
  readonly #bonds = new Map<string, Set<string>>();
  /** Rows that a device created again, as `row device`. */
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
    this.#versions.clear();
    this.led.clear();
    this.#eventOf.clear();
    this.#studentOf.clear();
    this.#primaries.clear();
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

  /** A row was changed outside of its devices, and possibly related rows too. */
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

  /** A change of one row also changes the other. */
  #follow(leader: string, follower: unknown): void {
    if (typeof follower !== 'string') return;
    this.#bonds.set(leader, (this.#bonds.get(leader) ?? new Set()).add(follower));
    // Touched before the relation was known.
    if (this.touchedByOffice.has(leader)) this.touch(follower);
  }

  /** Writing a lunch break also writes its event: the one that it names, or its own. */
  #lead(lunch: string, named: unknown, { status }: WriteAnswer): void {
    if (typeof named === 'string') this.#eventOf.set(lunch, named);
    const events = [this.#eventOf.get(lunch), lunchEventId(lunch)].filter((id) => id !== undefined);
    for (const event of events) {
      this.#follow(lunch, event);
      if (status < 300) this.led.add(event);
    }
  }

  /** Making a parent the primary contact also writes the former one. */
  #choose(parent: string, { student, is_primary }: Record<string, unknown>, { status }: WriteAnswer): void {
    if (typeof student === 'string') this.#studentOf.set(parent, student);
    const of = this.#studentOf.get(parent);
    if (of === undefined || is_primary !== true || status >= 300) return;
    this.#primaries.set(of, (this.#primaries.get(of) ?? new Set()).add(parent));
  }

  #keepVersion(row: string, answered: unknown): void {
    const { version }: { version?: unknown } = Object(answered);
    if (typeof version === 'number') this.#versions.set(`${row} ${version}`, Object(answered));
  }

  /** Requests that arrive late are legitimately stale: no one waits for their answers. */
  async withoutJudging(work: () => Promise<void>): Promise<void> {
    this.#isQuiet = true;
    await work();
    this.#isQuiet = false;
  }

  async enter({ write, answer, device_id, credentials }: Pushed): Promise<void> {
    const upload = this.#uploads.get(credentials);
    const content =
      'sealed' in write
        ? ((await decrypt(
            (upload as { key: CryptoKey }).key,
            writePlace(write.write_id),
            fromBase64(write.sealed),
          )) as PushedWrite)
        : write;
    // Of what has no row on devices, the office's own rows say what took effect.
    if (isWaitingEndpoint(content.endpoint)) return;
    const offline = endpointNamed(content.endpoint as EndpointName).offline;
    if (offline === undefined) throw new Error(`${content.endpoint} was pushed`);
    const body = (content.body ?? {}) as Record<string, unknown>;
    // The URL of a creation may name whom it is about.
    const row = offline.effect === 'create' ? String(body.id) : String(content.params.id);
    this.#keepVersion(row, answer.row);
    if (answer.code === 'write.reused') {
      this.faults.push(`a key was used for two things: ${content.endpoint} ${row}`);
    }
    // A creation that meets its own device's earlier one is merged like another's; its content is judged
    // below.
    const isChange = offline.effect !== 'create';
    if (offline.entity === 'parent') this.#choose(row, body, answer);
    // Writes queued behind such a creation were based on an unconfirmed row.
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
    // The server moves a lunch with its timecard, and a lunch's event with the lunch.
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
      // Someone else has done the same, or the person has undone it before it was sent.
      const now = (answer.row ?? {}) as Record<string, unknown>;
      const base = this.#versions.get(`${row} ${content.base_version}`);
      const isLike = (known: Record<string, unknown>) =>
        Object.entries(body).every(([field, value]) => isDeepStrictEqual(value, known[field]));
      const isNeedless = isLike(now) || (base !== undefined && isLike(base));
      if (answer.code === 'record.stale' && offline.effect === 'update' && isNeedless) {
        this.needless.set(write.write_id, effect);
      }
      return;
    }
    if (ALONGSIDE.includes(content.endpoint)) this.touch(row);
    // A device that lost its own row, as during a full pull, creates it again: when merged, the new text
    // contains its first one. So does a note or its goal that two tabs begin at the same time, once the second text is merged
    // with the first: then each repeated mark has other words beside it, and the write has a mark of its own.
    const known = [...this.effects.values()].filter(
      (one) => one.row === row && one.device_id === device_id && one.write_id !== write.write_id,
    );
    const isKnown = (mark: string) => known.some(({ marks }) => marks.includes(mark));
    const isAlone = (mark: string) => Object.values(body).includes(mark);
    const isMergedNote =
      ['soap.update', 'goal-entry.update'].includes(content.endpoint) &&
      effect.marks.some((mark) => !isKnown(mark)) &&
      !effect.marks.some((mark) => isKnown(mark) && isAlone(mark));
    if (this.#madeAgain.has(`${row} ${device_id}`) || isMergedNote) {
      effect.marks = effect.marks.filter((mark) => !isKnown(mark));
    }
    if (!this.effects.has(write.write_id)) this.effects.set(write.write_id, effect);
  }

  /** Writes that devices rightly count as sent although nothing of them is visible. */
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
    const primaries = this.#primaries.get(this.#studentOf.get(row) ?? '');
    if (primaries !== undefined && [...primaries].some((parent) => parent !== row)) return true;
    return [...this.effects.values()].some((effect) => effect.row === row && effect.device_id !== device_id);
  }
}

function subjectOf(token: string): string {
  const [, payload = ''] = token.split('.');
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string }).sub;
}
