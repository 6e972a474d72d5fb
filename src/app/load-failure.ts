/** How browsers word that a part of the app could not be loaded; none of them has a code for it. */
const WORDINGS = [
  'failed to fetch dynamically imported module', // Chromium
  'error loading dynamically imported module', // Firefox
  'importing a module script failed', // WebKit
  'unable to preload css',
];

/** Whether a part of the app is missing, rather than broken. */
export function isLoadFailure(problem: unknown): boolean {
  if (!(problem instanceof Error)) return false;
  const words = problem.message.toLowerCase();
  return WORDINGS.some((wording) => words.includes(wording));
}

/**
 * The router reloads the page by itself at the first part that is missing. Here
 * the loading-error page says what happens and when; this keeps the router from it.
 */
export function keepRouterFromReloading(): void {
  window.addEventListener('vite:preloadError', (event) => {
    sessionStorage.setItem(`tanstack_router_reload:${event.payload.message}`, '1');
  });
}
