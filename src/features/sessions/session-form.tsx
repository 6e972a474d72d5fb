import { useRef, useState } from 'react';
import { payPeriods } from '#db/catalog.ts';
import type { LocalSession } from '#db/sessions.ts';
import { asksForChange } from '#domain/sessions/closed-session.ts';
import { sessionEnd, UNUSUAL_SESSION_MINUTES } from '#domain/sessions/session-rules.ts';
import { displayTime } from '#domain/time/pacific.ts';
import { DurationDisplay } from '#screens/device/duration-display.tsx';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import { useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { Confirmation } from '#ui/confirmation.tsx';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { FormWarnings, type LinkToSession } from './form-warnings.tsx';
import {
  askForEdit,
  type BorrowedSession,
  changeSession,
  createSession,
  problemsOfSession,
} from './record-session.ts';
import { SameAsLastTime } from './same-as-last-time.tsx';
import { SessionFields } from './session-fields.tsx';
import type { SessionChoices } from './session-lookups.ts';
import { fieldsOfValues, problemsByValue, type SessionValues, valuesOfLastTime } from './session-values.ts';
import { studentNames } from './session-words.ts';

interface SessionFormProps {
  /** The initial values. */
  initial: SessionValues;
  /** The edited session; null for a new one. */
  session: LocalSession | null;
  lookups: SessionChoices;
  linkTo: LinkToSession;
  /** The session, if this device doesn't hold it. */
  borrowed?: BorrowedSession;
  /** Saved, or discarded. */
  onClose: () => void;
  /** As in `useEntityForm`. */
  isRemovedOnClose?: boolean;
  /** Called after an edit was saved, to add another session with these values. */
  onAddAnother?: (next: SessionValues) => void;
}

/** Creates or changes a session, using only this device's data. */
export function SessionForm(props: SessionFormProps) {
  const {
    initial,
    session,
    borrowed = null,
    lookups,
    linkTo,
    onClose,
    isRemovedOnClose = false,
    onAddAnother,
  } = props;
  const { workspace } = useSignedIn();
  const today = useToday();
  const periods = useLocal(payPeriods, []);
  const asks = (entered: SessionValues) =>
    session !== null && asksForChange(session, periods ?? [], entered.session_date);
  const [isLongAsked, setLongAsked] = useState(false);
  const [round, setRound] = useState(0);
  /** The unusual duration that was confirmed; another one needs a new confirmation. */
  const confirmedMinutes = useRef<number | null>(null);
  const form = useEntityForm<'session', SessionValues, LocalSession>({
    entity: 'session',
    initial,
    opened: session,
    draft: {
      form: 'session',
      of: initial.calendar_event_id ?? initial.make_up_of,
      day: initial.session_date,
    },
    problemsOf: (entered) => problemsOfValues(entered, today, asks(entered), session),
    save: async (entered, { id, opened }) => {
      if (isUnusual(entered, session) && entered.actual_minutes !== confirmedMinutes.current) {
        setLongAsked(true);
        return 'asked';
      }
      const fields = fieldsOfValues(entered);
      const recorded =
        opened === null
          ? await createSession(workspace, id, fields)
          : asks(entered)
            ? await askForEdit(workspace, opened, withoutProvider(fields), entered.ask_reason, borrowed)
            : await changeSession(workspace, opened, withoutProvider(fields), borrowed);
      return recorded.kind === 'refused' ? problemsByValue(recorded.problems, entered) : null;
    },
    savedWords: (entered) => (asks(entered) ? 'Request saved on this device' : undefined),
    another: {
      begins: (entered) => {
        setRound((before) => before + 1);
        return nextValues(entered);
      },
      focus: 'student_ids',
      names: (entered) => {
        const time = displayTime(entered.start_time);
        return entered.student_ids.length === 0
          ? time
          : `${studentNames(entered, lookups.studentNames)}, ${time}`;
      },
    },
    onClose,
    isRemovedOnClose,
    onAddAnother,
  });
  const { inputs, values } = form;
  const isAsking = asks(values);

  return (
    <EntitySheet
      form={form}
      title={isAsking ? 'Request a change' : undefined}
      warnings={<FormWarnings values={values} id={session?.id ?? null} lookups={lookups} linkTo={linkTo} />}
    >
      {session === null && initial.calendar_event_id === null && initial.make_up_of === '' && (
        <SameAsLastTime
          values={values}
          lookups={lookups}
          onChoose={(last) =>
            inputs.reset(valuesOfLastTime(last, inputs.getValues()), { keepDefaultValues: true })
          }
        />
      )}
      <SessionFields form={form} id={session?.id ?? null} lookups={lookups} round={round} />
      {isAsking && (
        <Field
          label="Reason for the request"
          required
          error={form.problems.ask_reason}
          description="This session is closed. Your request goes to your office, and nothing changes until it's approved."
        >
          <Textarea {...form.typed('ask_reason')} maxLength={500} />
        </Field>
      )}
      <Confirmation
        title="Confirmation - Long session"
        open={isLongAsked}
        onOpenChange={setLongAsked}
        onConfirm={async () => {
          confirmedMinutes.current = values.actual_minutes;
          await form.saveAnswered();
        }}
      >
        This session is <DurationDisplay minutes={values.actual_minutes ?? 0} /> long. Save it if that's
        right; otherwise cancel and check the duration.
      </Confirmation>
    </EntitySheet>
  );
}

/** Errors of the contract and the rules, the same that saving checks again. */
function problemsOfValues(values: SessionValues, today: string, asks: boolean, session: LocalSession | null) {
  const problems = problemsByValue(problemsOfSession(fieldsOfValues(values), today, session), values);
  if (asks && values.ask_reason.trim() === '') problems.ask_reason = 'Enter a reason.';
  return problems;
}

/** The next session of the same day starts where this one ended. */
function nextValues(entered: SessionValues): SessionValues {
  const minutes = entered.actual_minutes ?? 0;
  return {
    ...entered,
    student_ids: [],
    start_time: sessionEnd(entered, minutes),
    actual_minutes: entered.scheduled_minutes,
    setting: entered.setting === 'group' ? 'individual' : entered.setting,
    attendance: 'delivered',
    reason: '',
    duration_reason: '',
    notes: '',
    calendar_event_id: null,
    make_up_of: '',
    ask_reason: '',
  };
}

/** Whether an unusually long duration was just entered. */
function isUnusual({ actual_minutes }: SessionValues, session: LocalSession | null): boolean {
  const minutes = actual_minutes ?? 0;
  return minutes >= UNUSUAL_SESSION_MINUTES && minutes !== session?.actual_minutes;
}

function withoutProvider({ provider: _provider, ...fields }: ReturnType<typeof fieldsOfValues>) {
  return fields;
}
