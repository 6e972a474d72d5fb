import { useCallback, useState, useSyncExternalStore } from 'react';
import { displayDay } from '#domain/time/pacific.ts';
import { tickOf } from './clock-tick.ts';
import { useSignedIn } from './signed-in.ts';

/** Today, Pacific, by the corrected clock. The screen moves on with it at midnight. */
export function useToday(): string {
  const tick = tickOf(useSignedIn().workspace.clock);
  return useSyncExternalStore(tick.followDay, tick.today);
}

/** Now, in ms since the epoch, as of the last multiple of `everyMs`; draws again at each of them. */
export function useNow(everyMs: number): number {
  const tick = tickOf(useSignedIn().workspace.clock);
  return useSyncExternalStore(
    useCallback((listener) => tick.followTime(listener, everyMs), [tick, everyMs]),
    () => tick.now(everyMs),
  );
}

/** What a form knows of the day on which it opened: it keeps that day, also when midnight passes over it. */
export interface FormDay {
  openedOn: string;
  /** What stands below a date that was today when the form opened and no longer is; nothing for any other date. */
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
