import { useSyncExternalStore } from 'react';

/** Up to 640 px the reduced mobile layout; up to 1024 px the icon rail; above it the full menu (specification, 9). */
export type Viewport = 'narrow' | 'rail' | 'full';

const NARROW = '(width <= 640px)';
const FULL = '(width >= 1025px)';

export function currentViewport(): Viewport {
  if (window.matchMedia(NARROW).matches) return 'narrow';
  return window.matchMedia(FULL).matches ? 'full' : 'rail';
}

function subscribe(listener: () => void): () => void {
  const queries = [NARROW, FULL].map((query) => window.matchMedia(query));
  for (const query of queries) query.addEventListener('change', listener);
  return () => {
    for (const query of queries) query.removeEventListener('change', listener);
  };
}

/** The layout for the window's current width. */
export function useViewport(): Viewport {
  return useSyncExternalStore(subscribe, currentViewport);
}
