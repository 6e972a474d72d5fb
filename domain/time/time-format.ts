export const TIME_FORMATS = ['12h', '24h'] as const;

/** How times of day are written: "2:30 PM" or "14:30". */
export type TimeFormat = (typeof TIME_FORMATS)[number];

/** For everyone who hasn't chosen, and for everything that isn't one person's screen. */
export const USUAL_TIME_FORMAT: TimeFormat = '12h';

// One per page, as it has one person. The server never sets it: what it writes is read by many.
let shown: TimeFormat = USUAL_TIME_FORMAT;
const listeners = new Set<() => void>();

/** How this page writes times. */
export function shownTimeFormat(): TimeFormat {
  return shown;
}

/** Sets how this page writes times. What is on the screen changes when it is rendered again. */
export function showTimesAs(format: TimeFormat): void {
  if (format === shown) return;
  shown = format;
  for (const listener of listeners) listener();
}

/** Calls back when the format changes; returns how to stop. */
export function onTimeFormatChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Runs synchronous work with times as everyone writes them: for files, which other people and programs read. */
export function inUsualTimeFormat<Result>(work: () => Result): Result {
  const own = shown;
  shown = USUAL_TIME_FORMAT;
  try {
    return work();
  } finally {
    shown = own;
  }
}
