/** Height of an hour, in px: half of one has room for a name in two lines. */
export const HOUR_PX = 72;
/** Step of a move by pointer or keyboard, in minutes. */
export const SNAP_MINUTES = 15;
/** Minimum height of an entry that can be read and hit, in px. */
export const LEAST_PX = 24;
/** Minimum width of an entry, in px; entries without room for it go into a group. */
export const LEAST_WIDE_PX = 44;
/** Width of a group such as "+3", in px. */
export const CROWD_PX = 28;
/** The grid opens at the start of the school day. */
export const FIRST_HOUR = 7;
/** On paper the grid ends here, if no entry is later. */
export const PAPER_LAST_HOUR = 17;

export function pxOf(minutes: number): number {
  return (minutes * HOUR_PX) / 60;
}

export function minutesOf(px: number): number {
  return (px * 60) / HOUR_PX;
}

export function snapped(minutes: number): number {
  return Math.round(minutes / SNAP_MINUTES) * SNAP_MINUTES;
}
