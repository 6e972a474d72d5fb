import { useMemo, useSyncExternalStore } from 'react';

import type { EntityName } from '#contract/entity-name.ts';

import type { LocalDatabase } from '#db/local-database.ts';
import type { SyncPosition } from '#db/meta-rows.ts';

import { syncPosition, wasWhole } from '#sync/pull/pull.ts';
import { useLocal, useSignedIn } from './signed-in.ts';

/** Progress of the first pull of a person's records. */
export interface FirstPull {
  /** From 0 to 99; null until the server has sent the number of records. */
  percent: number | null;
  /** "Loading records, 17%", or that it stopped; empty until this device has loaded. */
  words: string;
  /** The Pacific day since which everything is here; null while unknown. */
  wholeFrom: string | null;
  /** Only rows of these entities are missing; absent while others are, too. */
  lacking?: readonly EntityName[] | null | undefined;
}

/** Progress of the running full pull, from 0 to 99. */
export function percentOf({ applied, total }: SyncPosition): number | null {
  if (total === null || total <= 0) return null;
  return Math.min(99, Math.floor((applied / total) * 100));
}

export function loadingWords(percent: number | null): string {
  return percent === null ? 'Loading records…' : `Loading records, ${percent}%`;
}

const LOADING_STOPPED = "Records can't load right now. Open the Sync center to see why.";

/**
 * Null once the device has been complete.
 * @param hasStopped the server refuses to send them, or this device fails to keep them
 */
export function firstPullOf(position: SyncPosition, hasStopped = false): FirstPull | null {
  if (wasWhole(position)) return null;
  const percent = percentOf(position);
  return {
    percent,
    words: hasStopped ? LOADING_STOPPED : loadingWords(percent),
    wholeFrom: position.whole_from ?? null,
    lacking: position.lacking,
  };
}

/**
 * Whether all rows since a day are on this device; without a day, all rows. Long lists that come last don't count:
 * `isLacking` tells about those.
 */
export function isHeld(pull: FirstPull | null, from?: string): boolean {
  if (!pull || pull.lacking) return true;
  return from !== undefined && pull.wholeFrom !== null && pull.wholeFrom <= from;
}

const NOT_ANSWERED: FirstPull = { percent: null, words: '', wholeFrom: null };

/** Progress of the first pull; null once it is done, undefined until loaded. */
export function useFirstPull(): FirstPull | null | undefined {
  const { engine } = useSignedIn();
  const hasStopped = useSyncExternalStore(engine.subscribe, () => engine.getStatus().fault !== null);
  const position = useLocal(syncPosition, []);
  return useMemo(
    () => (position === undefined ? undefined : firstPullOf(position, hasStopped)),
    [position, hasStopped],
  );
}

/**
 * Null if the device has the rows that the screen is about to show; otherwise the progress of the first pull.
 * Until the device has loaded it counts as loading.
 *
 * A screen that totals, counts, lists, exports, or decides calls this first: an unfinished first pull proves
 * nothing about missing rows.
 * @param from the earliest Pacific day that the screen reads; without it, it needs everything
 */
export function useLoading(from?: string): FirstPull | null {
  const pull = useFirstPull();
  if (pull === undefined) return NOT_ANSWERED;
  return isHeld(pull, from) ? null : pull;
}

/** Whether rows of this entity may be missing, because the first pull runs. */
export function isLacking(pull: FirstPull | null | undefined, entity: EntityName): boolean {
  if (pull === null) return false;
  return pull?.lacking?.includes(entity) ?? true;
}

/** Like `isLacking`, of this device. */
export function useLacking(entity: EntityName): boolean {
  return isLacking(useFirstPull(), entity);
}

/** The message if an action depends on rows that haven't loaded. */
export const STILL_LOADING = 'Your records are still loading. Try again in a moment.';

/** Like `useLoading`, outside of components. */
export async function holdsFrom(db: LocalDatabase, from?: string): Promise<boolean> {
  return isHeld(firstPullOf(await syncPosition(db)), from);
}
