import { useSyncExternalStore } from 'react';
import { type StorageTrouble, storageTrouble, subscribeToStorageTrouble } from '#db/storage-trouble.ts';
import { loadingWords, percentOf } from './first-pull.ts';
import { type SyncOverview, useSyncOverview } from './signed-in.ts';

export type SyncTone = 'done' | 'waiting' | 'sending' | 'attention' | 'offline';

export interface SyncWords {
  text: string;
  tone: SyncTone;
}

export type SyncFacts = Pick<
  SyncOverview,
  'isReachable' | 'isSending' | 'waiting' | 'attention' | 'fault'
> & {
  /** Absent where this device holds everything. */
  loading?: { percent: number | null };
};

/** Said whatever else is known: with broken storage no count of this device can be trusted. */
const NOT_STORING: SyncWords = { text: "Can't save on this device", tone: 'attention' };

function changesToSync(count: number): string {
  return count === 1 ? '1 change to sync' : `${count} changes to sync`;
}

function needAttention(count: number): string {
  return count === 1 ? '1 change needs attention' : `${count} changes need attention`;
}

/**
 * The status named "Sync" in words. Waiting work on an offline device is said
 * first; a refused write stays in sight while others are sent.
 *
 * @param hasNetwork what the browser says; it knows of a lost network before any call fails
 */
export function syncWords(
  { isReachable, isSending, waiting, attention, fault, loading }: SyncFacts,
  hasNetwork: boolean,
): SyncWords {
  const isOffline = !hasNetwork || isReachable === false;
  if (isOffline && waiting > 0) return { text: `Offline · ${changesToSync(waiting)}`, tone: 'offline' };
  if (attention > 0) return { text: needAttention(attention), tone: 'attention' };
  if (isOffline) return { text: 'Offline', tone: 'offline' };
  if (isSending) return { text: 'Syncing…', tone: 'sending' };
  if (waiting > 0) return { text: changesToSync(waiting), tone: 'waiting' };
  if (fault !== null) return { text: "Can't sync right now", tone: 'attention' };
  if (loading !== undefined) return { text: loadingWords(loading.percent), tone: 'sending' };
  return { text: 'All changes synced', tone: 'done' };
}

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** What keeps this page from storing anything; null while all is well. */
export function useStorageTrouble(): StorageTrouble | null {
  return useSyncExternalStore(subscribeToStorageTrouble, storageTrouble);
}

/** The words for the signed-in person's device now; nothing until its first answer. */
export function useSyncWords(): SyncWords | undefined {
  const hasNetwork = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  const trouble = useStorageTrouble();
  const overview = useSyncOverview();
  if (trouble !== null) return NOT_STORING;
  if (overview === undefined) return undefined;
  const { is_refreshing, cursor } = overview.position;
  const isLoading = is_refreshing || cursor === null;
  return syncWords(
    { ...overview, ...(isLoading ? { loading: { percent: percentOf(overview.position) } } : {}) },
    hasNetwork,
  );
}
