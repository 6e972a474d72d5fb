import { useSyncExternalStore } from 'react';
import { onTimeFormatChange, shownTimeFormat, type TimeFormat } from '#domain/time/time-format.ts';

/** How times are written for this person. */
export function useTimeFormat(): TimeFormat {
  return useSyncExternalStore(onTimeFormatChange, shownTimeFormat);
}
