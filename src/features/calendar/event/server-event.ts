import { v7 as uuidv7 } from 'uuid';
import { type CalendarEvent, CalendarEventBody } from '#contract/calendar.ts';
import { ApiError, replayOf } from '#contract/errors.ts';
import type { LocalCalendarEvent, LocalOccurrence } from '#db/calendar-events.ts';
import { occurrenceOn } from '#domain/calendar/series.ts';
import { isSeriesDay } from '#domain/calendar/series-days.ts';
import type { EditScope } from '#domain/calendar/series-edit.ts';
import { type ApiClient, NoAnswer, UnknownApiError } from '#sync/api-client.ts';
import { ChangedMeanwhile, type EventWriter } from './event-writer.ts';
import { type EventFields, problemsOfEvent, type Recorded } from './record-event.ts';

/** An event as the server has it now. */
export interface ServerEvent {
  occurrence: LocalOccurrence;
  /** The row that an edit refers to: its own, or its series' if it has none. */
  row: { id: string; version: number };
}

/**
 * The current state of an event that isn't stored on this device, with its series.
 * @throws ApiError, UnknownApiError, NoAnswer
 */
export async function readServerEvent(api: ApiClient, told: LocalOccurrence): Promise<ServerEvent> {
  const { id, original_date } = told;
  const found = await seriesOf(api, told.event.original_id);
  if (found === null || original_date === null) {
    const row = await api.call('calendar.read', { params: { id } });
    return { occurrence: { id, event: asKept(row), series: null, original_date, skipped: null }, row };
  }
  const series = asKept(found.series);
  const changed = found.changed.find((one) => one.id === id);
  if (
    changed === undefined &&
    (!isSeriesDay(series, original_date) || series.excluded_dates.includes(original_date))
  ) {
    throw new ApiError('record.deleted');
  }
  const event = changed === undefined ? occurrenceOn(series, original_date) : asKept(changed);
  return { occurrence: { id, event, series, original_date, skipped: null }, row: changed ?? series };
}

/**
 * Edits are made on the server immediately and need a connection. They throw `ChangedMeanwhile` if someone
 * else was faster.
 * @param onOutdated the calendars loaded before are outdated
 */
export function serverWriter(
  api: ApiClient,
  { occurrence, row }: ServerEvent,
  onOutdated: () => void,
): EventWriter {
  const reach = (scope: EditScope) =>
    occurrence.series === null || occurrence.original_date === null
      ? {}
      : { scope, date: occurrence.original_date };

  const asNow = async (): Promise<unknown> => {
    try {
      const now = await readServerEvent(api, occurrence);
      return new ChangedMeanwhile(now.occurrence, serverWriter(api, now, onOutdated));
    } catch (problem) {
      return serverProblem(problem);
    }
  };
  const sendOnce = onceAnswered();
  const send = async (
    edit: string,
    call: (write: { key: string; base_version: number }) => Promise<unknown>,
  ): Promise<Recorded> => {
    try {
      await sendOnce(edit, (key) => call({ key, base_version: row.version }));
    } catch (problem) {
      if (problem instanceof ApiError && problem.fields !== undefined) {
        return { kind: 'refused', problems: problem.fields };
      }
      if (isNews(problem)) onOutdated();
      throw problem instanceof ApiError && problem.code === 'record.stale'
        ? await asNow()
        : serverProblem(problem);
    }
    onOutdated();
    return { kind: 'saved', id: occurrence.id };
  };

  const params = { id: row.id };
  return {
    place: 'on the server',
    async change(fields, scope) {
      if (Object.keys(fields).length === 0) return { kind: 'saved', id: occurrence.id };
      const query = reach(scope);
      return send(JSON.stringify([query, fields]), (write) =>
        api.call('calendar.update', { params, query, body: fields, write }),
      );
    },
    delete(scope) {
      const query = reach(scope);
      return send(JSON.stringify([query]), (write) => api.call('calendar.delete', { params, query, write }));
    },
  };
}

