export const TIME_FORMATS = ['12h', '24h'] as const;

/** How times of day are written: "2:30 PM" or "14:30". */
export type TimeFormat = (typeof TIME_FORMATS)[number];

/** In files, and wherever neither the person nor the organization has chosen. */
export const USUAL_TIME_FORMAT: TimeFormat = '12h';

// One per page, as it has one person. The server never sets it: what it writes is read by many.
let chosen: TimeFormat | null = null;
let byDefault: TimeFormat = USUAL_TIME_FORMAT;
let isForFiles = false;
const listeners = new Set<() => void>();

/** How this page writes times. */
export function shownTimeFormat(): TimeFormat {
  return isForFiles ? USUAL_TIME_FORMAT : (chosen ?? byDefault);
}

/**
 * Sets how this page writes times; null follows the organization. What is on the screen changes when it is
 * rendered again.
 */
export function showTimesAs(format: TimeFormat | null): void {
  change(() => {
    chosen = format;
  });
}

/** Sets the organization's format, for people who haven't chosen one. */
export function showTimesByDefaultAs(format: TimeFormat): void {
  change(() => {
    byDefault = format;
  });
}

function change(set: () => void): void {
  const before = shownTimeFormat();
  set();
  if (shownTimeFormat() !== before) for (const listener of listeners) listener();
}

/** Calls back when the format changes; returns how to stop. */
export function onTimeFormatChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Runs synchronous work with times as everyone writes them: for files, which other people and programs read. */
export function inUsualTimeFormat<Result>(work: () => Result): Result {
  const before = isForFiles;
  isForFiles = true;
  try {
    return work();
  } finally {
    isForFiles = before;
  }
}
