import { useCallback, useMemo } from 'react';
import type { CalendarOccurrence } from '#contract/calendar.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import { occurrenceOf } from '#screens/device/held-events.ts';
import { useLookups } from '#screens/device/lookups.ts';
import { useReloadOnChange } from '#screens/device/reload-on-change.ts';
import { useToday } from '#screens/device/today.ts';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { calendarEntries } from './calendar-entries.ts';
import { EventList } from './event-list.tsx';

/** How many days the list shows, including today. */
const DAYS = 14;

interface RecordCalendarProps {
  id: string;
  /** Opens the Master Calendar on a day, with this record's events. */
  onOpenDay: (day: string) => void;
}

/** What is planned for a client's students and at its schools, today and the coming days. */
export function ClientCalendar(props: RecordCalendarProps) {
  return <RecordCalendar {...props} call="calendar.of-client" />;
}

/** What a provider has planned, today and the coming days. */
export function ProviderCalendar(props: RecordCalendarProps) {
  return <RecordCalendar {...props} call="calendar.of-provider" />;
}

interface AskedCalendarProps extends RecordCalendarProps {
  call: 'calendar.of-client' | 'calendar.of-provider';
}

function RecordCalendar({ id, call, onOpenDay }: AskedCalendarProps) {
  const today = useToday();
  const names = useLookups();
  const query = { start: today, end: dayPlus(today, DAYS - 1) };
  const { start, end } = query;
  const answer = useKeptAnswer(
    call,
    JSON.stringify({ id, start }),
    useCallback(
      (api: ApiClient) => api.call(call, { params: { id }, query: { start, end } }),
      [call, id, start, end],
    ),
  );
  useReloadOnChange('calendar_event', answer.reload);
  if (names === undefined) return null;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-muted-foreground text-sm">Today and the next {DAYS - 1} days</h2>
        <Button variant="outline" onClick={() => onOpenDay(today)}>
          Open in Master Calendar
        </Button>
      </div>
      <ServerData name="the calendar" state={answer}>
        {(found) => <Planned found={found} names={names} self={id} today={today} onOpenDay={onOpenDay} />}
      </ServerData>
    </div>
  );
}

interface PlannedProps extends Pick<RecordCalendarProps, 'onOpenDay'> {
  found: readonly CalendarOccurrence[];
  names: NonNullable<ReturnType<typeof useLookups>>;
  /** Not named at each entry: the page is theirs. */
  self: string;
  today: string;
}

function Planned({ found, names, self, today, onOpenDay }: PlannedProps) {
  const entries = useMemo(() => {
    const occurrences = found.map(occurrenceOf);
    return calendarEntries({ occurrences, sessions: [], lunches: [] }, { ...names, self });
  }, [found, names, self]);
  return (
    <EventList
      label="Planned"
      today={today}
      entries={entries}
      onOpen={({ day }) => onOpenDay(day)}
      className="max-h-[36rem]"
    />
  );
}
