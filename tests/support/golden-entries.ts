import type { EntityRow } from '#contract/entities.ts';
import type { EntityName } from '#contract/entity-name.ts';
import { eventEntry, lunchEntry, lunchRow, sessionEntry, sessionRow } from './device-entries.ts';

/** The entities that are written on devices. */
export type WrittenEntity = 'session' | 'lunch' | 'calendar_event';

export function idAt(place: number): string {
  return `0195b000-0000-7000-8000-${place.toString(16).padStart(12, '0')}`;
}

export const USER = idAt(0x1);
export const DEVICE = idAt(0x2);
export const STUDENT = idAt(0x3);
export const SERVICE = idAt(0x4);
const CLIENT = idAt(0x5);

/** Each in its own half hour: overlapping rows would change each other's flags. */
export function halfHour(place: number) {
  const start = 6 * 60 + (place % 12) * 30;
  const day = `2026-03-${String(2 + Math.floor(place / 12)).padStart(2, '0')}`;
  const wall = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  // Before daylight saving time begins on March 8, 2026: eight hours behind.
  return {
    day,
    from: wall(start),
    to: wall(start + 30),
    instant: `${day}T${wall(start + 8 * 60)}:00.000Z`,
  };
}

/** A row as the form submits it. */
export function entryOf(entity: WrittenEntity, id: string, place: number, words: string) {
  const { day, from, to, instant } = halfHour(place);
  switch (entity) {
    case 'session':
      return sessionEntry({
        ...{ id, student_ids: [STUDENT], service: SERVICE, notes: words },
        ...{ session_date: day, start_time: from, end_time: to },
      });
    case 'lunch':
      return lunchEntry({ id, lunch_start_time: instant, notes: words });
    case 'calendar_event':
      return eventEntry({
        ...{ id, meeting_notes: words, event_title: 'Meeting', is_lunch: false },
        ...{ event_start_date: day, event_start_time: from, event_end_date: day, event_end_time: to },
      });
  }
}

/** The same row as the server stores it, first version. */
export function storedOf(entity: WrittenEntity, entry: ReturnType<typeof entryOf>): { id: string } {
  if (entity === 'session') return sessionRow(USER, 1, entry as EntityRow<'session'>);
  if (entity === 'lunch') return lunchRow(USER, 1, entry as EntityRow<'lunch'>);
  return { ...entry, provider: USER, version: 1 } as EntityRow<'calendar_event'>;
}

export function changeOf(entity: WrittenEntity, words: string) {
  return entity === 'calendar_event' ? { meeting_notes: words } : { notes: words };
}

/** What everyone's device holds besides their own entries. */
export function catalogRows(): [EntityName, { id: string }][] {
  const service = { id: SERVICE, name: 'Speech therapy', short_name: 'ST', category: idAt(0x6) };
  return [
    ['service', { ...service, default_minutes: 30, is_billable: true, version: 1 } as { id: string }],
    [
      'student',
      {
        ...{ id: STUDENT, first_name: 'Sam', last_name: 'Sample', grade: '3', archived: false, version: 1 },
        ...{ client: CLIENT, location: null, services: [SERVICE], providers: [USER] },
      } as { id: string },
    ],
    ['client', { id: CLIENT, name: 'Hollow Oak District', active: 1, version: 1 } as { id: string }],
    [
      'provider',
      {
        ...{ id: USER, provider_first: 'Paula', provider_last: 'Golden', services: [SERVICE] },
        ...{ supervisors: [], archived: false, version: 1 },
      } as { id: string },
    ],
    [
      'location',
      { id: '7', name: 'Oak School', client: CLIENT, is_billable: true, archived: false, version: 1 } as {
        id: string;
      },
    ],
    [
      'pay_period',
      {
        ...{ id: idAt(0x8), start_date: '2026-03-01', end_date: '2026-03-15', closed_at: null },
        ...{ is_locked: false, version: 1 },
      } as { id: string },
    ],
  ];
}
