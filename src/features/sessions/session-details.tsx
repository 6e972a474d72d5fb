import type { ReactNode } from 'react';
import type { StudentName } from '#contract/student.ts';
import { unsentOf } from '#db/outbox.ts';
import type { LocalSession } from '#db/sessions.ts';
import { attendanceRule } from '#domain/sessions/attendance.ts';
import { USUAL_WINDOWS } from '#domain/sessions/make-ups.ts';
import { ATTENDANCE_LABELS, MODALITY_LABELS, SETTING_LABELS } from '#domain/sessions/session.ts';
import { billableMinutes, payableMinutes } from '#domain/sessions/session-minutes.ts';
import { durationApproval, requestsOf } from '#domain/sessions/session-requests.ts';
import { fullName, nameIfKnown } from '#domain/students/student-name.ts';
import { dayPlus, displayDay, displayMoment, pacificDisplay } from '#domain/time/pacific.ts';
import { REQUEST_LABELS } from '#entities/words/code-labels.ts';
import { DurationDisplay } from '#screens/device/duration-display.tsx';
import { useSession, useSessions } from '#screens/device/held-sessions.ts';
import { ownName } from '#screens/device/own-name.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { cn } from '#ui/class-names.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { RecordState } from '#ui/record-state.tsx';
import { WholeTimes } from '#ui/time-display.tsx';
import type { LinkToSession } from './form-warnings.tsx';
import { useMakeUpWindows } from './make-up-windows.ts';
import { nameOfPerson, type SessionLookups, useSessionLookups } from './session-lookups.ts';
import { SessionRequests } from './session-request-list.tsx';
import { remarksOf, requestState } from './session-words.ts';
import { SessionTimeline } from './timeline.tsx';

interface LinkedSession {
  session: LocalSession;
  linkTo: LinkToSession;
}

interface SessionDetailsProps extends LinkedSession {
  /** Opens a student's details. */
  onOpenStudent: (id: string) => void;
}

/** A session besides its notes and files: a summary line, unusual facts, requests, and the record. */
export function SessionDetails({ session, linkTo, onOpenStudent }: SessionDetailsProps) {
  const { profile } = useSignedIn();
  const lookups = useSessionLookups();
  if (lookups === undefined) return null;
  const isOwn = session.provider === profile.provider_id;
  const timeline = <SessionTimeline session={session} lookups={lookups} />;
  return (
    <>
      <section aria-label="Session details" className="grid gap-4">
        <div className="grid gap-1">
          <p className="text-muted-foreground text-sm">{lineOf(session, lookups, isOwn)}</p>
          <Students session={session} lookups={lookups} onOpenStudent={onOpenStudent} />
        </div>
        <UnusualFacts session={session} lookups={lookups} linkTo={linkTo} />
        {!isOwn && timeline}
        <Disclosure title="Record details">
          <div className="grid gap-6 pt-3 pb-2">
            <RecordFacts session={session} lookups={lookups} />
            {isOwn && timeline}
          </div>
        </Disclosure>
      </section>
      <SessionRequests session={session} lookups={lookups} />
    </>
  );
}

/** "In person · Copper Hill · 30 min": setting, place, duration, and the provider if it isn't the user. */
function lineOf(session: LocalSession, lookups: SessionLookups, isOwn: boolean): ReactNode {
  const { setting, modality, location, actual_minutes, attendance, reason } = session;
  const isPlain = setting === 'individual' || setting === 'group';
  // Where a remote session takes place is often called "Remote" too.
  const place = location === null ? '' : nameOfLocation(location, lookups);
  const parts = [
    attendance === 'delivered' ? '' : [ATTENDANCE_LABELS[attendance], reason].filter(Boolean).join(': '),
    isPlain ? '' : SETTING_LABELS[setting],
    MODALITY_LABELS[modality],
    place === MODALITY_LABELS[modality] ? '' : place,
    `${actual_minutes} min`,
    isOwn ? '' : sentence(nameOfPerson(session.provider, lookups)),
  ];
  return parts.filter(Boolean).join(' · ');
}

function nameOfLocation(location: string, { locations }: SessionLookups): string {
  return locations.find(({ id }) => id === location)?.name ?? 'A former location';
}

