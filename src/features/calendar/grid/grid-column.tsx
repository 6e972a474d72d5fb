import { memo, useMemo } from 'react';
import { dayColumns } from '#domain/calendar/day-columns.ts';
import { cn } from '#ui/class-names.ts';
import { type Entry, isLoggable, showSame } from '../calendar-entries.ts';
import { CrowdButton, EntryBlock, Ghost, type ShownPart } from './entry-block.tsx';
import type { Drag } from './entry-places.ts';
import { LEAST_PX, minutesOf, SNAP_MINUTES } from './grid-measures.ts';
import type { DragHandlers } from './use-entry-drag.ts';

/** One day of one provider, next to others. */
export interface GridColumn {
  key: string;
  day: string;
  provider: string;
  /** Its name, such as "Mon 11/23/2026". */
  label: string;
  entries: readonly Entry[];
}

/** Stable for the lifetime of the grid. */
export interface GridHandlers extends DragHandlers {
  onOpen: (entry: Entry) => void;
  onLog: (entry: Entry) => void;
  /** An empty spot was pressed; minutes since midnight. */
  onFree: (column: GridColumn, minutes: number) => void;
  onCrowd: (column: GridColumn) => void;
  onWalk: (key: string, entry: Entry) => boolean;
  mayMove: (entry: Entry) => boolean;
}

interface GridColumnViewProps {
  column: GridColumn;
  /** Maximum number side by side. */
  most: number;
  /** Width, in px. */
  columnPx: number;
  /** How many entries are rendered so far. */
  limit: number;
  /** The visible part of the day, in minutes; absent if all of it is rendered. */
  from: number | null;
  to: number | null;
  /** The entry dragged over this column. */
  ghost: Drag | null;
  /** The entry dragged out of this column. */
  takenKey: string | null;
  today: string;
  mayAdd: boolean;
  mayLog: boolean;
  handlers: GridHandlers;
}

/** Rendered again only if it would look different. */
export const GridColumnView = memo(DrawnColumn, (a, b) => {
  const { column: before, ...rest } = a;
  const { column: after, ...next } = b;
  return (
    before.key === after.key &&
    before.day === after.day &&
    before.label === after.label &&
    showSame(before.entries, after.entries) &&
    Object.entries(rest).every(([name, value]) => next[name as keyof typeof next] === value)
  );
});

const LEAST_MINUTES = Math.ceil(minutesOf(LEAST_PX));

function DrawnColumn(props: GridColumnViewProps) {
  const { column, most, columnPx, limit, from, to, ghost, takenKey, today, mayAdd, mayLog, handlers } = props;
  const { placed, crowds } = useMemo(() => {
    const parts = column.entries.map(
      (entry): ShownPart => ({
        entry,
        start: entry.start,
        end: Math.max(entry.end, entry.start + LEAST_MINUTES),
      }),
    );
    return dayColumns(parts, most);
  }, [column.entries, most]);
  const isInSight = ({ start, end }: { start: number; end: number }) =>
    (from === null || end > from) && (to === null || start < to);
  return (
    <div
      data-day={column.day}
      data-provider={column.provider}
      className={cn(
        'relative min-w-0 flex-1 border-border border-l',
        column.key === today && 'bg-primary-soft/40',
      )}
    >
      {mayAdd && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`New event, ${column.label}`}
          className="absolute inset-0 w-full cursor-cell! outline-none"
          onClick={({ clientY, currentTarget }) => {
            if (handlers.endedMove()) return;
            const pressed = minutesOf(clientY - currentTarget.getBoundingClientRect().top);
            handlers.onFree(column, Math.floor(pressed / (2 * SNAP_MINUTES)) * 2 * SNAP_MINUTES);
          }}
        />
      )}
      {placed
        .filter(({ part }) => isInSight(part))
        .slice(0, limit)
        .map((one) => (
          <EntryBlock
            key={one.part.entry.key}
            place={one}
            provider={column.provider}
            isTaken={one.part.entry.key === takenKey}
            columnPx={columnPx}
            mayLog={mayLog && isLoggable(one.part.entry, column.provider, today)}
            handlers={handlers}
          />
        ))}
      {crowds
        .filter(({ start }) => isInSight({ start, end: start + 60 }))
        .map((crowd) => (
          <CrowdButton key={crowd.start} crowd={crowd} onOpen={() => handlers.onCrowd(column)} />
        ))}
      {ghost !== null && <Ghost drag={ghost} />}
    </div>
  );
}
