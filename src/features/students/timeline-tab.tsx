import { Link, type LinkProps } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { useMemo } from 'react';
import type { TimelineEntry } from '#contract/student-timeline.ts';
import { mayUse } from '#domain/access/permissions.ts';
import {
  OFFICE_TIMELINE_KINDS,
  TIMELINE_KIND_LABELS,
  TIMELINE_KINDS,
} from '#domain/students/student-timeline.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { displayDay, displayTime, pacificTime } from '#domain/time/pacific.ts';
import { useNames } from '#screens/device/record-names.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import type { ReportColumn } from '#screens/report/define-report.ts';
import { ExportMenu, PrintButton } from '#screens/report/export-menu.tsx';
import { PrintedRows } from '#screens/report/printed-rows.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { MoreRows } from '#ui/more-rows.tsx';
import { ChoiceFilter, DayRangeFields } from '#ui/report-head.tsx';
import { RefreshButton, ServerData } from '#ui/server-data.tsx';
import type { StudentSearch } from './student-search.ts';
import { type TimelineLine, timelineLine, timelineMoment } from './timeline-words.ts';
import { useTimeline } from './use-timeline.ts';

interface TimelineProps {
  student: { id: string; name: string };
  /** What it is narrowed to. */
  search: StudentSearch;
  onSearch: (change: StudentSearch) => void;
  /** Where an entry is shown; null if nowhere. */
  placeOf: (entry: TimelineEntry) => LinkProps | null;
  /** Who viewed and changed the file; null for people who may not see it. */
  accessRecord: LinkProps | null;
}

const COLUMNS: readonly ReportColumn<TimelineLine>[] = [
  { id: 'at', header: 'Date', value: timelineMoment },
  { id: 'kind', header: 'Kind', value: ({ kind }) => kind },
  { id: 'title', header: 'What happened', value: ({ title }) => title },
  { id: 'detail', header: 'Details', value: ({ detail }) => detail },
  { id: 'by', header: 'Person', value: ({ entry }) => entry.by_name },
];

/** Everything that happened to a student and is planned, newest first. Looking at it is in the access record. */
export function Timeline({ student, search, onSearch, placeOf, accessRecord }: TimelineProps) {
  const { profile } = useSignedIn();
  const today = useToday();
  const names = useNames();
  const kind = TIMELINE_KINDS.find((one) => one === search.kind);
  const { from, to } = search;
  const isReversed = from !== undefined && to !== undefined && from > to;
  const timeline = useTimeline(
    student.id,
    JSON.stringify({
      kind,
      start_date: isReversed ? undefined : from,
      end_date: isReversed ? undefined : to,
    }),
  );
  const { first, entries, earlier, ahead, hasMore, loadAll } = timeline;
  const lines = useMemo(() => entries.map((entry) => timelineLine(entry, names ?? {})), [entries, names]);
  const seesOffice = mayUse({ role: profile.auth, grants: profile.grants }, 'audit.read');
  const kinds = TIMELINE_KINDS.filter((one) => seesOffice || !OFFICE_TIMELINE_KINDS.includes(one));
  const shown = [
    kind === undefined ? 'Everything' : TIMELINE_KIND_LABELS[kind],
    from !== undefined && `from ${displayDay(from)}`,
    to !== undefined && `to ${displayDay(to)}`,
  ]
    .filter((part) => part !== false)
    .join(' ');
  const isNarrowed = kind !== undefined || from !== undefined || to !== undefined;
  const completeLines = async () => {
    const all = await loadAll();
    return all === null ? null : all.map((entry) => timelineLine(entry, names ?? {}));
  };
  const completes = hasMore && { complete: completeLines };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="sr-only print:hidden">Timeline</h2>
      <div className="flex flex-wrap items-end justify-between gap-3 print:hidden">
        <search aria-label="Filters" className="grid w-full grid-cols-2 gap-3 sm:flex sm:w-auto sm:*:w-44">
          <div className="col-span-2">
            <ChoiceFilter
              label="Show"
              all="Everything"
              value={kind ?? ''}
              choices={kinds.map((id) => ({ id, name: TIMELINE_KIND_LABELS[id] }))}
              onChange={(id) => onSearch({ ...search, kind: id === '' ? undefined : id })}
            />
          </div>
          <DayRangeFields
            from={from ?? ''}
            to={to ?? ''}
            onChange={(change) => onSearch({ ...search, ...orNone(change) })}
          />
        </search>
        <span className="flex flex-wrap items-center gap-2">
          {accessRecord !== null && (
            <Button variant="outline" asChild>
              <Link {...accessRecord}>Access record</Link>
            </Button>
          )}
          <ExportMenu
            fileName={`timeline-${student.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${today}`}
            title="Timeline"
            columns={COLUMNS}
            rows={lines}
            {...completes}
            about={() => [
              ['Student', student.name],
              ['Shown', shown],
            ]}
          />
          <PrintButton isDisabled={lines.length === 0} {...completes} />
          <RefreshButton state={first} />
        </span>
      </div>
      {isReversed && (
        <p role="alert" className="text-destructive text-sm">
          The first day is after the last one. All days are shown.
        </p>
      )}
      <ServerData name="the timeline" state={first}>
        {() =>
          lines.length === 0 ? (
            <EmptyState
              icon={History}
              title={isNarrowed ? 'Nothing matches these filters' : 'Nothing has happened yet'}
              action={
                isNarrowed && (
                  <Button
                    variant="outline"
                    onClick={() => onSearch({ ...search, kind: undefined, from: undefined, to: undefined })}
                  >
                    Clear filters
                  </Button>
                )
              }
            >
              Sessions, notes, services, and everything else about the student appear here.
            </EmptyState>
          ) : (
            <>
              <Months lines={lines} today={today} placeOf={placeOf} ahead={ahead} />
              <MoreRows paged={earlier} action="Show earlier" />
              <PrintedRows asked={shown} columns={COLUMNS} rows={lines} rowId={({ entry }) => entry.id} />
            </>
          )
        }
      </ServerData>
    </div>
  );
}

