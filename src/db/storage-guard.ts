import Dexie, { type DBCore, type DBCoreQuery, type PromiseExtended, type Transaction } from 'dexie';
import { ANSWER_MARKER } from '#contract/errors.ts';
import {
  endFailingOperations,
  endStorageTrouble,
  isFailingOperation,
  isNamed,
  layersOf,
  NewerStorage,
  noteFailingOperation,
  noteStorageTrouble,
} from './storage-trouble.ts';

/** Delays before each retry of an operation that a lost connection undid. Milliseconds. */
const PAUSES_MS = [0, 100, 500];

/** How long a save waits to find out whether the server is reachable. */
const PROBE_LIMIT_MS = 3_000;

/** Workbox keeps the app shell in a cache with such a name. */
const SHELL_CACHE = /precache/;

/** Every operation outside of a transaction goes through this; Dexie has no type for it. */
interface TableTransactions {
  _trans(mode: string | null, work: unknown, writeLock?: unknown): PromiseExtended<unknown>;
}

/**
 * Makes one database resilient against storage failures.
 *
 * If the browser lost the connection, it is reopened and the operation retried a few times; after that,
 * storage is reported as broken. Only operations that certainly stored nothing are retried: their transaction
 * never began, or one of their requests failed.
 *
 * An operation that fails again on each new connection is at fault itself. From then on it fails immediately,
 * and the connection stays open for everything else; storage counts as broken until that operation succeeds.
 *
 * If the disk is full, caches are dropped first, then copies of what the server has, never anything else. The
 * operation is retried once; a further error goes to the caller.
 *
 * A page that was superseded by a newer version of the app closes the database for good. A database created
 * by a newer version is not opened.
 * @param dropCopies deletes from the database what can be fetched again
 */
export function guardStorage(db: Dexie, dropCopies: () => Promise<void> = async () => undefined): void {
  /** Errors of operations that certainly stored nothing, with the operation that failed. */
  const undone = new WeakMap<object, string>();
  let isClosedForGood = false;
  let isMakingRoom = false;
  const makeRoomOnce = async (): Promise<void> => {
    // Deleting may itself run out of space: then no space can be freed.
    if (isMakingRoom) return;
    isMakingRoom = true;
    await makeRoom();
    await dropCopies().catch(() => undefined);
    isMakingRoom = false;
  };

  const place = `${db.name}/`;
  const outcomes: Outcomes = {
    failed: (operation, problem) => {
      for (const layer of layersOf(problem)) undone.set(layer, place + operation);
    },
    succeeded: (operation) => endFailingOperations((failing) => failing === place + operation),
  };
  db.use({ stack: 'dbcore', name: 'storage-guard', level: 1_000, create: (core) => noting(core, outcomes) });

  const { open, close } = db;
  db.open = () => {
    isClosedForGood = false;
    return open.call(db);
  };
  db.close = (options) => {
    isClosedForGood = options?.disableAutoOpen !== false;
    if (isClosedForGood) endFailingOperations((operation) => operation.startsWith(place));
    close.call(db, options);
  };
  db.on('versionchange', ({ newVersion }) => {
    // Deleted by a logout in another tab: Dexie closes, as usual.
    if (newVersion === null || newVersion === 0) return undefined;
    db.close();
    noteStorageTrouble('superseded');
    return false;
  });
  db.on('blocked', ({ newVersion }) => {
    if (newVersion) noteStorageTrouble('blocked');
  });
  db.on(
    'ready',
    () => {
      // Without this check, Dexie would open whatever it finds.
      if (Math.floor((db.backendDB()?.version ?? 0) / 10) > db.verno) throw new NewerStorage();
      endStorageTrouble('blocked', 'broken');
    },
    true,
  );

  /** Whether the operation can't have stored anything. */
  const isUndone = (problem: unknown): boolean =>
    isNamed(problem, 'DatabaseClosedError', 'OpenFailedError') || failedOperation(problem) !== undefined;

  const failedOperation = (problem: unknown): string | undefined => {
    for (const layer of layersOf(problem)) {
      const operation = undone.get(layer);
      if (operation !== undefined) return operation;
    }
    return undefined;
  };

  const guarded = <Result>(work: () => PromiseExtended<Result>, writes: boolean): PromiseExtended<Result> => {
    const attempt = (tries: number, mayMakeRoom: boolean): PromiseExtended<Result> => {
      const connection = db.backendDB();
      return work().then(
        (result) => {
          if (writes) endStorageTrouble('full', 'broken');
          return result;
        },
        (problem: unknown): PromiseExtended<Result> => {
          if (isClosedForGood) return Dexie.Promise.reject(problem) as PromiseExtended<Result>;
          if (isNamed(problem, 'QuotaExceededError')) {
            // A transaction that runs out of space is rolled back as a whole.
            if (mayMakeRoom) return after(makeRoomOnce(), () => attempt(tries, false));
            noteStorageTrouble('full');
          } else if (isLost(problem, connection !== null && connection !== db.backendDB())) {
            const operation = failedOperation(problem);
            const mayReopen = operation === undefined || !isFailingOperation(operation);
            const pause = PAUSES_MS[tries];
            if (pause !== undefined && mayReopen && isUndone(problem)) {
              // Another operation may have reopened it in the meantime.
              if (db.backendDB() === connection) db.close({ disableAutoOpen: false });
              return after(wait(pause), () => attempt(tries + 1, mayMakeRoom));
            }
            if (operation === undefined || operation === place + BEGIN) noteStorageTrouble('broken');
            else noteFailingOperation(operation);
          }
          return Dexie.Promise.reject(problem) as PromiseExtended<Result>;
        },
      );
    };
    return attempt(0, true);
  };

  const begin = db.transaction.bind(db) as (...parts: unknown[]) => PromiseExtended<unknown>;
  db.transaction = ((mode: string, ...parts: unknown[]) =>
    isInTransaction()
      ? begin(mode, ...parts)
      : guarded(() => begin(mode, ...parts), mode !== 'r' && mode !== 'readonly')) as typeof db.transaction;

  const tables = db.Table.prototype as unknown as TableTransactions;
  const { _trans } = tables;
  tables._trans = function (this: { _tx?: Transaction }, mode, ...parts) {
    if (mode === null || isInTransaction() || this._tx !== undefined) {
      return _trans.call(this as unknown as TableTransactions, mode, ...parts);
    }
    return guarded(
      () => _trans.call(this as unknown as TableTransactions, mode, ...parts),
      mode === 'readwrite',
    );
  };
}

