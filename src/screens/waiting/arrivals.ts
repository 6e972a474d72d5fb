import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { callNames } from '#db/waiting-calls.ts';
import { useLocal } from '#screens/device/signed-in.ts';

let noted = 0;
const listeners = new Set<() => void>();

/** The server accepted a record that this page sent directly: lists of such records are out of date. */
export function noteArrival(): void {
  noted += 1;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Changes whenever the server has accepted something that was written here, directly or after waiting. */
export function useArrivals(): number {
  const direct = useSyncExternalStore(subscribe, () => noted);
  const unsent = useLocal(async (db) => (await callNames(db)).length, []);
  const [sent, setSent] = useState(0);
  const before = useRef(unsent);
  useEffect(() => {
    const hasArrived = before.current !== undefined && unsent !== undefined && unsent < before.current;
    before.current = unsent;
    if (hasArrived) setSent((count) => count + 1);
  }, [unsent]);
  return direct + sent;
}

/** Asks again whenever something that was written here has arrived. */
export function useReloadOnArrival(reload: () => Promise<void>): void {
  const arrivals = useArrivals();
  const known = useRef(arrivals);
  useEffect(() => {
    if (known.current === arrivals) return;
    known.current = arrivals;
    void reload();
  }, [arrivals, reload]);
}
