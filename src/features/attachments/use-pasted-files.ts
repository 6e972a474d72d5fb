import { type RefObject, useEffect, useRef } from 'react';

/**
 * Accepts files pasted while the focus is here, or while nothing has the focus and this is the only drop
 * target on the page. Text fields keep what is pasted.
 */
export function usePastedFiles(place: RefObject<HTMLElement | null>, add: (files: File[]) => unknown): void {
  const latest = useRef(add);
  useEffect(() => {
    latest.current = add;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const { current: here } = place;
      const files = [...(event.clipboardData?.files ?? [])];
      if (here?.dataset.takesFiles !== 'true' || files.length === 0) return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (target.closest('input, textarea, [contenteditable]') !== null) return;
      const isOnly = document.querySelectorAll('[data-takes-files="true"]').length === 1;
      if (!here.contains(target) && !(isOnly && target === document.body)) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [place]);
}
