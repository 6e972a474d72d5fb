import { ClipboardPlus, Trash2 } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { toast } from 'sonner';
import type { LocalOccurrence } from '#db/calendar-events.ts';
import { notSavedWords } from '#db/storage-trouble.ts';
import type { EditScope } from '#domain/calendar/series-edit.ts';
import { useKeptDraft } from '#sync/kept-draft.ts';
import type { NamedRecords } from '#sync/named-records.ts';
import { useSignedIn } from '#sync/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { DeleteConfirmation } from '#ui/delete-confirmation.tsx';
import { FormFooter } from '#ui/form-footer.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { useUnsavedChanges } from '#ui/unsaved-changes.ts';
import { eventName } from './event-choices.ts';
import { EventFields } from './event-fields.tsx';
import { deviceKeeper, type EventKeeper } from './event-keeper.ts';
import {
  type EventValues,
  fieldsOfValues,
  newEventValues,
  problemsByValue,
  touchedFields,
  touchesRepetition,
} from './event-values.ts';
import { createEvent, problemsOfEvent, type Recorded } from './record-event.ts';
import { SCOPES, ScopeDialog } from './scope-dialog.tsx';

interface EventFormProps {
  initial: EventValues;
  /** What is edited; nothing for a new event. */
  occurrence: LocalOccurrence | null;
  /** Where its edits take effect; left out where that is this device. */
  keeper?: EventKeeper | undefined;
  /** Whose calendar may be chosen for a new event; empty where there is no choice. */
  owners: readonly { value: string; label: string }[];
  choices: NamedRecords;
  /** Begins a session filled in from the event; left out where it cannot be logged. */
  onLog?: (() => void) | undefined;
  /** Another event is to be planned after the edited one. */
  onAdd: () => void;
  /** Saved, deleted or given up. */
  onClose: () => void;
}

const FIELD_ORDER: readonly (keyof EventValues)[] = [
  'provider',
  'event_title',
  'student',
  'service',
  'location',
  'event_start_date',
  'event_start_time',
  'event_end_date',
  'event_end_time',
  'duration',
  'recurring_type',
  'until',
  'count',
];

