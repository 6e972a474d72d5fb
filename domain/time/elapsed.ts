const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * How long ago an instant was, in one whole unit: "3 hours ago". Less than a minute
 * is "just now"; so is what lies ahead, which only a clock that is off can bring.
 *
 * @param now in ms since the epoch
 */
export function elapsedWords(instant: string, now: number): string {
  const ms = now - Date.parse(instant);
  if (ms < MINUTE_MS) return 'just now';
  if (ms < HOUR_MS) return counted(ms / MINUTE_MS, 'minute');
  if (ms < DAY_MS) return counted(ms / HOUR_MS, 'hour');
  return counted(ms / DAY_MS, 'day');
}

function counted(units: number, unit: string): string {
  const whole = Math.floor(units);
  return `${whole.toLocaleString('en-US')} ${unit}${whole === 1 ? '' : 's'} ago`;
}
