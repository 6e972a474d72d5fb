/** Clock readings and randomness come from here, so that tests provide them. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 up to 1. */
  random(): number;
}

export const systemClock: Clock = { now: () => Date.now(), random: () => Math.random() };

export function isoNow(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}
