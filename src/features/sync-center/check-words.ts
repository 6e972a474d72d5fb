import type { DigestCheck } from '#db/meta-rows.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';

/**
 * The result of comparing this device with the server, in words. Pure.
 *
 * @param repairsBefore how often drift had been repaired before the check that was
 * asked for just now; nothing where none was
 */
export function checkWords(check: DigestCheck, repairsBefore: number | null): string {
  if (check.is_wanted) return "A check is due. It runs when you're back online.";
  if (check.checked_at === null) return 'Not checked yet.';
  const at = `checked ${pacificDisplay(check.checked_at)}`;
  const left = check.unrepaired.length;
  if (left > 0) {
    return `${differences(left)} couldn't be repaired, ${at}. Save a diagnostic copy under “About this device” and send it to support.`;
  }
  const repaired = repairsBefore === null ? 0 : check.repairs - repairsBefore;
  if (repaired > 0) {
    return `${differences(repaired)} ${repaired === 1 ? 'was' : 'were'} repaired. In sync with the server, ${at}.`;
  }
  return `In sync with the server, ${at}.`;
}

function differences(count: number): string {
  return count === 1 ? '1 difference' : `${count.toLocaleString('en-US')} differences`;
}
