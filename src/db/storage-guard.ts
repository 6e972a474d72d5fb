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

/** How long to wait before each further try of work that a lost connection has undone. Milliseconds. */
const PAUSES_MS = [0, 100, 500];

/** How long a save waits to hear whether the server is there. */
const PROBE_LIMIT_MS = 3_000;

/** Workbox keeps the app shell under a name like this. */
const SHELL_CACHE = /precache/;

/** Every operation outside of a transaction passes here; Dexie declares no type for it. */
interface TableTransactions {
  _trans(mode: string | null, work: unknown, writeLock?: unknown): PromiseExtended<unknown>;
}

/**
 * Stands between the app and one database.
 *
 * A connection that the browser has lost is opened again, and the work is done
 * again, a few times; then it is told that storage is broken. Work is never done
 * twice that may have been stored: only what certainly was not is tried again,
 * because its transaction never began, or one of its requests failed.
 *
 * An operation that fails again on each new connection is at fault itself, not the
 * connection. From then on it fails at once and the connection stays open for
 * everything else; storage counts as broken until that operation succeeds.
 *
 * Where no space is left, caches go first, and copies of what the office has; the
 * rest of the database never. The work gets one more try. The error then goes to
 * whoever wanted to store something.
 *
 * A page that a newer version of the app overtakes closes for good. A database
 * that a newer version has made is not opened.
 *
 * @param dropCopies removes from the database what can be fetched again
 */
export function guardStorage(db: Dexie, dropCopies: () => Promise<void> = async () => undefined): void {
  /** What certainly was not stored: the error, and the operation that failed with it. */
  const undone = new WeakMap<object, string>();
  let isClosedForGood = false;
  let isMakingRoom = false;
  const makeRoomOnce = async (): Promise<void> => {
    // Removing something may itself find no room: then there is none to be made.
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
    // Deleted by a log-out in another tab: Dexie closes, as ever.
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
      // Without this, Dexie would work with whatever it finds.
      if (Math.floor((db.backendDB()?.version ?? 0) / 10) > db.verno) throw new NewerStorage();
      endStorageTrouble('blocked', 'broken');
    },
    true,
  );

  /** Whether nothing of the work can have been stored. */
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
            // A transaction that runs out of space is taken back as a whole.
            if (mayMakeRoom) return after(makeRoomOnce(), () => attempt(tries, false));
            noteStorageTrouble('full');
          } else if (isLost(problem, connection !== null && connection !== db.backendDB())) {
            const operation = failedOperation(problem);
            const mayReopen = operation === undefined || !isFailingOperation(operation);
            const pause = PAUSES_MS[tries];
            if (pause !== undefined && mayReopen && isUndone(problem)) {
              // Another operation may have opened it anew meanwhile.
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

// Null outside of any transaction, whatever Dexie's types say.
function isInTransaction(): boolean {
  return (Dexie.currentTransaction as Transaction | null) !== null;
}

/** The operation that each transaction begins with. Only a new connection helps where it fails. */
const BEGIN = 'begin';

interface Outcomes {
  /** It stored nothing. */
  failed(operation: string, problem: unknown): void;
  succeeded(operation: string): void;
}

/** Tells of each operation how it ended: the begin of a transaction, and each of its requests. */
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

/** Goes on in the zone of the caller: a live query keeps following what is read. */
function after<Result>(
  something: Promise<void>,
  work: () => PromiseExtended<Result>,
): PromiseExtended<Result> {
  return (Dexie.Promise.resolve(something) as PromiseExtended<void>).then(work);
}

/**
 * Drops what can be fetched again: caches other than the app shell, and where
 * there is none the shell too, but only while the server answers: without it the
 * app would not start again.
 */
async function makeRoom(): Promise<void> {
  try {
    const names = await caches.keys();
    const others = names.filter((name) => !SHELL_CACHE.test(name));
    const dropped = others.length > 0 || !(await isServerThere()) ? others : names;
    await Promise.all(dropped.map((name) => caches.delete(name)));
  } catch {
    // No caches here, or they are as broken as the rest: the one more try will tell.
  }
}

// `navigator.onLine` knows of a network, not of what can be reached over it.
async function isServerThere(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PROBE_LIMIT_MS);
    const answer = await fetch('/api/sync/ping/', { cache: 'no-store', signal });
    // A school network's own page is no answer of ours.
    return answer.ok && answer.headers.has(ANSWER_MARKER);
  } catch {
    return false;
  }
}
