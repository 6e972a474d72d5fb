import { describe, expect, test } from 'vitest';
import {
  askedOf,
  askedWords,
  chosenColumns,
  filteredRows,
  inOrder,
  sortOf,
} from '#contract/report-files/chosen-rows.ts';
import { csvColumns, sheetRows, shownValue } from '#contract/report-files/file-cells.ts';
import { reportAddress } from '#screens/report/address.ts';
import { defineReport, fromDevice, type ReportColumn } from '#screens/report/define-report.ts';
import { changedAddress, countsOf, isFiltered, saidSort } from '#screens/report/report-state.ts';
import { csvText } from '#ui/csv.ts';

interface Line {
  id: string;
  day: string;
  name: string;
  minutes: number | null;
  kind: 'a' | 'b';
}

const SHAPES = { days: 'days', kind: ['a', 'b'], office: 'words', late: 'flag', search: 'words' } as const;

const lines: Line[] = [
  { id: '1', day: '2026-03-09', name: 'Item 10', minutes: 30, kind: 'a' },
  { id: '2', day: '2026-03-10', name: 'Item 9', minutes: null, kind: 'b' },
  { id: '3', day: '2026-03-11', name: 'item 2', minutes: 45, kind: 'a' },
];

const columns: ReportColumn<Line>[] = [
  { id: 'day', header: 'Day', kind: 'day', value: (line) => line.day },
  { id: 'name', header: 'Name', value: (line) => line.name, inFile: { header: 'Whole name' } },
  { id: 'minutes', header: 'Minutes', kind: 'number', value: (line) => line.minutes },
  { id: 'action', header: 'Action', only: 'screen', isUnsortable: true, value: () => null },
  { id: 'kind', header: 'Kind', only: 'file', value: (line) => line.kind },
];

const report = defineReport(SHAPES, {
  id: 'lines',
  title: 'Lines',
  label: 'Lines',
  rows: fromDevice<typeof SHAPES, Line>(() => lines),
  rowId: ({ id }) => id,
  days: (today) => ({ from: '2026-03-01', to: today }),
  filters: {
    kind: {
      label: 'Kind',
      choices: () => [
        { id: 'a', name: 'Kind A' },
        { id: 'b', name: 'Kind B' },
      ],
      matches: (line, kind) => line.kind === kind,
    },
    office: { label: 'Office', choices: () => [{ id: 'north', name: 'North' }] },
    late: { label: 'Late', choices: () => [{ id: 'late', name: 'Late' }], matches: () => false },
    search: { label: 'Search', words: (line) => line.name },
  },
  columns,
  sort: { id: 'day', desc: true },
  empty: { title: 'No lines', help: 'None.' },
});

const ids = (rows: readonly Line[]) => rows.map(({ id }) => id);

describe('the URL of a report', () => {
  const read = reportAddress(SHAPES);

  test('keeps valid values, and drops the rest', () => {
    const said = {
      from: '2026-03-01',
      to: 'yesterday',
      kind: 'c',
      office: 'north',
      late: true,
      search: '',
      sort: '-name',
      columns: 'day,name',
      other: 'x',
    };
    expect(read(said)).toEqual({
      from: '2026-03-01',
      office: 'north',
      late: true,
      sort: '-name',
      columns: 'day,name',
    });
  });

  test('drops cleared values, and keeps the rest', () => {
    expect(
      changedAddress(report, { kind: 'a', search: 'x', sort: 'name' }, { kind: '', late: false }),
    ).toEqual({
      search: 'x',
      sort: 'name',
    });
  });

  test("asks the source for the report's days unless it names others, and for filters only the source can apply", () => {
    expect(askedOf(report, { kind: 'a', office: 'north' }, '2026-03-20', [])).toEqual({
      from: '2026-03-01',
      to: '2026-03-20',
      office: 'north',
    });
    expect(askedOf(report, { to: '2026-03-05' }, '2026-03-20', [])).toEqual({
      from: '2026-03-01',
      to: '2026-03-05',
      office: '',
    });
  });

  test('is printed in words', () => {
    const days = { from: '2026-03-01', to: '2026-03-20' };
    const choicesOf = (name: string) => report.filters[name as 'kind'].choices?.({} as never, []) ?? [];
    expect(askedWords(report, { kind: 'b', late: true, search: 'item' }, days, choicesOf)).toBe(
      '03/01/2026 – 03/20/2026 · Kind: Kind B · Late: Late · Search: item',
    );
  });
});

