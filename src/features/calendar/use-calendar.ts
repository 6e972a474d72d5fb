import { useMemo } from 'react';
import { lunchBreaksBetween } from '#db/lunch-breaks.ts';
import { type LocalSession, sessionsOfProvider } from '#db/sessions.ts';
import { useOccurrences } from '#screens/device/held-events.ts';
import { useSessions } from '#screens/device/held-sessions.ts';
import type { Lookups } from '#screens/device/lookups.ts';
import { peopleOfSession, withPeople } from '#screens/device/people-by-id.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import { calendarEntries, type Entry } from './calendar-entries.ts';
import type { OfficeEntries } from './event/open-event.tsx';

const NO_SESSIONS: LocalSession[] = [];

interface FoundCalendar {
  /** Undefined until loaded. */
  entries: Entry[] | undefined;
  /** These days' sessions or events aren't on this device, and the server can't be asked: the entries lack them. */
  lacksSome: boolean;
  /** The events that only the server has. */
  office: OfficeEntries;
}

/** A provider's calendar between two Pacific days. */
export function useCalendar(
  provider: string,
  from: string,
  to: string,
  lookups: Lookups | undefined,
): FoundCalendar {
  const planned = useOccurrences({ provider, from, to });
  const logged = useSessions({ from, to, provider });
  const [lacksEvents, lacksSessions] = [planned, logged].map(isMissing);
  const waiting = useLocal(
    async (db) =>
      lacksSessions
        ? withPeople(db, sessionsOfProvider(db, provider, from, to), peopleOfSession)
        : NO_SESSIONS,
    [lacksSessions, provider, from, to],
  );
  // Each can be read without the other, and what was entered here is here.
  const occurrences = planned.result ?? (lacksEvents ? planned.here : undefined);
  const sessions = logged.result ?? (lacksSessions ? waiting : undefined);
  const lunches = useLocal((db) => lunchBreaksBetween(db, provider, from, to), [provider, from, to]);
  const entries = useMemo(() => {
    if (!occurrences || !sessions || !lunches || !lookups) return undefined;
    const all = calendarEntries({ occurrences, sessions, lunches }, { ...lookups, self: provider });
    return all.filter(({ day }) => day >= from && day <= to);
  }, [occurrences, sessions, lunches, lookups, provider, from, to]);
  const { onServer, reload } = planned;
  const office = useMemo(
    () => ({ has: ({ kind, id }: Entry) => kind === 'event' && onServer.has(id), reload }),
    [onServer, reload],
  );
  return { entries, lacksSome: lacksEvents === true || lacksSessions === true, office };
}

function isMissing({ result, problem }: { result?: unknown; problem: string | null }): boolean {
  return result === undefined && problem !== null;
}
