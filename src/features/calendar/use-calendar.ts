import { useMemo } from 'react';
import { calendarOccurrences } from '#db/calendar-events.ts';
import { lunchBreaksBetween } from '#db/lunch-breaks.ts';
import { useSessions } from '#screens/device/held-sessions.ts';
import type { Lookups } from '#screens/device/lookups.ts';
import { peopleOfEvent, withPeople } from '#screens/device/people-by-id.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import { calendarEntries, type Entry } from './calendar-entries.ts';

/** A provider's calendar between two Pacific days on this device; undefined until loaded. */
export function useCalendar(
  provider: string,
  from: string,
  to: string,
  lookups: Lookups | undefined,
): Entry[] | undefined {
  const occurrences = useLocal(
    (db) => withPeople(db, calendarOccurrences(db, provider, from, to), peopleOfEvent),
    [provider, from, to],
  );
  const { result: sessions } = useSessions({ from, to, provider });
  const lunches = useLocal((db) => lunchBreaksBetween(db, provider, from, to), [provider, from, to]);
  return useMemo(() => {
    if (!occurrences || !sessions || !lunches || !lookups) return undefined;
    const entries = calendarEntries({ occurrences, sessions, lunches }, { ...lookups, self: provider });
    return entries.filter(({ day }) => day >= from && day <= to);
  }, [occurrences, sessions, lunches, lookups, provider, from, to]);
}
