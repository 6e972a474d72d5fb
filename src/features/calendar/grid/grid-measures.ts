/** How tall an hour is, in px. */
export const HOUR_PX = 60;
/** What hands move by, in minutes. */
export const SNAP_MINUTES = 15;
/** Less than this could be neither read nor hit, in px. */
export const LEAST_PX = 24;
/** The grid opens at the beginning of the school day. */
export const FIRST_HOUR = 6;

export function pxOf(minutes: number): number {
  return (minutes * HOUR_PX) / 60;
}

export function minutesOf(px: number): number {
  return (px * 60) / HOUR_PX;
}

export function snapped(minutes: number): number {
  return Math.round(minutes / SNAP_MINUTES) * SNAP_MINUTES;
}
