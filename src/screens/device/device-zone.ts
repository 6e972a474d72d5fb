import { differsFromPacific } from '#domain/time/zones.ts';

/** The device's time zone if its clock differs from Pacific time on that day; otherwise null. */
export function otherZoneOn(day: string): string | null {
  if (day === '') return null;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return differsFromPacific(day, zone) ? zone : null;
}

/** "New York" of "America/New_York" */
export function zoneName(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}
