import { Plus } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { dayWithWeekday } from '#domain/time/week.ts';
import { useLookups } from '#screens/device/lookups.ts';
import { LacksSome } from '#screens/device/own-days.tsx';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import { Button } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { usePrinting } from '#ui/use-printing.ts';
import { useViewport } from '#ui/viewport.ts';
import { type Entry, entriesByDay, isLoggable, wallTime } from './calendar-entries.ts';
import type { CalendarLeads } from './calendar-leads.ts';
import { calendarRange } from './calendar-range.ts';
import type { CalendarSearch, CalendarView } from './calendar-search.ts';
import { CalendarToolbar } from './calendar-toolbar.tsx';
import { OpenEvent } from './event/open-event.tsx';
import { useEventMoves, withMove } from './event/use-event-moves.tsx';
import { EventList } from './event-list.tsx';
import { DayHead } from './grid/day-head.tsx';
import { MonthGrid } from './grid/month-grid.tsx';
import { TimeGrid } from './grid/time-grid.tsx';
import { useCalendarKeys } from './grid/use-calendar-keys.ts';
import { LogSessionButton } from './log-session-button.tsx';
import { SubscriptionDialog } from './subscription-dialog.tsx';
import { useCalendar } from './use-calendar.ts';

interface MyCalendarProps extends CalendarLeads {
  search: CalendarSearch;
  /** `replace` adds no entry to the browser's history. */
  onSearch: (change: CalendarSearch, replace?: boolean) => void;
}

const VIEWS: readonly { value: CalendarView; label: string }[] = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
  { value: 'list', label: 'List' },
];

const NONE: readonly Entry[] = [];

/**
 * The calendar of the logged-in person. Staff who deliver no services see their invitations; they plan in
 * other people's calendars.
 */
export function MyCalendar({ search, onSearch, ...leads }: MyCalendarProps) {
  const { profile } = useSignedIn();
  const provider = profile.user_id;
  const mayPlan = profile.provider_id !== null;
  const viewport = useViewport();
  const today = useToday();
  const day = search.day ?? today;
  const view = search.view ?? (viewport === 'full' ? 'week' : 'day');
  const range = useMemo(() => calendarRange(view, day), [view, day]);
  const lookups = useLookups();
  const { entries: found, lacksSome, server } = useCalendar(provider, range.from, range.to, lookups);

  const showDay = useCallback(
    (chosen: string) => onSearch({ day: chosen === today ? undefined : chosen }, true),
    [onSearch, today],
  );
  const openDay = useCallback((chosen: string) => onSearch({ view: 'day', day: chosen }), [onSearch]);
  const addEvent = (change: CalendarSearch = {}) => {
    if (mayPlan) onSearch({ open: 'new', event: undefined, ...change });
  };
  const latestLeads = useRef(leads);
  useEffect(() => {
    latestLeads.current = leads;
  });
  const open = useCallback(
    (entry: Entry) => {
      if (entry.kind === 'session') latestLeads.current.onOpenSession(entry.id);
      else if (entry.kind === 'lunch') latestLeads.current.onOpenLunch(entry.id, entry.day);
      else onSearch({ event: entry.id, open: undefined });
    },
    [onSearch],
  );
  const log = useCallback((entry: Entry) => latestLeads.current.onLogSession(entry.id, entry.day), []);

  const isPrinting = usePrinting();
  const focusWanted = useRef<string | null>(null);
  const showPlace = ({ day: of }: { day: string }) => {
    if (of < range.from || of > range.to) showDay(of);
  };
  const moves = useEventMoves(focusWanted, showPlace, server);
  const { moving } = moves;
  const entries = useMemo(() => found && withMove(found, moving), [found, moving]);
  const byDay = useMemo(() => entriesByDay(entries ?? NONE), [entries]);
  const around = useCalendarKeys({ n: () => addEvent({ day }), t: () => showDay(today) });
  const columns = useMemo(
    () =>
      range.days.map((one) => ({
        key: one,
        day: one,
        provider,
        label: dayWithWeekday(one),
        entries: byDay.get(one) ?? NONE,
      })),
    [range, byDay, provider],
  );

  const shown = (): ReactNode => {
    if (entries === undefined) return null;
    // On paper the hours without entries would take pages, and names would be cut.
    switch (isPrinting ? 'list' : view) {
      case 'month':
        return (
          <MonthGrid
            label={`Calendar, ${range.title}`}
            days={range.days}
            day={day}
            today={today}
            entriesOf={(one) => byDay.get(one) ?? NONE}
            onOpen={open}
            onDay={openDay}
          />
        );
      case 'list':
        return (
          <EventList
            label={`Calendar, ${range.title}`}
            today={today}
            entries={entries}
            onOpen={open}
            actionOf={(entry) =>
              isLoggable(entry, provider, today) && (
                <LogSessionButton entry={entry} onLog={() => log(entry)} />
              )
            }
            className="h-[max(24rem,calc(100dvh-13.5rem))] max-lg:h-[max(24rem,calc(100dvh-16.5rem))]"
          />
        );
      default:
        return (
          <TimeGrid
            // Another view starts at the beginning of the school day again.
            key={view}
            label={`Calendar, ${range.title}`}
            columns={columns}
            head={(column) => (
              <DayHead
                day={column.day}
                today={today}
                onOpen={view === 'week' ? () => openDay(column.day) : undefined}
              />
            )}
            leastPx={view === 'week' ? 88 : 200}
            most={view === 'week' ? 4 : 8}
            today={today}
            focusWanted={focusWanted}
            className="h-[max(24rem,calc(100dvh-13.5rem))] max-lg:h-[max(24rem,calc(100dvh-16.5rem))]"
            actions={{
              onOpen: open,
              onLog: log,
              ...(mayPlan
                ? { onFree: (column, minutes) => addEvent({ day: column.day, at: wallTime(minutes) }) }
                : {}),
              onCrowd: (column) => onSearch({ view: 'list', day: column.day }),
              mayMove: (entry) => entry.provider === provider,
              onMove: moves.move,
            }}
          />
        );
    }
  };

  return (
    <div ref={around} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageHeader
        title="My Calendar"
        {...(mayPlan ? {} : { description: "Events you're invited to." })}
        actions={
          <>
            <Button variant="outline" onClick={() => onSearch({ open: 'subscription' })}>
              Subscribe
            </Button>
            {mayPlan && (
              <Button aria-keyshortcuts="n" onClick={() => addEvent({ day })}>
                <Plus aria-hidden="true" />
                New event
              </Button>
            )}
          </>
        }
      />
      <CalendarToolbar
        range={range}
        day={day}
        today={today}
        onDay={showDay}
        view={view}
        views={VIEWS}
        onView={(chosen) => onSearch({ view: chosen }, true)}
      />
      {lacksSome && <LacksSome />}
      {shown()}
      <p role="status" className="sr-only">
        {moves.announcement}
      </p>
      {moves.question}
      <OpenEvent
        search={mayPlan ? search : { ...search, open: undefined }}
        day={day}
        provider={provider}
        owners={[]}
        entries={entries}
        lookups={lookups}
        mayEdit={(entry) => entry.provider === provider}
        server={server}
        onLog={log}
        noticeOf={leads.noticeOf}
        onSearch={onSearch}
      />
      {search.open === 'subscription' && (
        <SubscriptionDialog onClose={() => onSearch({ open: undefined }, true)} />
      )}
    </div>
  );
}
