/**
 * What keeps this page from storing anything, as far as it is known:
 * `full` no space is left; `broken` the browser does not answer for its database;
 * `superseded` a newer version of the app has taken the database; `blocked` the
 * database is being brought up to date, and another tab is in the way.
 */
export type StorageTrouble = 'full' | 'broken' | 'superseded' | 'blocked';

let trouble: StorageTrouble | null = null;
const listeners = new Set<() => void>();

export function noteStorageTrouble(found: StorageTrouble): void {
  // Only a reload helps a page that a newer version has overtaken.
  if (trouble === found || trouble === 'superseded') return;
  trouble = found;
  for (const listener of listeners) listener();
}

/** Operations that the browser keeps failing although its database opens, by name. */
const failing = new Set<string>();

/** Storage counts as broken until this very operation has succeeded, whatever else succeeds meanwhile. */
export function noteFailingOperation(operation: string): void {
  failing.add(operation);
  noteStorageTrouble('broken');
}

export function isFailingOperation(operation: string): boolean {
  return failing.has(operation);
}

/** Operations that succeeded, or that nobody will ask for again. */
export function endFailingOperations(succeeded: (operation: string) => boolean): void {
  if (failing.size === 0) return;
  for (const operation of failing) if (succeeded(operation)) failing.delete(operation);
  if (failing.size === 0) endStorageTrouble('broken');
}

/** The database works again, as far as these are concerned. */
export function endStorageTrouble(...over: readonly Exclude<StorageTrouble, 'superseded'>[]): void {
  if (trouble === null || trouble === 'superseded' || !over.includes(trouble)) return;
  const left = failing.size > 0 ? 'broken' : null;
  if (trouble === left) return;
  trouble = left;
  for (const listener of listeners) listener();
}

export function storageTrouble(): StorageTrouble | null {
  return trouble;
}

export function subscribeToStorageTrouble(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The database on this device was made by a newer version of the app than this page. */
export class NewerStorage extends Error {
  constructor() {
    super('A newer version of Caseload keeps its work in this database.');
    this.name = 'NewerStorage';
  }
}

/** An error and everything inside it: Dexie wraps what the browser said, once or several times. */
export function* layersOf(problem: unknown): Generator<object> {
  if (typeof problem !== 'object' || problem === null) return;
  yield problem;
  const { inner, cause, failures } = problem as { inner?: unknown; cause?: unknown; failures?: unknown };
  if (inner !== problem) yield* layersOf(inner);
  if (cause !== problem) yield* layersOf(cause);
  if (Array.isArray(failures)) for (const failure of failures) yield* layersOf(failure);
}

export function isNamed(problem: unknown, ...names: readonly string[]): boolean {
  return [...layersOf(problem)].some((layer) => names.includes((layer as { name?: string }).name ?? ''));
}

const STORAGE_ERRORS = [
  ...['QuotaExceededError', 'UnknownError', 'InvalidStateError', 'DatabaseClosedError', 'OpenFailedError'],
  ...['AbortError', 'VersionError', 'UpgradeError', 'TransactionInactiveError', 'TimeoutError'],
  ...['MissingAPIError', 'PrematureCommitError', 'NotReadableError', 'NewerStorage', 'UnopenedStorage'],
];

/** Whether the browser's storage is at fault, rather than what was to be stored. */
export function isStorageProblem(problem: unknown): boolean {
  return isNamed(problem, ...STORAGE_ERRORS);
}

/** Why something was not saved, as the rest of a sentence that begins with "Not saved:". */
export function notSavedWords(problem: unknown): string {
  if (isNamed(problem, 'QuotaExceededError')) {
    return 'this device is out of space. Your entry stays here. Free up some space, then save again.';
  }
  if (trouble === 'superseded' || isNamed(problem, 'NewerStorage')) {
    return 'a newer version of Caseload is open in another tab. Your entry stays here until you reload this page.';
  }
  if (isStorageProblem(problem)) {
    return "this device can't save anything right now. Your entry stays here. Save again in a moment.";
  }
  const reason = problem instanceof Error ? problem.message : String(problem);
  return `${reason} Your entry stays here.`;
}

/** A database of this device could not be opened or brought up to date. It was left as it was. */
export class UnopenedStorage extends Error {
  constructor(cause: unknown) {
    super(unopenedWords(cause), { cause });
    this.name = 'UnopenedStorage';
  }
}

/** Another tab did not let go of the database in time. */
export class BlockedStorage extends Error {
  constructor() {
    super('Another tab keeps the database.');
    this.name = 'BlockedStorage';
  }
}

function unopenedWords(cause: unknown): string {
  if (isNamed(cause, 'BlockedStorage')) {
    return 'Close your other Caseload tabs, then reload this page to finish the update. Everything you saved is safe.';
  }
  if (isNamed(cause, 'NewerStorage')) {
    return 'A newer version of Caseload was used on this device. Reload this page to update. Everything you saved is safe.';
  }
  if (isNamed(cause, 'QuotaExceededError')) {
    return 'This device is out of space. Free some up, then reload this page. Everything you saved is safe.';
  }
  return "This device's storage couldn't be opened or updated. Everything you saved is safe. Reload this page; if that doesn't help, tell your office.";
}
