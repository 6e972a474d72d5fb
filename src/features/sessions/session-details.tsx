import type { ReactNode } from 'react';
import type { LocalSession } from '#db/sessions.ts';
import { sessionById } from '#db/sessions.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { ATTENDANCE_LABELS, MODALITY_LABELS, SETTING_LABELS } from '#domain/sessions/session.ts';
import { fullName } from '#domain/students/student-name.ts';
import { displayDay, displayTime, pacificDisplay } from '#domain/time/pacific.ts';
import { useLocal, useSignedIn } from '#sync/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { RecordState } from '#ui/record-state.tsx';
import { DurationDisplay, TimeDisplay } from '#ui/time-display.tsx';
import { type SessionChoices, useSessionChoices } from './session-choices.ts';
import { RECORD_STATES, REQUEST_LABELS, STATE_LABELS, timeRange } from './session-words.ts';

interface SessionDetailsProps {
  session: LocalSession;
  /** Opens what is known of a student. */
  onOpenStudent: (id: string) => void;
}

/** Every field of a session: what was entered, what follows from it, and its way to the office. */
export function SessionDetails({ session, onOpenStudent }: SessionDetailsProps) {
  const choices = useSessionChoices();
  if (choices === undefined) return null;
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
                      'A student who is not on this device'
                    ) : (
                      <Button
                        variant="link"
                        className="h-auto whitespace-normal p-0 text-left font-normal"
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
        <Entry name="Provider">{nameOfProvider(session.provider, choices)}</Entry>
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
        {session.make_up_of !== null && <MakeUpEntry id={session.make_up_of} />}
        {session.notes !== '' && (
          <Entry name="Notes">
            <span className="whitespace-pre-wrap">{session.notes}</span>
          </Entry>
        )}
      </Part>
      <Part title="At the office">
        <Entry name="Record">
          <RecordState state={RECORD_STATES[session.record_state]} />
        </Entry>
        <CapturedEntries session={session} choices={choices} />
        <Entry name="State">{STATE_LABELS[session.state]}</Entry>
        {session.changeDuration && (
          <>
            <Entry name="Changed duration">{REQUEST_LABELS[session.approval_request]}</Entry>
            <Entry name="Reason for the change">{session.duration_reason}</Entry>
          </>
        )}
        <Entry name="Remarks">{remarksOf(session).join(' ') || 'None'}</Entry>
      </Part>
    </div>
  );
}

/** Who captured it and when, by the device's clock; when the office received it, by the server's. */
function CapturedEntries({ session, choices }: { session: LocalSession; choices: SessionChoices }) {
  const { profile } = useSignedIn();
  return (
    <>
      <Entry name="Captured by">
        {session.captured_by === profile.user_id
          ? `You (${profile.username})`
          : nameOfProvider(session.captured_by, choices)}
      </Entry>
      <Entry name="Captured at">
        <Instant at={session.captured_at} />
        <span className="block text-muted-foreground">by the clock of the device</span>
      </Entry>
      <Entry name="Received at">
        {session.received_at === null ? 'Not yet' : <Instant at={session.received_at} />}
      </Entry>
    </>
  );
}

function Instant({ at }: { at: string }) {
  return <TimeDisplay dateTime={at}>{`${pacificDisplay(at)} Pacific`}</TimeDisplay>;
}

function nameOfProvider(id: string, { providers }: SessionChoices): string {
  const provider = providers.get(id);
  return provider === undefined ? 'Someone at the office' : providerName(provider);
}

function remarksOf(session: LocalSession): string[] {
  return [
    ...(session.late_for_payroll ? ['Late for payroll: it goes to the next run.'] : []),
    ...(session.has_overlap ? ['Overlaps another session of the provider.'] : []),
    ...(session.is_possible_duplicate ? ['Perhaps entered twice.'] : []),
    ...(session.calendar_event_id === null ? [] : ['Planned in the calendar.']),
  ];
}

function MakeUpEntry({ id }: { id: string }) {
  const missed = useLocal((db) => sessionById(db, id), [id]);
  return (
    <Entry name="Makes up for">
      {missed == null
        ? 'A session that is not on this device'
        : `${displayDay(missed.session_date)} ${displayTime(missed.start_time)}`}
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
