import { useState } from 'react';
import { calendarEventOfDay } from '#db/calendar-events.ts';
import { pacificDay, pacificTime } from '#domain/time/pacific.ts';
import { useLocal, useSignedIn } from '#sync/signed-in.ts';
import { type SessionChoices, useSessionChoices } from './session-choices.ts';
import { SessionForm } from './session-form.tsx';
import { emptyValues, valuesOfEvent } from './session-values.ts';

interface NewSessionProps {
  /** The Pacific day that is open on the screen. */
  day: string;
  /** The calendar event, or the time of a series, that is logged; nothing for an unplanned session. */
  eventId: string | null;
  onClose: () => void;
}

/** The form for a new session, filled in from the plan where there is one. */
export function NewSession(props: NewSessionProps) {
  const { profile } = useSignedIn();
  const choices = useSessionChoices();
  const event = useLocal(
    async (db) =>
      props.eventId === null ? null : calendarEventOfDay(db, profile.user_id, props.day, props.eventId),
    [props.eventId, props.day, profile.user_id],
  );
  if (choices === undefined || event === undefined) return null;
  return <FilledForm {...props} choices={choices} event={event} />;
}

type FilledFormProps = NewSessionProps & {
  choices: SessionChoices;
  event: Awaited<ReturnType<typeof calendarEventOfDay>>;
};

/** What the form begins with is reckoned once: what arrives while it is open moves no field. */
function FilledForm({ day, onClose, choices, event }: FilledFormProps) {
  const { profile, workspace } = useSignedIn();
  const [initial] = useState(() => {
    const now = workspace.clock.now();
    const beginning = {
      provider: profile.provider_id ?? '',
      day,
      today: pacificDay(now),
      now: pacificTime(now),
    };
    return event === null
      ? emptyValues(beginning)
      : valuesOfEvent(event, [...choices.students.values()], beginning);
  });
  return <SessionForm initial={initial} session={null} refusal={null} choices={choices} onClose={onClose} />;
}
