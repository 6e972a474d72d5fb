import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DataTable, type DataTableColumn } from '#ui/data-table.tsx';

interface Line {
  id: string;
  student: string;
  minutes: number | null;
}

const columns: DataTableColumn<Line>[] = [
  { id: 'student', header: 'Student', value: (line) => line.student },
  { id: 'minutes', header: 'Duration', value: (line) => line.minutes, align: 'end' },
  {
    id: 'link',
    header: 'Client',
    value: () => null,
    cell: () => <a href="#client">Alder Creek</a>,
    sortable: false,
  },
];

const few: Line[] = [
  { id: 'one', student: 'Room 10', minutes: 30 },
  { id: 'two', student: 'Room 9', minutes: null },
  { id: 'three', student: 'ana', minutes: 100 },
];

const many: Line[] = Array.from({ length: 2000 }, (_, index) => ({
  id: `row-${index}`,
  student: `Student ${index}`,
  minutes: index,
}));

const frameHeight = 440;

/** jsdom has no layout: the scrolling frame gets a size. */
const sizes = { offsetHeight: frameHeight, offsetWidth: 800, clientHeight: frameHeight } as const;
let layout: { mockRestore: () => void }[] = [];

beforeEach(() => {
  layout = (['offsetHeight', 'offsetWidth', 'clientHeight'] as const).map((property) =>
    vi.spyOn(HTMLElement.prototype, property, 'get').mockReturnValue(sizes[property]),
  );
});

afterEach(() => {
  cleanup();
  for (const spy of layout) spy.mockRestore();
});

describe('the text of a cell', () => {
  test.each([
    [44, 2, false],
    [52, 2, false],
    [60, 3, true],
    [76, 4, true],
  ])('of a row of %i px has %i lines', (rowHeight, lines, isTall) => {
    render(
      <DataTable
        {...{ label: 'Sessions', rows: few, columns, rowHeight, empty: null }}
        rowId={(line) => line.id}
      />,
    );
    const table = screen.getByRole('table', { name: 'Sessions' });
    expect(table.style.getPropertyValue('--lines')).toBe(String(lines));
    expect(table.hasAttribute('data-tall')).toBe(isTall);
    expect(screen.getByText('Room 10').title).toBe('Room 10');
  });
});

function renderTable(rows: Line[], onOpen?: (line: Line) => void) {
  return render(
    <DataTable
      label="Sessions"
      rows={rows}
      columns={columns}
      rowId={(line) => line.id}
      empty={<p>No sessions yet</p>}
      {...(onOpen === undefined ? {} : { onOpen })}
    />,
  );
}

function firstCells(): string[] {
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('td')?.textContent ?? '');
}

function focusedRow(): string | null | undefined {
  return document.activeElement?.closest('tr')?.querySelector('td')?.textContent;
}

describe('sorting', () => {
  test('compares numbers inside text as numbers, and ignores case', async () => {
    renderTable(few);
    expect(firstCells()).toEqual(['Room 10', 'Room 9', 'ana']);
    await userEvent.click(screen.getByRole('button', { name: 'Student' }));
    expect(firstCells()).toEqual(['ana', 'Room 9', 'Room 10']);
    expect(screen.getByRole('columnheader', { name: 'Student' }).getAttribute('aria-sort')).toBe('ascending');
  });

  test('keeps missing values last in both directions', async () => {
    renderTable(few);
    const header = screen.getByRole('button', { name: 'Duration' });
    await userEvent.click(header);
    expect(firstCells()).toEqual(['Room 10', 'ana', 'Room 9']);
    await userEvent.click(header);
    expect(firstCells()).toEqual(['ana', 'Room 10', 'Room 9']);
    await userEvent.click(header);
    expect(firstCells()).toEqual(['Room 10', 'Room 9', 'ana']);
  });

  test('follows a controlled sort, and only reports changes', async () => {
    const onSortChange = vi.fn();
    render(
      <DataTable
        label="Sessions"
        rows={few}
        columns={columns}
        rowId={(line) => line.id}
        empty={null}
        sort={{ id: 'student', desc: true }}
        onSortChange={onSortChange}
      />,
    );
    expect(firstCells()).toEqual(['Room 10', 'Room 9', 'ana']);
    await userEvent.click(screen.getByRole('button', { name: 'Duration' }));
    expect(onSortChange).toHaveBeenCalledWith({ id: 'minutes', desc: false });
    expect(firstCells()).toEqual(['Room 10', 'Room 9', 'ana']);
  });
});

