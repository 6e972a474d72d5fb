import Dexie, { type DBCore, type DBCoreTransaction } from 'dexie';
import { LocalDatabase } from '#db/local-database.ts';

/** The tab was killed: it no longer touches the database or the network. */
class TabKilled extends Error {
  constructor() {
    super('The tab was killed.');
    this.name = 'TabKilled';
  }
}

/** Kills a tab, or fills its disk, at one of the tab's next steps: an open transaction is lost as a whole. */
export class Fuse {
  #left = Number.POSITIVE_INFINITY;
  #roomFor = Number.POSITIVE_INFINITY;
  isBlown = false;
  /** Whether the disk was full once. */
  wasFull = false;

  /** The tab dies after this many steps. */
  light(steps: number): void {
    this.#left = steps;
  }

  /** The disk is full after this many changes. */
  fillDisk(changes: number): void {
    this.#roomFor = changes;
    this.wasFull = false;
  }

  freeDisk(): void {
    this.#roomFor = Number.POSITIVE_INFINITY;
  }

  step(): void {
    this.#left -= 1;
    if (this.#left < 0) this.isBlown = true;
    if (this.isBlown) throw new TabKilled();
  }

  change(): void {
    this.step();
    this.#roomFor -= 1;
    if (this.#roomFor >= 0) return;
    this.freeDisk();
    this.wasFull = true;
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  }
}

/** A connection to a person's database on a device, with a replaceable fuse. */
export class Connection {
  readonly db: LocalDatabase;
  fuse = new Fuse();

  constructor(name: string, key: CryptoKey | null) {
    this.db = new LocalDatabase(name, key);
    const guarded = <Result>(
      transaction: DBCoreTransaction,
      check: () => void,
      work: () => Promise<Result>,
    ): Promise<Result> => {
      try {
        check();
      } catch (problem) {
        try {
          (transaction as unknown as IDBTransaction).abort();
        } catch {
          // Already closed.
        }
        return Dexie.Promise.reject(problem) as Promise<Result>;
      }
      return work();
    };
    const step = () => this.fuse.step();
    const change = () => this.fuse.change();
    this.db.use({
      stack: 'dbcore',
      name: 'fuse',
      create: (core: DBCore): DBCore => ({
        ...core,
        table(name) {
          const table = core.table(name);
          return {
            ...table,
            mutate: (request) => guarded(request.trans, change, () => table.mutate(request)),
            get: (request) => guarded(request.trans, step, () => table.get(request)),
            getMany: (request) => guarded(request.trans, step, () => table.getMany(request)),
            query: (request) => guarded(request.trans, step, () => table.query(request)),
            openCursor: (request) => guarded(request.trans, step, () => table.openCursor(request)),
            count: (request) => guarded(request.trans, step, () => table.count(request)),
          };
        },
      }),
    });
  }
}