/** An emptied day isn't a filter. */
function orNone(change: { from: string } | { to: string }): StudentSearch {
  return Object.fromEntries(
    Object.entries(change).map(([name, day]) => [name, day === '' ? undefined : day]),
  );
}

const monthWords = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const dayWords = new Intl.DateTimeFormat('en-US', {
  ...{ weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' },
});
const UPCOMING = 'Upcoming';

interface MonthsProps extends Pick<TimelineProps, 'placeOf'> {
  lines: readonly TimelineLine[];
  today: string;
  ahead: Parameters<typeof MoreRows>[0]['paged'];
}

/** What is ahead, the next day first, then month by month, newest first. */
function Months({ lines, today, placeOf, ahead }: MonthsProps) {
  const months = groupedBy(lines, ({ day }) =>
    day > today ? UPCOMING : monthWords.format(new Date(`${day}T00:00:00Z`)),
  );
  return (
    <div className="grid gap-6 print:hidden">
      {[...months].map(([month, own]) => (
        <section key={month} aria-label={month} className="grid gap-1">
          <h3 className="font-semibold text-base">{month}</h3>
          <ol className="grid">
            {(month === UPCOMING ? own.toReversed() : own).map((line) => (
              <Line
                key={line.entry.id}
                line={line}
                isUpcoming={month === UPCOMING}
                place={placeOf(line.entry)}
              />
            ))}
          </ol>
          {month === UPCOMING && <MoreRows paged={ahead} action="Show later" />}
        </section>
      ))}
    </div>
  );
}

interface LineProps {
  line: TimelineLine;
  isUpcoming: boolean;
  place: LinkProps | null;
}

function Line({ line, isUpcoming, place }: LineProps) {
  const { entry, day, kind, title, detail } = line;
  // What is ahead may be in another year.
  const shownDay = isUpcoming ? displayDay(day) : dayWords.format(new Date(`${day}T00:00:00Z`));
  return (
    <li className="grid gap-x-4 gap-y-0.5 border-border border-b py-2.5 text-sm last:border-b-0 sm:grid-cols-[10.5rem_minmax(0,1fr)_11rem]">
      <p className="text-muted-foreground tabular-nums">
        {shownDay}
        {!entry.is_day && `, ${displayTime(pacificTime(entry.at))}`}
      </p>
      <div className="min-w-0">
        <p className="break-words font-medium">
          {place === null ? (
            title
          ) : (
            <Link {...place} className="underline underline-offset-2">
              {title}
            </Link>
          )}
        </p>
        {detail !== '' && <p className="whitespace-pre-wrap break-words text-muted-foreground">{detail}</p>}
      </div>
      <p className="text-muted-foreground sm:text-right">{entry.by_name ?? kind}</p>
    </li>
  );
}