describe('the keyboard', () => {
  test('moves between rows with arrows, Home, and End, and stops at the ends', async () => {
    renderTable(few, () => {});
    screen.getAllByRole('row')[1]?.focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(focusedRow()).toBe('Room 9');
    await userEvent.keyboard('{End}{ArrowDown}');
    expect(focusedRow()).toBe('ana');
    await userEvent.keyboard('{Home}{ArrowUp}');
    expect(focusedRow()).toBe('Room 10');
  });

  test('opens the row with Enter', async () => {
    const onOpen = vi.fn();
    renderTable(few, onOpen);
    screen.getAllByRole('row')[1]?.focus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(few[1]);
  });

  test('has one tab stop among the rows, which follows its row through a sort', async () => {
    renderTable(few, () => {});
    screen.getAllByRole('row')[1]?.focus();
    await userEvent.keyboard('{ArrowDown}');
    await userEvent.click(screen.getByRole('button', { name: 'Student' }));
    const stops = screen.getAllByRole('row').filter((row) => row.tabIndex === 0);
    expect(stops.map((row) => row.querySelector('td')?.textContent)).toEqual(['Room 9']);
  });

  test('leaves keys and clicks on a link inside a row to the link', async () => {
    const onOpen = vi.fn();
    renderTable(few, onOpen);
    const row = screen.getAllByRole('row')[2];
    if (row === undefined) throw new Error('the second row is missing');
    const link = within(row).getByRole('link');
    link.focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(link);
    await userEvent.click(link);
    await userEvent.keyboard('{Enter}');
    expect(onOpen).not.toHaveBeenCalled();
    await userEvent.click(within(row).getByText('Room 9'));
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(few[1]);
  });

  test('pages through many rows, and always renders the focused one', async () => {
    renderTable(many, () => {});
    screen.getAllByRole('row')[1]?.focus();
    await userEvent.keyboard('{PageDown}');
    expect(focusedRow()).toBe('Student 9');
    await userEvent.keyboard('{End}');
    expect(focusedRow()).toBe('Student 1999');
    await userEvent.keyboard('{ArrowUp}');
    expect(focusedRow()).toBe('Student 1998');
  });
});

describe('many rows', () => {
  test('keep the focus when the window of rows moves away from it', () => {
    renderTable(many, () => {});
    const row = screen.getAllByRole('row')[3];
    row?.focus();
    const frame = screen.getByRole('region', { name: 'Sessions, scrolling' });
    frame.scrollTop = 10_000;
    fireEvent.scroll(frame);
    expect(screen.getByText('Student 230')).toBeTruthy();
    expect(screen.queryByText('Student 20')).toBeNull();
    expect(document.activeElement).toBe(row);
    expect(focusedRow()).toBe('Student 2');
  });

  test('are rendered only in part, while the table exposes their total number', () => {
    renderTable(many, () => {});
    const laidOut = screen.getAllByRole('row').length;
    expect(laidOut).toBeGreaterThan(9);
    expect(laidOut).toBeLessThan(60);
    expect(screen.getByRole('grid', { name: 'Sessions' }).getAttribute('aria-rowcount')).toBe('2001');
  });

  test('are all on paper', () => {
    renderTable(many.slice(0, 300));
    const shown = screen.getAllByRole('row').length;
    expect(shown).toBeLessThan(100);
    fireEvent(window, new Event('beforeprint'));
    expect(screen.getAllByRole('row')).toHaveLength(301);
    fireEvent(window, new Event('afterprint'));
    expect(screen.getAllByRole('row')).toHaveLength(shown);
  });

  test('keep the height of all of them', () => {
    const { container } = renderTable(many, () => {});
    const laidOut = container.querySelectorAll('tr[data-index]').length;
    const gaps = [...container.querySelectorAll<HTMLElement>('tr[aria-hidden] > td')];
    const gapHeight = gaps.reduce((sum, gap) => sum + Number.parseFloat(gap.style.height), 0);
    expect(gapHeight + laidOut * 44).toBe(2000 * 44);
  });
});

test('keeps the actions of its rows in view on laptops, where it can be wider than its room', () => {
  const pinned = columns.map((column) => ({ ...column, isPinned: column.id === 'link' }));
  render(<DataTable label="Lines" rows={few} columns={pinned} rowId={({ id }) => id} empty="No lines" />);
  const actions = [screen.getByRole('columnheader', { name: 'Client' }), ...screen.getAllByRole('link')];
  for (const action of actions) {
    expect(action.closest('th, td')?.className.split(' ')).toContain('max-2xl:sticky');
  }
});

test('leaves its buttons off paper', () => {
  const withAction = columns.map((column) =>
    column.id === 'link' ? { ...column, isPinned: true, sortable: false } : column,
  );
  render(<DataTable label="Lines" rows={few} columns={withAction} rowId={({ id }) => id} empty="No lines" />);
  const isOffPaper = (cell: Element | null | undefined) => cell?.classList.contains('print:hidden') === true;
  for (const link of screen.getAllByRole('link')) expect(isOffPaper(link.closest('td'))).toBe(true);
  const heads = screen.getAllByRole('columnheader');
  expect(heads.map(isOffPaper)).toEqual(withAction.map(({ id }) => id === 'link'));
});

test('a table without rows says what to do', () => {
  renderTable([], () => {});
  expect(screen.getByText('No sessions yet')).toBeTruthy();
});

test('a table without row actions is a plain, scrollable table', () => {
  renderTable(few);
  expect(screen.getByRole('table', { name: 'Sessions' })).toBeTruthy();
  expect(screen.getAllByRole('row').every((row) => row.tabIndex === -1)).toBe(true);
  expect(screen.getByRole('region', { name: 'Sessions, scrolling' }).tabIndex).toBe(0);
});
