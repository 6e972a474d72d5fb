import { sql } from 'drizzle-orm';
import type { Transaction } from './database.ts';

/** The part of a transaction, or of the database itself, that things are sent by. */
export type Sender = Pick<Transaction, 'execute' | 'insert' | 'update'>;

/**
 * What many writes of one transaction gather, so that it goes out in one statement: new
 * rows, the change index, the audit, the keys. A write on its own sends each at once.
 */
export interface Gatherer<Item> {
  /**
   * New rows, and then turns of stored ones, stand before every later statement, which may
   * read them; bookkeeping goes out at the end.
   */
  kind: 'rows' | 'turns' | 'bookkeeping';
  send(tx: Sender, items: readonly Item[]): Promise<void>;
}

/** New rows met others under their ids that came between. The writes must run one by one. */
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

/** Work that may be undone by itself: how things stood before it, and whether it has a savepoint yet. */
interface Undoable {
  name: 'write' | 'apart';
  before: Standing;
  hasSavepoint: boolean;
}

export interface WriteUnit {
  /** What the writes run in: a statement of theirs first sends the rows that were gathered. */
  tx: Transaction;
  /** Runs one write under a savepoint of its own, made at its first statement. What throws leaves no trace. */
  inWrite<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Sends all that was gathered. */
  settle(): Promise<void>;
  /** Drops what was read ahead. */
  forgetFacts(): void;
}

interface OpenUnit extends WriteUnit {
  standing: Standing;
  /** As `inWrite`, for a part of a write. */
  apart<Result>(work: () => Promise<Result>): Promise<Result>;
}

const units = new WeakMap<object, OpenUnit>();

/** drizzle keeps these to itself: all transactions within one share its session, and statements go to its client. */
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
  /** The write that runs now and, within it, what it does apart. */
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

  /** Rows of earlier work lie outside of a savepoint, those of its own inside. */
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

/** The same transaction, of which each statement waits until all is ready for it. */
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

/** What of `all` came after `before`: lists only ever grow. */
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

/** Sends items at once, or keeps them for the end where many writes share the transaction. */
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

/** Of the items that wait to be sent; none outside of a unit. */
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

/** Sends what earlier writes of the transaction gathered. Call it before reading the change index, the audit or keys. */
export async function settleSoFar(tx: object): Promise<void> {
  await unitOf(tx)?.settle();
}

/** A fact that was read ahead for all writes of the transaction. */
export function factAhead<Fact>(tx: Transaction, name: string): Fact | undefined {
  return unitOf(tx)?.standing.facts.get(name) as Fact | undefined;
}

/** Keeps a fact for the writes that follow. What a refused write kept goes with it. */
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

/** Runs work that may fail without its transaction: what it did and gathered goes, the rest stays. */
export function underSavepoint<Result>(
  tx: Transaction,
  work: (savepoint: Transaction) => Promise<Result>,
): Promise<Result> {
  const unit = unitOf(tx);
  return unit === undefined ? tx.transaction(work) : unit.apart(() => work(tx));
}