// Null outside of a transaction, despite Dexie's types.
function isInTransaction(): boolean {
  return (Dexie.currentTransaction as Transaction | null) !== null;
}

/** The operation that begins each transaction. If it fails, only a new connection helps. */
const BEGIN = 'begin';

interface Outcomes {
  /** It stored nothing. */
  failed(operation: string, problem: unknown): void;
  succeeded(operation: string): void;
}

/** Reports the outcome of every operation: each transaction's begin, and each of its requests. */
function noting(core: DBCore, { failed, succeeded }: Outcomes): DBCore {
  const watched = <Result>(
    operation: string,
    answer: Promise<Result>,
    faultsIn: (result: Result) => readonly unknown[] = () => [],
  ): Promise<Result> =>
    answer.then(
      (result) => {
        const faults = faultsIn(result);
        for (const fault of faults) failed(operation, fault);
        if (faults.length === 0) succeeded(operation);
        return result;
      },
      (problem: unknown) => {
        failed(operation, problem);
        throw problem;
      },
    );
  return {
    ...core,
    transaction(...parts) {
      try {
        return core.transaction(...parts);
      } catch (problem) {
        failed(BEGIN, problem);
        throw problem;
      }
    },
    table(name) {
      const table = core.table(name);
      const reading = (how: string, { index }: DBCoreQuery) => `${how} ${name}.${index.name ?? 'key'}`;
      return {
        ...table,
        mutate: (request) =>
          watched(`${request.type} ${name}`, table.mutate(request), ({ failures }) =>
            Object.values(failures),
          ),
        get: (request) => watched(`get ${name}`, table.get(request)),
        getMany: (request) => watched(`getMany ${name}`, table.getMany(request)),
        query: (request) => watched(reading('query', request.query), table.query(request)),
        openCursor: (request) =>
          watched(
            reading(request.unique ? 'unique cursor' : 'cursor', request.query),
            table.openCursor(request),
          ),
        count: (request) => watched(reading('count', request.query), table.count(request)),
      };
    },
  };
}

function isLost(problem: unknown, wasClosedMeanwhile: boolean): boolean {
  if (isNamed(problem, 'NewerStorage', 'VersionError', 'UpgradeError')) return false;
  if (isNamed(problem, 'InvalidStateError', 'DatabaseClosedError', 'UnknownError', 'OpenFailedError'))
    return true;
  return wasClosedMeanwhile && isNamed(problem, 'AbortError');
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Continues in the caller's zone, so that a live query keeps observing what is read. */
function after<Result>(
  something: Promise<void>,
  work: () => PromiseExtended<Result>,
): PromiseExtended<Result> {
  return (Dexie.Promise.resolve(something) as PromiseExtended<void>).then(work);
}

/**
 * Drops what can be fetched again: caches other than the app shell. If there are none, the shell too, but
 * only while the server is reachable: without it the app can't start.
 */
async function makeRoom(): Promise<void> {
  try {
    const names = await caches.keys();
    const others = names.filter((name) => !SHELL_CACHE.test(name));
    const dropped = others.length > 0 || !(await isServerThere()) ? others : names;
    await Promise.all(dropped.map((name) => caches.delete(name)));
  } catch {
    // No caches here, or they are as broken as the rest: the retry will show.
  }
}

// `navigator.onLine` reports a network, not whether the server is reachable.
async function isServerThere(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PROBE_LIMIT_MS);
    const answer = await fetch('/api/sync/ping/', { cache: 'no-store', signal });
    // A captive portal's page doesn't count.
    return answer.ok && answer.headers.has(ANSWER_MARKER);
  } catch {
    return false;
  }
}
