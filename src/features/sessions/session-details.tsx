import type { ReactNode } from 'react';
import { unsentOf } from '#db/outbox.ts';
import type { LocalSession } from '#db/sessions.ts';
import { sessionById, sessionsOfProvider } from '#db/sessions.ts';
import { attendanceRule } from '#domain/sessions/attendance.ts';
import { MAKE_UP_WINDOW_DAYS } from '#domain/sessions/make-ups.ts';
import { ATTENDANCE_LABELS, MODALITY_LABELS, SETTING_LABELS } from '#domain/sessions/session.ts';
import { billableMinutes, payableMinutes } from '#domain/sessions/session-minutes.ts';
import { durationApproval, requestsOf } from '#domain/sessions/session-requests.ts';
import { fullName } from '#domain/students/student-name.ts';
import { dayPlus, displayDay, displayTime, pacificDisplay } from '#domain/time/pacific.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { RecordState } from '#ui/record-state.tsx';
import { DurationDisplay, TimeDisplay } from '#ui/time-display.tsx';
import type { LinkToSession } from './form-warnings.tsx';
import { nameOfPerson, type SessionChoices, useSessionChoices } from './session-choices.ts';
import { SessionRequests } from './session-request-list.tsx';
import { REQUEST_LABELS, remarksOf, requestState, STATE_LABELS, timeRange } from './session-words.ts';

interface LinkedSession {
  session: LocalSession;
  linkTo: LinkToSession;
}

interface SessionDetailsProps extends LinkedSession {
  /** Opens what is known of a student. */
  onOpenStudent: (id: string) => void;
}

/** Every field of a session: what was entered, what follows from it, and its way to the office. */
export function SessionDetails({ session, linkTo, onOpenStudent }: SessionDetailsProps) {
  const choices = useSessionChoices();
  if (choices === undefined) return null;
  const remarks = [
    ...remarksOf(session).map(({ words }) => words),
    ...(session.calendar_event_id === null ? [] : ['Planned in the calendar.']),
  ];
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Part title="Session">
        <Entry name={session.student_ids.length === 1 ? 'Student' : 'Students'}>
          {session.student_ids.length === 0
            ? 'None'
            : session.student_ids.map((id) => {
                const student = choices.students.get(id);
                return (
                  <span key={id} className="block">
                    {student === undefined ? (
                      'A student not on this device'
                    ) : (
                      <Button
                        variant="link"
                        className="h-auto min-h-6 whitespace-normal p-0 text-left font-normal"
                        onClick={() => onOpenStudent(id)}
                      >
                        {fullName(student)}
                      </Button>
                    )}
                  </span>
                );
              })}
        </Entry>
        <Entry name="Service">
          {choices.services.find(({ id }) => id === session.service)?.name ?? 'Unknown service'}
        </Entry>
        <Entry name="Provider">{sentence(nameOfPerson(session.provider, choices))}</Entry>
        <Entry name="Date">
          <TimeDisplay dateTime={session.session_date}>{displayDay(session.session_date)}</TimeDisplay>
        </Entry>
        <Entry name="Time">{timeRange(session)}</Entry>
        <Entry name="Duration">
          <DurationDisplay minutes={session.actual_minutes} />
          {session.changeDuration && (
            <span className="block text-muted-foreground">
              <DurationDisplay minutes={session.scheduled_minutes} /> were scheduled
            </span>
          )}
        </Entry>
        <Entry name="Direct and indirect">
          {session.direct_minutes} min and {session.indirect_minutes} min
        </Entry>
        <Entry name="Location">
          {session.location === null
            ? 'None'
            : (choices.locations.find(({ id }) => id === session.location)?.name ?? 'A former location')}
        </Entry>
        <Entry name="Setting">
          {SETTING_LABELS[session.setting]}, {MODALITY_LABELS[session.modality].toLowerCase()}
        </Entry>
        <Entry name="Attendance">
          {ATTENDANCE_LABELS[session.attendance]}
          {session.reason !== '' && <span className="block text-muted-foreground">{session.reason}</span>}
        </Entry>
        {session.make_up_of !== null && (
          <Entry name="Makes up for">
            <SessionLink id={session.make_up_of} linkTo={linkTo} />
          </Entry>
        )}
        <MadeUpEntry session={session} linkTo={linkTo} />
        {session.notes !== '' && (
          <Entry name="Notes">
            <span className="whitespace-pre-wrap">{session.notes}</span>
          </Entry>
        )}
      </Part>
      <Part title="Record details">
        <Entry name="Sync">
          <RecordState state={session.record_state} />
        </Entry>
        <CapturedEntries session={session} choices={choices} />
        <Entry name="State">{STATE_LABELS[session.state]}</Entry>
        {session.changeDuration && (
          <>
            <Entry name="Changed duration">
              <DurationState session={session} />
            </Entry>
            <Entry name="Reason for the change">{session.duration_reason}</Entry>
          </>
        )}
        <Entry name="Payable">
          <DurationDisplay minutes={payableMinutes(session)} />
        </Entry>
        <Entry name="Billable">
          <DurationDisplay minutes={billableMinutes(session, placeOf(session, choices))} />
        </Entry>
        {remarks.length > 0 && <Entry name="Flags">{remarks.join(' ')}</Entry>}
      </Part>
      <SessionRequests session={session} choices={choices} />
    </div>
  );
}

