/**
 * The router reloads the page when a module is missing. Here the loading-error page decides when; this stops
 * the router.
 */
export function keepRouterFromReloading(): void {
  window.addEventListener('vite:preloadError', (event) => {
    try {
      sessionStorage.setItem(`tanstack_router_reload:${event.payload.message}`, '1');
    } catch {
      // Without storage the router doesn't reload either.
    }
  });
}
