import { useVirtualizer } from '@tanstack/react-virtual';
import { CalendarDays } from 'lucide-react';
import { type ReactNode, useMemo, useRef } from 'react';
import { dayWithWeekday } from '#domain/time/week.ts';
import { cn } from '#ui/class-names.ts';
import { EDGES } from '#ui/edge-colors.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ScrollRegion } from '#ui/scroll-region.tsx';
import { usePrinting } from '#ui/use-printing.ts';
import { type Entry, entryWords, ownedDetail } from './calendar-entries.ts';
import { EntryIcon, EntryState } from './grid/entry-icon.tsx';

const HEAD_PX = 40;
const ROW_PX = 56;

type Row = { kind: 'day'; day: string } | { kind: 'entry'; entry: Entry };

interface EventListProps {
  label: string;
  today: string;
  /** Sorted by day. */
  entries: readonly Entry[];
  onOpen: (entry: Entry) => void;
  /** Shown at the end of an entry, such as a button. */
  actionOf?: (entry: Entry) => ReactNode;
  className?: string;
}

/** Entries below each other, grouped by day; only the visible ones are rendered. */
export function EventList({ label, today, entries, onOpen, actionOf, className }: EventListProps) {
  const frame = useRef<HTMLElement>(null);
  const rows = useMemo(() => rowsOf(entries), [entries]);
  const isPrinting = usePrinting();
  const virtual = useVirtualizer({
    count: rows.length,
    enabled: !isPrinting,
    getScrollElement: () => frame.current,
    estimateSize: (at) => (rows[at]?.kind === 'day' ? HEAD_PX : ROW_PX),
    overscan: 6,
    initialRect: { width: 600, height: 900 },
  });
  if (entries.length === 0) {
    return (
      <EmptyState
        icon={CalendarDays}
        title="Nothing scheduled"
        className="rounded-lg border border-border bg-card py-12"
      >
        No events on these days.
      </EmptyState>
    );
  }
  const shown = isPrinting
    ? rows.map(({ kind }, index) => ({ index, start: 0, size: kind === 'day' ? HEAD_PX : ROW_PX }))
    : virtual.getVirtualItems();
  return (
    <ScrollRegion
      ref={frame}
      aria-label={label}
      className={cn(
        'overflow-auto rounded-lg border border-border bg-card',
        className,
        'print:h-auto print:max-h-none print:overflow-visible',
      )}
    >
      <ul className="relative print:h-auto!" style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, start, size }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const isDay = row.kind === 'day';
          return (
            <li
              key={isDay ? row.day : row.entry.key}
              className="absolute inset-x-0 print:static print:break-inside-avoid"
              style={{ top: start, height: size }}
            >
              {isDay ? (
                <h3 className="flex h-full items-center gap-2 border-border border-b bg-muted px-4 font-medium text-sm tabular-nums">
                  {row.day === today && <span className="text-primary">Today</span>}
                  {dayWithWeekday(row.day)}
                </h3>
              ) : (
                <EntryRow entry={row.entry} onOpen={() => onOpen(row.entry)} action={actionOf?.(row.entry)} />
              )}
            </li>
          );
        })}
      </ul>
    </ScrollRegion>
  );
}

interface EntryRowProps {
  entry: Entry;
  onOpen: () => void;
  action: ReactNode;
}

/** One entry in one line. */
export function EntryRow({ entry, onOpen, action }: EntryRowProps) {
  return (
    <div className={cn('flex h-full items-center border-border border-b', EDGES[entry.color])}>
      <button
        type="button"
        aria-label={entryWords(entry)}
        onClick={onOpen}
        className="flex h-full min-w-0 flex-1 items-center gap-3 px-4 text-left outline-offset-[-2px]! hover:bg-muted"
      >
        <span aria-hidden="true" className="h-9 w-1 shrink-0 rounded-full bg-(--edge)" />
        <span className="min-w-0 flex-1 py-1">
          <span
            className={cn(
              'flex min-w-0 items-center gap-1.5 font-medium text-sm',
              entry.skipped !== null && 'line-through',
            )}
          >
            <EntryIcon kind={entry.kind} className="size-3.5" />
            <span className="line-clamp-2 leading-4.5">{entry.title}</span>
            <EntryState state={entry.state} />
          </span>
          <span className="block truncate text-muted-foreground text-xs tabular-nums">
            {entry.times} ·{' '}
            <span className="sm:hidden">{ownedDetail(entry, entry.skipped ?? entry.brief)}</span>
            <span className="max-sm:hidden">{ownedDetail(entry, entry.skipped ?? entry.detail)}</span>
          </span>
        </span>
      </button>
      {action !== undefined && action !== null && <span className="shrink-0 pr-3">{action}</span>}
    </div>
  );
}

function rowsOf(entries: readonly Entry[]): Row[] {
  return entries.flatMap((entry, at): Row[] => {
    const row: Row = { kind: 'entry', entry };
    return entries[at - 1]?.day === entry.day ? [row] : [{ kind: 'day', day: entry.day }, row];
  });
}
