import type { RefObject } from 'react';
import type { Entry } from '../calendar-entries.ts';
import type { GridColumn } from './grid-column.tsx';
import { HOUR_PX, pxOf } from './grid-measures.ts';

/** Focuses the wanted entry, if it is rendered. */
export function focusEntry(frame: HTMLElement | null, wanted: RefObject<string | null>): void {
  if (wanted.current === null || frame === null) return;
  const element = frame.querySelector<HTMLElement>(`[data-entry^="${wanted.current}"]`);
  if (element === null) return;
  wanted.current = null;
  element.focus();
}

/**
 * Moves the focus to the entry above, below, or beside.
 * @returns whether the key was handled
 */
export function walk(
  frame: HTMLElement | null,
  columns: readonly GridColumn[],
  entry: Entry,
  key: string,
  wanted: RefObject<string | null>,
): boolean {
  const at = columns.findIndex(({ entries }) => entries.some((one) => one.key === entry.key));
  const own = columns[at]?.entries ?? [];
  const place = own.findIndex((one) => one.key === entry.key);
  const next = {
    ArrowUp: () => own[place - 1],
    ArrowDown: () => own[place + 1],
    ArrowLeft: () =>
      nearestTo(
        entry,
        columns.slice(0, at).findLast(({ entries }) => entries.length > 0),
      ),
    ArrowRight: () =>
      nearestTo(
        entry,
        columns.slice(at + 1).find(({ entries }) => entries.length > 0),
      ),
  }[key];
  if (next === undefined) return false;
  const found = next();
  if (found === undefined || frame === null) return true;
  wanted.current = found.key;
  focusEntry(frame, wanted);
  // Entries out of view aren't rendered: they take the focus once they are.
  if (wanted.current !== null) frame.scrollTop = pxOf(found.start) - HOUR_PX;
  return true;
}

function nearestTo(entry: Entry, column: GridColumn | undefined): Entry | undefined {
  return column?.entries.reduce((best, one) =>
    Math.abs(one.start - entry.start) < Math.abs(best.start - entry.start) ? one : best,
  );
}
