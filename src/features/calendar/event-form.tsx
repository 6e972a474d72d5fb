import { ClipboardPlus, Trash2 } from 'lucide-react';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { toast } from 'sonner';
import type { LocalOccurrence } from '#db/calendar-events.ts';
import { notSavedWords } from '#db/storage-trouble.ts';
import type { EditScope } from '#domain/calendar/series-edit.ts';
import { useFormDraft } from '#sync/form-draft.ts';
import type { NamedRecords } from '#sync/named-records.ts';
import { useSignedIn } from '#sync/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { DeleteConfirmation } from '#ui/delete-confirmation.tsx';
import { DraftNotice } from '#ui/draft-notice.tsx';
import { type Saved, useEntryForm } from '#ui/entry-form.ts';
import { FormFooter } from '#ui/form-footer.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { eventName } from './event-choices.ts';
import { EventFields } from './event-fields.tsx';
import { ChangedMeanwhile, deviceKeeper, type EventKeeper } from './event-keeper.ts';
import { meetNews, type News } from './event-news.ts';
import { EventNewsNotice } from './event-news-notice.tsx';
import {
  type EventValues,
  fieldsOfValues,
  newEventValues,
  problemsByValue,
  touchedFields,
  touchesRepetition,
  valuesOfOccurrence,
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
  /** Stands over the fields. */
  notice?: ReactNode;
  /** Begins a session filled in from the event; left out where it cannot be logged. */
  onLog?: (() => void) | undefined;
  /** Another event is to be planned after the edited one. */
  onAdd: () => void;
  /** Saved, deleted or given up. */
  onClose: () => void;
}

/** What the form goes on with after somebody else has changed the event. */
interface Met {
  initial: EventValues;
  occurrence: LocalOccurrence;
  keeper: EventKeeper;
  news: readonly News[];
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
  const { owners, choices, notice, onLog, onAdd, onClose } = props;
  const { workspace } = useSignedIn();
  const [met, setMet] = useState<Met>();
  const { initial, occurrence } = met ?? props;
  const draft = useFormDraft(
    occurrence === null ? 'event|new' : `event|${occurrence.id}`,
    occurrence === null ? initial.event_start_date : null,
  );
  const [asking, setAsking] = useState<EventValues | 'delete' | null>(null);
  const addsAfterwards = useRef(false);
  const { formId, form, values, isChanged, opened, progress, submit, settle, giveUp, draftNotice } =
    useEntryForm<EventValues, LocalOccurrence>({
      initial,
      opened: occurrence,
      draft,
      fieldOrder: FIELD_ORDER,
      problemsOf: useCallback((entered: EventValues) => problemsOfValues(entered, choices), [choices]),
      wordsOf: notSavedWords,
      onSaved: useCallback(() => (addsAfterwards.current ? onAdd() : onClose()), [onAdd, onClose]),
      onGiveUp: onClose,
    });
  // An edit upon what its form found, also where that was before a reload.
  const keeper = met?.keeper ?? props.keeper ?? (opened && deviceKeeper(workspace, opened));
  const fieldsOf = (entered: EventValues) =>
    fieldsOfValues(entered, (unnamed) => eventName(unnamed, choices));
  const touchedIn = (entered: EventValues) => touchedFields(fieldsOf(initial), fieldsOf(entered));

  const outcome = (recorded: Recorded, entered: EventValues, saved: Saved<EventValues>) => {
    if (recorded.kind === 'saved') return saved;
    const problems = problemsByValue(recorded.problems, entered);
    if (Object.keys(problems).length === 0) throw new Error(Object.values(recorded.problems).join(' '));
    return { kind: 'refused', problems } as const;
  };
  /** Nothing where somebody else has changed the event: the form goes on upon that, once it was seen. */
  const edit = async (
    keeper: EventKeeper,
    entered: EventValues,
    write: (keeper: EventKeeper) => Promise<Recorded>,
  ): Promise<Recorded | null> => {
    try {
      return await write(keeper);
    } catch (problem) {
      if (!(problem instanceof ChangedMeanwhile)) throw problem;
      const now = valuesOfOccurrence(problem.occurrence);
      const { values, news } = meetNews(initial, entered, now, choices);
      if (news.length === 0) return edit(problem.keeper, entered, write);
      form.reset(now);
      form.reset(values, { keepDefaultValues: true });
      setMet({ initial: now, occurrence: problem.occurrence, keeper: problem.keeper, news });
      return null;
    }
  };
  const saveChanges = async (
    keeper: EventKeeper,
    entered: EventValues,
    scope: EditScope,
  ): Promise<Saved<EventValues>> => {
    const { provider: _provider, ...changes } = touchedIn(entered);
    const recorded = await edit(keeper, entered, (latest) => latest.change(changes, scope));
    if (recorded === null) return { kind: 'asked' };
    return outcome(recorded, entered, { kind: 'done', words: `Event saved ${keeper.place}` });
  };
  const save = (addsAnother: boolean) =>
    submit(async (entered, { id }) => {
      addsAfterwards.current = addsAnother && occurrence !== null;
      if (occurrence?.series != null && Object.keys(touchedIn(entered)).length > 0) {
        setAsking(entered);
        return { kind: 'asked' };
      }
      if (keeper !== null) return saveChanges(keeper, entered, 'this');
      const { provider, event_end_date, event_end_time } = entered;
      const next = newEventValues(provider, event_end_date, event_end_time);
      return outcome(
        await createEvent(workspace, id, fieldsOf(entered)),
        entered,
        addsAnother
          ? { kind: 'another', next, focus: 'event_title' }
          : { kind: 'done', words: 'Event saved on this device' },
      );
    });
  const remove = async (scope: EditScope) => {
    if (keeper === null) return;
    const recorded = await edit(keeper, form.getValues(), (latest) => latest.delete(scope));
    if (recorded === null) return;
    if (recorded.kind === 'refused') throw new Error(Object.values(recorded.problems).join(' '));
    await draft.drop();
    toast.success(`Event deleted ${keeper.place}`, { duration: 2_500 });
    onClose();
  };

  const takeOver = (one: News) => {
    if (met === undefined) return;
    form.reset({ ...form.getValues(), ...one.theirs }, { keepDefaultValues: true });
    setMet({ ...met, news: met.news.map((known) => (known === one ? { ...one, entered: null } : known)) });
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
          {notice}
          <DraftNotice {...draftNotice} />
          {met !== undefined && (
            <EventNewsNotice
              // Every change in between is news again.
              key={met.news.map(({ label, now }) => `${label} ${now}`).join('|')}
              news={met.news}
              onTakeOver={takeOver}
            />
          )}
          {onLog !== undefined && !isChanged && (
            <Button variant="outline" className="justify-self-start" onClick={onLog}>
              <ClipboardPlus aria-hidden="true" />
              Log session
            </Button>
          )}
          <EventFields form={form} values={values} owners={owners} choices={choices} />
          <FormFooter
            className="sticky bottom-0 -mx-4 mt-auto bg-popover px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-5 sm:px-5"
            {...progress}
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
                else if (keeper !== null) await settle(() => saveChanges(keeper, asking, scope));
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
function problemsOfValues(values: EventValues, choices: NamedRecords) {
  const fields = fieldsOfValues(values, (unnamed) => eventName(unnamed, choices));
  return problemsByValue(problemsOfEvent(fields), values);
}
