import { betterOffset, type ClockOffset, correctionMs, measuredOffset } from '#domain/time/clock-offset.ts';

/** Clock readings and randomness come from here, so that tests provide them. */
export interface Clock {
  /** Milliseconds since 1970: the server's time as far as this device knows it. */
  now(): number;
  /** From 0 up to 1. */
  random(): number;
  /** What `now` adds to the device's own clock, in milliseconds. Absent: nothing. */
  correction?(): number;
}

const KEPT_UNDER = 'clock-offset';

/** The worker has no such storage: it learns the offset from its own answers. */
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
    // Somebody else's value, or no storage at all: as on the first day.
    return null;
  }
}

let known: ClockOffset | null | undefined;
const listeners = new Set<() => void>();

function offset(): ClockOffset | null {
  known ??= keptOffset();
  return known;
}

/** What the device's clock is corrected by, in milliseconds; 0 until the server's time is known. */
export function clockCorrection(): number {
  return correctionMs(offset(), Date.now());
}

export function subscribeToCorrection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Takes the server's clock from one of its answers. Kept for starts without a network. */
export function noteServerTime(answer: { sent_at: number; received_at: number; server_at: number }): void {
  const before = clockCorrection();
  const next = betterOffset(offset(), measuredOffset(answer));
  if (next === known) return;
  known = next;
  try {
    storage()?.setItem(KEPT_UNDER, JSON.stringify(next));
  } catch {
    // Full or forbidden: this page knows it all the same.
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

/** What the device's own clock says; null where nothing corrects it. */
export function uncorrectedNow(clock: Clock): string | null {
  const correction = clock.correction?.() ?? 0;
  return correction === 0 ? null : new Date(clock.now() - correction).toISOString();
}
