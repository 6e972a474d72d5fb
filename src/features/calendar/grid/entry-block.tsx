import { ClipboardPlus } from 'lucide-react';
import type { Crowd, Placed } from '#domain/calendar/day-columns.ts';
import { displaySpan } from '#domain/time/pacific.ts';
import { cn } from '#ui/class-names.ts';
import { EDGE_TINT, EDGES } from '#ui/edge-colors.ts';
import { type Entry, entryWords, isMovable, ownedDetail, wallTime } from '../calendar-entries.ts';
import { EntryIcon, EntryState } from './entry-icon.tsx';
import type { Drag } from './entry-places.ts';
import type { GridHandlers } from './grid-column.tsx';
import { CROWD_PX, LEAST_PX, pxOf } from './grid-measures.ts';

/** An entry with the minutes of the day that it covers on screen. */
export interface ShownPart {
  entry: Entry;
  start: number;
  end: number;
}

/** Below this width, an entry shows its title by words, one below the other, and nothing else. */
const SLIM_BELOW_PX = 72;

/** Below this width, the button that logs an entry goes below the title if there is room. */
const BUTTON_BELOW_PX = 104;

/** Height of that button, in px. */
const BUTTON_PX = 24;
/** What is left of the entry for a finger (WCAG 2.5.8). */
const LEAST_TARGET_PX = 24;
const LINE_PX = 16;
const BORDERS_PX = 2;
const PADDING_PX = 8;
/** About the width of a letter of a title, in px. */
const LETTER_PX = 6.5;
/** The same of a time, whose figures are equally wide. */
const FIGURE_PX = 7;
/** Edge, padding, and borders of an entry, in px; less where there is little room. */
const AROUND_TITLE_PX = 21;
const AROUND_NARROW_TITLE_PX = 15;

/** The share of a column of entries, and of which width: a group beside them has a width of its own. */
function roomOf({ columns, isCrowded }: Placed<ShownPart>): { share: number; room: string } {
  return isCrowded
    ? { share: 1 / (columns - 1), room: `(100% - ${CROWD_PX}px)` }
    : { share: 1 / columns, room: '100%' };
}

interface EntryBlockProps {
  place: Placed<ShownPart>;
  /** The column's owner. */
  provider: string;
  isTaken: boolean;
  mayLog: boolean;
  /** Width of its column, in px. */
  columnPx: number;
  handlers: GridHandlers;
}

