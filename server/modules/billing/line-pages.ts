import { type SQL, sql } from 'drizzle-orm';
import type { BillingLinePage, BillingLineSums, ListedLine } from '#contract/billing-reports.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import { billingLineFile } from '#contract/report-files/billing-line-file.ts';
import { filteredRows } from '#contract/report-files/chosen-rows.ts';
import { sumOf } from '#contract/report-files/delivery-figures.ts';
import { distinctChoices } from '#contract/report-files/file-report.ts';
import { approvalOf, type LineStatus, statusOf } from '#domain/money/line-status.ts';
import { type LineBatch, type SummedLine, sumBatches } from '#domain/money/line-sums.ts';
import type { Transaction } from '#server/db/database.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import type { Call } from '#server/records/call.ts';
import { billedLines } from './billed-lines.ts';
import { lineBatches } from './counted-lines.ts';
import { groupNames } from './line-names.ts';
import { type LineQuery, narrowingOf, type Stretch } from './line-narrowing.ts';
import { reportHead } from './report-answers.ts';

/**
 * A page of lines by date. Only the sessions of the page are computed, so it costs what it holds, not what the days
 * hold. It ends between two times, so that a place names it: what is added or deleted before it moves nothing.
 */
export async function listLines(
  call: Call,
  { sort, after, limit, status, approval, search, ...query }: QueryOf<Endpoints['billing.list-lines']>,
): Promise<BillingLinePage> {
  const { tx, actor } = call;
  const isNewest = sort === '-date';
  const lines: ListedLine[] = [];
  let place = after ?? null;
  // Where few lines match, each stretch is twice as long as the one before.
  for (let sessions = limit; lines.length < limit; sessions *= 2) {
    const end = await endOfStretch(tx, query, { after: place, sessions, isNewest });
    const stretch = stretchOf(place, end, isNewest);
    const found = (await billedLines(tx, actor, query, { stretch })).lines;
    lines.push(...matching(isNewest ? found.reverse() : found, { status, approval, search }));
    place = end;
    if (end === null) break;
  }
  return { ...(await reportHead(call)), lines, next: place };
}

/** What all lines add up to, whatever page is shown. */
export async function sumAllLines(
  call: Call,
  { status, approval, search, ...query }: QueryOf<Endpoints['billing.sum-lines']>,
): Promise<BillingLineSums> {
  const { tx, actor } = call;
  const told = approval === undefined ? {} : ({ approval: true } as const);
  const found = search === undefined ? await lineBatches(tx, actor, query, told) : null;
  const listed = found === null ? (await billedLines(tx, actor, query)).lines : [];
  // Only whole lines can be searched for words.
  const batches: readonly LineBatch<SummedLine>[] =
    found === null
      ? [{ times: 1, lines: matching(listed, { status, approval, search }) }]
      : found.map(({ times, lines }) => ({
          times,
          lines: lines.filter(
            (line) =>
              (status === undefined || statusOf(line) === status) &&
              (approval === undefined || approvalOf(line) === approval),
          ),
        }));
  const { clients } = await groupNames(tx);
  const held = new Set(
    [...listed, ...(found ?? []).flatMap(({ lines }) => lines)].map(({ client }) => client),
  );
  const count = (wanted: LineStatus) =>
    sumOf(batches, ({ times, lines }) => times * lines.filter((line) => statusOf(line) === wanted).length);
  const { minutes, amount_cents } = sumBatches(batches);
  return {
    ...(await reportHead(call)),
    lines: sumOf(batches, ({ times, lines }) => times * lines.length),
    ...{ open: count('open'), invoiced: count('invoiced') },
    ...{ blocked: count('blocked'), not_billed: count('not-billed') },
    ...{ minutes, amount_cents },
    clients: distinctChoices(
      [...held]
        .sort()
        .flatMap((id) => (id === null ? [] : [[id, clients.get(id)?.name ?? 'Unknown client'] as const])),
    ),
  };
}

/** By the filters of the report's files: a screen that has all lines finds the same. */
function matching(lines: readonly ListedLine[], address: Record<string, unknown>): readonly ListedLine[] {
  return filteredRows(billingLineFile, lines, address);
}

interface Page {
  after: string | null;
  sessions: number;
  isNewest: boolean;
}

/** The place of the last of so many sessions; null if there are fewer. */
async function endOfStretch(
  tx: Transaction,
  query: LineQuery,
  { after, sessions, isNewest }: Page,
): Promise<string | null> {
  const stretch = stretchOf(after, null, isNewest);
  const order = sql.raw(isNewest ? 'desc' : 'asc');
  const [last] = await jsonRows<{ place: string }>(
    tx,
    sql`select s.session_date || ' ' || s.start_time as place from sessions s
      where s.deleted_at is null and s.session_date between ${query.start_date}::date and ${query.end_date}::date
        and ${narrowingOf(query, { stretch })?.sessions ?? sql`true`}
      order by s.session_date ${order}, s.start_time ${order} offset ${sessions - 1} limit 1`,
  );
  return last?.place ?? null;
}

/** What comes after one place, up to and with all of another. */
function stretchOf(after: string | null, end: string | null, isNewest: boolean): Stretch {
  const [beyond, upTo] = isNewest ? (['<', '>='] as const) : (['>', '<='] as const);
  const bounds = [
    ...(after === null ? [] : [{ is: beyond, place: after }]),
    ...(end === null ? [] : [{ is: upTo, place: end }]),
  ];
  return {
    where: (date, time) =>
      sql.join([sql`true`, ...bounds.map((bound) => within(bound, date, time))], sql` and `),
    includes: (place) => bounds.every(({ is, place: edge }) => holds(is, place.slice(0, edge.length), edge)),
  };
}

type Comparison = '<' | '>' | '<=' | '>=';

function within({ is, place }: { is: Comparison; place: string }, date: SQL, time: SQL): SQL {
  const [day = '', wall = ''] = place.split(' ');
  return sql`(${date}, ${time}) ${sql.raw(is)} (${day}::date, ${wall}::text)`;
}

function holds(is: Comparison, a: string, b: string): boolean {
  switch (is) {
    case '<':
      return a < b;
    case '>':
      return a > b;
    case '<=':
      return a <= b;
    case '>=':
      return a >= b;
  }
}
