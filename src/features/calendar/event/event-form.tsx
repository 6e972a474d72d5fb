import { ClipboardPlus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { LocalOccurrence } from '#db/calendar-events.ts';
import { plansAfter } from '#domain/calendar/event-rules.ts';
import type { EditScope } from '#domain/calendar/series-edit.ts';
import { ARCHIVED_STUDENT } from '#domain/students/file-rules.ts';
import type { Directory } from '#screens/device/lookups.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import { type Outcome, useEntityForm } from '#screens/form/entity-form.ts';
import { EntitySheet } from '#screens/form/entity-sheet.tsx';
import { Button } from '#ui/button.tsx';
import { EventFields } from './event-fields.tsx';
import { eventName } from './event-lookups.ts';
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
import { EventWarnings } from './event-warnings.tsx';
import { ChangedMeanwhile, deviceWriter, type EventWriter } from './event-writer.ts';
import { createEvent, problemsOfEvent, type Recorded } from './record-event.ts';
import { SCOPES, ScopeDialog } from './scope-dialog.tsx';
import { serverCreator } from './server-event.ts';

export interface EventFormProps {
  initial: EventValues;
  /** The event being edited; absent for a new one. */
  occurrence: LocalOccurrence | null;
  /** Where its edits are saved; absent if that is this device. */
  writer?: EventWriter | undefined;
  /** Whose calendar can be chosen for a new event; empty if there is no choice. */
  owners: readonly { value: string; label: string }[];
  lookups: Directory;
  /** The server's calendars have changed: someone else's new event is saved there. */
  onOutdated?: (() => void) | undefined;
  /** Shown above the fields. */
  notice?: ReactNode;
  /** Opens a session form prefilled from the event; absent if it can't be logged. */
  onLog?: (() => void) | undefined;
  /** The person wants to add another event after the edited one. */
  onAdd: () => void;
  /** Saved, deleted, or discarded. */
  onClose: () => void;
}

/** The form's values after someone else changed the event. */
interface Met {
  initial: EventValues;
  occurrence: LocalOccurrence;
  writer: EventWriter;
  news: readonly News[];
}

/** Creates, changes, or deletes an event, or as much of its series as the person chooses. */
export function EventForm(props: EventFormProps) {
  const { owners, lookups, notice, onLog, onAdd, onClose } = props;
  const { engine, profile, workspace } = useSignedIn();
  const [createOnServer] = useState(() => serverCreator(engine.api, () => props.onOutdated?.()));
  const isOfOther = ({ provider }: EventValues) => provider !== '' && provider !== profile.provider_id;
  const [met, setMet] = useState<Met>();
  const { initial, occurrence } = met ?? props;
  const [asking, setAsking] = useState<EventValues | 'delete' | null>(null);
  /** Which events of the series a save affects, once chosen. */
  const scope = useRef<EditScope | null>(null);
  const today = useToday();
  const fieldsOf = (entered: EventValues) =>
    fieldsOfValues(entered, (unnamed) => eventName(unnamed, lookups));
  const touchedIn = (entered: EventValues) => touchedFields(fieldsOf(initial), fieldsOf(entered));

  const save = async (entered: EventValues, { id }: { id: string }): Promise<Outcome> => {
    if (writer === null) {
      const fields = fieldsOf(entered);
      const recorded = isOfOther(entered)
        ? await createOnServer(id, fields)
        : await createEvent(workspace, id, fields);
      return outcomeOf(recorded, entered);
    }
    const isAsked = occurrence?.series != null && Object.keys(touchedIn(entered)).length > 0;
    if (isAsked && scope.current === null) {
      setAsking(entered);
      return 'asked';
    }
    const { provider: _provider, ...changes } = touchedIn(entered);
    return edit(writer, entered, (latest) => latest.change(changes, scope.current ?? 'this'));
  };
  const form = useEntityForm<'calendar_event', EventValues, LocalOccurrence>({
    entity: 'calendar_event',
    place: (entered) =>
      (met ?? props).writer?.place ??
      (occurrence === null && isOfOther(entered) ? 'on the server' : 'on this device'),
    initial,
    opened: occurrence,
    draft: { form: 'event', day: initial.event_start_date },
    problemsOf: (entered) => {
      const fields = fieldsOf(entered);
      const problems = problemsOfEvent(fields);
      const isArchived = lookups.students.get(entered.student)?.archived === true;
      if (isArchived && Object.keys(problems).length === 0) {
        const before = occurrence === null ? null : fieldsOf(initial);
        if (plansAfter(today, fields, before)) problems.student = ARCHIVED_STUDENT;
      }
      return problemsByValue(problems, entered);
    },
    save,
    another: {
      begins: ({ provider, event_end_date, event_end_time }) =>
        newEventValues(provider, event_end_date, event_end_time),
      focus: 'event_title',
    },
    onClose,
    onAddAnother: onAdd,
  });
  const { inputs } = form;
  // An edit based on what the form opened, even if that was before a reload.
  const writer = met?.writer ?? props.writer ?? (form.opened && deviceWriter(workspace, form.opened));

  /** Asks if someone else has changed the event: the form continues on top of it once it was seen. */
  const edit = async (
    writer: EventWriter,
    entered: EventValues,
    write: (writer: EventWriter) => Promise<Recorded>,
  ): Promise<Outcome> => {
    try {
      return outcomeOf(await write(writer), entered);
    } catch (problem) {
      if (!(problem instanceof ChangedMeanwhile)) throw problem;
      const now = valuesOfOccurrence(problem.occurrence);
      const { values, news } = meetNews(initial, entered, now, lookups);
      if (news.length === 0) return edit(problem.writer, entered, write);
      inputs.reset(now);
      inputs.reset(values, { keepDefaultValues: true });
      setMet({ initial: now, occurrence: problem.occurrence, writer: problem.writer, news });
      return 'asked';
    }
  };
  const remove = async (reach: EditScope): Promise<Outcome> =>
    writer === null ? 'asked' : edit(writer, inputs.getValues(), (latest) => latest.delete(reach));

  const takeOver = (one: News) => {
    if (met === undefined) return;
    inputs.reset({ ...inputs.getValues(), ...one.theirs }, { keepDefaultValues: true });
    setMet({ ...met, news: met.news.map((known) => (known === one ? { ...one, entered: null } : known)) });
  };

  const name = initial.event_title === '' ? 'this event' : initial.event_title;
  const deletion =
    occurrence?.series == null ? { name, run: () => remove('this') } : { ask: () => setAsking('delete') };
  return (
    <EntitySheet
      form={form}
      deletion={occurrence === null ? undefined : deletion}
      warnings={<EventWarnings values={form.values} series={occurrence?.series ?? null} lookups={lookups} />}
    >
      {notice}
      {met !== undefined && (
        <EventNewsNotice
          // Every further change is shown again.
          key={met.news.map(({ label, now }) => `${label} ${now}`).join('|')}
          news={met.news}
          onTakeOver={takeOver}
        />
      )}
      {onLog !== undefined && !form.isChanged && (
        <Button variant="outline" className="justify-self-start" onClick={onLog}>
          <ClipboardPlus aria-hidden="true" />
          Log session
        </Button>
      )}
      <EventFields form={form} owners={owners} lookups={lookups} />
      {asking !== null && (
        <ScopeDialog
          name={name}
          verb={asking === 'delete' ? 'delete' : 'change'}
          scopes={
            asking !== 'delete' && touchesRepetition(touchedIn(asking))
              ? SCOPES.filter((one) => one !== 'this')
              : SCOPES
          }
          onCancel={() => setAsking(null)}
          onChoose={async (reach) => {
            if (asking === 'delete') await form.remove({ run: () => remove(reach), done: 'deleted' });
            else {
              scope.current = reach;
              await form.saveAnswered();
              scope.current = null;
            }
            setAsking(null);
          }}
        />
      )}
    </EntitySheet>
  );
}

/** By the form's fields, if it has them. */
function outcomeOf(recorded: Recorded, entered: EventValues): Outcome {
  if (recorded.kind === 'saved') return null;
  const problems = problemsByValue(recorded.problems, entered);
  return Object.keys(problems).length === 0 ? recorded.problems : problems;
}
