import { durationText } from './duration.ts';

/**
 * The offset between server and device clock, measured from one response. All in milliseconds; readings are
 * from the device's clock.
 */
export interface ClockOffset {
  /** Add this to the device's clock. Negative if the device is ahead. */
  offset_ms: number;
  /** The true offset is at most this far away. */
  error_ms: number;
  measured_at: number;
}

/** HTTP dates have no fractions of a second. */
const HALF_A_SECOND_MS = 500;
/** NTP keeps clocks closer than this: below it, the device's clock is used as is. */
const IGNORED_MS = 30_000;
/** From here on the user is warned. */
const TOLD_MS = 5 * 60_000;
/** An older measurement is replaced even by a less precise one, because clocks drift. */
const BEST_FOR_MS = 3_600_000;
/** How far a clock may move back on its own, as NTP adjusts it. */
const SET_BACK_MS = 60_000;

/** The offset from one response: the server read its clock at some moment between request and response. */
export function measuredOffset(answer: {
  sent_at: number;
  received_at: number;
  server_at: number;
}): ClockOffset {
  const { sent_at, received_at, server_at } = answer;
  const flight = Math.max(0, received_at - sent_at);
  return {
    offset_ms: Math.round(server_at + HALF_A_SECOND_MS - (received_at - flight / 2)),
    error_ms: Math.ceil(flight / 2) + HALF_A_SECOND_MS,
    measured_at: received_at,
  };
}

/** The better of two measurements: the more precise one, unless the clock was set in between. */
export function betterOffset(known: ClockOffset | null, next: ClockOffset): ClockOffset {
  if (known === null || isSetBack(known, next.measured_at)) return next;
  const isSame = Math.abs(known.offset_ms - next.offset_ms) <= known.error_ms + next.error_ms;
  const isFresh = next.measured_at - known.measured_at <= BEST_FOR_MS;
  return isSame && isFresh && known.error_ms < next.error_ms ? known : next;
}

/**
 * The correction to add to the device's clock at this reading, in milliseconds. 0 if none is known, if the
 * clock is right, and if it was set back since the measurement, which makes the offset unknown.
 */
export function correctionMs(known: ClockOffset | null, deviceNow: number): number {
  if (known === null || isSetBack(known, deviceNow)) return 0;
  return Math.abs(known.offset_ms) <= Math.max(IGNORED_MS, known.error_ms) ? 0 : known.offset_ms;
}

function isSetBack(known: ClockOffset, deviceNow: number): boolean {
  return deviceNow < known.measured_at - SET_BACK_MS;
}

/** The warning about a wrong clock; null below five minutes. */
export function clockWords(correction_ms: number): string | null {
  if (Math.abs(correction_ms) <= TOLD_MS) return null;
  const side = correction_ms < 0 ? 'ahead' : 'behind';
  return `This device's clock is ${lengthWords(Math.abs(correction_ms))} ${side}. We use the server's time instead. Set the clock in your device's settings.`;
}

/** "3 h 2 min", "2 d 4 h" */
function lengthWords(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24];
  if (days === 0) return durationText(minutes);
  return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
}
