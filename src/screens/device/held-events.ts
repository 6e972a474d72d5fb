import { useCallback, useMemo } from 'react';
import type { CalendarOccurrence } from '#contract/calendar.ts';
import {
  calendarEventOfDay,
  calendarOccurrences,
  type LocalCalendarEvent,
  type LocalOccurrence,
} from '#db/calendar-events.ts';
import { byOccurrenceStart } from '#domain/calendar/series.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { HELD, unsentRows, useHoldsDays, useReloadAfterChange } from './held-sessions.ts';
import { peopleOfEvent, withPeople } from './people-by-id.ts';
import { type ServerResult, useLocal, useServerData, useSignedIn } from './signed-in.ts';

/** A person's own calendar between two Pacific days, inclusive; none where a day or the person is empty. */
export interface AskedOccurrences {
  provider: string;
  from: string;
  to: string;
}

/** A person's own calendar from where it is held. */
export interface FoundOccurrences extends ServerResult<LocalOccurrence[]> {
  /** Whether this device holds it; otherwise the server was asked. Undefined until loaded. */
  isHeld: boolean | undefined;
  /** What this device has of it: everything, or what waits here. Undefined until loaded. */
  here: LocalOccurrence[] | undefined;
  /** Ids of the occurrences that only the server has, so that they are changed there. */
  onServer: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The user's own events, occurrences of series, and invitations: live from this device if it holds these days, otherwise from the
 * server, with what waits on this device.
 */
export function useOccurrences({ provider, from, to }: AskedOccurrences): FoundOccurrences {
  const { db } = useSignedIn().workspace;
  const isAsked = provider !== '' && from !== '';
  const isHeld = useHoldsDays({ from, to, provider });
  const here = useLocal(
    async (local) =>
      isAsked ? withPeople(local, calendarOccurrences(local, provider, from, to), peopleOfEvent) : [],
    [isAsked, provider, from, to],
  );
  const unsent = useLocal(
    async (local) => (isHeld === false ? unsentRows(local, 'calendar_event') : NONE),
    [isHeld],
  );
  const ask = useCallback(
    async (api: ApiClient) =>
      isHeld === false ? withPeople(db, askOccurrences(api, { from, to }), peopleOfEvent) : [],
    [db, isHeld, from, to],
  );
  const answer = useServerData(ask);
  const { result, reload } = answer;
  useReloadAfterChange(isHeld === false ? here?.map(({ event }) => event) : undefined, reload);
  const found = useMemo(() => {
    if (here === undefined || unsent === undefined || result === undefined) return undefined;
    return laidOver(result, here, unsent);
  }, [here, unsent, result]);
  if (isHeld === false) {
    return { ...answer, result: found?.occurrences, isHeld, here, onServer: found?.onServer ?? NONE };
  }
  return { ...HELD, result: isHeld === undefined ? undefined : here, isHeld, here, onServer: NONE, reload };
}

async function askOccurrences(api: ApiClient, { from, to }: { from: string; to: string }) {
  const found = await api.call('calendar.list-mine', { query: { start: from, end: to } });
  return found.map(occurrenceOf);
}

/** As a device would know it. It references its series only by id, which only the server has. */
export function occurrenceOf({ skipped, ...event }: CalendarOccurrence): LocalOccurrence {
  const { id, original_date } = event;
  return { id, event: { ...event, record_state: 'sent' }, series: null, original_date, skipped };
}

/** The server's answer, with the rows that this device knows better in their place. */
function laidOver(
  answered: readonly LocalOccurrence[],
  here: readonly LocalOccurrence[],
  unsent: ReadonlySet<string>,
): { occurrences: LocalOccurrence[]; onServer: ReadonlySet<string> } {
  const known = new Set([...unsent, ...here.flatMap(({ id, series }) => [id, series?.id ?? id])]);
  const others = answered.filter(({ id, event }) => !known.has(id) && !known.has(event.original_id ?? ''));
  return {
    occurrences: [...here, ...others].sort(byOccurrenceStart),
    onServer: new Set(others.map(({ id }) => id)),
  };
}

/**
 * An event of the user's own calendar by its id, or the occurrence with this id on a Pacific day. Null if there is none, or the
 * server can't say; undefined until loaded.
 * @param id null for none
 */
export function useEventOfDay(day: string, id: string | null): LocalCalendarEvent | null | undefined {
  const { user_id } = useSignedIn().profile;
  const here = useLocal(
    async (db) => (id === null ? null : calendarEventOfDay(db, user_id, day, id)),
    [user_id, day, id],
  );
  const isAsked = id !== null && here === null;
  const { result, problem } = useOccurrences({ provider: isAsked ? user_id : '', from: day, to: day });
  if (!isAsked) return here;
  if (result === undefined) return problem === null ? undefined : null;
  return result.find((occurrence) => occurrence.id === id)?.event ?? null;
}
