import { type ReactNode, useCallback, useState } from 'react';
import { pacificDay, pacificTime, timePlusMinutes } from '#domain/time/pacific.ts';
import { type Lookups, useDirectory } from '#screens/device/lookups.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import { type Entry, isLoggable, type ServerEntries } from '../calendar-entries.ts';
import { EventDetails } from './event-details.tsx';
import { EventForm, type EventFormProps } from './event-form.tsx';
import { newEventValues, valuesOfOccurrence } from './event-values.ts';
import type { EventWriter } from './event-writer.ts';
import { readServerEvent, type ServerEvent, serverProblem, serverWriter } from './server-event.ts';

interface OpenSearch {
  open?: string | undefined;
  at?: string | undefined;
  event?: string | undefined;
}

interface OpenEventProps {
  search: OpenSearch;
  /** The Pacific day on the screen. */
  day: string;
  /** The owner of a new event; empty if chosen in the form. */
  provider: string;
  owners: readonly { value: string; label: string }[];
  entries: readonly Entry[] | undefined;
  lookups: Lookups | undefined;
  mayEdit: (entry: Entry) => boolean;
  /** Entries that aren't all on this device; absent if all are. */
  server?: ServerEntries | undefined;
  /** Without it, nothing can be logged from here. */
  onLog?: ((entry: Entry) => void) | undefined;
  /** Shown above the form of an event or series, by its id. */
  noticeOf?: ((id: string) => ReactNode) | undefined;
  onSearch: (
    change: { open?: 'new' | undefined; event?: undefined; at?: undefined },
    replace?: boolean,
  ) => void;
}

/** What is open above the calendar. It is in the URL, so a reload opens it again. */
export function OpenEvent(props: OpenEventProps) {
  const { search, entries, lookups, onSearch } = props;
  const close = useCallback(
    () => onSearch({ open: undefined, event: undefined, at: undefined }, true),
    [onSearch],
  );
  const add = useCallback(() => onSearch({ open: 'new', event: undefined, at: undefined }, true), [onSearch]);
  if (lookups === undefined) return null;
  if (search.open === 'new') {
    return (
      <NewEvent key={`new ${search.at ?? ''}`} {...props} lookups={lookups} onAdd={add} onClose={close} />
    );
  }
  if (search.event === undefined) return null;
  return (
    <KnownEvent
      key={search.event}
      {...props}
      id={search.event}
      entries={entries ?? []}
      lookups={lookups}
      onAdd={add}
      onClose={close}
    />
  );
}

type NewEventProps = OpenEventProps & { lookups: Lookups; onAdd: () => void; onClose: () => void };

/** Initial values are computed once: data that arrives while the form is open changes no field. */
function NewEvent({ search, day, provider, owners, server, onAdd, onClose }: NewEventProps) {
  const { clock } = useSignedIn().workspace;
  const [initial] = useState(() => newEventValues(provider, day, search.at ?? usualTime(day, clock.now())));
  return (
    <OpenForm
      initial={initial}
      occurrence={null}
      owners={owners}
      onOutdated={() => void server?.reload()}
      onAdd={onAdd}
      onClose={onClose}
    />
  );
}

/** Everyone who can be chosen is loaded once the form is open. */
function OpenForm(props: Omit<EventFormProps, 'lookups'>) {
  const lookups = useDirectory();
  return lookups === undefined ? null : <EventForm {...props} lookups={lookups} />;
}

/** The next full hour during working hours; otherwise nine o'clock. */
function usualTime(day: string, now: number): string {
  const next = timePlusMinutes(`${pacificTime(now).slice(0, 2)}:00`, 60);
  return day === pacificDay(now) && next >= '07:00' && next <= '18:00' ? next : '09:00';
}

type KnownEventProps = NewEventProps & { id: string; entries: readonly Entry[] };

/** Renders nothing if the event isn't among the shown ones. */
function KnownEvent({
  id,
  provider,
  entries,
  lookups,
  mayEdit,
  server,
  onLog,
  noticeOf,
  onAdd,
  onClose,
}: KnownEventProps) {
  const { engine } = useSignedIn();
  const today = useToday();
  const found = entries.find((entry) => entry.kind === 'event' && entry.id === id);
  const [opened, setOpened] = useState<Entry>();
  const [onServer, setOnServer] = useState<ServerEvent & { writer: EventWriter }>();
  // Stays as it was when opened, even after it is deleted: data that arrives changes no field.
  if (found !== undefined && opened === undefined) setOpened(found);
  if (opened?.occurrence == null) return null;
  const log = onLog !== undefined && isLoggable(opened, provider, today) ? () => onLog(opened) : undefined;
  const isEditable = mayEdit(opened) && opened.skipped === null && !opened.occurrence.event.is_lunch;
  const remote = server?.has(opened) === true ? { server, occurrence: opened.occurrence } : null;
  const editOnServer = async () => {
    if (remote === null) return;
    const event = await readServerEvent(engine.api, remote.occurrence).catch((problem: unknown) => {
      throw serverProblem(problem);
    });
    setOnServer({ ...event, writer: serverWriter(engine.api, event, () => void remote.server.reload()) });
  };
  if (!isEditable || (remote !== null && onServer === undefined)) {
    return (
      <EventDetails
        entry={opened}
        occurrence={opened.occurrence}
        lookups={lookups}
        onLog={log}
        onEdit={isEditable ? editOnServer : undefined}
        onClose={onClose}
      />
    );
  }
  const occurrence = onServer?.occurrence ?? opened.occurrence;
  return (
    <OpenForm
      initial={valuesOfOccurrence(occurrence)}
      occurrence={occurrence}
      writer={onServer?.writer}
      owners={[]}
      notice={
        noticeOf !== undefined && (
          <>
            {noticeOf(occurrence.id)}
            {occurrence.series !== null && noticeOf(occurrence.series.id)}
          </>
        )
      }
      onLog={log}
      onAdd={onAdd}
      onClose={onClose}
    />
  );
}
