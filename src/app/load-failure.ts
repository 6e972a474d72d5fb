/** Browsers' messages for a module that could not be loaded; none has an error code for it. */
const WORDINGS = [
  'failed to fetch dynamically imported module', // Chromium
  'error loading dynamically imported module', // Firefox
  'importing a module script failed', // WebKit
  'unable to preload css',
];

/** Whether a module is missing, rather than broken. */
export function isLoadFailure(problem: unknown): boolean {
  if (!(problem instanceof Error)) return false;
  const words = problem.message.toLowerCase();
  return WORDINGS.some((wording) => words.includes(wording));
}

/**
 * The router reloads the page when a module is missing. Here the loading-error page decides when; this stops
 * the router.
 */
export function keepRouterFromReloading(): void {
  window.addEventListener('vite:preloadError', (event) => {
    sessionStorage.setItem(`tanstack_router_reload:${event.payload.message}`, '1');
  });
}
