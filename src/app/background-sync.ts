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
 * Asks the browser to wake the worker when there is a network, also after the last
 * tab is closed. Where the browser cannot or will not, the open page sends by
 * itself: this is a help, never the guarantee.
 */
export function askForBackgroundSync(): void {
  if (!('serviceWorker' in navigator)) return;
  void navigator.serviceWorker.getRegistration().then(
    (registration) => {
      if (registration?.active == null || !canSync(registration)) return;
      registration.sync.register(OUTBOX_SYNC_TAG).catch(() => {
        // Refused in private windows and by some settings.
      });
    },
    () => {},
  );
}
