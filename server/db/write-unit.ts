import { sql } from 'drizzle-orm';
import type { Transaction } from './database.ts';

/** The part of a transaction, or of the database, that sends statements. */
export type Sender = Pick<Transaction, 'execute' | 'insert' | 'update'>;

/**
 * Collects items of many writes in one transaction, to send them in one statement: new rows, the change
 * index, the audit, idempotency keys. A single write sends each immediately.
 */
export interface Gatherer<Item> {
  /**
   * New rows, then flag changes of stored ones, are sent before every later statement, which may read them;
   * bookkeeping is sent at the end.
   */
  kind: 'rows' | 'turns' | 'bookkeeping';
  send(tx: Sender, items: readonly Item[]): Promise<void>;
}

/** New rows conflict with others inserted under their ids in between. The writes must run one by one. */
export class UnitConflict extends Error {
  constructor() {
    super('Rows that were gathered met others under their ids.');
    this.name = 'UnitConflict';
  }
}

const ROWS = ['rows', 'turns'] as const;

type Gathered = ReadonlyMap<Gatherer<never>, readonly unknown[]>;
type Facts = ReadonlyMap<string, unknown>;

interface Standing {
  gathered: Gathered;
  facts: Facts;
}

/** Work that can be rolled back separately: the state before it, and whether it has a savepoint yet. */
interface Undoable {
  name: 'write' | 'apart';
  before: Standing;
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
  forgetFacts(): void;
}

interface OpenUnit extends WriteUnit {
  standing: Standing;
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

  async function sendAll(standing: Standing, kinds: readonly Gatherer<never>['kind'][]): Promise<Standing> {
    const kept = new Map(standing.gathered);
    for (const kind of kinds) {
      for (const [gatherer, items] of standing.gathered) {
        if (gatherer.kind !== kind) continue;
        kept.delete(gatherer);
        await gatherer.send(bare, items as readonly never[]);
      }
    }
    return { ...standing, gathered: kept };
  }

  /** Rows of earlier work are sent outside of a savepoint, its own inside. */
  async function makeReady(): Promise<void> {
    for (const [at, one] of running.entries()) {
      if (one.hasSavepoint) continue;
      const earlier = one.before.gathered;
      const inner = running.slice(at + 1).map((other) => without(other.before.gathered, earlier));
      const own = without(unit.standing.gathered, earlier);
      one.before = await sendAll(one.before, ROWS);
      await bare.execute(sql.raw(`savepoint ${one.name}`));
      one.hasSavepoint = true;
      const { gathered } = one.before;
      for (const [behind, other] of running.slice(at + 1).entries()) {
        other.before = { ...other.before, gathered: together(gathered, inner[behind] ?? new Map()) };
      }
      unit.standing = { ...unit.standing, gathered: together(gathered, own) };
    }
    unit.standing = await sendAll(unit.standing, ROWS);
  }

  function ready(): Promise<void> {
    sending = sending.then(makeReady);
    return sending;
  }

  async function undoable<Result>(name: Undoable['name'], work: () => Promise<Result>): Promise<Result> {
    const one: Undoable = { name, before: unit.standing, hasSavepoint: false };
    const around = running;
    running = [...around, one];
    try {
      return await work();
    } catch (error) {
      unit.standing = one.before;
      if (one.hasSavepoint) await bare.execute(sql.raw(`rollback to savepoint ${name}`));
      throw error;
    } finally {
      running = around;
      if (one.hasSavepoint) await bare.execute(sql.raw(`release savepoint ${name}`));
    }
  }

  const unit: OpenUnit = {
    tx: withReadyStatements(bare, ready),
    standing: { gathered: new Map(), facts: new Map() },
    inWrite: (work) => undoable('write', work),
    apart: (work) => undoable('apart', work),
    async settle() {
      await ready();
      unit.standing = await sendAll(unit.standing, ['bookkeeping']);
    },
    forgetFacts() {
      unit.standing = { ...unit.standing, facts: new Map() };
    },
  };
  units.set(sessionOf(unit.tx), unit);
  return unit;
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
  if (unit === undefined) await gatherer.send(tx, items);
  else change(unit, gatherer, (kept) => [...kept, ...items]);
}

/** Collected items not yet sent; none outside of a unit. */
export function gatheredBy<Item>(tx: Sender, gatherer: Gatherer<Item>): readonly Item[] {
  return (unitOf(tx)?.standing.gathered.get(gatherer as never) ?? []) as readonly Item[];
}

function change<Item>(
  unit: OpenUnit,
  gatherer: Gatherer<Item>,
  next: (kept: readonly Item[]) => readonly Item[],
): void {
  const kept = (unit.standing.gathered.get(gatherer as never) ?? []) as readonly Item[];
  const gathered = new Map(unit.standing.gathered).set(gatherer as never, next(kept));
  unit.standing = { ...unit.standing, gathered };
}

/**
 * Sends what earlier writes of the transaction collected. Call it before reading the change index, the audit,
 * or keys.
 */
export async function settleSoFar(tx: object): Promise<void> {
  await unitOf(tx)?.settle();
}

/** Data prefetched for all writes of the transaction. */
export function factAhead<Fact>(tx: Transaction, name: string): Fact | undefined {
  return unitOf(tx)?.standing.facts.get(name) as Fact | undefined;
}

/** Keeps data for the writes that follow. A rollback also drops it. */
export function keepFact<Fact>(tx: Transaction, name: string, fact: Fact): void {
  const unit = unitOf(tx);
  if (unit === undefined) return;
  unit.standing = { ...unit.standing, facts: new Map(unit.standing.facts).set(name, fact) };
}

export function forgetFact(tx: Transaction, name: string): void {
  const unit = unitOf(tx);
  if (unit === undefined) return;
  const facts = new Map(unit.standing.facts);
  facts.delete(name);
  unit.standing = { ...unit.standing, facts };
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
