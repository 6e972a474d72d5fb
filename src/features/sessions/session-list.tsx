import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { CalendarPlus, ListFilter } from 'lucide-react';
import { memo, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { LocalSession } from '#db/sessions.ts';
import { ATTENDANCE_LABELS, SETTING_LABELS } from '#domain/sessions/session.ts';
import { counted } from '#domain/text/counted.ts';
import { durationText } from '#domain/time/duration.ts';
import { dayPlus, displayDay } from '#domain/time/pacific.ts';
import { DurationDisplay } from '#screens/device/duration-display.tsx';
import { useLoading } from '#screens/device/first-pull.ts';
import { useSessions } from '#screens/device/held-sessions.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadingRecords } from '#ui/loading-records.tsx';
import { RecordState } from '#ui/record-state.tsx';
import { AskedOfServer } from '#ui/server-data.tsx';
import { usePrinting } from '#ui/use-printing.ts';
import { useViewport } from '#ui/viewport.ts';
import { filterCount, type SessionFilter, SessionFilters } from './session-filters.tsx';
import { type SessionLookups, useSessionLookups } from './session-lookups.ts';
import { remarksOf, studentNames, timeRange } from './session-words.ts';

const DAYS_SHOWN = 30;
/** Below this a browser lays out all rows faster than it follows a moving window of them. */
const VIRTUAL_ABOVE = 80;
const ROW_HEIGHT = { narrow: 88, rail: 64, full: 64 };

interface SessionListProps {
  filter: SessionFilter;
  onFilter: (change: SessionFilter) => void;
  /** The row's content as a link to the session. */
  linkTo: (id: string, content: ReactNode, className: string) => ReactNode;
}

/** The user's own sessions, newest first; of the last month if no days are given. */
export function SessionList({ filter, onFilter, linkTo }: SessionListProps) {
  const { profile } = useSignedIn();
  const today = useToday();
  const from = filter.from ?? dayPlus(today, -DAYS_SHOWN);
  const to = filter.to ?? dayPlus(today, 1);
  const { provider_id: provider, user_id: user } = profile;
  // Who delivers no services sees what they entered for others.
  const found = useSessions({ from, to, ...(provider === null ? { captured_by: user } : { provider }) });
  const { result: sessions } = found;
  const loading = useLoading(from);
  const lookups = useSessionLookups();
  const [isFiltering, setFiltering] = useState(() => filterCount(filter) > 0);
  const count = filterCount(filter);
  const { student, service, state, record } = filter;
  // The same list while a sheet opens or the day changes: both are in the URL, like the filter.
  const shown = useMemo(
    () => sessions?.filter((session) => matches(session, { student, service, state, record })),
    [sessions, student, service, state, record],
  );
  if (loading !== null) {
    return <LoadingRecords words={loading.words} percent={loading.percent} className="px-4 sm:px-0" />;
  }
  if (found.isHeld === false && sessions === undefined)
    return <AskedOfServer name="sessions" state={found} />;
  if (shown === undefined || sessions === undefined || lookups === undefined) return null;
  return (
    <section aria-labelledby="sessions-heading" className="grid content-start gap-3">
      <div className="flex items-center gap-3 px-4 sm:px-0">
        <h2 id="sessions-heading" className="font-semibold text-base leading-6">
          Sessions
        </h2>
        <p className="text-muted-foreground text-sm tabular-nums max-sm:text-xs" role="status">
          {sumWords(shown)}
        </p>
        <Button
          size="sm"
          variant="outline"
          aria-expanded={isFiltering}
          className="ml-auto"
          onClick={() => setFiltering(!isFiltering)}
        >
          <ListFilter aria-hidden="true" />
          {count === 0 ? 'Filters' : `Filters (${count})`}
        </Button>
      </div>
      {isFiltering && (
        <SessionFilters filter={filter} from={from} to={to} onFilter={onFilter} lookups={lookups} />
      )}
      {shown.length === 0 ? (
        <EmptyState icon={CalendarPlus} title="No sessions">
          {emptyWords(sessions.length, provider)}
        </EmptyState>
      ) : (
        <Rows sessions={shown} lookups={lookups} linkTo={linkTo} />
      )}
    </section>
  );
}

function emptyWords(unfiltered: number, provider: string | null): string {
  if (unfiltered > 0) return 'No sessions match these filters.';
  if (provider === null) return 'Sessions you enter for providers appear here.';
  return 'No sessions on these days. Log one from your calendar, or add one.';
}

function matches(session: LocalSession, { student, service, state, record }: SessionFilter): boolean {
  return (
    (student === undefined || session.student_ids.includes(student)) &&
    (service === undefined || session.service === service) &&
    (state === undefined || session.state === state) &&
    (record === undefined || session.record_state === record)
  );
}

function sumWords(sessions: readonly LocalSession[]): string {
  const minutes = sessions.reduce((sum, { actual_minutes }) => sum + actual_minutes, 0);
  const count = counted(sessions.length, 'session');
  return minutes === 0 ? count : `${count}, ${durationText(minutes)}`;
}

type RowsProps = Pick<SessionListProps, 'linkTo'> & {
  sessions: readonly LocalSession[];
  lookups: SessionLookups;
};

/** All rows of a short list, and only those near the window of a long one. */
const Rows = memo(function Rows({ sessions, lookups, linkTo }: RowsProps) {
  const frame = useRef<HTMLUListElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    if (frame.current === null) return;
    setScrollMargin(frame.current.getBoundingClientRect().top + window.scrollY);
  }, []);
  const height = ROW_HEIGHT[useViewport()];
  const isPrinting = usePrinting();
  const isVirtual = sessions.length > VIRTUAL_ABOVE && !isPrinting;
  const virtualizer = useWindowVirtualizer({
    count: sessions.length,
    enabled: isVirtual,
    estimateSize: () => height,
    scrollMargin,
    overscan: 12,
  });
  const services = useMemo(
    () => new Map(lookups.services.map((service) => [service.id, service])),
    [lookups.services],
  );
  const serviceOf = (session: LocalSession, by: 'name' | 'short_name') =>
    services.get(session.service)?.[by] ?? 'Unknown service';
  const places = isVirtual
    ? virtualizer.getVirtualItems().map(({ index, start }) => ({ index, top: start - scrollMargin }))
    : sessions.map((_, index) => ({ index, top: index * height }));
  return (
    <ul
      ref={frame}
      aria-label="Sessions"
      className="relative overflow-hidden border-border border-y bg-card sm:rounded-lg sm:border print:h-auto!"
      style={{ height: sessions.length * height + 1 }}
    >
      {places.map(({ index, top }) => {
        const session = sessions[index];
        if (session === undefined) return null;
        return (
          <li
            key={session.id}
            aria-setsize={sessions.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0 border-border border-b last:border-b-0 print:static print:break-inside-avoid"
            style={{ top, height }}
          >
            <LinkedRow
              session={session}
              linkTo={linkTo}
              {...(session.student_ids.length === 0
                ? { title: serviceOf(session, 'name'), detail: SETTING_LABELS[session.setting] }
                : {
                    title: studentNames(session, lookups.studentNames),
                    detail: serviceOf(session, 'short_name'),
                  })}
            />
          </li>
        );
      })}
    </ul>
  );
});

