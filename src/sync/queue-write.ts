import type { Table } from 'dexie';
import { v7 as uuidv7 } from 'uuid';
import { type BodyOf, type OfflineWrite, paramsOfWrite } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { type Endpoints, endpointNamed, isEndpointName, type OfflineEndpointName } from '#contract/index.ts';
import { seal, writePlace } from '#contract/sealing.ts';
import type { HistoryRow, LocalDatabase, OutboxRow } from '#db/local-database.ts';
import type { OpenedWrite, WriteContent } from '#db/outbox.ts';
import { keyOf } from '#db/sealed-rows.ts';
import { isOfStudentFile } from '#entities/declared.ts';
import { isoNow, uncorrectedNow } from './clock.ts';
import { markBlocked } from './dependents.ts';
import { prepareFollowers } from './followers.ts';
import { rebase } from './local-rows.ts';
import { picked, withPartners, writableFields } from './merge-fields.ts';
import { creationsNamed } from './named-creations.ts';
import {
  asApplied,
  composeRow,
  inOrder,
  isSameSnapshot,
  openBase,
  openChain,
  openLeads,
  readSnapshot,
  standingOf,
  tablesOf,
} from './row-state.ts';
import { isSameCreation, uponVisible } from './upon-visible.ts';
import type { Workspace } from './workspace.ts';

/** The row as whoever makes a write found it. */
type Opened<Call> = Call extends { offline: { effect: 'create' } | { isStep: true } }
  ? { opened?: never }
  : Call extends { offline: { effect: 'update' } }
    ? {
        /**
         * The row as the form found it, with its version: what changed since is merged by
         * field and paragraph, or asked about. Nothing where no person saw the row before.
         */
        opened: object | null;
      }
    : { opened?: object };

export type NewWrite<Name extends OfflineEndpointName> = WriteParts<Name> & Opened<Endpoints[Name]>;

interface WriteParts<Name extends OfflineEndpointName> {
  endpoint: Name;
  /** The id of the row, made on the device. */
  id: string;
  /** Whole for a creation, the touched fields for a change, nothing for a deletion. */
  body: BodyOf<Endpoints[Name]>;
  /** Writes of one lane arrive in the order they were made. */
  lane: string;
  /** Writes of other rows without which this one makes no sense. */
  depends_on?: string[];
  /**
   * What a creation takes the place of, where that stood without a row of its own: the
   * time of a series as it was seen. Should somebody else, or another tab, make the same
   * row first, the creation merges as a change of this.
   */
  instead_of?: Record<string, unknown>;
  /** The row of another entity that comes along, where the write brings one. */
  brings?: string | null;
}

/** What else is stored with a write, or not at all. */
export interface Beside {
  tables: readonly Table[];
  /** Runs in the write's transaction. */
  store(): Promise<unknown>;
}

/** A write as it is to be stored, its content still open. */
type PlannedWrite = Omit<OpenedWrite, 'seq' | 'sealed'> & { seq: number | null };

interface Plan {
  /** The row's waiting writes after this one, in order. */
  writes: PlannedWrite[];
  /** Waiting writes that vanish, and the write ids that take their place for those who depend on them. */
  removed: { row: OutboxRow; successor: string | null }[];
}

type Row = Record<string, unknown>;

const ATTEMPTS = 20;

/**
 * Applies a write locally and queues it for the server, both or neither.
 *
 * Resolves once both are durably stored. A new write is merged into a waiting
 * one of the same row that was never attempted, or that the server refused;
 * creation and deletion that were never attempted cancel out. A write that
 * builds on a refused one is blocked with it. A creation that repeats one that is
 * there already changes nothing.
 *
 * What changed on this device since the write's form was opened is merged; what does
 * not go together parks the write with the question for its author.
 *
 * @throws Refusal where this device knows that the row is deleted, absent or, for
 * a creation, there already with other content, or where an earlier question about
 * the row is still open; nothing is stored then
 * @param beside what is stored in the same transaction
 * @returns the id of the write that carries it, or nothing where it cancelled out
 */
