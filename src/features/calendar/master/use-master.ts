import { useCallback, useMemo } from 'react';
import type { LocalSession } from '#db/sessions.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import { occurrenceOf } from '#screens/device/held-events.ts';
import { useSessions } from '#screens/device/held-sessions.ts';
import { useReloadOnChange } from '#screens/device/reload-on-change.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { calendarEntries, type Entry } from '../calendar-entries.ts';
import { useCalendar } from '../use-calendar.ts';
import type { MasterLookups } from './master-rows.ts';
import type { MasterView } from './master-search.ts';

const NO_SESSIONS: readonly LocalSession[] = [];

interface Days {
  view: MasterView;
  /** Pacific days, inclusive. */
  from: string;
  to: string;
}

/**
 * Everyone's calendar, as far as the person may see it. Other people's events come from the server, which also
 * says when one has changed; the last answer is kept for reading offline. The person's own come from this device,
 * so that new ones appear immediately, and so do the office's sessions of recent months.
 */
export function useMaster({ view, from, to }: Days, lookups: MasterLookups) {
  const { profile } = useSignedIn();
  const { auth, grants, provider_id } = profile;
  const answer = useKeptAnswer(
    'calendar.list-master',
    JSON.stringify({ view, day: from }),
    useCallback(
      (api: ApiClient) => api.call('calendar.list-master', { query: { start: from, end: to } }),
      [from, to],
    ),
  );
  const { result, reload } = answer;
  useReloadOnChange('calendar_event', reload);
  const hasSessions = seesWholeOrganization({ role: auth, grants });
  const logged = useSessions({ from: hasSessions ? from : '', to });
  // Plans can be read without what was logged of them.
  const sessions = logged.result ?? (logged.problem === null ? undefined : NO_SESSIONS);
  const { entries: own, server: ownServer } = useCalendar(provider_id ?? '', from, to, lookups);
  const entries = useMemo(() => {
    if (result === undefined || sessions === undefined || own === undefined) return undefined;
    const isOther = (row: { provider: string }) => row.provider !== provider_id;
    const others = calendarEntries(
      {
        occurrences: result.filter(isOther).map(occurrenceOf),
        sessions: sessions.filter(isOther),
        lunches: [],
      },
      lookups,
    );
    // Invitations are on both sides.
    const mine = own.filter(({ provider }) => provider === provider_id);
    return [...others.filter(({ day }) => day >= from && day <= to), ...mine].sort(byStart);
  }, [result, sessions, own, lookups, provider_id, from, to]);
  const server = useMemo(
    () => ({
      has: (entry: Entry) => entry.provider !== provider_id || ownServer.has(entry),
      reload: async () => {
        await Promise.all([reload(), ownServer.reload()]);
      },
    }),
    [provider_id, reload, ownServer],
  );
  return { entries, answer, server, lacksSessions: logged.result === undefined && logged.problem !== null };
}

function byStart(a: Entry, b: Entry): number {
  return a.day.localeCompare(b.day) || a.start - b.start || a.end - b.end;
}
