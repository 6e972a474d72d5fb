import { useCallback, useState, useSyncExternalStore } from 'react';
import { displayDay } from '#domain/time/pacific.ts';
import { tickOf } from './clock-tick.ts';
import { useSignedIn } from './signed-in.ts';

/** Today, Pacific, by the corrected clock. The screen switches at midnight. */
export function useToday(): string {
  const tick = tickOf(useSignedIn().workspace.clock);
  return useSyncExternalStore(tick.followDay, tick.today);
}

/** Now, in ms since the epoch, rounded down to a multiple of `everyMs`; renders again at each. */
export function useNow(everyMs: number): number {
  const tick = tickOf(useSignedIn().workspace.clock);
  return useSyncExternalStore(
    useCallback((listener) => tick.followTime(listener, everyMs), [tick, everyMs]),
    () => tick.now(everyMs),
  );
}

/** The day on which a form was opened: it keeps that day past midnight. */
export interface FormDay {
  openedOn: string;
  /** The note below a date that was today when the form opened and no longer is; null for any other date. */
  midnightWords: (day: string) => string | undefined;
}

export function useFormDay(): FormDay {
  const today = useToday();
  const [openedOn] = useState(today);
  return {
    openedOn,
    midnightWords: (day) =>
      day === openedOn && today !== openedOn
        ? `It's now ${displayDay(today)}. This stays on ${displayDay(day)} unless you change the date.`
        : undefined,
  };
}
