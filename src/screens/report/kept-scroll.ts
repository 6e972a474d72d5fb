import { useElementScrollRestoration } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';

const thePage = () => window;

/**
 * Scrolls a list and its page to where they were left, once the first rows are there: the router does it before.
 *
 * @param id names the list's scrolling frame, its `data-scroll-restoration-id`
 */
export function useKeptScroll(id: string, hasRows: boolean): void {
  const frame = useElementScrollRestoration({ id })?.scrollY ?? 0;
  const page = useElementScrollRestoration({ getElement: thePage })?.scrollY ?? 0;
  // From then on people scroll.
  const isDone = useRef(false);
  useLayoutEffect(() => {
    if (!hasRows || isDone.current) return;
    isDone.current = true;
    const rows = frame > 0 && document.querySelector(`[data-scroll-restoration-id="${id}"]`);
    if (rows) rows.scrollTop = frame;
    if (page > 0) window.scrollTo({ top: page });
  }, [id, hasRows, frame, page]);
}
