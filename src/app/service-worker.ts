import { Workbox } from 'workbox-window';
import { noteNewVersion } from './new-version.ts';
import { workerAddress } from './trusted-worker.ts';

/** An open page looks for a new version when it is looked at again, at most this often. */
const LOOK_EVERY_MS = 30 * 60_000;

/** Registers the worker that starts the app without a network, and follows its versions. */
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
    // The first worker of a page is no new version, also where another tab or an earlier load installed it.
    const isFirst = !wasControlled;
    wasControlled = true;
    if (isAccepted) window.location.reload();
    // Another tab took the new version: this one still runs the old one.
    else if (isUpdate || (isExternal && !isFirst)) noteNewVersion(() => window.location.reload());
  });

  let lookedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = Date.now();
    workbox.update().catch(() => {
      // No network: the next look finds it.
    });
  });

  workbox.register().catch((problem: unknown) => {
    // Some private windows have no worker; the app works while the server answers.
    console.warn('The service worker could not be registered', problem);
  });
}
