import { useCallback } from 'react';
import { payPeriods } from '#db/catalog.ts';
import type { LocalSession } from '#db/sessions.ts';
import type { LocalSoapNote } from '#db/soap-notes.ts';
import { sessionTimeline, type TimelineEntry } from '#domain/sessions/session-timeline.ts';
import { fullName } from '#domain/students/student-name.ts';
import { displayDay, displaySpan, pacificDisplay } from '#domain/time/pacific.ts';
import { newestRevision } from '#domain/timesheets/timesheet.ts';
import { useEventOfDay } from '#screens/device/held-events.ts';
import { useTimesheets } from '#screens/device/others-days.ts';
import { NotesOfSession } from '#screens/device/readable-notes.tsx';
import { useLocal, useServerData, useSignedIn } from '#screens/device/signed-in.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { TimeDisplay } from '#ui/time-display.tsx';
import { nameOfPerson, type SessionLookups } from './session-lookups.ts';

const WORDS: Record<TimelineEntry['kind'], string> = {
  planned: 'Planned',
  entered: 'Entered',
  received: 'Received by server',
  sign: 'Note signed',
  'co-sign': 'Note co-signed',
  return: 'Note returned',
  withdraw: 'Signature withdrawn',
  amend: 'Note amended',
  approved: 'Approved',
};

/** The event that a session was planned as, if it is known: one's own as My Calendar has it, others' from the server. */
function usePlan({ provider, session_date, calendar_event_id: id }: LocalSession) {
  const { profile } = useSignedIn();
  const isOwn = provider === profile.provider_id;
  const own = useEventOfDay(session_date, isOwn ? id : null);
  const asked = useServerData(
    useCallback(
      async (api: ApiClient) => {
        if (isOwn || id === null) return null;
        const query = { start: session_date, end: session_date };
        const found = await api.call('calendar.of-provider', { params: { id: provider }, query });
        return found.find((event) => event.id === id) ?? null;
      },
      [isOwn, provider, session_date, id],
    ),
  );
  return (isOwn ? own : asked.result) ?? null;
}

interface SessionTimelineProps {
  session: LocalSession;
  lookups: SessionLookups;
}

/** What has happened to a session, each with who and when, as far as it is known here. */
export function SessionTimeline(props: SessionTimelineProps) {
  return (
    <NotesOfSession
      session={props.session}
      unread={(isAsking) => <Steps {...props} notes={isAsking ? undefined : null} />}
    >
      {(notes) => <Steps {...props} notes={notes} />}
    </NotesOfSession>
  );
}

/** @param notes undefined while they load, null if they can't be read now */
function Steps({
  session,
  lookups,
  notes,
}: SessionTimelineProps & { notes: readonly LocalSoapNote[] | null | undefined }) {
  const day = session.session_date;
  const periods = useLocal(payPeriods, []);
  const period = periods?.find(({ start_date, end_date }) => start_date <= day && day <= end_date);
  const sheets = useTimesheets(session.provider, period);
  const event = usePlan(session);
  if (periods === undefined || sheets === undefined) return null;
  const isGroup = session.student_ids.length > 1;
  return (
    <section aria-labelledby="session-timeline" className="grid gap-2">
      <h2 id="session-timeline" className="font-semibold text-base">
        Timeline
      </h2>
      <ol className="grid max-w-2xl text-sm">
        {sessionTimeline({ session, notes: notes ?? [], timesheet: newestRevision(sheets) }).map((entry) => {
          const { kind, at, by, by_name, student } = entry;
          const about = student === undefined ? undefined : lookups.studentNames.get(student);
          const who = by === null ? '' : `by ${by_name ?? nameOfPerson(by, lookups)}`;
          const whose = isGroup && about !== undefined ? `, ${fullName(about)}` : '';
          return (
            <li
              key={`${kind} ${at} ${student}`}
              className="relative grid gap-x-3 border-border border-l pb-3 pl-4 last:border-transparent last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto]"
            >
              <span
                aria-hidden="true"
                className="absolute top-1.5 -left-1 size-2 rounded-full bg-muted-foreground"
              />
              <span>
                <span className="font-medium">{`${WORDS[kind]}${whose}`}</span>{' '}
                <span className="text-muted-foreground">{who}</span>
              </span>
              <span className="text-muted-foreground tabular-nums">
                {at !== null && <TimeDisplay dateTime={at}>{pacificDisplay(at)}</TimeDisplay>}
                {kind === 'planned' &&
                  event !== null &&
                  `for ${displayDay(day)}, ${displaySpan(event.event_start_time, event.event_end_time)}`}
              </span>
            </li>
          );
        })}
      </ol>
      {notes === null && (
        <p className="text-muted-foreground text-sm">SOAP notes appear here when you're online.</p>
      )}
    </section>
  );
}
