import { dayPlus, pacificDay, pacificInstant } from '#domain/time/pacific.ts';
import { type Clock, subscribeToCorrection } from '#sync/clock.ts';

/** Timers pause while a device sleeps, and a clock can be set: no wait is longer than this. */
const LONGEST_WAIT_MS = 60_000;
/** Window events after times in which timers may have been paused. */
const COMEBACKS = ['focus', 'pageshow', 'visibilitychange'] as const;

/** A Pacific day and the instants, in ms since the epoch, at which it and the next one start. */
interface DaySpan {
  day: string;
  from: number;
  until: number;
}

function spanOf(now: number): DaySpan {
  const day = pacificDay(now);
  return {
    day,
    from: Date.parse(pacificInstant(day, '00:00')),
    until: Date.parse(pacificInstant(dayPlus(day, 1), '00:00')),
  };
}

/**
 * One timer for everything on the screen that follows a clock.
 *
 * It fires when the first listener needs it, at least once a minute, when the page becomes visible, and when
 * the clock is corrected. It stops while there are no listeners.
 */
class ClockTick {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #listeners = new Map<() => void, () => number>();
  #span: DaySpan = { day: '', from: 0, until: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopListening: () => void = () => undefined;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** Today, Pacific. */
  readonly today = (): string => this.#spanNow().day;

  /** Calls the listener at midnight, Pacific, and whenever else the day may have changed. */
  readonly followDay = (listener: () => void): (() => void) =>
    this.#follow(listener, () => this.#spanNow().until);

  /** Now, in ms since the epoch, rounded down to a multiple of `everyMs`. */
  now(everyMs: number): number {
    return Math.floor(this.#clock.now() / everyMs) * everyMs;
  }

  /** Calls the listener at each multiple of `everyMs`. */
  followTime(listener: () => void, everyMs: number): () => void {
    return this.#follow(listener, () => this.now(everyMs) + everyMs);
  }

  #spanNow(): DaySpan {
    const now = this.#clock.now();
    if (now < this.#span.from || now >= this.#span.until) this.#span = spanOf(now);
    return this.#span;
  }

  #follow(listener: () => void, nextAt: () => number): () => void {
    if (this.#listeners.size === 0) this.#begin();
    this.#listeners.set(listener, nextAt);
    this.#arm();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#end();
    };
  }

  #begin(): void {
    for (const name of COMEBACKS) window.addEventListener(name, this.#tick);
    const stopFollowing = subscribeToCorrection(this.#tick);
    this.#stopListening = () => {
      for (const name of COMEBACKS) window.removeEventListener(name, this.#tick);
      stopFollowing();
    };
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#stopListening();
  }

  readonly #tick = (): void => {
    for (const listener of [...this.#listeners.keys()]) listener();
    if (this.#listeners.size > 0) this.#arm();
  };

  #arm(): void {
    clearTimeout(this.#timer);
    const now = this.#clock.now();
    const wait = Math.min(LONGEST_WAIT_MS, ...[...this.#listeners.values()].map((nextAt) => nextAt() - now));
    this.#timer = setTimeout(this.#tick, Math.max(wait, 1));
  }
}

const ticks = new WeakMap<Pick<Clock, 'now'>, ClockTick>();

/** The tick of a clock, shared by all. */
export function tickOf(clock: Pick<Clock, 'now'>): ClockTick {
  const known = ticks.get(clock) ?? new ClockTick(clock);
  ticks.set(clock, known);
  return known;
}
