import { memo } from 'react';
import { displayTime } from '#domain/time/pacific.ts';
import { dayWithWeekday, weekdayName } from '#domain/time/week.ts';
import { cn } from '#ui/class-names.ts';
import { EDGES } from '#ui/edge-colors.ts';
import { type Entry, entryWords, showSame, wallTime } from '../calendar-entries.ts';
import { EntryState } from './entry-icon.tsx';

const SHOWN_PER_DAY = 3;

interface MonthGridProps {
  label: string;
  days: readonly string[];
  /** A visible day of the month. */
  day: string;
  today: string;
  entriesOf: (day: string) => readonly Entry[];
  onOpen: (entry: Entry) => void;
  onDay: (day: string) => void;
}

/** Six weeks; each day shows its first entries and how many more there are. */
export function MonthGrid({ label, days, day, today, entriesOf, onOpen, onDay }: MonthGridProps) {
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
  return (
    <div className="overflow-x-auto rounded-lg border border-border bg-card">
      <table aria-label={label} className="w-full min-w-160 table-fixed border-collapse text-xs">
        <thead>
          <tr>
            {days.slice(0, 7).map((one) => (
              <th
                key={one}
                scope="col"
                className="border-border border-b py-1.5 font-medium text-muted-foreground"
              >
                {weekdayName(one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <DayCell
                  key={one}
                  day={one}
                  isOutside={one.slice(0, 7) !== day.slice(0, 7)}
                  isToday={one === today}
                  entries={entriesOf(one)}
                  onOpen={onOpen}
                  onDay={onDay}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DayCellProps {
  day: string;
  isOutside: boolean;
  isToday: boolean;
  entries: readonly Entry[];
  onOpen: (entry: Entry) => void;
  onDay: (day: string) => void;
}

const DayCell = memo(
  function DrawnCell({ day, isOutside, isToday, entries, onOpen, onDay }: DayCellProps) {
    const more = entries.length - SHOWN_PER_DAY;
    return (
      <td
        className={cn(
          'h-28 border-border border-t border-l p-1 align-top first:border-l-0',
          isOutside && 'bg-muted/60',
        )}
      >
        <button
          type="button"
          aria-label={`${dayWithWeekday(day)}, ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}`}
          {...(isToday ? { 'aria-current': 'date' as const } : {})}
          onClick={() => onDay(day)}
          className={cn(
            'grid h-6 min-w-6 place-items-center rounded-full px-1.5 font-medium tabular-nums hover:bg-accent touch:h-8 touch:min-w-8',
            isToday && 'bg-primary text-primary-foreground hover:bg-primary-hover',
            isOutside && 'text-muted-foreground',
          )}
        >
          {Number(day.slice(8))}
        </button>
        <ul className="mt-0.5 grid grid-cols-[minmax(0,1fr)] gap-0.5">
          {entries.slice(0, SHOWN_PER_DAY).map((entry) => (
            <li key={entry.key} className={EDGES[entry.color]}>
              <button
                type="button"
                aria-label={entryWords(entry)}
                onClick={() => onOpen(entry)}
                className="flex h-6 w-full min-w-0 items-center gap-1 rounded px-0.5 text-left outline-offset-[-2px]! hover:bg-accent"
              >
                <span aria-hidden="true" className="h-3.5 w-1 shrink-0 rounded-full bg-(--edge)" />
                <span className="shrink-0 text-muted-foreground tabular-nums max-xl:hidden">
                  {displayTime(wallTime(entry.start))}
                </span>
                <span className={cn('truncate', entry.skipped !== null && 'line-through')}>
                  {entry.title}
                </span>
                <EntryState state={entry.state} />
              </button>
            </li>
          ))}
        </ul>
        {more > 0 && (
          <button
            type="button"
            aria-label={`${more} more on ${dayWithWeekday(day)}`}
            onClick={() => onDay(day)}
            className="mt-0.5 h-6 rounded px-1 font-medium text-muted-foreground hover:bg-accent hover:text-foreground"
          >
            +{more} more
          </button>
        )}
      </td>
    );
  },
  (a, b) =>
    a.day === b.day &&
    a.isToday === b.isToday &&
    a.isOutside === b.isOutside &&
    a.onDay === b.onDay &&
    a.onOpen === b.onOpen &&
    showSame(a.entries, b.entries),
);