/** What has become of the other minutes that were asked for. */
function DurationState({ session }: { session: LocalSession }) {
  const unsent = useLocal((db) => unsentOf(db, session.id), [session.id]);
  const request = requestsOf(session).findLast(({ kind }) => kind === 'duration');
  if (unsent === undefined) return null;
  return request === undefined
    ? REQUEST_LABELS[durationApproval(session)]
    : requestState(request, unsent).label;
}

/** Who captured it and when, by the device's clock; when the office received it, by the server's. */
function CapturedEntries({ session, choices }: { session: LocalSession; choices: SessionChoices }) {
  const { profile } = useSignedIn();
  return (
    <>
      <Entry name="Entered by">
        {session.captured_by === profile.user_id
          ? `You (${profile.username})`
          : sentence(nameOfPerson(session.captured_by, choices))}
        {session.captured_by !== session.provider && (
          <span className="block text-muted-foreground">
            on behalf of {nameOfPerson(session.provider, choices)}
          </span>
        )}
      </Entry>
      <Entry name="Entered (device time)">
        <Instant at={session.captured_at} />
      </Entry>
      <Entry name="Received by server">
        {session.received_at === null ? 'Not yet' : <Instant at={session.received_at} />}
      </Entry>
    </>
  );
}

function Instant({ at }: { at: string }) {
  return <TimeDisplay dateTime={at}>{`${pacificDisplay(at)} Pacific`}</TimeDisplay>;
}

function sentence(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Whether the service and the place of a session are billed at all. */
function placeOf(session: LocalSession, { services, locations }: SessionChoices) {
  return {
    is_service_billable: services.find(({ id }) => id === session.service)?.is_billable ?? true,
    is_location_billable: locations.find(({ id }) => id === session.location)?.is_billable ?? true,
  };
}

/** Another session by its day and time, and the way there. */
function SessionLink({ id, linkTo }: { id: string; linkTo: LinkToSession }) {
  const session = useLocal((db) => sessionById(db, id), [id]);
  if (session == null) return 'A session not on this device';
  const words = `${displayDay(session.session_date)} ${displayTime(session.start_time)}`;
  return linkTo(id, words, 'inline-flex items-center underline touch:min-h-11');
}

/** For whom a missed session was made up, and when. */
function MadeUpEntry({ session, linkTo }: LinkedSession) {
  const { id, provider, session_date: day, attendance } = session;
  const owes = attendanceRule(attendance).owes_make_up;
  const later = useLocal(
    (db): Promise<LocalSession[]> =>
      owes
        ? sessionsOfProvider(db, provider, day, dayPlus(day, 2 * MAKE_UP_WINDOW_DAYS))
        : Promise.resolve([]),
    [owes, provider, day],
  );
  if (!owes || later === undefined) return null;
  const makeUps = later.filter(({ make_up_of }) => make_up_of === id);
  return (
    <Entry name="Made up">
      {makeUps.length === 0
        ? `Owed until ${displayDay(dayPlus(day, MAKE_UP_WINDOW_DAYS))}`
        : makeUps.map((makeUp) => (
            <span key={makeUp.id} className="block">
              <SessionLink id={makeUp.id} linkTo={linkTo} />
            </span>
          ))}
    </Entry>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      <CardContent>
        <dl className="grid gap-x-4 gap-y-2.5 text-sm sm:grid-cols-[9rem_minmax(0,1fr)]">{children}</dl>
      </CardContent>
    </Card>
  );
}

/** One name and its value; below each other on a phone. */
function Entry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents max-sm:grid max-sm:gap-0.5">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