export function EntryBlock({ place, provider, isTaken, mayLog, columnPx, handlers }: EntryBlockProps) {
  const { entry, start, end } = place.part;
  const height = Math.max(LEAST_PX, pxOf(end - start) - 2);
  const isPlan = entry.kind === 'event';
  const mayMove = isMovable(entry) && handlers.mayMove(entry);
  const isSkipped = entry.skipped !== null;
  const isOwn = entry.provider === provider;
  const times = displaySpan(wallTime(entry.start), wallTime(entry.end));
  const { share, room } = roomOf(place);
  const width = (columnPx - (place.isCrowded ? CROWD_PX : 0)) * share * place.wide;
  const isSlim = width < SLIM_BELOW_PX;
  const isButtonBelow = mayLog && width < BUTTON_BELOW_PX && height >= LEAST_TARGET_PX + BUTTON_PX + 2;
  const hasLog = isButtonBelow || (mayLog && !isSlim && height >= BUTTON_PX + 2);
  const textPx = height - BORDERS_PX - (isButtonBelow ? BUTTON_PX : 0);
  // Without padding where that makes room for one more line.
  const isTight = Math.floor(textPx / LINE_PX) > Math.floor((textPx - PADDING_PX) / LINE_PX);
  const lines = Math.max(1, Math.floor((isTight ? textPx : textPx - PADDING_PX) / LINE_PX));
  const hasIcon = entry.kind !== 'event';
  const isNarrow = width < BUTTON_BELOW_PX;
  const textRoom = width - (isNarrow ? AROUND_NARROW_TITLE_PX : AROUND_TITLE_PX);
  const titleRoom = textRoom - (hasIcon ? LINE_PX : 0) - (hasLog && !isButtonBelow ? BUTTON_PX : 0);
  // A whole name is worth more than a time that the grid shows too.
  const titleLines = Math.min(lines, linesOf(entry.title, titleRoom));
  const hasTimes = times.length * FIGURE_PX <= textRoom;
  const linesLeft = isSlim || isButtonBelow || !hasTimes ? 0 : lines - titleLines;
  return (
    <div
      className={cn(
        'absolute overflow-hidden rounded-md border border-border text-xs leading-4',
        EDGES[entry.color],
        isSkipped ? 'bg-muted' : EDGE_TINT,
        isPlan && 'border-dashed',
        isTaken && 'opacity-40',
      )}
      style={{
        top: pxOf(start) + 1,
        height,
        left: `calc(${room} * ${place.column * share} + 1px)`,
        width: `calc(${room} * ${place.wide * share} - 3px)`,
      }}
    >
      <button
        type="button"
        data-entry={entry.key}
        aria-label={entryWords(entry)}
        {...(mayMove
          ? { 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight' }
          : {})}
        className={cn(
          'absolute inset-0 flex w-full select-none items-stretch text-left outline-offset-[-2px]! [-webkit-touch-callout:none]',
          'hover:bg-[color-mix(in_oklab,var(--edge)_10%,transparent)]',
          mayMove && 'cursor-grab!',
        )}
        onClick={() => !handlers.endedMove() && handlers.onOpen(entry)}
        onPointerDown={(event) => handlers.onPress(event, entry)}
        onKeyDown={(event) => {
          if (handlers.onKey(event, entry) || (!event.altKey && handlers.onWalk(event.key, entry))) {
            event.preventDefault();
            event.stopPropagation();
          }
        }}
        onKeyUp={handlers.onKeyUp}
        onBlur={handlers.onBlur}
      >
        <span aria-hidden="true" className="w-1 shrink-0 bg-(--edge)" />
        <span
          className={cn(
            'min-w-0 flex-1',
            isSlim ? 'pl-1' : isNarrow ? 'pr-0.5 pl-1' : 'px-1.5',
            isTight ? 'py-0' : 'py-1',
            hasLog && !isButtonBelow && 'pr-7',
          )}
        >
          <span
            className={cn(
              'flex min-w-0 items-start font-medium',
              isNarrow ? 'gap-0.5' : 'gap-1',
              isSkipped && 'line-through',
            )}
          >
            {!isSlim && <EntryIcon kind={entry.kind} className="mt-0.5 size-3" />}
            {isSlim ? (
              <SlimTitle title={entry.title} lines={lines} />
            ) : (
              <span
                className={cn('min-w-0', titleLines > 1 ? 'line-clamp-2 break-words' : 'truncate')}
                style={{ WebkitLineClamp: titleLines }}
              >
                {entry.title}
              </span>
            )}
            {!isSlim && <EntryState state={entry.state} />}
          </span>
          {linesLeft > 0 && (
            <span className="block truncate text-foreground/80 tabular-nums">
              {isSkipped ? entry.skipped : times}
            </span>
          )}
          {linesLeft > 1 && (
            <span
              className={cn(
                'text-foreground/80',
                linesLeft > 2 ? 'line-clamp-2 break-words' : 'block truncate',
              )}
              style={{ WebkitLineClamp: linesLeft - 1 }}
            >
              {isSkipped ? times : isOwn ? entry.brief : ownedDetail(entry, entry.brief)}
            </span>
          )}
        </span>
        {mayMove && (
          <span aria-hidden="true" className="absolute inset-x-0 bottom-0 h-1.5 cursor-ns-resize" />
        )}
      </button>
      {hasLog && (
        <button
          type="button"
          aria-label={`Log session: ${entry.title}, ${entry.times}`}
          title="Log session"
          onClick={() => handlers.onLog(entry)}
          className={cn(
            'absolute right-0 grid size-6 place-items-center rounded-md text-primary outline-offset-[-2px]! hover:bg-card print:hidden',
            isButtonBelow ? 'bottom-0' : 'top-0',
          )}
        >
          <ClipboardPlus aria-hidden="true" className="size-4" />
        </button>
      )}
    </div>
  );
}

/** How many lines a title takes, about: words stay whole where they can. */
function linesOf(title: string, room: number): number {
  let lines = 1;
  let used = 0;
  for (const word of title.split(' ')) {
    const px = (word.length + 1) * LETTER_PX;
    if (used > 0 && used + px - LETTER_PX > room) {
      lines += 1;
      used = 0;
    }
    used += px;
    if (used - LETTER_PX > room) lines += Math.floor((used - LETTER_PX) / Math.max(LETTER_PX, room));
  }
  return lines;
}

/** As many words as there are lines; one that is too long ends in "…". */
function SlimTitle({ title, lines }: { title: string; lines: number }) {
  const words = title.split(/,? /);
  const shown = words.slice(0, lines);
  return (
    <span className="min-w-0 flex-1">
      {shown.map((word, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may repeat a word
        <span key={at} className="block truncate">
          {word}
        </span>
      ))}
    </span>
  );
}

export function CrowdButton({ crowd, onOpen }: { crowd: Crowd<ShownPart>; onOpen: () => void }) {
  const hour = wallTime(crowd.start);
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={`${crowd.parts.length} more from ${displaySpan(hour, wallTime(crowd.start + 60))}`}
      className="absolute flex items-start justify-center overflow-hidden rounded-md border border-border bg-muted pt-1 font-medium text-xs hover:bg-accent"
      style={{
        top: pxOf(crowd.start) + 1,
        height: pxOf(60) - 2,
        right: 2,
        width: CROWD_PX - 3,
      }}
    >
      +{crowd.parts.length}
    </button>
  );
}

export function Ghost({ drag: { entry, start, minutes } }: { drag: Drag }) {
  return (
    <div
      aria-hidden="true"
      className={cn(
        'pointer-events-none absolute inset-x-0.5 z-10 overflow-hidden rounded-md border-2 border-(--edge) px-1.5 text-xs leading-4 shadow-float',
        EDGES[entry.color],
        EDGE_TINT,
      )}
      style={{ top: pxOf(start), height: Math.max(LEAST_PX, pxOf(minutes)) }}
    >
      <span className="block truncate font-medium tabular-nums">
        {displaySpan(wallTime(start), wallTime(start + minutes))}
      </span>
      <span className="block truncate">{entry.title}</span>
    </div>
  );
}