describe('the rows of a report', () => {
  test('are those that match every filter', () => {
    expect(ids(filteredRows(report, lines, {}))).toEqual(['1', '2', '3']);
    expect(ids(filteredRows(report, lines, { kind: 'a', search: ' ITEM 2' }))).toEqual(['3']);
    expect(ids(filteredRows(report, lines, { search: 'ÍTEM 2' }))).toEqual(['3']);
    // The source has applied this one.
    expect(ids(filteredRows(report, lines, { office: 'north' }))).toEqual(['1', '2', '3']);
  });

  test('are filtered by days and filters, not by their order or columns', () => {
    expect(isFiltered(report, { sort: 'name', columns: 'day' })).toBe(false);
    expect(isFiltered(report, { from: '2026-03-01' })).toBe(true);
    expect(isFiltered(report, { late: true })).toBe(true);
  });

  test.each([
    ['as the report says', {}, ['3', '2', '1']],
    ['by names, with numbers by their size', { sort: 'name' }, ['3', '2', '1']],
    ['the other way round', { sort: '-name' }, ['1', '2', '3']],
    ['with what is missing last', { sort: 'minutes' }, ['1', '3', '2']],
    ['with what is missing last the other way round, too', { sort: '-minutes' }, ['3', '1', '2']],
    ['as the report says for a column that is not there', { sort: 'size' }, ['3', '2', '1']],
    ['as the report says for a column that nobody sorts by', { sort: 'action' }, ['3', '2', '1']],
  ])('are ordered %s', (_, address, expected) => {
    expect(ids(inOrder(report, lines, sortOf(report, address)))).toEqual(expected);
  });

  test('are counted for each choice of a filter, with the other filters as they are', () => {
    const choices = [
      { id: 'a', name: 'Kind A' },
      { id: 'b', name: 'Kind B' },
    ];
    const countsIn = (address: Record<string, unknown>) => {
      const { all, choices: counted } = countsOf(report, lines, address, 'kind', choices);
      return [all, ...counted.map(({ count }) => count)];
    };
    expect(countsIn({})).toEqual([3, 2, 1]);
    // The choice itself doesn't narrow the counts: they say what one press would show.
    expect(countsIn({ kind: 'b' })).toEqual([3, 2, 1]);
    expect(countsIn({ search: 'item 2' })).toEqual([1, 1, 0]);
  });

  test('leave the default order out of the URL', () => {
    expect(saidSort(report, { id: 'day', desc: true })).toBeUndefined();
    expect(saidSort(report, { id: 'day', desc: false })).toBe('day');
    expect(saidSort(report, { id: 'name', desc: true })).toBe('-name');
  });
});

