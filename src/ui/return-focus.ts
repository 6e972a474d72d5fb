import { type KeyboardEvent, useRef, useState } from 'react';

interface FocusHandlers {
  onOpenAutoFocus?: ((event: Event) => void) | undefined;
  onCloseAutoFocus?: ((event: Event) => void) | undefined;
}

/** Where an element is in a table, for when its row is gone. */
interface TablePlace {
  table: HTMLTableElement;
  row: string;
  cell: number;
}

function tablePlaceOf(element: Element | null): TablePlace | null {
  const cell = element?.closest('td');
  const row = cell?.closest<HTMLTableRowElement>('tr[data-index]');
  const table = row?.closest('table');
  return cell && row && table ? { table, row: row.dataset.index ?? '', cell: cell.cellIndex } : null;
}

/**
 * What is now in the place of an element that is gone: the same control of its row, or of the one that moved up. If
 * that has none, the row itself, or its table where rows don't open.
 */
function nowAt({ table, row, cell }: TablePlace): HTMLElement | null {
  const rows = [...table.querySelectorAll<HTMLTableRowElement>('tr[data-index]')];
  const found = rows.find(({ dataset }) => dataset.index === row) ?? rows.at(-1);
  return (
    found?.cells[cell]?.querySelector<HTMLElement>('a, button') ??
    found?.querySelector<HTMLElement>('a, button') ??
    found?.closest<HTMLElement>('[tabindex]') ??
    null
  );
}

/**
 * Returns the focus to where it was when a panel opened.
 *
 * Radix returns it only to its own trigger; a panel opened by state has none and would drop the focus on the
 * page.
 */
export function useReturnFocus({ onOpenAutoFocus, onCloseAutoFocus }: FocusHandlers) {
  // If the content of a panel takes the focus itself, Radix does not report where the focus was.
  const [before] = useState(() => document.activeElement);
  const opener = useRef<Element | null>(null);
  const place = useRef<TablePlace | null>(null);
  const around = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement;
      place.current = tablePlaceOf(opener.current);
      around.current = opener.current?.parentElement?.closest<HTMLElement>('[tabindex="-1"]') ?? null;
      onOpenAutoFocus?.(event);
    },
    onCloseAutoFocus: (event: Event) => {
      onCloseAutoFocus?.(event);
      const element = opener.current ?? before;
      if (event.defaultPrevented) return;
      const isThere = element?.isConnected === true;
      // Its list has handed the focus on already.
      if (!isThere && document.activeElement !== document.body) return event.preventDefault();
      // The element that opened it may be gone, as a row that was decided on: then what took its place in the
      // table gets the focus, or the entry that it was in, or the screen itself. It is the page if one panel took
      // the place of another.
      const entry = around.current?.isConnected === true ? around.current : document.getElementById('main');
      const target =
        isThere && element !== document.body ? element : ((place.current && nowAt(place.current)) ?? entry);
      if (!(target instanceof HTMLElement)) return;
      event.preventDefault();
      // What opened the panel is where it was: a bar at the bottom would scroll the page up to clear its own padding.
      target.focus({ preventScroll: target === element });
    },
  };
}

/** From the last element of a panel, Tab goes to the first; Radix focuses it without scrolling to it. */
export function keepFocusInView({ key }: KeyboardEvent): void {
  if (key === 'Tab') queueMicrotask(() => document.activeElement?.scrollIntoView?.({ block: 'nearest' }));
}
