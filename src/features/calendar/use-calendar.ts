import { useMemo } from 'react';
import { lunchBreaksBetween } from '#db/lunch-breaks.ts';
import type { Lookups } from '#screens/device/lookups.ts';
import { useOwnDays } from '#screens/device/own-days.tsx';
import { useLocal } from '#screens/device/signed-in.ts';
import { calendarEntries, type Entry, type ServerEntries } from './calendar-entries.ts';

interface FoundCalendar {
  /** Undefined until loaded. */
  entries: Entry[] | undefined;
  /** These days' sessions or events aren't on this device, and the server can't be asked: the entries lack them. */
  lacksSome: boolean;
  /** The events that only the server has. */
  server: ServerEntries;
}

/** A provider's calendar between two Pacific days. */
export function useCalendar(
  provider: string,
  from: string,
  to: string,
  lookups: Lookups | undefined,
): FoundCalendar {
  const { occurrences, sessions, lacking, planned } = useOwnDays({ provider, from, to });
  const lunches = useLocal((db) => lunchBreaksBetween(db, provider, from, to), [provider, from, to]);
  const entries = useMemo(() => {
    if (!occurrences || !sessions || !lunches || !lookups) return undefined;
    const all = calendarEntries({ occurrences, sessions, lunches }, { ...lookups, self: provider });
    return all.filter(({ day }) => day >= from && day <= to);
  }, [occurrences, sessions, lunches, lookups, provider, from, to]);
  const { onServer, reload } = planned;
  const server = useMemo(
    () => ({ has: ({ kind, id }: Entry) => kind === 'event' && onServer.has(id), reload }),
    [onServer, reload],
  );
  return { entries, lacksSome: lacking !== null, server };
}
