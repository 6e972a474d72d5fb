import { useMemo } from 'react';
import type { LocalDatabase, SyncPosition } from '#db/local-database.ts';
import { syncPosition, wasWhole } from '#sync/pull/pull.ts';
import { useLocal } from './signed-in.ts';

/** How much of a person's records is on this device while the first pull runs. */
export interface FirstPull {
  /** From 0 to 99; null until the server has said how many records there are. */
  percent: number | null;
  /** "Loading records, 17%"; empty for the moment before the device has answered. */
  words: string;
  /** The Pacific day from which everything is here already; null while nothing is certain. */
  wholeFrom: string | null;
}

/** How far the fresh pull that is under way has come, from 0 to 99. */
export function percentOf({ applied, total }: SyncPosition): number | null {
  if (total === null || total <= 0) return null;
  return Math.min(99, Math.floor((applied / total) * 100));
}

export function loadingWords(percent: number | null): string {
  return percent === null ? 'Loading records…' : `Loading records, ${percent}%`;
}

/** Null once the device has held everything. */
export function firstPullOf(position: SyncPosition): FirstPull | null {
  if (wasWhole(position)) return null;
  const percent = percentOf(position);
  return { percent, words: loadingWords(percent), wholeFrom: position.whole_from ?? null };
}

/** Whether all rows of a day and later ones are on this device; without a day, all rows. */
export function isHeld(pull: FirstPull | null, from?: string): boolean {
  if (pull === null) return true;
  return from !== undefined && pull.wholeFrom !== null && pull.wholeFrom <= from;
}

const NOT_ANSWERED: FirstPull = { percent: null, words: '', wholeFrom: null };

/** How far the first pull is; null once it is done, undefined until this device has answered. */
export function useFirstPull(): FirstPull | null | undefined {
  const position = useLocal(syncPosition, []);
  return useMemo(() => (position === undefined ? undefined : firstPullOf(position)), [position]);
}

/**
 * Null where the device holds what the screen is about to state, else how far the
 * first pull is. Until the device has answered it counts as loading.
 *
 * A screen that totals, counts, lists, exports or decides asks this first: an
 * unfinished first pull proves nothing about rows that are not here.
 *
 * @param from the earliest Pacific day that the screen reads; without it, it needs everything
 */
export function useLoading(from?: string): FirstPull | null {
  const pull = useFirstPull();
  if (pull === undefined) return NOT_ANSWERED;
  return isHeld(pull, from) ? null : pull;
}

/** Why something isn't done yet that rests on rows still to come. */
export const STILL_LOADING = 'Your records are still loading. Try again in a moment.';

/** As `useLoading`, for code outside of screens. */
export async function holdsFrom(db: LocalDatabase, from?: string): Promise<boolean> {
  return isHeld(firstPullOf(await syncPosition(db)), from);
}
