import { useEffect, useState } from 'react';
import type { createAppRouter } from './app-router.tsx';

/** How long a screen may take to load (specification, 9: the time-out of the original's bundler). */
const LOAD_LIMIT_MS = 120_000;

type Router = Pick<ReturnType<typeof createAppRouter>, 'subscribe' | 'state'>;

interface LoadLimitProps {
  router: Router;
  /** The device is still being unlocked or upgraded, which may take its time. */
  isOpening: () => boolean;
}

/** Treats a screen that doesn't load in time as one that can't be loaded. */
export function LoadLimit({ router, isOpening }: LoadLimitProps) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (router.state.status !== 'pending') return;
        if (isOpening()) begin();
        else setLate(true);
      }, LOAD_LIMIT_MS);
    };
    begin();
    const stops = [
      router.subscribe('onBeforeLoad', begin),
      router.subscribe('onResolved', () => clearTimeout(timer)),
      () => clearTimeout(timer),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [router, isOpening]);
  // As browsers say it of a part that is missing.
  if (isLate) throw new TypeError('Failed to fetch dynamically imported module: no answer in time');
  return null;
}
