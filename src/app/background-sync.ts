import { OUTBOX_SYNC_TAG } from '#sync/outbox/sync-tag.ts';

/** Part of Background Sync; not in TypeScript's library. */
interface SyncCapable {
  readonly sync: { register(tag: string): Promise<void> };
}

function canSync(
  registration: ServiceWorkerRegistration,
): registration is ServiceWorkerRegistration & SyncCapable {
  return 'sync' in registration;
}

/**
 * Asks the browser to wake the worker when there is a network, even after the last tab was closed. Where the
 * browser can't or won't, the open page sends: this helps, but guarantees nothing.
 */
export function askForBackgroundSync(): void {
  if (!('serviceWorker' in navigator)) return;
  void navigator.serviceWorker.getRegistration().then(
    (registration) => {
      if (registration?.active == null || !canSync(registration)) return;
      registration.sync.register(OUTBOX_SYNC_TAG).catch(() => {
        // Rejected in private windows and by some settings.
      });
    },
    () => {},
  );
}
