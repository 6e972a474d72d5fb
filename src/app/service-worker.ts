import { useSyncExternalStore } from 'react';
import { Workbox } from 'workbox-window';
import { workerAddress } from './trusted-worker.ts';

/** An open page looks for a new version when it is looked at again, at most this often. */
const LOOK_EVERY_MS = 30 * 60_000;

let workbox: Workbox | null = null;
let isNewVersionThere = false;
/** This tab has asked for the new version: the take-over reloads it. */
let isAccepted = false;
const listeners = new Set<() => void>();

function noteNewVersion(): void {
  isNewVersionThere = true;
  for (const listener of listeners) listener();
}

/** Registers the worker that starts the app without a network. Development has none. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const registered = new Workbox(workerAddress());
  workbox = registered;
  registered.addEventListener('waiting', noteNewVersion);
  registered.addEventListener('controlling', ({ isUpdate, isExternal }) => {
    if (isAccepted) window.location.reload();
    // Another tab took the new version: this one still runs the old one.
    else if (isUpdate || isExternal) noteNewVersion();
  });
  let lookedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = Date.now();
    registered.update().catch(() => {
      // No network: the next look finds it.
    });
  });
  registered.register().catch((problem: unknown) => {
    // Private windows and plain http have no worker; the app works while the server answers.
    console.warn('The service worker could not be registered', problem);
  });
}

/** Whether a newer version of the app waits to be taken. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isNewVersionThere,
  );
}

/** Takes the new version and reloads with it. */
export async function takeNewVersion(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (workbox === null || registration?.waiting == null) {
    window.location.reload();
    return;
  }
  isAccepted = true;
  workbox.messageSkipWaiting();
}
