import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from './database.ts';

/** The part of a transaction, or of the database, that sends statements. */
export type Sender = Pick<Transaction, 'execute' | 'insert' | 'update'>;

/**
 * Writes some items as a part of a statement. Other parts of the same statement write other tables: they neither see
 * nor follow each other.
 */
export interface StatementPart {
  table: string;
  /** Common table expressions that write the items. */
  ctes: SQL;
  /** Boolean: whether all items were written. Always evaluated. */
  isDone: SQL;
  /** What it means that they weren't; by default a conflict of the unit. */
  refusal?: () => Error;
  /** The bookkeeping must see what it wrote, so it goes into an earlier statement. */
  goesAhead?: boolean;
}

/**
 * Collects items of the writes in one transaction, to send them in one statement: new rows, changed rows, the change
 * index, the audit, idempotency keys. Outside of a unit each is sent immediately.
 */
export interface Gatherer<Item> {
  /**
   * New rows, then changes of stored ones, are sent before every later statement, which may read them; bookkeeping
   * is sent at the end.
   */
  kind: 'rows' | 'turns' | 'bookkeeping';
  /** Parts of the same table are sent one after another. */
  partsOf(items: readonly Item[]): StatementPart[];
}

/**
 * New rows met others inserted under their ids in between, or changed rows were changed by someone else. The writes must
 * run again, one by one.
 */
export class UnitConflict extends Error {
  constructor() {
    super('Rows that were gathered met others that were written in between.');
    this.name = 'UnitConflict';
  }
}

const ROWS = ['rows', 'turns'] as const;

type Gathered = ReadonlyMap<Gatherer<never>, readonly unknown[]>;
type Prefetched = ReadonlyMap<string, unknown>;

interface UnitState {
  gathered: Gathered;
  prefetched: Prefetched;
}

/** Work that can be rolled back separately: the state before it, and whether it has a savepoint yet. */
interface Undoable {
  name: 'write' | 'apart';
  before: UnitState;
  hasSavepoint: boolean;
}

export interface WriteUnit {
  /** The transaction of the writes: their statements first send the collected rows. */
  tx: Transaction;
  /**
   * Runs one write under its own savepoint, created at its first statement. If it throws, it leaves no trace.
   */
  inWrite<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Sends everything collected. */
  settle(): Promise<void>;
  /** Drops prefetched data. */
  dropAllPrefetched(): void;
}

interface OpenUnit extends WriteUnit {
  state: UnitState;
  /** Sends collected rows, as before a statement. */
  sendRows(): Promise<void>;
  /** Like `inWrite`, for a part of a write. */
  apart<Result>(work: () => Promise<Result>): Promise<Result>;
}

const units = new WeakMap<object, OpenUnit>();

/** Drizzle internals: nested transactions share one session, whose client gets the statements. */
interface Insides {
  session: { client: { query(...asked: unknown[]): Promise<unknown> } };
}

function sessionOf(tx: object): object {
  return (tx as unknown as Insides).session;
}

function unitOf(tx: object): OpenUnit | undefined {
  return units.get(sessionOf(tx));
}

/** Opens a unit in a transaction that nothing else uses. */
export function openUnit(bare: Transaction): WriteUnit {
  /** The running write and, within it, its separate parts. */
  let running: Undoable[] = [];
  let sending: Promise<void> = Promise.resolve();

  async function sendAll(state: UnitState, kinds: readonly Gatherer<never>['kind'][]): Promise<UnitState> {
    const kept = new Map(state.gathered);
    const parts: StatementPart[] = [];
    for (const kind of kinds) {
      for (const [gatherer, items] of state.gathered) {
        if (gatherer.kind !== kind) continue;
        kept.delete(gatherer);
        parts.push(...gatherer.partsOf(items as readonly never[]));
      }
    }
    await sendParts(bare, parts);
    return { ...state, gathered: kept };
  }

  /** Rows of earlier work are sent outside of a savepoint, its own inside. */
  async function makeReady(): Promise<void> {
    for (const [at, one] of running.entries()) {
      if (one.hasSavepoint) continue;
      const earlier = one.before.gathered;
      const inner = running.slice(at + 1).map((other) => without(other.before.gathered, earlier));
      const own = without(unit.state.gathered, earlier);
      one.before = await sendAll(one.before, ROWS);
      await bare.execute(sql.raw(`savepoint ${one.name}`));
      one.hasSavepoint = true;
      const { gathered } = one.before;
      for (const [behind, other] of running.slice(at + 1).entries()) {
        other.before = { ...other.before, gathered: together(gathered, inner[behind] ?? new Map()) };
      }
      unit.state = { ...unit.state, gathered: together(gathered, own) };
    }
    unit.state = await sendAll(unit.state, ROWS);
  }

  function ready(): Promise<void> {
    sending = sending.then(makeReady);
    return sending;
  }

  async function undoable<Result>(name: Undoable['name'], work: () => Promise<Result>): Promise<Result> {
    const one: Undoable = { name, before: unit.state, hasSavepoint: false };
    const around = running;
    running = [...around, one];
    try {
      return await work();
    } catch (error) {
      unit.state = one.before;
      if (one.hasSavepoint) await bare.execute(sql.raw(`rollback to savepoint ${name}`));
      throw error;
    } finally {
      running = around;
      if (one.hasSavepoint) await bare.execute(sql.raw(`release savepoint ${name}`));
    }
  }

  const unit: OpenUnit = {
    tx: withReadyStatements(bare, ready),
    state: { gathered: new Map(), prefetched: new Map() },
    sendRows: ready,
    inWrite: (work) => undoable('write', work),
    apart: (work) => undoable('apart', work),
    async settle() {
      // Within a write, rows of earlier ones are sent outside of its savepoint.
      if (running.length > 0) await ready();
      await sending;
      unit.state = await sendAll(unit.state, [...ROWS, 'bookkeeping']);
    },
    dropAllPrefetched() {
      unit.state = { ...unit.state, prefetched: new Map() };
    },
  };
  units.set(sessionOf(unit.tx), unit);
  return unit;
}

