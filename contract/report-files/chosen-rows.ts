import { sortedRows } from '#domain/files/row-order.ts';
import type { PayPeriod } from '#domain/payroll/pay-period.ts';
import { searchFor } from '#domain/text/search-words.ts';
import { displayDay } from '#domain/time/pacific.ts';
import type { CellValue, Choice, FileColumn, FileFilter } from './file-report.ts';

/** Filters, sorting, and columns, as the address of a report has them. */
export type ViewAddress = Readonly<Record<string, unknown>>;

interface Sort {
  id: string;
  desc: boolean;
}

/** A report by the names of its filters and columns: every one fits, as no row is handed to it. */
type AnyReport = ChosenReport<never>;

/** What rows of a report are chosen by. A screen names the choices of a filter, not this file. */
interface ChosenReport<Row> {
  filters: Readonly<Record<string, FileFilter<Row, never>>>;
  columns: readonly FileColumn<Row>[];
  sort: Sort;
  days?: ((today: string, periods: readonly PayPeriod[]) => { from: string; to: string }) | undefined;
}

/**
 * What the source is asked: the days, and every filter that it alone can answer.
 *
 * @param period the one that is chosen, where a report is about one
 */
export function askedOf(
  report: AnyReport,
  address: ViewAddress,
  today: string,
  periods: readonly PayPeriod[],
  period: Pick<PayPeriod, 'start_date' | 'end_date'> | null = null,
): { from: string; to: string } & ViewAddress {
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

/** The rows that fit the filters which the source did not answer. */
export function filteredRows<Row>(
  report: ChosenReport<NoInfer<Row>>,
  rows: readonly Row[],
  address: ViewAddress,
): readonly Row[] {
  const tests = filtersOf(report).flatMap(([name, { matches, words }]) => {
    const held = heldBy(report, address, name);
    if (held === '' || held === ALL) return [];
    if (matches !== undefined) return [(row: Row) => matches(row, held)];
    if (words === undefined) return [];
    const isFound = searchFor(held);
    return [(row: Row) => isFound(words(row))];
  });
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((fits) => fits(row)));
}

/** What stands in the address for every choice of a filter that has an initial one. */
export const ALL = 'all';

/** What a filter of choices or words holds; empty where it narrows nothing. */
export function heldBy({ filters }: AnyReport, address: ViewAddress, name: string): string {
  return String(address[name] ?? filters[name]?.initial ?? '');
}

/** `-due`: by the notes due, most first. */
export function sortOf(report: AnyReport, address: ViewAddress): Sort {
  const said = String(address.sort ?? '');
  const id = said.replace(/^-/, '');
  const isKnown = report.columns.some((column) => column.id === id && column.isUnsortable !== true);
  return isKnown ? { id, desc: said.startsWith('-') } : report.sort;
}

/** The columns that people choose among, of those that the screen has room for. */
export function choosableColumns<Row>(report: ChosenReport<Row>): readonly FileColumn<Row>[] {
  return report.columns.filter(
    ({ only, header }) => only !== 'file' && only !== 'data' && only !== 'tight' && header !== '',
  );
}

/** The columns that are left by the choice in the address, with those that nobody chooses. */
export function chosenColumns<Row>(
  report: ChosenReport<Row>,
  address: ViewAddress,
): readonly FileColumn<Row>[] {
  const choosable = choosableColumns(report);
  const said = new Set(String(address.columns ?? '').split(','));
  const chosen = choosable.filter(({ id }) => said.has(id));
  const hidden = new Set(
    chosen.length === 0 ? [] : choosable.filter(({ id }) => !said.has(id)).map(({ id }) => id),
  );
  return report.columns.filter(({ id }) => !hidden.has(id));
}

export function inOrder<Row>(
  report: ChosenReport<NoInfer<Row>>,
  rows: readonly Row[],
  sort: Sort,
): readonly Row[] {
  const column = report.columns.find(({ id }) => id === sort.id);
  return column === undefined ? rows : sortedRows(rows, sortValue(column), sort.desc);
}

export function sortValue<Row>({ sortBy, value }: FileColumn<Row>): (row: Row) => CellValue {
  return sortBy ?? value;
}

/** The days and filters in words, for paper and for the workbook. */
export function askedWords(
  report: AnyReport,
  address: ViewAddress,
  days: { from: string; to: string } | null,
  choicesOf: (filter: string) => readonly Choice[],
): string {
  const filters = filtersOf(report).flatMap(([name, { label, all, initial }]) => {
    const held = address[name] ?? initial;
    if (held === undefined || held === ALL) return all === undefined ? [] : [`${label}: ${all}`];
    const choices = choicesOf(name);
    const choice = held === true ? choices[0] : choices.find(({ id }) => id === held);
    return [`${label}: ${choice?.name ?? String(held)}`];
  });
  const span = days === null ? [] : [`${displayDay(days.from)} – ${displayDay(days.to)}`];
  return [...span, ...filters].join(' · ');
}

function filtersOf<Row>(report: ChosenReport<Row>): [string, FileFilter<Row, never>][] {
  return Object.entries(report.filters);
}
