import { Plus, Users } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import { clientsByName } from '#db/people.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { useAvailabilities } from '#screens/device/availabilities.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { usePrinting } from '#ui/use-printing.ts';
import { type Entry, entriesByDay, type ServerEntries, wallTime } from '../calendar-entries.ts';
import { calendarRange } from '../calendar-range.ts';
import { CalendarToolbar } from '../calendar-toolbar.tsx';
import { providerOptions } from '../event/event-lookups.ts';
import { OpenEvent } from '../event/open-event.tsx';
import { useEventMoves, withMove } from '../event/use-event-moves.tsx';
import { EventList } from '../event-list.tsx';
import { TimeGrid } from '../grid/time-grid.tsx';
import { useCalendarKeys } from '../grid/use-calendar-keys.ts';
import { FreeProviders, FreeTimes } from './free-finder.tsx';
import { MasterFilters } from './master-filters.tsx';
import {
  availableProviders,
  freeProviders,
  type MasterLookups,
  shownEntries,
  shownProviders,
} from './master-rows.ts';
import type { MasterSearch, MasterView } from './master-search.ts';

interface MasterCalendarProps {
  search: MasterSearch;
  /** `replace` adds no entry to the browser's history. */
  onSearch: (change: MasterSearch, replace?: boolean) => void;
  onOpenSession: (id: string) => void;
  /** Everything between the shown days; undefined until known. */
  entries: readonly Entry[] | undefined;
  /** The state of the server's answer. */
  asking: ReactNode;
  lookups: MasterLookups;
  /** Whether this person may change an entry. */
  mayChange: (entry: Entry) => boolean;
  /** Entries that only the server has: they are changed there. */
  server: ServerEntries;
  /** Whether this person may plan for others. */
  mayPlan: boolean;
}

const NONE: readonly Entry[] = [];
const VIEWS: readonly { value: MasterView; label: string }[] = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
];

/** The days of the current search. */
export function masterRange(search: MasterSearch, today: string) {
  return calendarRange(search.view ?? 'day', search.day ?? today);
}

/** The calendars of many providers: one day side by side, or a week in one list. */
export function MasterCalendar(props: MasterCalendarProps) {
  const { search, onSearch, onOpenSession, asking, lookups, mayChange, server, mayPlan } = props;
  const isKnown = props.entries !== undefined;
  const { profile } = useSignedIn();
  const today = useToday();
  const day = search.day ?? today;
  const view = search.view ?? 'day';
  const range = masterRange(search, today);
  const showDay = useCallback(
    (chosen: string) => onSearch({ day: chosen === today ? undefined : chosen }, true),
    [onSearch, today],
  );
  const focusWanted = useRef<string | null>(null);
  const moves = useEventMoves(
    focusWanted,
    (place) => {
      if (place.day < range.from || place.day > range.to) showDay(place.day);
    },
    server,
  );
  const { moving } = moves;
  const entries = useMemo(() => withMove(props.entries ?? NONE, moving), [props.entries, moving]);
  const clients = useLocal(clientsByName, []);
  const shown = useMemo(() => shownEntries(entries, search, lookups), [entries, search, lookups]);
  const ofDay = useMemo(() => entriesByDay(shown).get(day) ?? [], [shown, day]);
  const providers = useMemo(
    () => shownProviders(lookups.providers.values(), search, shown),
    [lookups.providers, search, shown],
  );
  const columns = useMemo(
    () =>
      providers.map((provider) => ({
        key: provider.id,
        day,
        provider: provider.id,
        label: providerName(provider),
        entries: ofDay.filter((entry) => entry.provider === provider.id),
      })),
    [providers, ofDay, day],
  );
  const availabilities = useAvailabilities();
  const free =
    !isKnown || search.free_from === undefined || search.free_to === undefined
      ? null
      : freeProviders(providers, entries, day, search.free_from, search.free_to);

  const plan = (change: MasterSearch = {}) => onSearch({ open: 'new', event: undefined, ...change });
  const open = useCallback(
    (entry: Entry) =>
      entry.kind === 'session' ? onOpenSession(entry.id) : onSearch({ event: entry.id, open: undefined }),
    [onSearch, onOpenSession],
  );
  // Paper has no room for a column per provider.
  const isPrinting = usePrinting();
  const around = useCalendarKeys({ t: () => showDay(today), ...(mayPlan ? { n: () => plan() } : {}) });

  return (
    <div ref={around} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <PageHeader
        title="Master Calendar"
        actions={
          mayPlan && (
            <Button aria-keyshortcuts="n" onClick={() => plan()}>
              <Plus aria-hidden="true" />
              New event
            </Button>
          )
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
      <div className="flex flex-wrap items-center gap-2">
        <MasterFilters
          search={search}
          providers={lookups.providers}
          services={lookups.services}
          clients={clients ?? []}
          onSearch={onSearch}
        />
        {view === 'day' && (
          <FreeTimes from={search.free_from} to={search.free_to} onTimes={(times) => onSearch(times, true)} />
        )}
      </div>
      {view === 'day' && free !== null && search.free_from !== undefined && search.free_to !== undefined && (
        <FreeProviders
          from={search.free_from}
          to={search.free_to}
          {...availableProviders(free, availabilities, {
            ...{ day, from: search.free_from, to: search.free_to },
          })}
          count={providers.length}
          onPlan={mayPlan ? (provider) => plan({ for: provider, at: search.free_from }) : undefined}
        />
      )}
      {asking}
      {!isKnown ? null : view === 'week' || isPrinting ? (
        <EventList
          label={`Master Calendar, ${range.title}`}
          today={today}
          entries={shown}
          onOpen={open}
          className="h-[max(24rem,calc(100dvh-16.5rem))] max-lg:h-[max(24rem,calc(100dvh-20rem))]"
        />
      ) : columns.length === 0 ? (
        <EmptyState
          icon={Users}
          title="No providers to show"
          className="rounded-lg border border-border bg-card py-12"
        >
          No providers match these filters.
        </EmptyState>
      ) : (
        <TimeGrid
          label={`Master Calendar, ${range.title}`}
          columns={columns}
          head={(column) => (
            <div className="flex h-11 items-center justify-center px-2 text-center font-medium text-xs leading-4">
              <span className="line-clamp-2">{column.label}</span>
            </div>
          )}
          leastPx={132}
          most={3}
          today={today}
          focusWanted={focusWanted}
          className="h-[max(24rem,calc(100dvh-16.5rem))] max-xl:h-[max(24rem,calc(100dvh-19.5rem))]"
          actions={{
            onOpen: open,
            ...(mayPlan
              ? { onFree: (column, minutes) => plan({ for: column.provider, at: wallTime(minutes) }) }
              : {}),
            onCrowd: (column) => onSearch({ view: 'week', provider: column.provider }),
            mayMove: (entry) => mayChange(entry) && entry.id !== moving?.id,
            onMove: moves.move,
          }}
        />
      )}
      <p role="status" className="sr-only">
        {moves.announcement}
      </p>
      {moves.question}
      <OpenEvent
        search={search}
        day={day}
        provider={mayPlan ? (search.for ?? search.provider ?? '') : (profile.provider_id ?? '')}
        owners={mayPlan ? providerOptions(lookups.providers.values()) : []}
        entries={entries}
        lookups={lookups}
        mayEdit={mayChange}
        server={server}
        onSearch={onSearch}
      />
    </div>
  );
}
