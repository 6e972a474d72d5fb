/**
 * What keeps this page from storing data: `full`: no space is left; `broken`: the browser's database doesn't
 * respond; `superseded`: a newer version of the app has taken over the database; `blocked`: another tab
 * blocks an upgrade of the database.
 */
export type StorageTrouble = 'full' | 'broken' | 'superseded' | 'blocked';

let trouble: StorageTrouble | null = null;
const listeners = new Set<() => void>();

export function noteStorageTrouble(found: StorageTrouble): void {
  // A superseded page can only be reloaded.
  if (trouble === found || trouble === 'superseded') return;
  trouble = found;
  for (const listener of listeners) listener();
}

/** Operations that keep failing although the database opens, by name. */
const failing = new Set<string>();

/** Storage counts as broken until this operation has succeeded, even if others succeed. */
export function noteFailingOperation(operation: string): void {
  failing.add(operation);
  noteStorageTrouble('broken');
}

export function isFailingOperation(operation: string): boolean {
  return failing.has(operation);
}

/** Removes operations that succeeded or will not be retried. */
export function endFailingOperations(succeeded: (operation: string) => boolean): void {
  if (failing.size === 0) return;
  for (const operation of failing) if (succeeded(operation)) failing.delete(operation);
  if (failing.size === 0) endStorageTrouble('broken');
}

/** Clears these kinds of trouble: the database works again. */
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

/** A newer version of the app than this page created the database on this device. */
export class NewerStorage extends Error {
  constructor() {
    super('A newer version of Caseload keeps its work in this database.');
    this.name = 'NewerStorage';
  }
}

/** An error and its causes: Dexie wraps the browser's error, once or several times. */
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

/** Whether the browser's storage failed, rather than the data being invalid. */
export function isStorageProblem(problem: unknown): boolean {
  return isNamed(problem, ...STORAGE_ERRORS);
}

/** Why something was not saved, to follow "Not saved:". */
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

/** A database of this device could not be opened or upgraded. It is unchanged. */
export class UnopenedStorage extends Error {
  constructor(cause: unknown) {
    super(unopenedWords(cause), { cause });
    this.name = 'UnopenedStorage';
  }
}

/** Another tab did not close the database in time. */
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
    return 'This device is out of space. Free up some space, then reload this page. Everything you saved is safe.';
  }
  return "This device's storage couldn't be opened or updated. Everything you saved is safe. Reload this page; if that doesn't help, tell your office.";
}
