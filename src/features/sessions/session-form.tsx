import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { toast } from 'sonner';
import type { Problem } from '#contract/errors.ts';
import { payPeriods } from '#db/catalogue.ts';
import type { LocalSession } from '#db/sessions.ts';
import { notSavedWords } from '#db/storage-trouble.ts';
import { asksForChange } from '#domain/sessions/closed-session.ts';
import { pacificDay, timePlusMinutes } from '#domain/time/pacific.ts';
import { useKeptDraft } from '#sync/kept-draft.ts';
import { useLocal, useSignedIn } from '#sync/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { FormFooter } from '#ui/form-footer.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { useUnsavedChanges } from '#ui/unsaved-changes.ts';
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
}

type FieldName = keyof SessionValues;

/** In the order of the form: the first with a problem takes the focus. */
const FIELD_ORDER: readonly FieldName[] = [
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
  'ask_reason',
];

/** Records or changes a session. Everything that it needs is on this device. */
export function SessionForm({ initial, session, refusal, choices, linkTo, onClose }: SessionFormProps) {
  const { workspace } = useSignedIn();
  const draftName =
    session === null
      ? `session|new|${initial.calendar_event_id ?? initial.make_up_of}`
      : `session|${session.id}`;
  const draft = useKeptDraft(draftName);
  const [isSaved, setSaved] = useState(false);
  const [wasAdded, setAdded] = useState(false);
  const [notSaved, setNotSaved] = useState<string | null>(null);
  const formId = useId();

  const today = pacificDay(workspace.clock.now());
  const periods = useLocal(payPeriods, []);
  const asks = useRef(false);
  const form = useForm<SessionValues>({
    defaultValues: initial,
    resolver: useMemo(() => resolverFor(today, asks), [today]),
    // The order of the screen decides, not the order in which fields were registered.
    shouldFocusError: false,
  });
  const values = form.watch();
  const isAsking = session !== null && asksForChange(session, periods ?? [], values.session_date);
  useEffect(() => {
    asks.current = isAsking;
  }, [isAsking]);
  const isChanged = form.formState.isDirty;
  useUnsavedChanges(isChanged && !isSaved);

  const wasRestored = useRestoredDraft(draft.found, initial, (restored) =>
    form.reset(restored, { keepDefaultValues: true }),
  );
  useEffect(() => {
    if (isChanged && !isSaved) draft.keep(values);
  }, [draft, isChanged, isSaved, values]);
  useEffect(() => {
    if (isSaved) onClose();
  }, [isSaved, onClose]);
  const focusField = (name: FieldName) =>
    document.getElementById(formId)?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();

  const save = (addsAnother: boolean) =>
    form.handleSubmit(
      async (entered) => {
        setNotSaved(null);
        try {
          const fields = fieldsOfValues(entered);
          const recorded =
            session === null
              ? await createSession(workspace, fields)
              : isAsking
                ? await askForEdit(workspace, session, withoutProvider(fields), entered.ask_reason)
                : await changeSession(workspace, session, withoutProvider(fields));
          if (recorded.kind === 'refused') {
            const problems = problemsByValue(recorded.problems, entered);
            for (const [name, message] of Object.entries(problems)) {
              form.setError(name as FieldName, { message });
            }
            return;
          }
          wasRestored.dismiss();
          await draft.drop();
          if (addsAnother) {
            form.reset(nextValues(entered));
            setAdded(true);
            focusField('student_ids');
          } else {
            const done = isAsking ? 'Request saved on this device' : 'Session saved on this device';
            toast.success(done, { duration: 2_500 });
            setSaved(true);
          }
        } catch (problem) {
          setNotSaved(notSavedWords(problem));
        }
      },
      (errors) => {
        const first = FIELD_ORDER.find((name) => errors[name] !== undefined);
        if (first !== undefined) focusField(first);
      },
    );

  const giveUp = async () => {
    onClose();
    await draft.drop();
  };
  const startOver = async () => {
    form.reset(initial);
    wasRestored.dismiss();
    await draft.drop();
  };

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
          {wasRestored.isShown && (
            <div className="flex flex-wrap items-center gap-2 rounded-lg border border-border bg-muted px-3 py-1.5 text-sm">
              <span className="flex-1">Your draft is back as you left it.</span>
              <Button size="sm" variant="ghost" onClick={() => void startOver()}>
                Start over
              </Button>
            </div>
          )}
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
          <FormWarnings values={values} id={session?.id ?? null} choices={choices} linkTo={linkTo} />
          <FormFooter
            className="sticky bottom-0 -mx-4 mt-auto bg-popover px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-5 sm:px-5"
            loading={form.formState.isSubmitting}
            notSaved={notSaved}
            complete={isSaved || (wasAdded && !isChanged)}
            onCancel={cancel}
            onSaveAndAdd={() => void save(true)()}
          />
        </form>
      )}
    </FormSheet>
  );
}

/** The contract and the rules, asked as one: the same that save asks again. */
function resolverFor(today: string, asks: { current: boolean }): Resolver<SessionValues> {
  return (values) => {
    const problems = problemsByValue(problemsOfSession(fieldsOfValues(values), today), values);
    if (asks.current && values.ask_reason.trim() === '') problems.ask_reason = 'Say why.';
    const errors = Object.fromEntries(
      Object.entries(problems).map(([name, message]) => [name, { type: 'rule', message }]),
    );
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
}

/** Brings a draft back once, when it is found. */
function useRestoredDraft(found: unknown, initial: SessionValues, restore: (values: SessionValues) => void) {
  const [isShown, setShown] = useState(false);
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || found === undefined) return;
    isDone.current = true;
    if (found === null || typeof found !== 'object') return;
    restore({ ...initial, ...found });
    setShown(true);
  }, [found, initial, restore]);
  return { isShown, dismiss: () => setShown(false) };
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
    ask_reason: '',
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
