import {
  type ColumnDef,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type MouseEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { compareValues } from '#domain/files/row-order.ts';
import { ClampedText } from './clamped-text.tsx';
import { cn } from './class-names.ts';
import { useRowKeys } from './row-keys.ts';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from './table.tsx';
import { usePrinting } from './use-printing.ts';

/** One column. */
export interface DataTableColumn<Row extends RowData> {
  id: string;
  header: string;
  /** The value that the column sorts by, null last. */
  value: (row: Row) => string | number | null;
  /**
   * The cell's content if it differs from `value`. In a grid, Tab stops only at the buttons of the active
   * row; elsewhere every row is active.
   */
  cell?: (row: Row, isActive: boolean) => ReactNode;
  align?: 'start' | 'end';
  /** A CSS length such as `9rem`. Columns without one share the rest, at least 10rem each. */
  width?: string;
  sortable?: boolean;
  /** Shown in the header instead of its text. */
  head?: ReactNode;
  /** Shown below all rows, such as a total. */
  footer?: ReactNode;
  /** Stays in view at the end of the row if the table is wider than its frame: the row's actions. */
  isPinned?: boolean;
}

/** The column that the rows are sorted by. */
export interface TableSort {
  id: string;
  desc: boolean;
}

interface DataTableProps<Row extends RowData> {
  /** The table's accessible name. */
  label: string;
  /** Must stay the same array while the rows do. */
  rows: readonly Row[];
  columns: readonly DataTableColumn<Row>[];
  rowId: (row: Row) => string;
  /** Makes rows a keyboard grid: arrows, Home, End, and Page keys move, Enter or a click opens. */
  onOpen?: (row: Row) => void;
  /** Selectable rows: in a grid by the space bar. */
  selection?: { has: (row: Row) => boolean; toggle: (row: Row) => void } | undefined;
  /** Shown if there are no rows; says what to do. */
  empty: ReactNode;
  /** Passed together with `onSortChange` to control the sorting, for example from the URL. */
  sort?: TableSort | null;
  onSortChange?: (sort: TableSort | null) => void;
  initialSort?: TableSort;
  /** In px, the same for every row. */
  rowHeight?: number;
  /** Names the scrolling frame, so that its place can be found again. */
  scrollId?: string;
  /** Sets the height of the scrolling frame. */
  className?: string;
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

/** On laptops too: next to the menu a table can be wider than its room. A line at its edge shows that content continues below it. */
const PINNED = 'max-2xl:sticky max-2xl:right-0 max-2xl:border-l max-2xl:bg-card';

/** Below this a browser lays out all rows faster than a virtual window. */
const virtualAbove = 100;
const headHeight = 44;
/** In px, of text in a row. */
const LINE_HEIGHT = 18;

export function DataTable<Row extends RowData>({
  label,
  rows,
  columns,
  rowId,
  onOpen,
  selection,
  empty,
  sort,
  onSortChange,
  initialSort,
  rowHeight = 44,
  scrollId,
  className,
}: DataTableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const [ownSort, setOwnSort] = useState<TableSort | null>(initialSort ?? null);
  const currentSort = sort === undefined ? ownSort : sort;
  const sorting = useMemo<SortingState>(() => (currentSort === null ? [] : [currentSort]), [currentSort]);

  const table = useTable({
    features,
    columns: useMemo(() => columns.map((column) => columnDefinition(column)), [columns]),
    data: rows,
    getRowId: rowId,
    state: { sorting },
    onSortingChange: (update) => {
      const next = (typeof update === 'function' ? update(sorting) : update)[0] ?? null;
      setOwnSort(next);
      onSortChange?.(next);
    },
  });
  const sorted = table.getRowModel().rows;

  const { activeIndex, onRowKeyDown, onRowFocus } = useRowKeys(
    frame,
    useMemo(() => sorted.map((row) => row.id), [sorted]),
    { rowHeight, headHeight, selects: selection !== undefined },
    (index, key) => {
      const row = sorted[index];
      if (row === undefined) return;
      if (key === ' ') selection?.toggle(row.original);
      else onOpen?.(row.original);
    },
  );

  const isPrinting = usePrinting();
  const virtual = sorted.length > virtualAbove && !isPrinting;
  const virtualizer = useVirtualizer({
    count: sorted.length,
    enabled: virtual,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    scrollMargin: headHeight,
    overscan: 12,
  });
  const shown = virtual
    ? withActive(
        virtualizer.getVirtualItems().map((item) => item.index),
        activeIndex,
      )
    : sorted.map((_, index) => index);

  const grid = onOpen !== undefined;
  // Lines of text that cells have room for, between the borders.
  const lines = Math.max(2, Math.floor((rowHeight - 2) / LINE_HEIGHT));
  const hasFooter = sorted.length > 0 && columns.some(({ footer }) => footer !== undefined);
  const byId = new Map(columns.map((column) => [column.id, column]));
  return (
    <section
      ref={frame}
      data-slot="data-table"
      data-scroll-restoration-id={scrollId}
      aria-label={`${label}, scrolling`}
      tabIndex={grid && sorted.length > 0 ? undefined : 0}
      className={cn(
        // The header and the totals stay, and must not cover what has the focus.
        'relative max-h-[70dvh] scroll-py-14 overflow-auto rounded-lg border border-border bg-card',
        className,
        'print:max-h-none print:overflow-visible',
      )}
    >
      <Table
        aria-label={label}
        role={grid ? 'grid' : undefined}
        aria-rowcount={sorted.length + (hasFooter ? 2 : 1)}
        data-tall={lines > 2 || undefined}
        className="group/table table-fixed print:min-w-0!"
        style={{
          minWidth: `calc(${columns.map((column) => column.width ?? '10rem').join(' + ')})`,
          ...{ '--lines': lines },
        }}
      >
        <colgroup>
          {columns.map((column) => (
            <col key={column.id} className={cn(paperOf(column))} style={{ width: column.width }} />
          ))}
        </colgroup>
        <TableHeader>
          {table.getHeaderGroups().map((group) => (
            <TableRow key={group.id} aria-rowindex={1}>
              {group.headers.map((header) => {
                const column = byId.get(header.column.id);
                const direction = header.column.getIsSorted();
                const sortable = header.column.getCanSort();
                return (
                  <TableHead
                    key={header.id}
                    align={column?.align ?? 'start'}
                    className={cn(column?.isPinned && `z-20 ${PINNED}`, column && paperOf(column))}
                    aria-sort={sortable ? ariaSort[direction || 'none'] : undefined}
                  >
                    {column?.head !== undefined ? (
                      column.head
                    ) : sortable ? (
                      <SortButton
                        direction={direction}
                        end={column?.align === 'end'}
                        onClick={() => header.column.toggleSorting()}
                      >
                        {unhyphenated(column?.header ?? '')}
                      </SortButton>
                    ) : (
                      column?.header
                    )}
                  </TableHead>
                );
              })}
            </TableRow>
          ))}
        </TableHeader>
        <TableBody>
          {shown.flatMap((index, place) => {
            const row = sorted[index];
            if (row === undefined) return [];
            const gap = index - (shown[place - 1] ?? -1) - 1;
            // A flat list: nested rows would be recreated, and lose the focus, as the window moves.
            return [
              gap > 0 && <Gap key={`before ${row.id}`} height={gap * rowHeight} columns={columns.length} />,
              <TableRow
                key={row.id}
                data-index={index}
                aria-rowindex={index + 2}
                aria-selected={grid && selection !== undefined ? selection.has(row.original) : undefined}
                {...(grid && {
                  tabIndex: index === activeIndex ? 0 : -1,
                  onKeyDown: onRowKeyDown,
                  onFocus: () => onRowFocus(row.id),
                  onClick: (event: MouseEvent) => {
                    if (isOfRow(event)) onOpen(row.original);
                  },
                })}
                className={cn(
                  'focus-visible:outline-offset-[-2px]',
                  grid && 'cursor-pointer hover:bg-muted focus-visible:bg-muted',
                  selection?.has(row.original) === true && 'bg-accent',
                )}
              >
                {columns.map((column) => (
                  <TableCell
                    key={column.id}
                    align={column.align ?? 'start'}
                    style={{ height: rowHeight }}
                    className={cn(
                      'truncate print:whitespace-normal',
                      column.isPinned && PINNED,
                      paperOf(column),
                    )}
                  >
                    {column.cell === undefined ? (
                      <ClampedText text={String(column.value(row.original) ?? '')} />
                    ) : (
                      column.cell(row.original, !grid || index === activeIndex)
                    )}
                  </TableCell>
                ))}
              </TableRow>,
            ];
          })}
          {sorted.length > 0 && (
            <Gap height={(sorted.length - 1 - (shown.at(-1) ?? -1)) * rowHeight} columns={columns.length} />
          )}
        </TableBody>
        {hasFooter && (
          <tfoot>
            <TableRow aria-rowindex={sorted.length + 2}>
              {columns.map(({ id, align = 'start', footer }) => (
                <TableCell
                  key={id}
                  align={align}
                  className="sticky bottom-0 z-10 border-t border-b-0 bg-card font-semibold"
                >
                  {align === 'end' ? (
                    // A sum is longer than its figures: it grows to the left, and stays in line with them.
                    <span className="flex justify-end whitespace-nowrap">{footer}</span>
                  ) : (
                    footer
                  )}
                </TableCell>
              ))}
            </TableRow>
          </tfoot>
        )}
      </Table>
      {sorted.length === 0 && empty}
    </section>
  );
}

/** Columns of buttons stay off paper. */
function paperOf<Row extends RowData>({ isPinned, sortable }: DataTableColumn<Row>): string | false {
  return isPinned === true && sortable === false && 'print:hidden';
}

const ariaSort = { asc: 'ascending', desc: 'descending', none: 'none' } as const;

function columnDefinition<Row extends RowData>(
  column: DataTableColumn<Row>,
): ColumnDef<typeof features, Row, unknown> {
  return {
    id: column.id,
    header: column.header,
    accessorFn: (row) => column.value(row) ?? undefined,
    enableSorting: column.sortable ?? true,
    sortDescFirst: false,
    sortUndefined: 'last',
    sortFn: (a, b, id) => compareValues(a.getValue(id), b.getValue(id)),
  };
}

/** Wraps between its words only, never after the hyphen of one. */
function unhyphenated(header: string): ReactNode {
  return header.split(/(\S+-\S+)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}

interface SortButtonProps {
  direction: 'asc' | 'desc' | false;
  end: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** An unsorted column shows its arrow to a pointer or the focus, in the cell's padding: the heading has all the room. */
function SortButton({ direction, end, onClick, children }: SortButtonProps) {
  const Arrow = direction === 'asc' ? ArrowUp : direction === 'desc' ? ArrowDown : ChevronsUpDown;
  return (
    <button
      type="button"
      onClick={onClick}
      className={cn(
        'relative -mx-2 inline-flex h-8 max-w-[calc(100%+1rem)] items-center gap-1 rounded-md px-2 hover:text-foreground touch:h-11',
        end && 'flex-row-reverse',
        direction !== false && 'text-foreground',
      )}
    >
      <span className={cn('line-clamp-2 whitespace-normal leading-4', end ? 'text-end' : 'text-start')}>
        {children}
      </span>
      <Arrow
        aria-hidden="true"
        className={cn(
          'shrink-0',
          direction !== false && 'size-3.5',
          direction === false && [
            'absolute size-3 opacity-50 max-lg:hidden [:not(:hover,:focus-visible)>&]:opacity-0',
            end ? '-left-1' : '-right-1',
          ],
        )}
      />
    </button>
  );
}

/** Placeholder for rows that aren't rendered. */
function Gap({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: this row takes no focus.
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

/** The active row is rendered even if it is scrolled out of view, so that the focus stays. */
function withActive(indexes: readonly number[], active: number): number[] {
  if (active < 0 || indexes.includes(active)) return [...indexes];
  return [...indexes, active].sort((a, b) => a - b);
}

/**
 * A click on a link or button inside a row isn't for the row; nor is one in a dialog opened from it, which
 * React bubbles to the row.
 */
function isOfRow({ target, currentTarget }: MouseEvent): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  return target.closest('a, button, input, select, textarea, label') === null;
}
