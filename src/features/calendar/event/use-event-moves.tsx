import { type ReactNode, type RefObject, useState } from 'react';
import { toast } from 'sonner';
import { calendarEventById, type LocalOccurrence } from '#db/calendar-events.ts';
import type { EditScope } from '#domain/calendar/series-edit.ts';
import { displaySpan } from '#domain/time/pacific.ts';
import { dayWithWeekday } from '#domain/time/week.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { type Entry, type ServerEntries, wallTime } from '../calendar-entries.ts';
import type { Place } from '../grid/entry-places.ts';
import { deviceWriter, type EventWriter } from './event-writer.ts';
import type { ChangedEventFields } from './record-event.ts';
import { SCOPES, ScopeDialog } from './scope-dialog.tsx';
import { readServerEvent, serverProblem, serverWriter } from './server-event.ts';

interface EventMoves {
  move: (entry: Entry, place: Place) => void;
  /** What the last move came to, for those who do not see it. */
  announcement: string;
  /** The question how much of a series is moved; nothing while none is asked. */
  question: ReactNode;
  /** Where an event is shown until the server has moved it. */
  moving: Moving | null;
}

interface Moving {
  id: string;
  place: Place;
}

/** An event about to be moved. */
interface Opened {
  entry: Entry;
  occurrence: LocalOccurrence;
  writer: EventWriter;
}

/**
 * Moves events to where hands or keys have put them. A single one can be put back
 * from the message about it; of a series it is asked how much moves along.
 *
 * @param focusWanted gets the id of what was moved, which may be in another column now
 * @param server entries that are moved on the server; absent if all are on this device
 */
export function useEventMoves(
  focusWanted: RefObject<string | null>,
  onMoved: (place: Place) => void,
  server?: ServerEntries,
): EventMoves {
  const { engine, workspace } = useSignedIn();
  const [announcement, setAnnouncement] = useState('');
  const [asking, setAsking] = useState<(Opened & { place: Place }) | null>(null);
  const [moving, setMoving] = useState<Moving | null>(null);
  const isRemote = (entry: Entry) => server?.has(entry) === true;

  /** @throws Error if the server has it somewhere else than the person thinks */
  const open = async (entry: Entry, told: LocalOccurrence, from: Place): Promise<Opened> => {
    if (!isRemote(entry)) return { entry, occurrence: told, writer: deviceWriter(workspace, told) };
    try {
      const event = await readServerEvent(engine.api, told);
      const { occurrence } = event;
      if (JSON.stringify(placeOfEvent(occurrence)) !== JSON.stringify(from)) {
        throw new Error('Someone else moved this event. It now shows at its new time.');
      }
      return { entry, occurrence, writer: serverWriter(engine.api, event, () => undefined) };
    } catch (problem) {
      void server?.reload();
      throw serverProblem(problem);
    }
  };
  const run = async ({ entry, writer }: Opened, place: Place, scope: EditScope) => {
    try {
      const recorded = await writer.change(fieldsOfPlace(place), scope);
      if (recorded.kind === 'refused') throw new Error(Object.values(recorded.problems).join(' '));
      const words = `Moved to ${placeWords(place)}`;
      setAnnouncement(words);
      focusWanted.current = recorded.id;
      onMoved(place);
      return words;
    } finally {
      if (isRemote(entry)) await server?.reload();
    }
  };
  const putBack = async ({ entry, occurrence }: Opened, from: Place) => {
    const event = isRemote(entry) ? occurrence.event : await calendarEventById(workspace.db, occurrence.id);
    if (event === null) return;
    await run(await open(entry, { ...occurrence, event }, from), placeOfEvent(occurrence), 'this');
  };
  const moveSingle = async (opened: Opened, place: Place) => {
    const words = await run(opened, place, 'this');
    toast.success(words, {
      duration: 8_000,
      action: {
        label: 'Undo',
        onClick: () => void putBack(opened, place).catch((problem) => toast.error(wordsOf(problem))),
      },
    });
  };
  const move = async (entry: Entry, place: Place) => {
    const { occurrence } = entry;
    if (occurrence === null) return;
    if (isRemote(entry)) setMoving({ id: entry.id, place });
    try {
      const opened = await open(entry, occurrence, placeOfEvent(occurrence));
      if (opened.occurrence.series !== null) return setAsking({ ...opened, place });
      await moveSingle(opened, place);
    } catch (problem) {
      const words = `Not moved: ${wordsOf(problem)}`;
      toast.error(words);
      setAnnouncement(words);
    }
    setMoving(null);
  };
  const question = asking !== null && (
    <ScopeDialog
      name={asking.entry.title}
      verb="change"
      scopes={SCOPES}
      onCancel={() => {
        setAsking(null);
        setMoving(null);
        setAnnouncement('Not moved');
      }}
      onChoose={async (scope) => {
        await run(asking, asking.place, scope);
        setAsking(null);
        setMoving(null);
      }}
    />
  );
  return { move: (entry, place) => void move(entry, place), announcement, question, moving };
}

/** The entries, with one of them where it is being moved to. */
export function withMove(entries: readonly Entry[], moving: Moving | null): readonly Entry[] {
  if (moving === null) return entries;
  const { day, start, minutes } = moving.place;
  const end = start + minutes;
  return entries.map((entry) =>
    entry.id === moving.id
      ? { ...entry, day, start, end, times: displaySpan(wallTime(start), wallTime(end)) }
      : entry,
  );
}

function wordsOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}

function placeWords({ day, start, minutes }: Place): string {
  return `${dayWithWeekday(day)}, ${displaySpan(wallTime(start), wallTime(start + minutes))}`;
}

function fieldsOfPlace({ day, start, minutes }: Place): ChangedEventFields {
  return {
    event_start_date: day,
    event_start_time: wallTime(start),
    event_end_date: day,
    event_end_time: wallTime(start + minutes),
    duration: minutes,
  };
}

function placeOfEvent({ event }: LocalOccurrence): Place {
  const [hours, minutes] = event.event_start_time.split(':').map(Number);
  return { day: event.event_start_date, start: (hours ?? 0) * 60 + (minutes ?? 0), minutes: event.duration };
}
