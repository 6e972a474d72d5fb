import { type ReactNode, type RefObject, useState } from 'react';
import { toast } from 'sonner';
import { calendarEventById, type LocalOccurrence } from '#db/calendar-events.ts';
import type { EditScope } from '#domain/calendar/series-edit.ts';
import { dayWithWeekday } from '#domain/time/week.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { type Entry, timesOf, wallTime } from '../calendar-entries.ts';
import type { Place } from '../grid/entry-places.ts';
import { type ChangedEventFields, changeEvent } from './record-event.ts';
import { SCOPES, ScopeDialog } from './scope-dialog.tsx';

interface EventMoves {
  move: (entry: Entry, place: Place) => void;
  /** What the last move came to, for those who do not see it. */
  announcement: string;
  /** The question how much of a series is moved; nothing while none is asked. */
  question: ReactNode;
}

/**
 * Moves events to where hands or keys have put them. A single one can be put back
 * from the message about it; of a series it is asked how much moves along.
 *
 * @param focusWanted gets the id of what was moved, which may be in another column now
 */
export function useEventMoves(
  focusWanted: RefObject<string | null>,
  onMoved: (place: Place) => void,
): EventMoves {
  const { workspace } = useSignedIn();
  const [announcement, setAnnouncement] = useState('');
  const [asking, setAsking] = useState<{ occurrence: LocalOccurrence; entry: Entry; place: Place } | null>(
    null,
  );

  const run = async (occurrence: LocalOccurrence, place: Place, scope: EditScope) => {
    const recorded = await changeEvent(workspace, occurrence, fieldsOfPlace(place), scope);
    if (recorded.kind === 'refused') throw new Error(Object.values(recorded.problems).join(' '));
    const words = `Moved to ${placeWords(place)}`;
    setAnnouncement(words);
    focusWanted.current = recorded.id;
    onMoved(place);
    return words;
  };
  const putBack = async (before: LocalOccurrence) => {
    const event = await calendarEventById(workspace.db, before.id);
    if (event === null) return;
    const now: LocalOccurrence = { ...before, event };
    await run(now, placeOfEvent(before), 'this');
  };
  const moveSingle = async (occurrence: LocalOccurrence, place: Place) => {
    try {
      const words = await run(occurrence, place, 'this');
      toast.success(words, {
        duration: 8_000,
        action: {
          label: 'Undo',
          onClick: () => void putBack(occurrence).catch((problem) => toast.error(wordsOf(problem))),
        },
      });
    } catch (problem) {
      const words = `Not moved: ${wordsOf(problem)}`;
      toast.error(words);
      setAnnouncement(words);
    }
  };
  const move = (entry: Entry, place: Place) => {
    const { occurrence } = entry;
    if (occurrence === null) return;
    if (occurrence.series === null) void moveSingle(occurrence, place);
    else setAsking({ occurrence, entry, place });
  };
  const question = asking !== null && (
    <ScopeDialog
      name={asking.entry.title}
      verb="change"
      scopes={SCOPES}
      onCancel={() => {
        setAsking(null);
        setAnnouncement('Not moved');
      }}
      onChoose={async (scope) => {
        await run(asking.occurrence, asking.place, scope);
        setAsking(null);
      }}
    />
  );
  return { move, announcement, question };
}

function wordsOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}

function placeWords({ day, start, minutes }: Place): string {
  return `${dayWithWeekday(day)}, ${timesOf(wallTime(start), wallTime(start + minutes))}`;
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
