import { useEffect, useState } from 'react';
import { LOAD_LIMIT_MS, lateFailure } from '#ui/part-loading.ts';
import { hasUnsavedChanges } from '#ui/unsaved-changes.ts';
import type { createAppRouter } from './app-router.tsx';

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
        // The error page would replace a form that is still being filled in.
        if (isOpening() || hasUnsavedChanges()) begin();
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
  if (isLate) throw lateFailure();
  return null;
}