/** Saves a new event in someone else's calendar, under the id of the form. */
export type EventCreator = (id: string, fields: EventFields) => Promise<Recorded>;

/**
 * Other people's events are created on the server immediately, and need a connection. Sent again because the
 * answer was lost, an event is created once.
 * @param onOutdated the calendars loaded before are outdated
 */
export function serverCreator(api: ApiClient, onOutdated: () => void): EventCreator {
  const sendOnce = onceAnswered();
  return async (id, fields) => {
    const problems = problemsOfEvent(fields);
    if (Object.keys(problems).length > 0) return { kind: 'refused', problems };
    const body = CalendarEventBody.parse({ ...fields, id });
    try {
      await sendOnce(JSON.stringify(body), (key) =>
        api.call('calendar.create', { body, write: { key, base_version: 0 } }),
      );
    } catch (problem) {
      if (problem instanceof ApiError && problem.fields !== undefined) {
        return { kind: 'refused', problems: problem.fields };
      }
      const isThere = problem instanceof ApiError && problem.code === 'record.exists';
      if (!isThere || !(await isStored(api, id, fields))) throw serverProblem(problem, CREATE_ONLINE);
    }
    onOutdated();
    return { kind: 'saved', id };
  };
}

const CREATE_ONLINE =
  "Can't reach the server. You need a connection to schedule for someone else. Your entry stays here.";

/** Whether the server has stored just this, before a reload of the page. */
async function isStored(api: ApiClient, id: string, fields: EventFields): Promise<boolean> {
  const row: Record<string, unknown> = await api.call('calendar.read', { params: { id } });
  return Object.entries(fields).every(([name, value]) => JSON.stringify(value) === JSON.stringify(row[name]));
}

/** Sends under a key that stays the same while it is unknown whether the same thing took effect. */
function onceAnswered() {
  let unanswered: { what: string; key: string } | null = null;
  return async (what: string, call: (key: string) => Promise<unknown>): Promise<void> => {
    const key = unanswered?.what === what ? unanswered.key : uuidv7();
    unanswered = { what, key };
    try {
      await call(key);
      unanswered = null;
    } catch (problem) {
      if (!isUnsettled(problem)) unanswered = null;
      throw problem;
    }
  };
}

/** Null if the event is in no series, or in one that is deleted or inaccessible. */
async function seriesOf(api: ApiClient, original_id: string | null) {
  if (original_id === null) return null;
  try {
    return await api.call('calendar.read-series', { params: { original_id } });
  } catch (problem) {
    if (problem instanceof ApiError && ['record.absent', 'record.deleted'].includes(problem.code))
      return null;
    throw problem;
  }
}

function asKept(event: CalendarEvent): LocalCalendarEvent {
  return { ...event, record_state: 'sent' };
}

/** Whether it is unknown if the edit took effect. */
function isUnsettled(problem: unknown): boolean {
  if (problem instanceof NoAnswer) return true;
  const code = problem instanceof ApiError ? problem.code : null;
  return (
    (problem instanceof ApiError || problem instanceof UnknownApiError) &&
    replayOf(problem.status, code) === 'retry'
  );
}

/** Whether the error means that the event has changed. */
function isNews(problem: unknown): boolean {
  return (
    problem instanceof ApiError && ['record.stale', 'record.deleted', 'record.absent'].includes(problem.code)
  );
}

/** What a person can do about it. The outbox's message would promise that the edit is stored. */
export function serverProblem(
  problem: unknown,
  offline = "Can't reach the server. You need a connection to change this event.",
): unknown {
  if (problem instanceof NoAnswer) return new NoAnswer(problem, offline);
  if (!(problem instanceof ApiError)) return problem;
  if (problem.code === 'record.deleted')
    return new Error('Someone else deleted this event while you were editing.');
  if (problem.code === 'server.busy') return new Error('The server is busy. Save again in a moment.');
  return problem;
}
