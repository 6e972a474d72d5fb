import { useCallback, useEffect, useState } from 'react';
import type { BrowserFacts } from '#sync/files/diagnostic-copy.ts';

/** What the browser knows about this device; null for what it doesn't report. */
export async function readBrowserFacts(): Promise<BrowserFacts> {
  const is_installed = window.matchMedia('(display-mode: standalone)').matches;
  const [isPersisted, estimate] = await Promise.all([
    navigator.storage?.persisted?.().catch(() => null),
    navigator.storage?.estimate?.().catch(() => null),
  ]);
  return {
    user_agent: navigator.userAgent,
    is_installed,
    is_persisted: isPersisted ?? null,
    storage_used: estimate?.usage ?? null,
    storage_quota: estimate?.quota ?? null,
    // Whether the browser starts the worker when the device is back online, even with all tabs closed.
    has_background_sync: 'SyncManager' in window,
  };
}

/** The same as a hook; null until loaded. */
export function useBrowserFacts(): { facts: BrowserFacts | null; readAgain: () => Promise<void> } {
  const [facts, setFacts] = useState<BrowserFacts | null>(null);
  const readAgain = useCallback(async () => setFacts(await readBrowserFacts()), []);
  useEffect(() => void readAgain(), [readAgain]);
  return { facts, readAgain };
}
