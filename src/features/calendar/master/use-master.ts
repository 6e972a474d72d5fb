import { useCallback, useMemo } from 'react';
import { sessionsBetween } from '#db/sessions.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import { peopleOfSession, withPeople } from '#screens/device/people-by-id.ts';
import { useReloadOnChange } from '#screens/device/reload-on-change.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { calendarEntries, type Entry } from '../calendar-entries.ts';
import { occurrenceOf } from '../occurrence-of.ts';
import { useCalendar } from '../use-calendar.ts';
import type { MasterLookups } from './master-rows.ts';
import type { MasterView } from './master-search.ts';

interface Days {
  view: MasterView;
  /** Pacific days, inclusive. */
  from: string;
  to: string;
}

/**
 * Everyone's calendar, as far as the person may see it. Other people's events come from the server, which also
 * says when one has changed; the last answer is kept for reading offline. The person's own come from this device,
 * so that new ones appear immediately, and so do the office's sessions.
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
  const sessions = useLocal(
    async (db) => (hasSessions ? withPeople(db, sessionsBetween(db, from, to), peopleOfSession) : []),
    [hasSessions, from, to],
  );
  const own = useCalendar(provider_id ?? '', from, to, lookups);
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
  return { entries, answer };
}

function byStart(a: Entry, b: Entry): number {
  return a.day.localeCompare(b.day) || a.start - b.start || a.end - b.end;
}
