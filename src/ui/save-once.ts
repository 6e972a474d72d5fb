import { useCallback, useRef } from 'react';

/** Runs one piece of work at a time: a request during a run, such as by a second tap, is ignored. */
export function useOneAtATime(): (work: () => Promise<void>) => Promise<void> {
  const isRunning = useRef(false);
  return useCallback(async (work) => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await work();
    } finally {
      isRunning.current = false;
    }
  }, []);
}
