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
  /** Absent if this device is complete. */
  loading?: { percent: number | null };
};

/** Takes precedence: with broken storage no count of this device can be trusted. */
const NOT_STORING: SyncWords = { text: "Can't save on this device", tone: 'attention' };

function changesToSync(count: number): string {
  return count === 1 ? '1 change to sync' : `${count} changes to sync`;
}

function needAttention(count: number): string {
  return count === 1 ? '1 change needs attention' : `${count} changes need attention`;
}

/**
 * The text of the status named "Sync". Unsynced changes on an offline device come first; a rejected change
 * stays visible while others are sent.
 * @param hasNetwork from the browser; it knows about a lost network before any call fails
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

/** What prevents this page from storing anything; null if nothing does. */
export function useStorageTrouble(): StorageTrouble | null {
  return useSyncExternalStore(subscribeToStorageTrouble, storageTrouble);
}

/** The text for the person's device now; undefined until loaded. */
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
