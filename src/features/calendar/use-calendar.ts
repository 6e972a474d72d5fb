import { useMemo } from 'react';
import { calendarOccurrences } from '#db/calendar-events.ts';
import { lunchBreaksBetween } from '#db/lunch-breaks.ts';
import type { LocalSession } from '#db/sessions.ts';
import { useSessions } from '#screens/device/held-sessions.ts';
import type { Lookups } from '#screens/device/lookups.ts';
import { peopleOfEvent, withPeople } from '#screens/device/people-by-id.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import { calendarEntries, type Entry } from './calendar-entries.ts';

const NO_SESSIONS: readonly LocalSession[] = [];

interface FoundCalendar {
  /** Undefined until loaded. */
  entries: Entry[] | undefined;
  /** These days' sessions aren't on this device, and the server can't be asked: the entries lack them. */
  lacksSessions: boolean;
}

/** A provider's calendar between two Pacific days. */
export function useCalendar(
  provider: string,
  from: string,
  to: string,
  lookups: Lookups | undefined,
): FoundCalendar {
  const occurrences = useLocal(
    (db) => withPeople(db, calendarOccurrences(db, provider, from, to), peopleOfEvent),
    [provider, from, to],
  );
  const { result, problem } = useSessions({ from, to, provider });
  const lacksSessions = result === undefined && problem !== null;
  // Plans can be read without what was logged of them.
  const sessions = result ?? (lacksSessions ? NO_SESSIONS : undefined);
  const lunches = useLocal((db) => lunchBreaksBetween(db, provider, from, to), [provider, from, to]);
  const entries = useMemo(() => {
    if (!occurrences || !sessions || !lunches || !lookups) return undefined;
    const all = calendarEntries({ occurrences, sessions, lunches }, { ...lookups, self: provider });
    return all.filter(({ day }) => day >= from && day <= to);
  }, [occurrences, sessions, lunches, lookups, provider, from, to]);
  return { entries, lacksSessions };
}
