import { betterOffset, type ClockOffset, correctionMs, measuredOffset } from '#domain/time/clock-offset.ts';

/** Source of clock readings and randomness, so that tests can inject them. */
export interface Clock {
  /** Milliseconds since 1970: the server's time if this device knows it. */
  now(): number;
  /** From 0 up to 1. */
  random(): number;
  /** The offset that `now` adds to the device's own clock, in milliseconds. 0 if absent. */
  correction?(): number;
}

const KEPT_UNDER = 'clock-offset';

/** The worker has no local storage: it learns the offset from its own responses. */
const storage = () =>
  (
    globalThis as {
      localStorage?: { getItem(key: string): string | null; setItem(key: string, to: string): void };
    }
  ).localStorage;

function keptOffset(): ClockOffset | null {
  try {
    const kept = JSON.parse(storage()?.getItem(KEPT_UNDER) ?? 'null') as Partial<ClockOffset> | null;
    const { offset_ms, error_ms, measured_at } = kept ?? {};
    return Number.isFinite(offset_ms) && Number.isFinite(error_ms) && Number.isFinite(measured_at)
      ? (kept as ClockOffset)
      : null;
  } catch {
    // Invalid value, or no storage: as if unknown.
    return null;
  }
}

let known: ClockOffset | null | undefined;
const listeners = new Set<() => void>();

function offset(): ClockOffset | null {
  known ??= keptOffset();
  return known;
}

/** The correction of the device's clock, in milliseconds; 0 until the server's time is known. */
export function clockCorrection(): number {
  return correctionMs(offset(), Date.now());
}

export function subscribeToCorrection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Learns the server's clock from a response. Stored for offline starts. */
export function noteServerTime(answer: { sent_at: number; received_at: number; server_at: number }): void {
  const before = clockCorrection();
  const next = betterOffset(offset(), measuredOffset(answer));
  if (next === known) return;
  known = next;
  try {
    storage()?.setItem(KEPT_UNDER, JSON.stringify(next));
  } catch {
    // Storage full or forbidden: this page still knows the offset.
  }
  if (clockCorrection() !== before) for (const listener of listeners) listener();
}

/** The device's clock, corrected by the server's. */
export const systemClock: Clock = {
  now: () => Date.now() + clockCorrection(),
  random: () => Math.random(),
  correction: clockCorrection,
};

export function isoNow(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}

/** The device's uncorrected clock; null if there is no correction. */
export function uncorrectedNow(clock: Clock): string | null {
  const correction = clock.correction?.() ?? 0;
  return correction === 0 ? null : new Date(clock.now() - correction).toISOString();
}
