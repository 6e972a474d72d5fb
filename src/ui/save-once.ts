import { useCallback, useRef } from 'react';

/** Runs one piece of work at a time: what is asked for while it runs, such as by a second tap, is not done. */
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
