import { useState } from 'react';
import type { LocalCalendarEvent } from '#db/calendar-events.ts';
import type { LocalSession } from '#db/sessions.ts';
import { makeUpLedger, openMakeUps, remainingMinutes } from '#domain/sessions/make-ups.ts';
import { dayPlus, pacificDay, pacificTime } from '#domain/time/pacific.ts';
import { useEventOfDay } from '#screens/device/held-events.ts';
import { useSession, useSessions } from '#screens/device/held-sessions.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import type { LinkToSession } from './form-warnings.tsx';
import { useMakeUpWindows } from './make-up-windows.ts';
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
  /** Removes the form. */
  onClose: () => void;
}

/** The form for a new session, prefilled from the plan if there is one. */
export function NewSession(props: NewSessionProps) {
  // The form keeps the day on which it was opened.
  const [day] = useState(props.day);
  const lookups = useSessionChoices();
  const event = useEventOfDay(day, props.eventId);
  const { session: missedId = null, student = null } = props.makeUp ?? {};
  const owed = useOwedMakeUp(student === null ? null : missedId, student ?? '');
  if (lookups === undefined || event === undefined || owed === undefined) return null;
  return <FilledForm {...props} day={day} lookups={lookups} event={event} owed={owed} />;
}

type FilledFormProps = NewSessionProps & {
  lookups: SessionChoices;
  event: LocalCalendarEvent | null;
  owed: OwedMakeUp | null;
};

interface OwedMakeUp {
  missed: LocalSession;
  student: string;
  minutes: number;
}

/**
 * The missed session, and the minutes owed to the student: null without one, and if it can't be read. Undefined until loaded.
 * @param id of the missed session
 */
function useOwedMakeUp(id: string | null, student: string): OwedMakeUp | null | undefined {
  const found = useSession(id ?? '');
  const missed = found.result;
  const windows = useMakeUpWindows();
  const { provider, session_date: from = '' } = missed ?? {};
  const days = missed == null || windows === undefined ? 0 : 2 * windows.daysFor(missed);
  const later = useSessions({ from, to: from === '' ? '' : dayPlus(from, days), provider });
  if (id === null || missed === null || [found, later].some(({ problem }) => problem !== null)) return null;
  if (missed === undefined || windows === undefined || later.result === undefined) return undefined;
  const item = openMakeUps(makeUpLedger(later.result, from, windows)).find(
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
  return <SessionForm {...{ initial, lookups, linkTo, onClose }} session={null} isRemovedOnClose />;
}
