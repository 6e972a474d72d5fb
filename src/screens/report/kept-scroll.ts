import { useElementScrollRestoration } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';

const thePage = () => window;

/**
 * Scrolls a list and its page to where they were left, once the rows are there: the router does it before.
 *
 * @param id names the list's scrolling frame, its `data-scroll-restoration-id`
 */
export function useKeptScroll(id: string, hasRows: boolean): void {
  const frame = useElementScrollRestoration({ id })?.scrollY ?? 0;
  const page = useElementScrollRestoration({ getElement: thePage })?.scrollY ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the rows come; from then on people scroll.
  useLayoutEffect(() => {
    if (!hasRows) return;
    const rows = frame > 0 && document.querySelector(`[data-scroll-restoration-id="${id}"]`);
    if (rows) rows.scrollTop = frame;
    if (page > 0) window.scrollTo({ top: page });
  }, [hasRows]);
}