export async function queueWrite<Name extends OfflineEndpointName>(
  workspace: Workspace,
  write: NewWrite<Name>,
  beside: Beside = { tables: [], store: async () => undefined },
): Promise<string | null> {
  const { db } = workspace;
  const offline = endpointNamed(write.endpoint).offline;
  if (offline === undefined) throw new TypeError(`${write.endpoint} does not wait in the outbox`);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const snapshot = await readSnapshot(db, offline.entity, write.id);
    const base = await openBase(db, offline.entity, snapshot);
    const chain = await openChain(db, snapshot.chain);
    const standing = standingOf(snapshot.stored);
    const made = freshWrite(workspace, write, offline, standing.version, chain);
    const leads = await openLeads(db, offline.entity, snapshot);
    const visible = rebase(base, inOrder([...chain.map(asApplied), ...leads])) as Row | null;
    if (offline.effect !== 'create' && visible === null) {
      const isKnown = snapshot.stored !== undefined || chain.length > 0;
      throw new Refusal(isKnown ? 'record.deleted' : 'record.absent');
    }
    const creations = await creationsNamed(db, offline.entity, write.body, visible);
    const along = await waitingAlong(db, write.brings ?? null);
    made.depends_on = [...new Set([...creations, ...along, ...made.depends_on])];
    const leading = snapshot.led.at(-1);
    if (leading !== undefined) {
      // Only with that one's effect the server has the row as it was seen.
      made.base_version = null;
      made.depends_on.push(leading.write_id);
    }
    made.content.base_values =
      write.instead_of === undefined
        ? touchedValues(visible, made)
        : picked(write.instead_of, writableFields(offline.entity));
    if (offline.effect === 'create' && visible !== null && isSameCreation(made, visible)) {
      return chain.at(-1)?.write_id ?? null;
    }
    const fresh = await uponVisible(db, made, write.opened ?? null, { visible, chain, ...standing });
    if (fresh === null) return chain.at(-1)?.write_id ?? null;
    // A change carries the touched fields alone; whose file it is about the row says.
    fresh.about = studentsNamed(isOfStudentFile(offline.entity) ? (visible ?? write.body) : write.body);
    const order = await localOrder(
      db,
      [...chain, fresh].flatMap((known) => known.depends_on),
    );
    const named = await namedByOthers(db, write.id, chain);
    const plan = planWrites(chain, fresh, standing.version, order, named);
    if (fresh.effect === 'create' && visible !== null) {
      throw new Refusal('record.exists', {
        message: 'This was saved before. Close the form and open the saved record to change it.',
      });
    }
    if (fresh.effect === 'create' && (base !== null || plan.writes.length > 1)) {
      throw new Refusal('record.exists');
    }
    const planned = plan.writes.map(
      (one): OpenedWrite => ({ ...one, seq: one.seq ?? Number.MAX_SAFE_INTEGER, sealed: fresh.sealed }),
    );
    const writes = planned.map(asApplied);
    const row = await composeRow(db, offline.entity, write.id, { base, writes, leads, ...standing });
    const leader = { entity: offline.entity, id: write.id };
    const followers = await prepareFollowers(db, leader, snapshot.chain, { base, chain: planned });
    const added = plan.writes.filter((planned) => !chain.some((known) => known === planned));
    const rows = await Promise.all(added.map((planned) => sealWrite(db, planned)));
    const table = db.rowsOf(offline.entity);
    const isStored = await db.transaction(
      'rw',
      [...tablesOf(db, offline.entity), db.outbox, db.history, ...beside.tables],
      async () => {
        if (!isSameSnapshot(snapshot, await readSnapshot(db, offline.entity, write.id))) return false;
        if (!(await followers.areSame())) return false;
        await (row === null ? table.delete(write.id) : table.put(row));
        await followers.store();
        await replaceWrites(db, plan.removed, isoNow(workspace.clock));
        await db.outbox.bulkPut(rows as OutboxRow[]);
        await markBlocked(db);
        await beside.store();
        return true;
      },
    );
    if (isStored) {
      workspace.wake();
      return plan.writes.at(-1)?.write_id ?? null;
    }
  }
  throw new Error('The record is changing too fast on this device.');
}

function freshWrite<Name extends OfflineEndpointName>(
  workspace: Workspace,
  write: NewWrite<Name>,
  offline: OfflineWrite,
  version: number,
  chain: readonly OpenedWrite[],
): OpenedWrite {
  const tail = chain.at(-1);
  return {
    seq: 0,
    write_id: uuidv7(),
    user_id: workspace.user_id,
    device_id: workspace.device_id,
    endpoint: write.endpoint,
    endpoint_version: offline.version,
    entity: offline.entity,
    entity_id: write.id,
    effect: offline.effect,
    lane: write.lane,
    depends_on: [...(write.depends_on ?? []), ...(tail === undefined ? [] : [tail.write_id])],
    about: [],
    // Behind a write that is not confirmed the version comes with that one's answer.
    base_version: offline.effect === 'create' || tail !== undefined ? null : version,
    captured_at: isoNow(workspace.clock),
    device_captured_at: uncorrectedNow(workspace.clock),
    state: 'waiting',
    leased_until: 0,
    attempts: 0,
    merges: 0,
    next_attempt_at: 0,
    problem: null,
    sealed: new Uint8Array(),
    ...(write.brings == null ? {} : { brings: write.brings }),
    content: {
      endpoint: write.endpoint,
      endpoint_version: offline.version,
      params: paramsOfWrite(offline, write.id, write.body),
      body: write.body ?? null,
      base_values: {},
    },
  };
}