/** Links to each student's details. */
function Students({
  session,
  lookups,
  onOpenStudent,
}: Pick<SessionDetailsProps, 'session' | 'onOpenStudent'> & { lookups: SessionLookups }) {
  if (session.student_ids.length === 0) return null;
  return (
    <ul
      aria-label={session.student_ids.length === 1 ? 'Student' : 'Students'}
      className="flex flex-wrap items-center gap-x-4 text-sm"
    >
      {session.student_ids.map((id) => {
        const student = lookups.students.get(id);
        return (
          <li key={id} className="min-w-0">
            {student === undefined ? (
              absentStudent(lookups.studentNames.get(id), session)
            ) : (
              <Button
                variant="link"
                className={cn(
                  'h-auto min-h-8 whitespace-normal p-0 text-left font-normal',
                  session.student_ids.length === 1 && 'print:hidden',
                )}
                onClick={() => onOpenStudent(id)}
              >
                {/* The title names the only one. */}
                {session.student_ids.length === 1 ? 'Student details' : fullName(student)}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** A student whose file isn't on this device. The title names the only one. */
function absentStudent(name: StudentName | undefined, { student_ids }: Pick<LocalSession, 'student_ids'>) {
  if (name === undefined || student_ids.length > 1) return nameIfKnown(name);
  return "The student's file isn't on this device";
}

/** Facts that most sessions don't have; renders nothing if there are none. */
function UnusualFacts({ session, lookups, linkTo }: LinkedSession & { lookups: SessionLookups }) {
  const remarks = remarksOf(session).map(({ words }) => words);
  const { actual_minutes, direct_minutes, indirect_minutes } = session;
  const payable = payableMinutes(session);
  const billable = billableMinutes(session, placeOf(session, lookups));
  const isMixed = indirect_minutes > 0 && direct_minutes > 0;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm empty:hidden sm:grid-cols-3 xl:grid-cols-4">
      {isMixed && (
        <Entry name="Direct and indirect">
          {direct_minutes} min and {indirect_minutes} min
        </Entry>
      )}
      {session.changeDuration && (
        <>
          <Entry name="Scheduled">
            <DurationDisplay minutes={session.scheduled_minutes} />
          </Entry>
          <Entry name="Changed duration">
            <DurationState session={session} />
          </Entry>
          <Entry name="Reason for the change">{session.duration_reason}</Entry>
        </>
      )}
      {(payable !== actual_minutes || session.changeDuration) && (
        <Entry name="Payable">
          <DurationDisplay minutes={payable} />
        </Entry>
      )}
      {(billable !== actual_minutes || session.changeDuration) && (
        <Entry name="Billable">
          <DurationDisplay minutes={billable} />
        </Entry>
      )}
      {session.make_up_of !== null && (
        <Entry name="Makes up for">
          <SessionLink id={session.make_up_of} linkTo={linkTo} />
        </Entry>
      )}
      <MadeUpEntry session={session} linkTo={linkTo} />
      {remarks.length > 0 && <Entry name="Flags">{remarks.join(' ')}</Entry>}
      {session.notes !== '' && (
        <Entry name="Notes" isWide>
          <span className="whitespace-pre-wrap">{session.notes}</span>
        </Entry>
      )}
    </dl>
  );
}

/** Who entered the record and when it was received, for those who may see it. */
function RecordFacts({ session, lookups }: { session: LocalSession; lookups: SessionLookups }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-3 xl:grid-cols-4">
      <Entry name="Provider">{sentence(nameOfPerson(session.provider, lookups))}</Entry>
      <CapturedEntries session={session} lookups={lookups} />
      <Entry name="Sync">
        <RecordState state={session.record_state} />
      </Entry>
      <Entry name="Session ID" isWide>
        <code className="break-all text-xs">{session.id}</code>
      </Entry>
      {session.calendar_event_id !== null && (
        <Entry name="Calendar event ID" isWide>
          <code className="break-all text-xs">{session.calendar_event_id}</code>
        </Entry>
      )}
    </dl>
  );
}

/** The state of a requested duration. */
function DurationState({ session }: { session: LocalSession }) {
  const unsent = useLocal((db) => unsentOf(db, session.id), [session.id]);
  const request = requestsOf(session).findLast(({ kind }) => kind === 'duration');
  if (unsent === undefined) return null;
  return request === undefined
    ? REQUEST_LABELS[durationApproval(session)]
    : requestState(request, unsent).label;
}

/** Who captured it and when, by the device's clock, and when the server received it, by its own. */
function CapturedEntries({ session, lookups }: { session: LocalSession; lookups: SessionLookups }) {
  const { profile } = useSignedIn();
  return (
    <>
      <Entry name="Entered by">
        {session.captured_by === profile.user_id
          ? `You (${ownName(profile)})`
          : sentence(nameOfPerson(session.captured_by, lookups))}
        {session.captured_by !== session.provider && (
          <span className="block text-muted-foreground">
            on behalf of {nameOfPerson(session.provider, lookups)}
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
  return (
    <time dateTime={at} className="tabular-nums">
      <WholeTimes>{`${pacificDisplay(at)} Pacific`}</WholeTimes>
    </time>
  );
}

function sentence(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Whether the service and the place of a session are billable. */
function placeOf(session: LocalSession, { services, locations }: SessionLookups) {
  return {
    is_service_billable: services.find(({ id }) => id === session.service)?.is_billable ?? true,
    is_location_billable: locations.find(({ id }) => id === session.location)?.is_billable ?? true,
  };
}

/** A link to another session, by day and time. */
function SessionLink({ id, linkTo }: { id: string; linkTo: LinkToSession }) {
  const { result: session } = useSession(id);
  if (session == null) return 'A session not on this device';
  const words = displayMoment(session.session_date, session.start_time);
  return linkTo(id, words, 'inline-flex items-center underline touch:min-h-11');
}

/** For whom and when a missed session was made up. */
function MadeUpEntry({ session, linkTo }: LinkedSession) {
  const { id, provider, session_date: day, attendance } = session;
  const owes = attendanceRule(attendance).owes_make_up;
  const days = (useMakeUpWindows() ?? USUAL_WINDOWS).daysFor(session);
  const { result: later } = useSessions({ from: owes ? day : '', to: dayPlus(day, 2 * days), provider });
  if (!owes || later === undefined) return null;
  const makeUps = later.filter(({ make_up_of }) => make_up_of === id);
  return (
    <Entry name="Made up">
      {makeUps.length === 0
        ? `Due by ${displayDay(dayPlus(day, days))}`
        : makeUps.map((makeUp) => (
            <span key={makeUp.id} className="block">
              <SessionLink id={makeUp.id} linkTo={linkTo} />
            </span>
          ))}
    </Entry>
  );
}

/** A label above its value. */
function Entry({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={cn('grid content-start gap-0.5', isWide && 'col-span-full')}>
      <dt className="text-muted-foreground text-xs">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
