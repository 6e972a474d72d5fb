import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { otherZoneOn, zoneName } from '#screens/device/device-zone.ts';
import { cn } from '#ui/class-names.ts';
import { ScrollRegion } from '#ui/scroll-region.tsx';
import type { Entry } from '../calendar-entries.ts';
import type { Place } from './entry-places.ts';
import { type GridColumn, GridColumnView, type GridHandlers } from './grid-column.tsx';
import { focusEntry, walk } from './grid-focus.ts';
import { FIRST_HOUR, HOUR_PX, LEAST_WIDE_PX, minutesOf, PAPER_LAST_HOUR, pxOf } from './grid-measures.ts';
import { AXIS_PX, NowLine, TimeAxis } from './time-axis.tsx';
import { useEntryDrag } from './use-entry-drag.ts';

export interface GridActions {
  onOpen: (entry: Entry) => void;
  /** Without it, nothing can be logged from here. */
  onLog?: (entry: Entry) => void;
  /** Without it, pressing adds nothing. Minutes since midnight. */
  onFree?: (column: GridColumn, minutes: number) => void;
  onCrowd: (column: GridColumn) => void;
  mayMove: (entry: Entry) => boolean;
  onMove: (entry: Entry, place: Place) => void;
}

interface TimeGridProps {
  label: string;
  columns: readonly GridColumn[];
  /** The header of a column; it stays in view. */
  head: (column: GridColumn) => ReactNode;
  /** Minimum column width, in px. */
  leastPx: number;
  /** Maximum number side by side in one column. */
  most: number;
  today: string;
  actions: GridActions;
  /** The id of an entry that takes the focus as soon as it is rendered; cleared then. */
  focusWanted: RefObject<string | null>;
  /** Sets the height of the scrolling frame. */
  className: string;
}

/** Fewer columns are rendered at once: virtualizing them would cost more than it saves. */
const WINDOWED_ABOVE = 150;
const MANY_COLUMNS = 10;
const WINDOW_STEP = 120;
/** How many entries are rendered per frame; more would delay the next press. */
const DRAWN_PER_FRAME = 100;

/** Day columns over a common axis of hours, Pacific. */
export function TimeGrid({
  label,
  columns,
  head,
  leastPx,
  most,
  today,
  actions,
  focusWanted,
  className,
}: TimeGridProps) {
  const frame = useRef<HTMLElement>(null);
  const { drag, handlers: dragHandlers } = useEntryDrag({
    frame,
    mayMove: actions.mayMove,
    onDrop: actions.onMove,
  });
  const latest = useRef({ actions, columns });
  useEffect(() => {
    latest.current = { actions, columns };
  });
  const handlers = useMemo<GridHandlers>(
    () => ({
      ...dragHandlers,
      onOpen: (entry) => latest.current.actions.onOpen(entry),
      onLog: (entry) => latest.current.actions.onLog?.(entry),
      onFree: (column, minutes) => latest.current.actions.onFree?.(column, minutes),
      onCrowd: (column) => latest.current.actions.onCrowd(column),
      mayMove: (entry) => latest.current.actions.mayMove(entry),
      onWalk: (key, entry) => walk(frame.current, latest.current.columns, entry, key, focusWanted),
    }),
    [dragHandlers, focusWanted],
  );
  useEffect(() => {
    if (frame.current !== null) frame.current.scrollTop = pxOf(FIRST_HOUR * 60) - 12;
  }, []);
  useEffect(() => focusEntry(frame.current, focusWanted));

  const count = columns.reduce((sum, { entries }) => sum + entries.length, 0);
  const [from, to] = useWindow(frame, count > WINDOWED_ABOVE);
  const firstDay = columns[0]?.day ?? today;
  const zone = otherZoneOn(firstDay);
  const axisPx = AXIS_PX * (zone === null ? 1 : 2);
  const { shown, before, after } = useShownColumns(frame, columns, leastPx, axisPx);
  const limits = useLimits(shown);
  const minWidth = axisPx + columns.length * leastPx;
  const columnPx = Math.max(leastPx, (useFrameWidth(frame) - axisPx) / Math.max(1, columns.length));
  return (
    <ScrollRegion
      ref={frame}
      aria-label={label}
      className={cn(
        'relative overflow-auto overscroll-contain scroll-pt-16 scroll-pl-14 rounded-lg border border-border bg-card',
        className,
        'print:h-auto print:max-h-none print:overflow-visible',
      )}
    >
      <div style={{ minWidth }}>
        <div className="sticky top-0 z-20 flex border-border border-b bg-card">
          <div
            className="sticky left-0 z-10 flex shrink-0 items-end bg-card pb-1 text-2xs text-muted-foreground leading-3"
            style={{ width: axisPx }}
          >
            {zone !== null && (
              <span className="w-1/2 truncate pr-1.5 text-right" title={zone}>
                {zoneName(zone)}
              </span>
            )}
            <span className={cn('truncate pr-1.5 text-right', zone === null ? 'w-full' : 'w-1/2')}>
              Pacific
            </span>
          </div>
          <Spacer px={before} />
          {shown.map((column) => (
            <div
              key={column.key}
              className="min-w-0 flex-1 border-border border-l"
              style={{ minWidth: leastPx }}
            >
              {head(column)}
            </div>
          ))}
          <Spacer px={after} />
        </div>
        {/* On paper, where nothing scrolls, the hours before and after the working day are cut off. */}
        <div className="print:h-(--paper) print:overflow-hidden" style={paperHours(columns)}>
          <div className="flex print:-mt-(--early)" style={{ height: pxOf(1_440) }}>
            <TimeAxis day={firstDay} zone={zone} />
            <div className="relative flex min-w-0 flex-1" style={{ backgroundImage: HOUR_LINES }}>
              <Spacer px={before} />
              {shown.map((column, at) => (
                <div key={column.key} className="relative flex min-w-0 flex-1" style={{ minWidth: leastPx }}>
                  <GridColumnView
                    column={column}
                    most={Math.max(1, Math.min(most, Math.floor(columnPx / LEAST_WIDE_PX)))}
                    columnPx={columnPx}
                    limit={limits[at] ?? 0}
                    from={from}
                    to={to}
                    ghost={
                      drag !== null && drag.day === column.day && drag.entry.provider === column.provider
                        ? drag
                        : null
                    }
                    takenKey={drag !== null && drag.entry.day === column.day ? drag.entry.key : null}
                    today={today}
                    mayAdd={actions.onFree !== undefined}
                    mayLog={actions.onLog !== undefined}
                    handlers={handlers}
                  />
                  {column.day === today && <NowLine />}
                </div>
              ))}
              <Spacer px={after} />
            </div>
          </div>
        </div>
      </div>
    </ScrollRegion>
  );
}

