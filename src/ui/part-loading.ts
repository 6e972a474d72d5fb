/** How long a part of the app may take to load (specification, 9: the time-out of the original's bundler). */
export const LOAD_LIMIT_MS = 120_000;

/** Browsers' messages for a module that could not be loaded; none has an error code for it. */
const WORDINGS = [
  'failed to fetch dynamically imported module', // Chromium
  'error loading dynamically imported module', // Firefox
  'importing a module script failed', // WebKit
  'unable to preload css',
];

/** Whether a module is missing, rather than broken. */
export function isLoadFailure(problem: unknown): boolean {
  if (!(problem instanceof Error)) return false;
  const words = problem.message.toLowerCase();
  return WORDINGS.some((wording) => words.includes(wording));
}

/** A part that didn't load in time, as browsers say it of one that is missing. */
export function lateFailure(): TypeError {
  return new TypeError('Failed to fetch dynamically imported module: no answer in time');
}

/** The part, if it loads in time; otherwise it fails like one that is missing. */
export function inTime<Part>(part: Promise<Part>): Promise<Part> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(lateFailure()), LOAD_LIMIT_MS);
    void part.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const RELOADED_AT = 'caseload-reloaded-at';
const PROBE = 'caseload-storage-probe';
/**
 * A second failure within this time means that reloading doesn't help. Longer than a part may take to load: otherwise a
 * part that never answers would reload the page forever. Milliseconds.
 */
const JUST_NOW_MS = LOAD_LIMIT_MS + 180_000;

/** Remembers that this tab reloads because of a part that could not be loaded. */
export function rememberReload(): void {
  try {
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  } catch {
    // Then only a person reloads the page.
  }
}

/** Whether another automatic reload wouldn't help, or couldn't be told from the first one. */
export function hasJustReloaded(): boolean {
  try {
    // Without storage, a reload can't be remembered: it could go on forever.
    sessionStorage.setItem(PROBE, '1');
    sessionStorage.removeItem(PROBE);
    return Math.abs(Date.now() - Number(sessionStorage.getItem(RELOADED_AT) ?? 0)) < JUST_NOW_MS;
  } catch {
    return true;
  }
}
