import { useElementScrollRestoration } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';

const thePage = () => window;

/**
 * Restores the scroll position of a list and its page once the first rows are rendered: the router does it
 * too early.
 *
 * @param id the `data-scroll-restoration-id` of the list's scroll container
 */
export function useKeptScroll(id: string, hasRows: boolean): void {
  const frame = useElementScrollRestoration({ id })?.scrollY ?? 0;
  const page = useElementScrollRestoration({ getElement: thePage })?.scrollY ?? 0;
  // After that, people scroll themselves.
  const isDone = useRef(false);
  useLayoutEffect(() => {
    if (!hasRows || isDone.current) return;
    isDone.current = true;
    const rows = frame > 0 && document.querySelector(`[data-scroll-restoration-id="${id}"]`);
    if (rows) rows.scrollTop = frame;
    if (page > 0) window.scrollTo({ top: page });
  }, [id, hasRows, frame, page]);
}
