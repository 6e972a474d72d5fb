import { useSyncExternalStore } from 'react';

let isThere = false;
let take: () => void = () => {};
const listeners = new Set<() => void>();

/** Tells the person about a newer version. `takeIt` activates it and reloads. */
export function noteNewVersion(takeIt: () => void): void {
  isThere = true;
  take = takeIt;
  for (const listener of listeners) listener();
}

/** Whether a newer version of the app is waiting. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isThere,
  );
}

/** Activates the new version and reloads. */
export function takeNewVersion(): void {
  take();
}
