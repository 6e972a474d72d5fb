import { useCallback, useMemo } from 'react';
import { type LocalOccurrence, occurrencesOfProviders } from '#db/calendar-events.ts';
import { sessionsBetween } from '#db/sessions.ts';
import { peopleOfEvent, peopleOfSession, withPeople } from '#screens/device/people-by-id.ts';
import { type ServerResult, useLocal, useServerData } from '#screens/device/signed-in.ts';
import { calendarEntries, type Entry } from '../calendar-entries.ts';
import { occurrenceOf } from '../occurrence-of.ts';
import type { MasterLookups } from './master-rows.ts';

/** Everyone's calendar between two Pacific days, if all rows are on this device. */
export function useEveryone(from: string, to: string, lookups: MasterLookups): Entry[] | undefined {
  const { providers } = lookups;
  const ids = useMemo(() => [...providers.keys()].sort(), [providers]);
  const occurrences = useLocal(
    (db) => withPeople(db, occurrencesOfProviders(db, ids, from, to), peopleOfEvent),
    [ids.join(' '), from, to],
  );
  const sessions = useLocal(
    (db) => withPeople(db, sessionsBetween(db, from, to), peopleOfSession),
    [from, to],
  );
  return useMemo(() => {
    if (occurrences === undefined || sessions === undefined) return undefined;
    const entries = calendarEntries({ occurrences, sessions, lunches: [] }, lookups);
    return entries.filter(({ day }) => day >= from && day <= to);
  }, [occurrences, sessions, lookups, from, to]);
}

/** The same from the server, for people who have only some of it on their device. */
export function useServerMaster(from: string, to: string): ServerResult<LocalOccurrence[]> {
  return useServerData(
    useCallback(
      async (api) => {
        const found = await api.call('calendar.list-master', { query: { start: from, end: to } });
        return found.map(occurrenceOf);
      },
      [from, to],
    ),
  );
}
