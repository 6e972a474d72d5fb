import { ALL, filteredRows, heldBy } from '#contract/report-files/chosen-rows.ts';
import { reportAddress, type SpanShape } from './address.ts';
import type { Choice, Report } from './define-report.ts';

// What follows is the same for every report: it knows filters by their names and rows not at all.
// biome-ignore lint/suspicious/noExplicitAny: a report of any rows.
export type LooseReport = Report<any, any>;
export type LooseAddress = Record<string, unknown>;

interface Sort {
  id: string;
  desc: boolean;
}

/** The days and every filter, as a source that filters its rows itself is asked. */
export function pagedQuery(
  report: LooseReport,
  asked: { from: string; to: string },
  address: LooseAddress,
): { from: string; to: string } & LooseAddress {
  const filters = filtersOf(report).map(([name]) => {
    const held = heldBy(report, address, name);
    return [name, held === ALL ? '' : held];
  });
  return { ...asked, ...Object.fromEntries(filters) };
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

/** Whether anything narrows the report. */
export function isFiltered(report: LooseReport, address: LooseAddress): boolean {
  return ['from', 'to', ...filtersOf(report).map(([name]) => name)].some(
    (name) => address[name] !== undefined,
  );
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

/** As the address says it; nothing where it is the report's own. */
export function saidSort(report: LooseReport, sort: Sort | null): string | undefined {
  if (sort === null || (sort.id === report.sort.id && sort.desc === report.sort.desc)) return undefined;
  return `${sort.desc ? '-' : ''}${sort.id}`;
}

function filtersOf(report: LooseReport): [string, LooseReport['filters'][string]][] {
  return Object.entries(report.filters);
}
