import type { Entry } from '../calendar-entries.ts';
import { SNAP_MINUTES } from './grid-measures.ts';

/** Distance from the frame's edge at which the grid scrolls, in px. */
const EDGE_PX = 36;
const MIDNIGHT = 1_440;

/** The target of a move: minutes since midnight of its day. */
export interface Place {
  day: string;
  start: number;
  minutes: number;
}

/** An entry being moved, by pointer or keyboard. */
export interface Drag extends Place {
  entry: Entry;
}

/** The step of an arrow key. */
export const STEPS: Record<string, { days: number; minutes: number }> = {
  ArrowUp: { days: 0, minutes: -SNAP_MINUTES },
  ArrowDown: { days: 0, minutes: SNAP_MINUTES },
  ArrowLeft: { days: -1, minutes: 0 },
  ArrowRight: { days: 1, minutes: 0 },
};

export function placeOf(entry: Entry): Place {
  return { day: entry.day, start: entry.start, minutes: entry.end - entry.start };
}

/** Within its day. */
export function movedTo(drag: Drag, day: string, start: number): Drag {
  return {
    ...drag,
    day,
    start: Math.max(0, Math.min(start, MIDNIGHT - SNAP_MINUTES, lastStart(drag.minutes))),
  };
}

/** An event ending at midnight would end on another day: it stays a quarter of an hour before. */
function lastStart(minutes: number): number {
  return Math.floor((MIDNIGHT - 1 - minutes) / SNAP_MINUTES) * SNAP_MINUTES;
}

export function stretched(drag: Drag, minutes: number): Drag {
  return { ...drag, minutes: Math.max(SNAP_MINUTES, Math.min(minutes, MIDNIGHT - 1 - drag.start)) };
}

/** The day below the pointer, or the nearest one, and the screen position of its midnight. */
export function dayAt(
  frame: HTMLElement | null,
  entry: Entry,
  x: number,
): { day: string; top: number } | null {
  const columns = frame?.querySelectorAll<HTMLElement>(`[data-day][data-provider="${entry.provider}"]`) ?? [];
  let nearest: { day: string; top: number; distance: number } | null = null;
  for (const column of columns) {
    const { left, right, top } = column.getBoundingClientRect();
    const distance = Math.max(left - x, x - right, 0);
    if (nearest === null || distance < nearest.distance)
      nearest = { day: column.dataset.day ?? '', top, distance };
  }
  return nearest;
}

export function scrollAlong(frame: HTMLElement | null, y: number): void {
  if (frame === null) return;
  const { top, bottom } = frame.getBoundingClientRect();
  if (y > bottom - EDGE_PX) frame.scrollTop += 12;
  // Below the column headers.
  else if (y < top + 2 * EDGE_PX) frame.scrollTop -= 12;
}