interface RowProps {
  session: LocalSession;
  title: string;
  detail: string;
}

type LinkedRowProps = RowProps & Pick<SessionListProps, 'linkTo'>;

/** Rendered again only if its session changed: a save moves all rows below the new one. */
const LinkedRow = memo(
  function LinkedRow({ linkTo, ...row }: LinkedRowProps) {
    return linkTo(
      row.session.id,
      <Row {...row} />,
      'block h-full px-4 py-2.5 transition-colors hover:bg-muted focus-visible:outline-offset-[-2px]',
    );
  },
  (before, now) =>
    before.linkTo === now.linkTo &&
    before.title === now.title &&
    before.detail === now.detail &&
    isSameSession(before.session, now.session),
);

/** A live query copies its rows, but not what is in their fields while it stays the same. */
function isSameSession(before: LocalSession, now: LocalSession): boolean {
  const names = Object.keys(now) as (keyof LocalSession)[];
  return Object.keys(before).length === names.length && names.every((name) => before[name] === now[name]);
}

function Row({ session, title, detail }: RowProps) {
  return (
    <span className="grid h-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 text-sm sm:grid-cols-[10.5rem_minmax(0,1fr)_auto]">
      <span className="grid tabular-nums max-sm:col-span-2 max-sm:flex max-sm:gap-2 max-sm:text-muted-foreground max-sm:text-xs">
        <span className="sm:font-medium">{displayDay(session.session_date)}</span>
        <span className="text-muted-foreground sm:text-xs">{timeRange(session)}</span>
      </span>
      <span className="min-w-0">
        <span className="block truncate font-medium">{title}</span>
        <span className="flex min-w-0 items-center gap-1.5 text-muted-foreground text-xs">
          <span className="truncate">
            {detail} · <DurationDisplay minutes={session.actual_minutes} />
          </span>
          <SessionBadges session={session} />
        </span>
      </span>
      <RecordState
        state={session.record_state}
        className="max-sm:[&>span]:max-w-20 max-sm:[&>span]:whitespace-normal"
      />
    </span>
  );
}

const REQUEST_BADGES = { pending: 'Requested', approved: 'Approved', refused: 'Denied' } as const;

/** What is out of the ordinary, in a word each. */
function SessionBadges({ session }: { session: LocalSession }) {
  return (
    <>
      {session.attendance !== 'delivered' && (
        <Badge variant="neutral">{ATTENDANCE_LABELS[session.attendance]}</Badge>
      )}
      {session.state === 'draft' && <Badge variant="neutral">Draft</Badge>}
      {session.approval_request !== 'none' && (
        <Badge variant={session.approval_request === 'approved' ? 'neutral' : 'warning'}>
          {REQUEST_BADGES[session.approval_request]}
        </Badge>
      )}
      {remarksOf(session).map(({ label }) => (
        // Most overlaps are groups and handovers: they are nothing to act on.
        <Badge key={label} variant={label === 'Overlap' ? 'neutral' : 'warning'}>
          {label}
        </Badge>
      ))}
    </>
  );
}
