import { useCallback, useRef, useState } from 'react';
import type { Problem } from '#contract/errors.ts';
import { payPeriods } from '#db/catalogue.ts';
import type { LocalSession } from '#db/sessions.ts';
import { notSavedWords } from '#db/storage-trouble.ts';
import { asksForChange } from '#domain/sessions/closed-session.ts';
import { sessionEnd, UNUSUAL_SESSION_MINUTES } from '#domain/sessions/session-rules.ts';
import { useFormDraft } from '#sync/form-draft.ts';
import { useLocal, useSignedIn } from '#sync/signed-in.ts';
import { useToday } from '#sync/today.ts';
import { Confirmation } from '#ui/confirmation.tsx';
import { DraftNotice } from '#ui/draft-notice.tsx';
import { useEntryForm } from '#ui/entry-form.ts';
import { Field } from '#ui/field.tsx';
import { FormFooter } from '#ui/form-footer.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { DurationDisplay } from '#ui/time-display.tsx';
import { FormWarnings, type LinkToSession } from './form-warnings.tsx';
import { askForEdit, changeSession, createSession, problemsOfSession } from './record-session.ts';
import { SameAsLastTime } from './same-as-last-time.tsx';
import type { SessionChoices } from './session-choices.ts';
import { SessionFields } from './session-fields.tsx';
import { fieldsOfValues, problemsByValue, type SessionValues, valuesOfLastTime } from './session-values.ts';

interface SessionFormProps {
  /** What the form begins with. */
  initial: SessionValues;
  /** The session that is edited; nothing for a new one. */
  session: LocalSession | null;
  /** What the office said when it refused the session. */
  refusal: Problem | null;
  choices: SessionChoices;
  linkTo: LinkToSession;
  /** Saved, or given up. */
  onClose: () => void;
  /** An edit is saved, and a new session is wanted, which begins with these. */
  onAddAnother?: (next: SessionValues) => void;
}

/** In the order of the form: the first with a problem takes the focus. */
const FIELD_ORDER: readonly (keyof SessionValues)[] = [
  'provider',
  'student_ids',
  'attendance',
  'make_up_of',
  'reason',
  'session_date',
  'start_time',
  'actual_minutes',
  'duration_reason',
  'service',
  'location',
  'scheduled_minutes',
  'setting',
  'modality',
  'indirect_minutes',
  'notes',
  'ask_reason',
];

