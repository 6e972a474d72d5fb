import { TriangleAlert } from 'lucide-react';
import { useCallback } from 'react';
import type { Problem } from '#contract/errors.ts';
import { payPeriods } from '#db/catalogue.ts';
import { lunchBreaksOfDay } from '#db/lunch-breaks.ts';
import { type LocalSession, sessionsBetween } from '#db/sessions.ts';
import { notSavedWords } from '#db/storage-trouble.ts';
import { pacificDay, timePlusMinutes } from '#domain/time/pacific.ts';
import { useKeptDraft } from '#sync/kept-draft.ts';
import { useLocal, useSignedIn } from '#sync/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { useEntryForm } from '#ui/entry-form.ts';
import { FormFooter } from '#ui/form-footer.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { changeSession, createSession, problemsOfSession } from './record-session.ts';
import type { SessionChoices } from './session-choices.ts';
import { SessionFields } from './session-fields.tsx';
import { fieldsOfValues, problemsByValue, type SessionValues } from './session-values.ts';
import { sessionWarnings } from './session-warnings.ts';
import { studentNames } from './session-words.ts';

interface SessionFormProps {
  /** What the form begins with. */
  initial: SessionValues;
  /** The session that is edited; nothing for a new one. */
  session: LocalSession | null;
  /** What the office said when it refused the session. */
  refusal: Problem | null;
  choices: SessionChoices;
  /** Saved, or given up. */
  onClose: () => void;
}

/** In the order of the form: the first with a problem takes the focus. */
const FIELD_ORDER: readonly (keyof SessionValues)[] = [
  'provider',
  'student_ids',
  'service',
  'session_date',
  'start_time',
  'actual_minutes',
  'scheduled_minutes',
  'duration_reason',
  'location',
  'attendance',
  'make_up_of',
  'reason',
  'notes',
  'setting',
  'modality',
  'indirect_minutes',
];

/** Records or changes a session. Everything that it needs is on this device. */
export function SessionForm({ initial, session, refusal, choices, onClose }: SessionFormProps) {
  const { workspace } = useSignedIn();
  const draftName =
    session === null ? `session|new|${initial.calendar_event_id ?? ''}` : `session|${session.id}`;
  const today = pacificDay(workspace.clock.now());
  const { formId, form, values, wasRestored, progress, submit, giveUp, startOver } = useEntryForm({
    initial,
    isEdit: session !== null,
    draft: useKeptDraft(draftName),
    fieldOrder: FIELD_ORDER,
    problemsOf: useCallback((entered: SessionValues) => problemsOfValues(entered, today), [today]),
    wordsOf: notSavedWords,
    onSaved: onClose,
    onGiveUp: onClose,
  });
  const save = (addsAnother: boolean) =>
    submit(async (entered) => {
      const fields = fieldsOfValues(entered);
      const recorded =
        session === null
          ? await createSession(workspace, fields)
          : await changeSession(workspace, session, withoutProvider(fields));
      if (recorded.kind === 'refused') {
        return { kind: 'refused', problems: problemsByValue(recorded.problems, entered) };
      }
      return addsAnother
        ? { kind: 'another', next: nextValues(entered), focus: 'student_ids' }
        : { kind: 'done', words: 'Session saved on this device' };
    });

  return (
    <FormSheet title={session === null ? 'New session' : 'Edit session'} onGiveUp={() => void giveUp()}>
      {(cancel) => (
        <form
          id={formId}
          noValidate
          aria-label={session === null ? 'New session' : 'Edit session'}
          className="flex min-h-full flex-col gap-4"
          onSubmit={(event) => void save(false)(event)}
        >
          {refusal !== null && <RefusalNote problem={refusal} />}
          {wasRestored && (
            <div className="flex flex-wrap items-center gap-2 rounded-lg border border-border bg-muted px-3 py-1.5 text-sm">
              <span className="flex-1">Your draft is back as you left it.</span>
              <Button size="sm" variant="ghost" onClick={() => void startOver()}>
                Start over
              </Button>
            </div>
          )}
          <SessionFields form={form} values={values} isNew={session === null} choices={choices} />
          <Warnings values={values} id={session?.id ?? null} choices={choices} />
          <FormFooter
            className="sticky bottom-0 -mx-4 mt-auto bg-popover px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-5 sm:px-5"
            {...progress}
            onCancel={cancel}
            onSaveAndAdd={() => void save(true)()}
          />
        </form>
      )}
    </FormSheet>
  );
}

/** The contract and the rules, asked as one: the same that save asks again. */
function problemsOfValues(values: SessionValues, today: string) {
  return problemsByValue(problemsOfSession(fieldsOfValues(values), today), values);
}

/** The next session of the same day starts where this one ended. */
function nextValues(entered: SessionValues): SessionValues {
  const minutes = entered.actual_minutes ?? 0;
  return {
    ...entered,
    student_ids: [],
    start_time: timePlusMinutes(entered.start_time, minutes),
    actual_minutes: entered.scheduled_minutes,
    setting: entered.setting === 'group' ? 'individual' : entered.setting,
    attendance: 'delivered',
    reason: '',
    duration_reason: '',
    notes: '',
    calendar_event_id: null,
    make_up_of: '',
  };
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

interface WarningsProps {
  values: SessionValues;
  id: string | null;
  choices: SessionChoices;
}

/** Read out when they appear, and never in the way of saving. */
function Warnings({ values, id, choices }: WarningsProps) {
  const { session_date: day, provider } = values;
  const sessions = useLocal((db) => sessionsBetween(db, day, day), [day]);
  const lunches = useLocal((db) => lunchBreaksOfDay(db, provider, day), [provider, day]);
  const periods = useLocal(payPeriods, []);
  const warnings = sessionWarnings(values, id, {
    sessions: sessions ?? [],
    lunches: lunches ?? [],
    periods: periods ?? [],
    nameOf: (other) => studentNames(other, choices.students),
  });
  return (
    <ul aria-label="Warnings" aria-live="polite" className="grid gap-1.5 empty:hidden">
      {warnings.map((warning) => (
        <li
          key={warning}
          className="flex items-start gap-2 rounded-lg bg-warning-soft px-3 py-2 text-sm text-warning"
        >
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {warning}
        </li>
      ))}
    </ul>
  );
}
