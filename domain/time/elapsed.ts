import { counted } from '#domain/text/counted.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Relative time in one whole unit: "3 hours ago". "just now" for less than a minute and for the future, which
 * only a wrong clock can cause.
 * @param now in ms since the epoch
 */
export function elapsedWords(instant: string, now: number): string {
  const ms = now - Date.parse(instant);
  if (ms < MINUTE_MS) return 'just now';
  if (ms < HOUR_MS) return ago(ms / MINUTE_MS, 'minute');
  if (ms < DAY_MS) return ago(ms / HOUR_MS, 'hour');
  return ago(ms / DAY_MS, 'day');
}

function ago(units: number, unit: string): string {
  return `${counted(Math.floor(units), unit)} ago`;
}