describe('the columns of a report', () => {
  const shownIds = (address: Record<string, unknown>) => chosenColumns(report, address).map(({ id }) => id);

  test('are all of them by default', () => {
    expect(shownIds({})).toEqual(['day', 'name', 'minutes', 'action', 'kind']);
    expect(shownIds({ columns: 'none,of,these' })).toEqual(['day', 'name', 'minutes', 'action', 'kind']);
  });

  test('are the chosen ones, plus those only for files', () => {
    expect(shownIds({ columns: 'minutes,day' })).toEqual(['day', 'minutes', 'kind']);
  });

  test('become a CSV file with the labels of the screen', () => {
    expect(csvText(csvColumns(columns), lines.slice(0, 2))).toBe(
      'Day,Whole name,Minutes,Kind\r\n03/09/2026,Item 10,30,a\r\n03/10/2026,Item 9,,b\r\n',
    );
  });

  test('become cells of a workbook with real types', () => {
    expect(sheetRows(columns, lines.slice(0, 1))).toEqual({
      head: ['Day', 'Whole name', 'Minutes', 'Kind'],
      rows: [[{ day: '2026-03-09' }, 'Item 10', 30, 'a']],
    });
    const times: ReportColumn<Line>[] = [
      { id: 'at', header: 'At', kind: 'instant', value: () => '2026-03-10T06:30:00.000Z' },
      { id: 'next', header: 'Next', kind: 'moment', value: () => '2026-03-10 09:00' },
      { id: 'none', header: 'None', kind: 'instant', value: () => null },
    ];
    // An instant is shown in Pacific time, where it was still the day before.
    expect(sheetRows(times, lines.slice(0, 1)).rows).toEqual([
      [{ day: '2026-03-09', time: '23:30' }, { day: '2026-03-10', time: '09:00' }, null],
    ]);
  });

  test.each([
    ['number', 1_240, '1,240'],
    ['difference', 15, '+15'],
    ['difference', -1_015, '−1,015'],
    ['difference', 0, '0'],
    ['day', '2026-03-09', '03/09/2026'],
    ['moment', '2026-03-09 13:05', '03/09/2026 01:05 PM'],
    ['instant', '2026-03-10T06:30:00.000Z', '03/09/2026 11:30 PM'],
    ['instant', null, ''],
    ['text', 'As it is', 'As it is'],
  ] as const)('show a %s %j as "%s"', (kind, value, words) => {
    expect(shownValue(kind, value)).toBe(words);
  });
});

describe('a report about a pay period', () => {
  const ofPeriod = defineReport(
    { period: 'period', search: 'words' },
    {
      ...report,
      rows: fromDevice<{ period: 'period'; search: 'words' }, Line>(() => lines),
      filters: { search: report.filters.search },
    },
  );

  test('has the first day of the period in its URL, and requests both days', () => {
    const address = reportAddress(ofPeriod.shapes)({ period: '2026-03-01', from: '2026-01-01', search: 'x' });
    expect(address).toEqual({ period: '2026-03-01', search: 'x' });
    expect(reportAddress(ofPeriod.shapes)({ period: 'march' })).toEqual({});
    const period = { start_date: '2026-03-01', end_date: '2026-03-15' };
    expect(askedOf(ofPeriod, address, '2026-03-20', [], period)).toEqual({
      from: '2026-03-01',
      to: '2026-03-15',
    });
  });

  test("isn't filtered by its period", () => {
    expect(isFiltered(ofPeriod, { period: '2026-03-01' })).toBe(false);
    expect(isFiltered(ofPeriod, { period: '2026-03-01', search: 'x' })).toBe(true);
  });
});

test('hours and minutes on the screen and on paper are minutes in a file', () => {
  const paid: ReportColumn<Line> = {
    ...{ id: 'paid', header: 'Paid', kind: 'duration' },
    value: ({ minutes }) => minutes,
  };
  expect(shownValue('duration', 75)).toBe('1:15');
  expect(csvText(csvColumns([paid]), lines)).toBe('Paid (minutes)\r\n30\r\n\r\n45\r\n');
  expect(sheetRows([paid], lines).rows).toEqual([[30], [null], [45]]);
});

describe('a filter that has an initial choice', () => {
  const shapes = { kind: ['a', 'b', 'all'] } as const;
  const opened = defineReport(shapes, {
    ...report,
    rows: fromDevice<typeof shapes, Line>(() => lines),
    filters: { kind: { ...report.filters.kind, initial: 'a', all: 'Every kind' } },
  });

  test.each([
    ['is chosen where the address says nothing', {}, ['1', '3'], 'Kind: Kind A'],
    ['gives way to another choice', { kind: 'b' }, ['2'], 'Kind: Kind B'],
    ['gives way to all of them', { kind: 'all' }, ['1', '2', '3'], 'Kind: Every kind'],
  ])('%s', (_, address, shown, words) => {
    expect(ids(filteredRows(opened, lines, address))).toEqual(shown);
    const choices = () => [
      { id: 'a', name: 'Kind A' },
      { id: 'b', name: 'Kind B' },
    ];
    expect(askedWords(opened, address, null, choices)).toBe(words);
  });
});