/** Writes of the row that comes along which were queued by themselves, as older versions of the app did: they go first. */
async function waitingAlong(db: LocalDatabase, id: string | null): Promise<string[]> {
  if (id === null) return [];
  const rows = await db.outbox.where('entity_id').equals(id).toArray();
  return rows.filter(({ state }) => state === 'waiting' || state === 'sending').map((row) => row.write_id);
}

function touchedValues(row: unknown, write: OpenedWrite): Record<string, unknown> {
  if (write.effect === 'create' || row === null) return {};
  const fields =
    write.effect === 'delete'
      ? writableFields(write.entity)
      : withPartners(write.entity, Object.keys(write.content.body as object));
  return picked(row as Record<string, unknown>, fields);
}

/** The local order of those of these writes that still wait. */
async function localOrder(
  db: LocalDatabase,
  writeIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.outbox.where('write_id').anyOf(writeIds).toArray();
  return new Map(rows.map((row) => [row.write_id, row.seq]));
}

/**
 * Those of a row's writes behind which another row waits that names this one: a punch the
 * lunch entry that it began, a session its event or the session that it makes up for.
 */
async function namedByOthers(
  db: LocalDatabase,
  rowId: string,
  chain: readonly OpenedWrite[],
): Promise<ReadonlySet<string>> {
  const ids = chain.map(({ write_id }) => write_id);
  const waiting = await db.outbox.where('depends_on').anyOf(ids).toArray();
  const naming = waiting.filter(
    (row) => row.entity_id !== rowId && (isStep(row) || row.entity === 'session'),
  );
  return new Set(naming.flatMap(({ depends_on }) => depends_on));
}

/**
 * Which writes of a row wait after a new one. Pure.
 *
 * From the first write that the server refused, or a tail that it has never
 * seen, everything folds into one write; a refused one gets a new id, because
 * the server has answered the old. A deletion folds in all that the server has
 * never seen.
 *
 * What folds takes the place of the first of them. It must not wait for anything
 * behind that place: an unseen tail is then left as it is, and a refused write
 * goes without waiting. A step, such as a punch, never folds.
 *
 * A creation on its way that another row names is not taken back: with a step the server
 * would make the row again, and a session without what it names is refused.
 *
 * @param order the local order of the writes that any of these depends on, as far as they wait
 * @param named those of the chain behind which another row waits that names this one
 */
export function planWrites(
  chain: readonly OpenedWrite[],
  fresh: OpenedWrite,
  version: number,
  order: ReadonlyMap<string, number>,
  named: ReadonlySet<string> = new Set(),
): Plan {
  const added: PlannedWrite = { ...fresh, seq: null };
  // Its author is asked about it: it stays by itself.
  if (fresh.state === 'parked') return { writes: [...chain, added], removed: [] };
  const waitsBehind = (seq: number) => (id: string) => (order.get(id) ?? 0) > seq;
  const firstFolded = foldsFrom(chain, fresh, (head) =>
    fresh.depends_on.some((id) => id !== head.write_id && waitsBehind(head.seq)(id)),
  );
  const first = chain[firstFolded];
  const isNamed =
    fresh.effect === 'delete' &&
    first?.effect === 'create' &&
    first.state !== 'parked' &&
    named.has(first.write_id);
  const foldFrom = isNamed ? firstFolded + 1 : firstFolded;
  const kept = chain.slice(0, foldFrom);
  const folded = chain.slice(foldFrom);
  const head = folded[0];
  if (head === undefined) return { writes: [...kept, added], removed: [] };

  if (fresh.effect === 'delete' && head.effect === 'create') {
    return { writes: kept, removed: folded.map((row) => ({ row, successor: null })) };
  }
  const all = [...folded, fresh];
  const isRefused = folded.some((write) => write.state === 'parked');
  const isDeletion = fresh.effect === 'delete';
  const merged: PlannedWrite = {
    ...(isDeletion ? added : head),
    ...(fresh.brings === undefined ? {} : { brings: fresh.brings }),
    ...(fresh.overwritten === undefined ? {} : { overwritten: fresh.overwritten }),
    seq: head.seq,
    write_id: isRefused ? fresh.write_id : head.write_id,
    lane: head.lane,
    depends_on: [...new Set((isDeletion ? [head, fresh] : all).flatMap((write) => write.depends_on))].filter(
      (id) => !folded.some((write) => write.write_id === id) && !waitsBehind(head.seq)(id),
    ),
    base_version: baseVersionOf(head, version),
    state: 'waiting',
    attempts: 0,
    merges: 0,
    next_attempt_at: 0,
    problem: null,
    content: {
      ...(isDeletion ? fresh : head).content,
      body: isDeletion ? null : (Object.assign({}, ...all.map((write) => write.content.body)) as unknown),
      base_values: Object.assign(
        {},
        ...all.toReversed().map((write) => write.content.base_values),
      ) as WriteContent['base_values'],
      conflict: undefined,
    },
  };
  const removed = folded.filter((row) => row.seq !== head.seq || row.write_id !== merged.write_id);
  return { writes: [...kept, merged], removed: removed.map((row) => ({ row, successor: merged.write_id })) };
}

