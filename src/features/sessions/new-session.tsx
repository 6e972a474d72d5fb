import { useState } from 'react';
import { calendarEventOfDay } from '#db/calendar-events.ts';
import type { LocalDatabase } from '#db/local-database.ts';
import { clientsByName } from '#db/people.ts';
import { sessionById, sessionsOfProvider } from '#db/sessions.ts';
import { makeUpLedger, makeUpWindows, openMakeUps, remainingMinutes } from '#domain/sessions/make-ups.ts';
import { dayPlus, pacificDay, pacificTime } from '#domain/time/pacific.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import type { LinkToSession } from './form-warnings.tsx';
import { SessionForm } from './session-form.tsx';
import { type SessionChoices, useSessionChoices } from './session-lookups.ts';
import { emptyValues, valuesOfEvent, valuesOfMakeUp } from './session-values.ts';

interface NewSessionProps {
  /** The Pacific day shown on the screen. */
  day: string;
  /** The calendar event or occurrence to log; null for an unplanned session. */
  eventId: string | null;
  /** The missed session and the student; null if it isn't a make-up. */
  makeUp: { session: string; student: string } | null;
  linkTo: LinkToSession;
  onClose: () => void;
}

/** The form for a new session, prefilled from the plan if there is one. */
export function NewSession(props: NewSessionProps) {
  // The form keeps the day on which it was opened.
  const [day] = useState(props.day);
  const { profile } = useSignedIn();
  const lookups = useSessionChoices();
  const event = useLocal(
    async (db) =>
      props.eventId === null ? null : calendarEventOfDay(db, profile.user_id, day, props.eventId),
    [props.eventId, day, profile.user_id],
  );
  const { session: missedId = null, student = null } = props.makeUp ?? {};
  const owed = useLocal(
    async (db) => (missedId === null || student === null ? null : owedMakeUp(db, missedId, student)),
    [missedId, student],
  );
  if (lookups === undefined || event === undefined || owed === undefined) return null;
  return <FilledForm {...props} day={day} lookups={lookups} event={event} owed={owed} />;
}

type FilledFormProps = NewSessionProps & {
  lookups: SessionChoices;
  event: Awaited<ReturnType<typeof calendarEventOfDay>>;
  owed: Awaited<ReturnType<typeof owedMakeUp>>;
};

/** The missed session, and the minutes owed to the student. */
async function owedMakeUp(db: LocalDatabase, id: string, student: string) {
  const missed = await sessionById(db, id);
  if (missed === null) return null;
  const windows = makeUpWindows(await clientsByName(db));
  const { provider, session_date: from } = missed;
  const sessions = await sessionsOfProvider(db, provider, from, dayPlus(from, 2 * windows.daysFor(missed)));
  const item = openMakeUps(makeUpLedger(sessions, from, windows)).find(
    (one) => one.session === id && one.student === student,
  );
  return { missed, student, minutes: item === undefined ? missed.scheduled_minutes : remainingMinutes(item) };
}

/** Initial values are computed once: data that arrives later must not change fields. */
function FilledForm({ day, onClose, lookups, event, owed, linkTo }: FilledFormProps) {
  const { profile, workspace } = useSignedIn();
  const [initial] = useState(() => {
    const now = workspace.clock.now();
    const beginning = {
      provider: profile.provider_id ?? '',
      day,
      today: pacificDay(now),
      now: pacificTime(now),
    };
    if (owed !== null) return valuesOfMakeUp(owed.missed, owed, beginning);
    return event === null
      ? emptyValues(beginning)
      : valuesOfEvent(event, [...lookups.students.values()], beginning);
  });
  return <SessionForm initial={initial} session={null} lookups={lookups} linkTo={linkTo} onClose={onClose} />;
}
