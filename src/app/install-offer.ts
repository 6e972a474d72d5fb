import { useSyncExternalStore } from 'react';

/** Chromium's offer to install; not in TypeScript's library. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

declare global {
  interface Window {
    /** The browser's offer, if it came before the app's own code (`first-login.ts`). */
    earlyInstallOffer?: InstallPromptEvent;
  }
  interface WindowEventMap {
    beforeinstallprompt: InstallPromptEvent;
  }
}

const DISMISSED = 'install-offer';

let kept: InstallPromptEvent | null = null;
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

function keep(offer: InstallPromptEvent | null): void {
  kept = offer;
  changed();
}

/**
 * Keeps the browser's install prompt for a quiet moment. Called before anything is shown, because the prompt
 * comes early and once.
 */
export function keepInstallOffer(): void {
  const { earlyInstallOffer } = window;
  if (earlyInstallOffer !== undefined) keep(earlyInstallOffer);
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    keep(event);
  });
  window.addEventListener('appinstalled', () => keep(null));
}

/**
 * `shown` on its own card, `kept` in the menu after the card was dismissed, `none` if the app can't be
 * installed.
 */
export type InstallOffer = 'none' | 'kept' | 'shown';

function currentOffer(): InstallOffer {
  if (kept === null) return 'none';
  return localStorage.getItem(DISMISSED) === null ? 'shown' : 'kept';
}

export function useInstallOffer(): InstallOffer {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentOffer);
}

/** Asks the browser to install the app. Its prompt works once. */
export async function installApp(): Promise<void> {
  const offer = kept;
  if (offer === null) return;
  keep(null);
  await offer.prompt();
}

export function dismissInstallOffer(): void {
  localStorage.setItem(DISMISSED, 'dismissed');
  changed();
}