/** Records or changes a session. Everything that it needs is on this device. */
export function SessionForm(props: SessionFormProps) {
  const { initial, session, refusal, choices, linkTo, onClose, onAddAnother } = props;
  const { workspace } = useSignedIn();
  const draftName =
    session === null
      ? `session|new|${initial.calendar_event_id ?? initial.make_up_of}`
      : `session|${session.id}`;
  const today = useToday();
  const periods = useLocal(payPeriods, []);
  const asks = useCallback(
    (entered: SessionValues) =>
      session !== null && asksForChange(session, periods ?? [], entered.session_date),
    [session, periods],
  );
  const next = useRef<SessionValues | null>(null);
  const { formId, form, values, draftNotice, progress, submit, giveUp } = useEntryForm({
    initial,
    opened: session,
    draft: useFormDraft(draftName, session === null ? initial.session_date : null),
    fieldOrder: FIELD_ORDER,
    problemsOf: useCallback(
      (entered: SessionValues) => problemsOfValues(entered, today, asks(entered), session),
      [today, asks, session],
    ),
    wordsOf: notSavedWords,
    onSaved: useCallback(
      () => (next.current === null || onAddAnother === undefined ? onClose() : onAddAnother(next.current)),
      [onAddAnother, onClose],
    ),
    onGiveUp: onClose,
  });
  const [isLongAsked, setLongAsked] = useState<{ addsAnother: boolean } | null>(null);
  /** The unusual duration that was confirmed; another one is asked about again. */
  const confirmedMinutes = useRef<number | null>(null);
  const save = (addsAnother: boolean) =>
    submit(async (entered, { id, opened }) => {
      if (isUnusual(entered, session) && entered.actual_minutes !== confirmedMinutes.current) {
        setLongAsked({ addsAnother });
        return { kind: 'asked' };
      }
      const fields = fieldsOfValues(entered);
      const recorded =
        opened === null
          ? await createSession(workspace, id, fields)
          : asks(entered)
            ? await askForEdit(workspace, opened, withoutProvider(fields), entered.ask_reason)
            : await changeSession(workspace, opened, withoutProvider(fields));
      if (recorded.kind === 'refused') {
        return { kind: 'refused', problems: problemsByValue(recorded.problems, entered) };
      }
      next.current = addsAnother ? nextValues(entered) : null;
      if (next.current !== null && opened === null) {
        return { kind: 'another', next: next.current, focus: 'student_ids' };
      }
      const words = asks(entered) ? 'Request saved on this device' : 'Session saved on this device';
      return { kind: 'done', words };
    });
  const isAsking = asks(values);

  const title = session === null ? 'New session' : isAsking ? 'Ask for a change' : 'Edit session';
  return (
    <FormSheet title={title} onGiveUp={() => void giveUp()}>
      {(cancel) => (
        <form
          id={formId}
          noValidate
          aria-label={title}
          className="flex min-h-full flex-col gap-4"
          onSubmit={(event) => void save(false)(event)}
        >
          {refusal !== null && <RefusalNote problem={refusal} />}
          <DraftNotice {...draftNotice} />
          {session === null && initial.calendar_event_id === null && initial.make_up_of === '' && (
            <SameAsLastTime
              values={values}
              choices={choices}
              onChoose={(last) => form.reset(valuesOfLastTime(last, values), { keepDefaultValues: true })}
            />
          )}
          <SessionFields form={form} values={values} id={session?.id ?? null} choices={choices} />
          {isAsking && (
            <Field
              label="Why it should change"
              required
              error={form.formState.errors.ask_reason?.message}
              description="This session takes no more changes by itself. The office reads this and decides; until then it stays as it is."
            >
              <Textarea {...form.register('ask_reason')} maxLength={500} />
            </Field>
          )}
          <div className="sticky bottom-0 -mx-4 mt-auto grid gap-2 bg-popover px-4 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-5 sm:px-5">
            <FormWarnings values={values} id={session?.id ?? null} choices={choices} linkTo={linkTo} />
            <FormFooter
              className="pt-3"
              {...progress}
              onCancel={cancel}
              onSaveAndAdd={() => void save(true)()}
            />
          </div>
          <Confirmation
            title="Confirmation - Long session"
            open={isLongAsked !== null}
            onOpenChange={(isOpen) => !isOpen && setLongAsked(null)}
            onConfirm={async () => {
              confirmedMinutes.current = values.actual_minutes;
              await save(isLongAsked?.addsAnother ?? false)();
            }}
          >
            This session is <DurationDisplay minutes={values.actual_minutes ?? 0} /> long. Save it if that's
            right; otherwise cancel and check the duration.
          </Confirmation>
        </form>
      )}
    </FormSheet>
  );
}

/** The contract and the rules, asked as one: the same that save asks again. */
function problemsOfValues(values: SessionValues, today: string, asks: boolean, session: LocalSession | null) {
  const problems = problemsByValue(problemsOfSession(fieldsOfValues(values), today, session), values);
  if (asks && values.ask_reason.trim() === '') problems.ask_reason = 'Say why.';
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

/** A duration of so many hours that was entered just now. */
function isUnusual({ actual_minutes }: SessionValues, session: LocalSession | null): boolean {
  const minutes = actual_minutes ?? 0;
  return minutes >= UNUSUAL_SESSION_MINUTES && minutes !== session?.actual_minutes;
}

function withoutProvider({ provider: _provider, ...fields }: ReturnType<typeof fieldsOfValues>) {
  return fields;
}

function RefusalNote({ problem }: { problem: Problem }) {
  return (
    <div
      role="alert"
      className="grid gap-0.5 rounded-lg bg-destructive-soft px-3 py-2 text-destructive text-sm"
    >
      <strong className="font-semibold">The office did not take it.</strong>
      <span>{problem.message}</span>
      {Object.values(problem.fields ?? {}).map((words) => (
        <span key={words}>{words}</span>
      ))}
    </div>
  );
}
