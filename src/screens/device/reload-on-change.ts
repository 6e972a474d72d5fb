import { useEffect } from 'react';
import type { WatchedEntity } from '#domain/access/watched-entities.ts';
import { useSignedIn } from './signed-in.ts';

/** Changes that come together are read together. */
const GATHER_MS = 250;
/** Minimum interval between two requests. */
const REST_MS = 3_000;

/**
 * Requests an answer again when the server says that rows of an entity changed, and when the person comes back
 * to the page. A page that nobody sees requests nothing.
 * @param reload the same function while the request is the same
 */
export function useReloadOnChange(entity: WatchedEntity, reload: () => Promise<void>): void {
  const { engine } = useSignedIn();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let askedAt = Number.NEGATIVE_INFINITY;
    const ask = () => {
      if (document.visibilityState === 'hidden' || timer !== undefined) return;
      const wait = Math.max(GATHER_MS, askedAt + REST_MS - performance.now());
      timer = setTimeout(() => {
        timer = undefined;
        askedAt = performance.now();
        void reload();
      }, wait);
    };
    const stop = engine.watch((changed) => {
      // Null: a hint may have been missed.
      if (changed === null || changed === entity) ask();
    });
    document.addEventListener('visibilitychange', ask);
    window.addEventListener('focus', ask);
    return () => {
      stop();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', ask);
      window.removeEventListener('focus', ask);
    };
  }, [engine, entity, reload]);
}
