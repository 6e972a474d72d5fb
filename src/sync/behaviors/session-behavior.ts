import type { Session, SessionAsk, SessionBody } from '#contract/session.ts';
import type { LocalDatabase } from '#db/local-database.ts';
import { seriesNear } from '#domain/calendar/series.ts';
import { takesChanges } from '#domain/sessions/closed-session.ts';
import {
  approvalOf,
  requestsOf,
  withDurationRequest,
  withLockRequest,
} from '#domain/sessions/session-requests.ts';
import { isChangedDuration, withScheduledMinutes } from '#domain/sessions/session-rules.ts';
import { newRow } from '#entities/row-facts.ts';
import type { Behavior, WriteAuthor } from './behavior.ts';

/** Fields derived from the minutes. */
function withDerivedFields(before: Session | null, entered: Session, { user_id, captured_at }: WriteAuthor) {
  const session = withScheduledMinutes(entered, before);
  const requests = withDurationRequest(requestsOf(session), before, session, {
    by: user_id,
    at: captured_at,
  });
  return {
    ...session,
    changeDuration: isChangedDuration(session),
    requests,
    approval_request: approvalOf(requests),
  };
}

/** A request leaves a session that can't be changed any more as it is. */
function withAsk(session: Session, { changes, ...ask }: SessionAsk, author: WriteAuthor): Session {
  const known: Record<string, unknown> = session;
  const before = Object.fromEntries(Object.keys(changes).map((name) => [name, known[name]]));
  const requests = withLockRequest(
    requestsOf(session),
    { ...ask, before, changes },
    { by: author.user_id, at: author.captured_at },
  );
  return { ...session, requests, approval_request: approvalOf(requests) };
}

interface Naming {
  provider?: string;
  session_date?: string;
  calendar_event_id?: string | null;
  make_up_of?: string | null;
}

/** The series, known only to this device so far, that has an occurrence with this id. */
async function newSeriesOf(
  db: LocalDatabase,
  { provider, session_date }: Naming,
  id: string,
): Promise<string[]> {
  if (provider === undefined || session_date === undefined) return [];
  const unsent = await db.calendarEvents
    .where('[provider+series_until]')
    .between([provider, ''], [provider, '\uffff'])
    .filter(({ version }) => version === 0)
    .primaryKeys();
  const series = seriesNear(unsent, id, session_date);
  return series === null ? [] : [series];
}

export const sessionBehavior: Behavior<'session'> = {
  created: (body: SessionBody, author) => withDerivedFields(null, newRow('session', body, author), author),
  changed(row, { endpoint, body, author }) {
    if (endpoint === 'session.request') return withAsk(row, body as SessionAsk, author);
    return withDerivedFields(row, { ...row, ...(body as object) }, author);
  },
  isClosed: ({ state }) => !takesChanges(state),
  together: {
    time: ['start_time', 'end_time', 'time_zone', 'actual_minutes', 'direct_minutes', 'indirect_minutes'],
  },
  /** The event that it was planned as, and the session that it makes up for. */
  async named(db, body: Naming, seen: Naming) {
    const { calendar_event_id = null, make_up_of = null } = body;
    const ids = [calendar_event_id, make_up_of].filter((id) => id !== null);
    if (calendar_event_id === null) return ids;
    if ((await db.calendarEvents.get(calendar_event_id)) !== undefined) return ids;
    return [...ids, ...(await newSeriesOf(db, { ...seen, ...body }, calendar_event_id))];
  },
};