/**
 * The version that folded writes go upon. A refused one goes upon the newest, but
 * writing on decides no question: that one stays stale, and is asked anew.
 */
function baseVersionOf(head: OpenedWrite, version: number): number | null {
  if (head.effect === 'create') return null;
  return head.state === 'parked' && head.content.conflict === undefined ? version : head.base_version;
}

/** The first write of the chain that the new one folds with; behind the last where it stands by itself. */
function foldsFrom(
  chain: readonly OpenedWrite[],
  fresh: OpenedWrite,
  mustWaitBehind: (head: OpenedWrite) => boolean,
): number {
  const refusedAt = chain.findIndex((write) => write.state === 'parked');
  // A step waits behind what was refused until its author has decided on that.
  if (isStep(fresh) || (refusedAt >= 0 && chain.slice(refusedAt).some(isStep))) return chain.length;
  if (refusedAt >= 0) return refusedAt;
  const unseenAt = chain.findLastIndex((write) => write.attempts > 0) + 1;
  if (fresh.effect === 'delete') return unseenAt;
  const tail = chain.at(-1);
  if (tail === undefined || tail.attempts > 0 || isStep(tail) || mustWaitBehind(tail)) return chain.length;
  return chain.length - 1;
}

/** Whether a write is a step of its own rather than fields of the row. */
export function isStep({ endpoint }: Pick<OpenedWrite, 'endpoint'>): boolean {
  return isEndpointName(endpoint) && endpointNamed(endpoint).offline?.isStep === true;
}

/** A write ready to store. The local order of a new one is given by the table. */
async function sealWrite(db: LocalDatabase, planned: PlannedWrite): Promise<Omit<OutboxRow, 'seq'>> {
  const { content, seq, ...row } = planned;
  const sealed = await sealContent(db, planned.write_id, content);
  const about = isOfStudentFile(row.entity) ? row.about : studentsNamed(content.body);
  return seq === null ? { ...row, about, sealed } : ({ ...row, seq, about, sealed } as OutboxRow);
}

/** The students whom a body names, whatever its noun: by the one name that the field has everywhere. */
function studentsNamed(body: unknown): string[] {
  const { student, student_ids } = (body ?? {}) as { student?: string | null; student_ids?: string[] };
  return [...(student_ids ?? []), ...(student == null ? [] : [student])];
}

export function sealContent(db: LocalDatabase, writeId: string, content: WriteContent) {
  return seal(keyOf(db), writePlace(writeId), content);
}

/**
 * Takes writes out of the outbox; those who depend on them depend on the
 * successor, or on nothing. Runs inside the caller's transaction over `outbox`
 * and `history`, which marks anew what is blocked.
 */
export async function replaceWrites(db: LocalDatabase, removed: Plan['removed'], now: string): Promise<void> {
  if (removed.length === 0) return;
  const successors = new Map(removed.map(({ row, successor }) => [row.write_id, successor]));
  await db.outbox.bulkDelete(removed.map(({ row }) => row.seq));
  await db.history.bulkPut(
    removed.filter(({ successor }) => successor === null).map(({ row }) => historyOf(row, 'cancelled', now)),
  );
  await db.outbox
    .where('depends_on')
    .anyOf([...successors.keys()])
    .modify((row) => {
      row.depends_on = [
        ...new Set(row.depends_on.map((id) => (successors.has(id) ? (successors.get(id) ?? null) : id))),
      ].filter((id) => id !== null && id !== row.write_id) as string[];
    });
}

export function historyOf(row: OutboxRow, outcome: HistoryRow['outcome'], now: string): HistoryRow {
  return {
    write_id: row.write_id,
    entity: row.entity,
    entity_id: row.entity_id,
    effect: row.effect,
    outcome,
    captured_at: row.captured_at,
    finished_at: now,
    ...(row.overwritten === undefined ? {} : { overwritten: row.overwritten }),
  };
}
