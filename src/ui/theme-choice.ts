import { useSyncExternalStore } from 'react';

export type ThemeChoice = 'system' | 'light' | 'dark';

/** `public/first.js` reads the same key before the first paint. */
const STORAGE_KEY = 'theme';

const listeners = new Set<() => void>();

function storedChoice(): ThemeChoice {
  const stored = localStorage.getItem(STORAGE_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function showTheme(choice: ThemeChoice): void {
  const root = document.documentElement;
  root.dataset.themeChanges = '';
  if (choice === 'system') delete root.dataset.theme;
  else root.dataset.theme = choice;
  // Rendered once in the new colors before transitions are enabled again.
  requestAnimationFrame(() => requestAnimationFrame(() => delete root.dataset.themeChanges));
}

function subscribe(listener: () => void): () => void {
  const followOtherTabs = (event: StorageEvent) => {
    if (event.key !== null && event.key !== STORAGE_KEY) return;
    showTheme(storedChoice());
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', followOtherTabs);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', followOtherTabs);
  };
}

function choose(choice: ThemeChoice): void {
  localStorage.setItem(STORAGE_KEY, choice);
  showTheme(choice);
  for (const listener of listeners) listener();
}

/** The theme chosen on this device, with its setter; every control and open tab follows. */
export function useThemeChoice(): [ThemeChoice, (choice: ThemeChoice) => void] {
  return [useSyncExternalStore(subscribe, storedChoice), choose];
}