/** Plans, changes or deletes an event, or as much of its series as the person says. */
export function EventForm(props: EventFormProps) {
  const { initial, occurrence, owners, choices, onLog, onAdd, onClose } = props;
  const { workspace } = useSignedIn();
  const keeper = props.keeper ?? (occurrence === null ? null : deviceKeeper(workspace, occurrence));
  const draft = useKeptDraft(occurrence === null ? 'event|new' : `event|${occurrence.id}`);
  const [isSaved, setSaved] = useState(false);
  const [wasAdded, setAdded] = useState(false);
  const [asking, setAsking] = useState<EventValues | 'delete' | null>(null);
  const [notSaved, setNotSaved] = useState<string | null>(null);
  const formId = useId();
  const form = useForm<EventValues>({
    defaultValues: initial,
    resolver: useMemo(() => resolverFor(choices), [choices]),
    shouldFocusError: false,
  });
  const values = form.watch();
  const { isDirty } = form.formState;
  useUnsavedChanges(isDirty && !isSaved);

  const isRestored = useRef(false);
  useEffect(() => {
    if (isRestored.current || draft.found === undefined) return;
    isRestored.current = true;
    if (draft.found !== null) form.reset({ ...initial, ...draft.found }, { keepDefaultValues: true });
  }, [draft.found, form, initial]);
  useEffect(() => {
    if (isDirty && !isSaved) draft.keep(values);
  }, [draft, isDirty, isSaved, values]);
  const addsAfterwards = useRef(false);
  useEffect(() => {
    if (!isSaved) return;
    if (addsAfterwards.current) onAdd();
    else onClose();
  }, [isSaved, onAdd, onClose]);

  const focusField = (name: keyof EventValues) =>
    document.getElementById(formId)?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  const nameOf = (entered: EventValues) => eventName(entered, choices);
  const fieldsOf = (entered: EventValues) => fieldsOfValues(entered, nameOf);
  const touchedIn = (entered: EventValues) => touchedFields(fieldsOf(initial), fieldsOf(entered));

  /** @returns whether it was saved; problems stand at their fields then */
  const settle = async (recorded: Recorded, entered: EventValues): Promise<boolean> => {
    if (recorded.kind === 'saved') {
      await draft.drop();
      return true;
    }
    const shown = Object.entries(problemsByValue(recorded.problems, entered));
    if (shown.length === 0) throw new Error(Object.values(recorded.problems).join(' '));
    for (const [name, message] of shown) form.setError(name as keyof EventValues, { message });
    return false;
  };
  const saveChanges = async (entered: EventValues, scope: EditScope) => {
    if (keeper === null) return;
    const { provider: _provider, ...changes } = touchedIn(entered);
    try {
      if (!(await settle(await keeper.change(changes, scope), entered))) return;
    } catch (problem) {
      return setNotSaved(notSavedWords(problem));
    }
    toast.success(`Event saved ${keeper.place}`, { duration: 2_500 });
    setSaved(true);
  };
  const save = (addsAnother: boolean) =>
    form.handleSubmit(
      async (entered) => {
        setNotSaved(null);
        addsAfterwards.current = addsAnother && occurrence !== null;
        const touched = touchedIn(entered);
        if (occurrence !== null && occurrence.series !== null && Object.keys(touched).length > 0) {
          setAsking(entered);
          return;
        }
        try {
          if (occurrence !== null) return await saveChanges(entered, 'this');
          if (!(await settle(await createEvent(workspace, fieldsOf(entered)), entered))) return;
          if (addsAnother) {
            form.reset(newEventValues(entered.provider, entered.event_end_date, entered.event_end_time));
            setAdded(true);
            focusField('event_title');
          } else {
            toast.success('Event saved on this device', { duration: 2_500 });
            setSaved(true);
          }
        } catch (problem) {
          setNotSaved(notSavedWords(problem));
        }
      },
      (found) => {
        const first = FIELD_ORDER.find((name) => found[name] !== undefined);
        if (first !== undefined) focusField(first);
      },
    );
  const remove = async (scope: EditScope) => {
    if (keeper === null) return;
    const recorded = await keeper.delete(scope);
    if (recorded.kind === 'refused') throw new Error(Object.values(recorded.problems).join(' '));
    await draft.drop();
    toast.success(`Event deleted ${keeper.place}`, { duration: 2_500 });
    onClose();
  };
  const giveUp = async () => {
    onClose();
    await draft.drop();
  };

  const title = occurrence === null ? 'New event' : 'Edit event';
  const name = initial.event_title === '' ? 'this event' : initial.event_title;
  const isSeries = occurrence !== null && occurrence.series !== null;
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
          {onLog !== undefined && !isDirty && (
            <Button variant="outline" className="justify-self-start" onClick={onLog}>
              <ClipboardPlus aria-hidden="true" />
              Log session
            </Button>
          )}
          <EventFields form={form} values={values} owners={owners} choices={choices} />
          <FormFooter
            className="sticky bottom-0 -mx-4 mt-auto bg-popover px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-5 sm:px-5"
            loading={form.formState.isSubmitting}
            notSaved={notSaved}
            complete={isSaved || (wasAdded && !isDirty)}
            onCancel={cancel}
            onSaveAndAdd={() => void save(true)()}
          >
            {occurrence !== null && (
              <Button variant="ghost" className="text-destructive" onClick={() => setAsking('delete')}>
                <Trash2 aria-hidden="true" />
                Delete
              </Button>
            )}
          </FormFooter>
          {asking !== null && isSeries && (
            <ScopeDialog
              name={name}
              verb={asking === 'delete' ? 'delete' : 'change'}
              scopes={
                asking !== 'delete' && touchesRepetition(touchedIn(asking))
                  ? SCOPES.filter((scope) => scope !== 'this')
                  : SCOPES
              }
              onCancel={() => setAsking(null)}
              onChoose={async (scope) => {
                if (asking === 'delete') await remove(scope);
                else await saveChanges(asking, scope);
                setAsking(null);
              }}
            />
          )}
          {occurrence !== null && !isSeries && (
            <DeleteConfirmation
              name={name}
              open={asking === 'delete'}
              onOpenChange={(isOpen) => setAsking(isOpen ? 'delete' : null)}
              onConfirm={() => remove('this')}
            />
          )}
        </form>
      )}
    </FormSheet>
  );
}

/** The contract and the rules, asked as one: the same that save asks again. */
function resolverFor(choices: NamedRecords): Resolver<EventValues> {
  return (values) => {
    const fields = fieldsOfValues(values, (entered) => eventName(entered, choices));
    const problems = problemsByValue(problemsOfEvent(fields), values);
    const errors = Object.fromEntries(
      Object.entries(problems).map(([name, message]) => [name, { type: 'rule', message }]),
    );
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
}
