import { hasUnsavedChanges } from '#ui/unsaved-changes.ts';

/** Delay before a link of the Reports dashboard reloads the page (specification, 9). */
export const RELOAD_PAUSE_MS = 50;

interface Arrivals {
  subscribe(
    event: 'onResolved',
    listener: (arrived: { toLocation: { pathname: string } }) => void,
  ): () => void;
}

interface Page {
  /** Whether a service worker keeps the device's key; without one, a reload would ask for the password. */
  keepsKey(): boolean;
  reload(): void;
}

const page: Page = {
  keepsKey: () => navigator.serviceWorker?.controller != null,
  reload: () => window.location.reload(),
};

/**
 * Reloads the page shortly after the next navigation, if it arrives where it was meant to. A form with unsaved changes is
 * never reloaded: one that is still open, or was opened in the meantime.
 */
export function reloadOnArrival(
  router: Arrivals,
  isThere: (pathname: string) => boolean,
  { keepsKey, reload }: Page = page,
): void {
  const stop = router.subscribe('onResolved', ({ toLocation }) => {
    stop();
    if (!isThere(toLocation.pathname) || !keepsKey()) return;
    setTimeout(() => {
      if (!hasUnsavedChanges()) reload();
    }, RELOAD_PAUSE_MS);
  });
}
