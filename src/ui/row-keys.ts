import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * Moves the focus between rows; Enter and Space press the active one. The active row is identified by id, so
 * it stays the same when rows are sorted.
 */
export function useRowKeys(
  frame: RefObject<HTMLDivElement | null>,
  ids: readonly string[],
  { rowHeight, headHeight, selects }: { rowHeight: number; headHeight: number; selects: boolean },
  press: (index: number, key: 'Enter' | ' ') => void,
) {
  const [active, setActive] = useState<string | null>(null);
  const focusWanted = useRef(false);
  const found = active === null ? -1 : ids.indexOf(active);
  const activeIndex = found === -1 ? Math.min(0, ids.length - 1) : found;

  useLayoutEffect(() => {
    if (!focusWanted.current || frame.current === null) return;
    focusWanted.current = false;
    const top = activeIndex * rowHeight;
    const visible = frame.current.clientHeight - headHeight;
    if (top < frame.current.scrollTop) frame.current.scrollTop = top;
    else if (top + rowHeight > frame.current.scrollTop + visible) {
      frame.current.scrollTop = top + rowHeight - visible;
    }
    frame.current
      .querySelector<HTMLElement>(`tr[data-index="${activeIndex}"]`)
      ?.focus({ preventScroll: true });
  }, [activeIndex, frame, rowHeight, headHeight]);

  const onRowKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    // Keys pressed in a link or button inside the row are left to it.
    if (event.target !== event.currentTarget) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' || (event.key === ' ' && selects)) {
      event.preventDefault();
      press(activeIndex, event.key);
      return;
    }
    const page = Math.max(1, Math.floor(((frame.current?.clientHeight ?? 0) - headHeight) / rowHeight));
    const next = nextIndex(event.key, activeIndex, ids.length, page);
    if (next === null) return;
    event.preventDefault();
    focusWanted.current = next !== activeIndex;
    setActive(ids[next] ?? null);
  };

  return { activeIndex, onRowKeyDown, onRowFocus: setActive };
}

function nextIndex(key: string, index: number, count: number, page: number): number | null {
  const within = (wanted: number) => Math.min(count - 1, Math.max(0, wanted));
  switch (key) {
    case 'ArrowDown':
      return within(index + 1);
    case 'ArrowUp':
      return within(index - 1);
    case 'PageDown':
      return within(index + page);
    case 'PageUp':
      return within(index - page);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
