import { sql } from 'drizzle-orm';
import type { QueryOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { LineNames, PayLinePage, PayLineSums } from '#contract/payroll-figures.ts';
import { filteredRows } from '#contract/report-files/chosen-rows.ts';
import { approvedPayrollFile, namedLines } from '#contract/report-files/pay-line-file.ts';
import {
  type CountedLine,
  LINE_KIND_LABELS,
  LINE_KINDS,
  paySum,
  reportedLine,
  type WordlessLine,
} from '#domain/payroll/pay-line.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import type { Transaction } from '#server/db/database.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { unsyncedPeople } from '#server/modules/timesheets/period-closing.ts';
import type { Call } from '#server/records/call.ts';
import { lineNames } from './pay-line-names.ts';
import { groupReader, type LineGroup, type LineOrder, lineOrder, weekWithin } from './pay-line-order.ts';
import { countedLines, currentLines } from './snapshot.ts';

type PageQuery = QueryOf<Endpoints['payroll.list-approved']>;
type SumQuery = QueryOf<Endpoints['payroll.sum-approved']>;

/**
 * A page of pay lines by day or by provider. Only the providers of the page are computed, with the whole week, which
 * overtime counts. It ends between two providers of a day, or between two providers, so that a place names it: what is
 * added or deleted before it moves nothing.
 */
export async function listLinePage(
  call: Call,
  { sort, after, limit, ...query }: PageQuery,
  isApproved: boolean,
): Promise<PayLinePage> {
  const { tx } = call;
  const order = await lineOrder(tx, sort);
  const linesOfGroups = groupLines(tx, query, order);
  const groupsAfter = groupReader(tx, query, order);
  const lines: WordlessLine[] = [];
  let place = after === undefined ? null : order.placeOf(after);
  for (let size = limit; lines.length < limit; ) {
    const { groups, isLast } = await groupsAfter(place, size);
    const found = await linesOfGroups(groups);
    const own = await matching(
      tx,
      found.filter((line) => line.is_approved === isApproved),
      query,
    );
    lines.push(...own);
    place = isLast ? null : (groups.at(-1) ?? null);
    // Where few lines match, each stretch is twice as long as the one before.
    size = own.length * 2 < found.length ? size * 2 : limit - lines.length;
    if (place === null) break;
  }
  return {
    ...(await headOf(call)),
    lines: lines.map(reportedLine),
    names: await lineNames(tx, lines),
    next: place === null ? null : order.nameOf(place),
  };
}

/** What all lines add up to, whatever page is shown. */
export async function sumLines(call: Call, query: SumQuery, isApproved: boolean): Promise<PayLineSums> {
  const { tx } = call;
  const { start_date: from, end_date: to, provider } = query;
  const told = query.search === undefined && query.client === undefined ? {} : ({ client: true } as const);
  const all = await countedLines(tx, { from, to }, told, provider === undefined ? null : [provider]);
  const own = all.filter((line) => line.is_approved === isApproved);
  const present = new Set(own.map(({ kind }) => kind));
  return {
    ...(await headOf(call)),
    ...paySum(await matching(tx, own, query)),
    kinds: LINE_KINDS.filter((kind) => present.has(kind)),
    clients: await clientsOfDays(tx, query),
  };
}

/** Who can be chosen: asking the lines would tell sessions apart that count alike. */
function clientsOfDays(
  tx: Transaction,
  { start_date, end_date, provider }: SumQuery,
): Promise<PayLineSums['clients']> {
  return jsonRows(
    tx,
    sql`select id, name from clients where id in (select client from sessions
        where session_date between ${start_date}::date and ${end_date}::date and deleted_at is null
          and ${provider === undefined ? sql`true` : sql`provider = ${provider}::uuid`})
      order by name, id`,
  );
}

/**
 * Reads the lines of groups that follow each other, in their order. Where few lines match, a page goes through many groups
 * of one week: what a provider's week pays is computed once.
 */
function groupLines(
  tx: Transaction,
  query: SumQuery,
  order: LineOrder,
): (groups: readonly LineGroup[]) => Promise<WordlessLine[]> {
  /** By the first day that is asked for, and provider. */
  const computed = new Map<string, Map<string, WordlessLine[]>>();
  return async (groups) => {
    const [first, last] = [groups[0], groups.at(-1)];
    if (first === undefined || last === undefined) return [];
    const span = order.isByDay
      ? weekWithin(query, first.day)
      : { from: query.start_date, to: query.end_date };
    const known = computed.get(span.from) ?? new Map<string, WordlessLine[]>();
    computed.set(span.from, known);
    const providers = [...new Set(groups.map(({ provider }) => provider))];
    const missing = providers.filter((provider) => !known.has(provider));
    const added = missing.length === 0 ? [] : await currentLines(tx, span, missing);
    const byProvider = groupedBy(added, ({ provider }) => provider);
    for (const provider of missing) known.set(provider, byProvider.get(provider) ?? []);
    const found = providers.flatMap((provider) => known.get(provider) ?? []);
    if (!order.isByDay && order.isReversed) {
      found.sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0));
    }
    // Sorting is stable: a provider's lines of a day stay as they are.
    return found
      .filter((line) => order.compare(first, line) <= 0 && order.compare(line, last) <= 0)
      .sort(order.compare);
  };
}

async function headOf({ tx, context }: Call): Promise<Pick<PayLinePage, 'as_of' | 'unsynced'>> {
  return { as_of: new Date(context.now).toISOString(), unsynced: await unsyncedPeople(tx) };
}

/** By the filters of the report's files: a screen that has all lines finds the same. */
async function matching<Line extends CountedLine>(
  tx: Transaction,
  lines: readonly Line[],
  { client, service, kind, search }: SumQuery,
): Promise<readonly Line[]> {
  const chosen = { client, service, kind, search };
  if (Object.values(chosen).every((held) => held === undefined)) return lines;
  const names: LineNames =
    search === undefined ? { providers: [], services: [], clients: [] } : await lineNames(tx, lines);
  const rows = namedLines(lines, names).map((line, at) => ({
    ...{ ...line, what: LINE_KIND_LABELS[line.kind], line: lines[at] },
    // No filter reads these.
    ...{ key: '', session: null, session_version: null, why: [] },
  }));
  return filteredRows(approvedPayrollFile, rows, chosen).flatMap((row) => {
    const { line } = row as (typeof rows)[number];
    return line ?? [];
  });
}