/** Sends parts in as few statements as their tables allow, in their order. */
async function sendParts(tx: Sender, parts: readonly StatementPart[]): Promise<void> {
  let group: StatementPart[] = [];
  for (const part of parts) {
    const isBehind = group.some(({ table, goesAhead }) => table === part.table || goesAhead === true);
    if (isBehind) {
      await sendGroup(tx, group);
      group = [];
    }
    group.push(part);
  }
  if (group.length > 0) await sendGroup(tx, group);
}

async function sendGroup(tx: Sender, group: readonly StatementPart[]): Promise<void> {
  const ctes = sql.join(
    group.map((part) => part.ctes),
    sql`, `,
  );
  const done = sql.join(
    group.map((part) => part.isDone),
    sql`, `,
  );
  const { rows } = await tx.execute<{ done: string }>(
    sql`with ${ctes} select json_build_array(${done})::text as done`,
  );
  const isDone = JSON.parse(rows[0]?.done ?? '[]') as boolean[];
  for (const [at, part] of group.entries()) {
    if (isDone[at] !== true) throw part.refusal?.() ?? new UnitConflict();
  }
}

/** The same transaction, whose statements wait until everything before them is sent. */
function withReadyStatements(bare: Transaction, ready: () => Promise<void>): Transaction {
  const { session } = bare as unknown as Insides;
  const { client } = session;
  const waiting = Object.create(client, {
    query: { value: (...asked: unknown[]) => ready().then(() => client.query(...asked)) },
  });
  return Object.create(bare, {
    session: { value: Object.create(session, { client: { value: waiting } }) },
  });
}

/** The items of `all` that came after `before`: lists only grow. */
function without(all: Gathered, before: Gathered): Gathered {
  return new Map(
    [...all].map(([gatherer, items]) => [gatherer, items.slice(before.get(gatherer)?.length ?? 0)]),
  );
}

function together(before: Gathered, own: Gathered): Gathered {
  const joined = new Map(before);
  for (const [gatherer, items] of own) joined.set(gatherer, [...(before.get(gatherer) ?? []), ...items]);
  return joined;
}

/** Sends items immediately, or collects them if many writes share the transaction. */
export async function sendOrGather<Item>(
  tx: Sender,
  gatherer: Gatherer<Item>,
  items: readonly Item[],
): Promise<void> {
  if (items.length === 0) return;
  const unit = unitOf(tx);
  if (unit === undefined) return sendParts(tx, gatherer.partsOf(items));
  if (gatherer.kind === 'turns' && turnsAnyOtherwise(unit, gatherer, items)) await unit.sendRows();
  const kept = unit.state.gathered.get(gatherer as never) ?? [];
  const gathered = new Map(unit.state.gathered).set(gatherer as never, [...kept, ...items]);
  unit.state = { ...unit.state, gathered };
}

/** Whether one of these rows is already changed in another way, which must be sent first. */
function turnsAnyOtherwise(unit: OpenUnit, gatherer: object, items: readonly unknown[]): boolean {
  const ids = new Set((items as readonly { id?: unknown }[]).map(({ id }) => id));
  return [...unit.state.gathered].some(
    ([other, waiting]) =>
      other.kind === 'turns' &&
      other !== gatherer &&
      (waiting as readonly { id?: unknown }[]).some(({ id }) => ids.has(id)),
  );
}

/**
 * Sends what earlier writes of the transaction collected. Call it before reading the change index, the audit,
 * or keys.
 */
export async function settleSoFar(tx: object): Promise<void> {
  await unitOf(tx)?.settle();
}

/** Data prefetched for all writes of the transaction. */
export function readPrefetched<Data>(tx: Transaction, name: string): Data | undefined {
  return unitOf(tx)?.state.prefetched.get(name) as Data | undefined;
}

/** Keeps data for the writes that follow. A rollback also drops it. */
export function keepPrefetched<Data>(tx: Transaction, name: string, data: Data): void {
  const unit = unitOf(tx);
  if (unit === undefined) return;
  unit.state = { ...unit.state, prefetched: new Map(unit.state.prefetched).set(name, data) };
}

export function dropPrefetched(tx: Transaction, name: string): void {
  const unit = unitOf(tx);
  if (unit === undefined) return;
  const prefetched = new Map(unit.state.prefetched);
  prefetched.delete(name);
  unit.state = { ...unit.state, prefetched };
}

/**
 * Runs work that may fail without failing its transaction: its effects and collected items are rolled back,
 * the rest stays.
 */
export function underSavepoint<Result>(
  tx: Transaction,
  work: (savepoint: Transaction) => Promise<Result>,
): Promise<Result> {
  const unit = unitOf(tx);
  return unit === undefined ? tx.transaction(work) : unit.apart(() => work(tx));
}
