import { Workbox } from 'workbox-window';
import { noteNewVersion } from './new-version.ts';
import { workerAddress } from './trusted-worker.ts';

/** An open page checks for a new version when it becomes visible, at most this often. */
const LOOK_EVERY_MS = 30 * 60_000;

/** Registers the worker that starts the app offline, and follows its versions. */
export function registerServiceWorker(): void {
  const workbox = new Workbox(workerAddress());
  let isAccepted = false;
  let wasControlled = navigator.serviceWorker.controller !== null;

  workbox.addEventListener('waiting', () =>
    noteNewVersion(() => {
      isAccepted = true;
      workbox.messageSkipWaiting();
    }),
  );
  workbox.addEventListener('controlling', ({ isUpdate, isExternal }) => {
    // A page's first worker isn't a new version, even if another tab or an earlier load installed it.
    const isFirst = !wasControlled;
    wasControlled = true;
    if (isAccepted) window.location.reload();
    // Another tab activated the new version: this one still runs the old one.
    else if (isUpdate || (isExternal && !isFirst)) noteNewVersion(() => window.location.reload());
  });

  let lookedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = Date.now();
    workbox.update().catch(() => {
      // No network: the next check finds it.
    });
  });

  workbox.register().catch((problem: unknown) => {
    // Some private windows have no worker; the app works while the server responds.
    console.warn('The service worker could not be registered', problem);
  });
}