/** The working day, or longer if an entry is: the height of its hours, and of those before it. */
function paperHours(columns: readonly GridColumn[]): CSSProperties {
  const entries = columns.flatMap((column) => column.entries);
  const from = Math.min(FIRST_HOUR, ...entries.map(({ start }) => Math.floor(start / 60)));
  const to = Math.max(PAPER_LAST_HOUR, ...entries.map(({ end }) => Math.ceil(end / 60)));
  // The first and the last hour's labels stand across their lines.
  const early = pxOf(from * 60) - HALF_LABEL_PX;
  const height = pxOf((to - from) * 60) + 2 * HALF_LABEL_PX;
  return { '--early': `${early}px`, '--paper': `${height}px` } as CSSProperties;
}

const HALF_LABEL_PX = 8;

const HOUR_LINES = `repeating-linear-gradient(to bottom, var(--border) 0 1px, transparent 1px ${HOUR_PX}px)`;

function Spacer({ px }: { px: number }) {
  return px > 0 ? <div aria-hidden="true" className="shrink-0" style={{ width: px }} /> : null;
}

/** Inner width of the frame, in px; 0 until it is measured. */
function useFrameWidth(frame: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const watched = new ResizeObserver(measure);
    watched.observe(element);
    return () => watched.disconnect();
  }, [frame]);
  return width;
}

/** The visible columns, and the width of the others on either side. */
function useShownColumns(
  frame: RefObject<HTMLElement | null>,
  columns: readonly GridColumn[],
  leastPx: number,
  axisPx: number,
) {
  const isMany = columns.length > MANY_COLUMNS;
  const virtual = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => frame.current,
    estimateSize: () => leastPx,
    scrollMargin: axisPx,
    overscan: 2,
    enabled: isMany,
  });
  if (!isMany) return { shown: columns, before: 0, after: 0 };
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  return {
    shown: columns.slice(first, last + 1),
    before: first * leastPx,
    after: (columns.length - last - 1) * leastPx,
  };
}

/**
 * How many entries of each column are rendered so far: the first ones immediately, the others frame by frame.
 */
function useLimits(columns: readonly GridColumn[]): number[] {
  const first = columns[0];
  const place = `${first?.key} ${first?.day}`;
  const count = columns.reduce((sum, { entries }) => sum + entries.length, 0);
  const [stage, setStage] = useState({ place, drawn: DRAWN_PER_FRAME });
  const drawn = stage.place === place ? stage.drawn : DRAWN_PER_FRAME;
  useEffect(() => {
    if (drawn >= count) return;
    const frame = requestAnimationFrame(() => setStage({ place, drawn: drawn + DRAWN_PER_FRAME }));
    return () => cancelAnimationFrame(frame);
  }, [place, drawn, count]);
  let left = drawn;
  return columns.map(({ entries }) => {
    const limit = Math.min(left, entries.length);
    left -= limit;
    return limit;
  });
}

/** The visible part of the day with two hours around it, in minutes; moves in steps of two hours. */
function useWindow(frame: RefObject<HTMLElement | null>, isWanted: boolean): [number | null, number | null] {
  const [steps, setSteps] = useState<[number, number]>([2, 10]);
  useEffect(() => {
    const element = frame.current;
    if (element === null || !isWanted) return;
    const look = () => {
      const first = Math.floor(minutesOf(element.scrollTop) / WINDOW_STEP) - 1;
      const last = Math.ceil(minutesOf(element.scrollTop + element.clientHeight) / WINDOW_STEP) + 1;
      setSteps((before) => (before[0] === first && before[1] === last ? before : [first, last]));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [frame, isWanted]);
  return isWanted ? [steps[0] * WINDOW_STEP, steps[1] * WINDOW_STEP] : [null, null];
}
