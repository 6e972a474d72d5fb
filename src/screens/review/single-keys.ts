import { useSyncExternalStore } from 'react';

const STORAGE_KEY = 'single-keys';
const OFF = 'off';

const listeners = new Set<() => void>();

/**
 * Whether a single key decides in a review. People who dictate turn it off: a word they say would press keys
 * (WCAG 2.2, 2.1.4).
 */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== OFF;
}

/** The person's choice, with its setter; stored on the device. */
export function useSingleKeys(): [isOn: boolean, set: (isOn: boolean) => void] {
  return [useSyncExternalStore(subscribe, areSingleKeysOn), setSingleKeys];
}

function setSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, OFF);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
