import { pacificTime } from '#domain/time/pacific.ts';

/** No email about notices goes out before and after these Pacific times. */
const OPEN = { from: '07:00', until: '19:00' } as const;

/** @param now ISO 8601 */
export function isQuiet(now: string): boolean {
  const time = pacificTime(now);
  return time < OPEN.from || time >= OPEN.until;
}
