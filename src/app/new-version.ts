import { useSyncExternalStore } from 'react';

let isThere = false;
let take: () => void = () => {};
const listeners = new Set<() => void>();

/** Tells the person of a newer version. `takeIt` makes it the one that runs, and reloads. */
export function noteNewVersion(takeIt: () => void): void {
  isThere = true;
  take = takeIt;
  for (const listener of listeners) listener();
}

/** Whether a newer version of the app waits to be taken. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isThere,
  );
}

/** Takes the new version and reloads with it. */
export function takeNewVersion(): void {
  take();
}
