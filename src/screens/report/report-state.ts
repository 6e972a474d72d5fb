import type { PayPeriod } from '#domain/payroll/pay-period.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { sortedRows } from '#ui/row-order.ts';
import { reportAddress, type SpanShape } from './address.ts';
import type { CellValue, Choice, Report, ReportColumn } from './define-report.ts';

// What follows is the same for every report: it knows filters by their names and rows not at all.
// biome-ignore lint/suspicious/noExplicitAny: a report of any rows.
export type LooseReport = Report<any, any>;
export type LooseAddress = Record<string, unknown>;

interface Sort {
  id: string;
  desc: boolean;
}

/** The address after a change: what is empty leaves it. */
export function changedAddress(
  report: LooseReport,
  before: LooseAddress,
  change: LooseAddress,
): LooseAddress {
  return reportAddress(report.shapes)({ ...before, ...change });
}

/** Whether a report is about some days, and how they are chosen. */
export function spanOf({ shapes }: LooseReport): SpanShape | null {
  const all: readonly unknown[] = Object.values(shapes);
  if (all.includes('period')) return 'period';
  return all.includes('days') ? 'days' : null;
}

/**
 * What the source is asked: the days, and every filter that it alone can answer.
 *
 * @param period the one that is chosen, where a report is about one
 */
export function askedOf(
  report: LooseReport,
  address: LooseAddress,
  today: string,
  periods: readonly PayPeriod[],
  period: Pick<PayPeriod, 'start_date' | 'end_date'> | null = null,
): { from: string; to: string } & LooseAddress {
  const { from, to } =
    period === null
      ? (report.days?.(today, periods) ?? { from: today, to: today })
      : { from: period.start_date, to: period.end_date };
  const days = { from: String(address.from ?? from), to: String(address.to ?? to) };
  const others = filtersOf(report)
    .filter(([, spec]) => spec.matches === undefined && spec.words === undefined)
    .map(([name]) => [name, address[name] ?? '']);
  return { ...days, ...Object.fromEntries(others) };
}

/** Whether anything narrows the report. */
export function isFiltered(report: LooseReport, address: LooseAddress): boolean {
  return ['from', 'to', ...filtersOf(report).map(([name]) => name)].some(
    (name) => address[name] !== undefined,
  );
}

/** The rows that fit the filters which the source did not answer. */
export function filteredRows<Row>(
  report: LooseReport,
  rows: readonly Row[],
  address: LooseAddress,
): readonly Row[] {
  const tests = filtersOf(report).flatMap(([name, { matches, words }]) => {
    const held = heldBy(report, address, name);
    if (held === '' || held === ALL) return [];
    if (matches !== undefined) return [(row: Row) => matches(row, held)];
    const wanted = held.trim().toLowerCase().split(/\s+/);
    if (words === undefined) return [];
    return [(row: Row) => wanted.every((word) => words(row).toLowerCase().includes(word))];
  });
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((fits) => fits(row)));
}

/** The search param value that means "all" for a filter with an initial choice. */
export const ALL = 'all';

/** What a filter of choices or words holds; empty where it narrows nothing. */
export function heldBy({ filters }: LooseReport, address: LooseAddress, name: string): string {
  return String(address[name] ?? filters[name]?.initial ?? '');
}

/** What the address says of a choice: nothing of the initial one. */
export function saidChoice(initial: string | undefined, id: string): string {
  if (initial === undefined) return id;
  return id === initial ? '' : id || ALL;
}

/** The filters whose choices stay in sight with their counts. */
export function countedFilters(report: LooseReport): [string, LooseReport['filters'][string]][] {
  return filtersOf(report).filter(([, { isCounted }]) => isCounted === true);
}

/** How many rows each choice of a filter shows, with the other filters as they are. */
export function countsOf<Row>(
  report: LooseReport,
  rows: readonly Row[],
  address: LooseAddress,
  name: string,
  choices: readonly Choice[],
): { all: number; choices: readonly (Choice & { count: number })[] } {
  const others = filteredRows(report, rows, { ...address, [name]: ALL });
  const matches: ((row: Row, held: string) => boolean) | undefined = report.filters[name]?.matches;
  const count = (id: string) => others.filter((row) => matches?.(row, id)).length;
  return { all: others.length, choices: choices.map((one) => ({ ...one, count: count(one.id) })) };
}

/** `-due`: by the notes due, most first. */
export function sortOf(report: LooseReport, address: LooseAddress): Sort {
  const said = String(address.sort ?? '');
  const id = said.replace(/^-/, '');
  const isKnown = report.columns.some((column) => column.id === id && column.isUnsortable !== true);
  return isKnown ? { id, desc: said.startsWith('-') } : report.sort;
}

/** As the address says it; nothing where it is the report's own. */
export function saidSort(report: LooseReport, sort: Sort | null): string | undefined {
  if (sort === null || (sort.id === report.sort.id && sort.desc === report.sort.desc)) return undefined;
  return `${sort.desc ? '-' : ''}${sort.id}`;
}

/** The columns that people choose among, of those that the screen has room for. */
export function choosableColumns(report: LooseReport): readonly ReportColumn<object>[] {
  return report.columns.filter(
    ({ only, header }) => only !== 'file' && only !== 'data' && only !== 'tight' && header !== '',
  );
}

/** The columns that are left by the choice in the address, with those that no one chooses. */
export function chosenColumns<Row>(report: LooseReport, address: LooseAddress): readonly ReportColumn<Row>[] {
  const choosable = choosableColumns(report);
  const said = new Set(String(address.columns ?? '').split(','));
  const chosen = choosable.filter(({ id }) => said.has(id));
  const hidden = new Set(
    chosen.length === 0 ? [] : choosable.filter(({ id }) => !said.has(id)).map(({ id }) => id),
  );
  return report.columns.filter(({ id }) => !hidden.has(id));
}

export function inOrder<Row>(report: LooseReport, rows: readonly Row[], sort: Sort): readonly Row[] {
  const column: ReportColumn<Row> | undefined = report.columns.find(({ id }) => id === sort.id);
  return column === undefined ? rows : sortedRows(rows, sortValue(column), sort.desc);
}

export function sortValue<Row>({ sortBy, value }: ReportColumn<Row>): (row: Row) => CellValue {
  return sortBy ?? value;
}

/** The days and filters in words, for paper and for the workbook. */
export function askedWords(
  report: LooseReport,
  address: LooseAddress,
  days: { from: string; to: string } | null,
  choicesOf: (filter: string) => readonly Choice[],
): string {
  const filters = filtersOf(report).flatMap(([name, { label, all, initial }]) => {
    const held = address[name] ?? initial;
    if (held === undefined || held === ALL) return all === undefined ? [] : [all];
    const choices = choicesOf(name);
    const choice = held === true ? choices[0] : choices.find(({ id }) => id === held);
    return [`${label}: ${choice?.name ?? String(held)}`];
  });
  const span = days === null ? [] : [`${displayDay(days.from)} – ${displayDay(days.to)}`];
  return [...span, ...filters].join(' · ');
}

function filtersOf(report: LooseReport): [string, LooseReport['filters'][string]][] {
  return Object.entries(report.filters);
}
