import { useCallback, useRef, useState } from 'react';

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

/** `useOneAtATime` for a button that shows a spinner while its work runs. */
export function useSaveOnce(): { isSaving: boolean; save: (work: () => Promise<void>) => Promise<void> } {
  const once = useOneAtATime();
  const [isSaving, setSaving] = useState(false);
  const save = useCallback(
    (work: () => Promise<void>) =>
      once(async () => {
        setSaving(true);
        try {
          await work();
        } finally {
          setSaving(false);
        }
      }),
    [once],
  );
  return { isSaving, save };
}
