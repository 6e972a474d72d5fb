import type { AnyRouter } from '@tanstack/react-router';

/**
 * Moves the focus to each new screen. Otherwise it is lost with the link that opened the screen, and keyboards and
 * screen readers begin at the top of the page. A field that took the focus keeps it, and so does an open dialog.
 */
export function focusNewScreens(router: Pick<AnyRouter, 'subscribe'>): () => void {
  return router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation === undefined || !pathChanged) return;
    const main = document.getElementById('main');
    const active = document.activeElement;
    if (main?.contains(active) || active?.closest('[role$=dialog][data-state=open]')) return;
    main?.focus({ preventScroll: true });
  });
}
