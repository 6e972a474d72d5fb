import { sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import { compareValues } from '#domain/files/row-order.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import { mondayOf } from '#domain/time/week.ts';
import type { Transaction } from '#server/db/database.ts';
import { jsonRows } from '#server/db/json-rows.ts';

export interface LineSpan {
  start_date: string;
  end_date: string;
  provider?: string | undefined;
}

interface Span {
  from: string;
  to: string;
}

/** Lines that stay on one page: a provider's of a day, or of all days where lines are by provider. */
export interface LineGroup {
  /** Empty where lines are by provider. */
  day: string;
  provider: string;
}

interface StoredGroup extends LineGroup {
  /** About how many lines it has. */
  lines: number;
}

/** By day or by provider, from either end. Providers are in the order of their names. */
export interface LineOrder {
  isByDay: boolean;
  isReversed: boolean;
  compare(a: LineGroup, b: LineGroup): number;
  /** What a place is called in the address. */
  nameOf(group: LineGroup): string;
  placeOf(name: string): LineGroup;
}

export async function lineOrder(
  tx: Transaction,
  sort: 'day' | '-day' | 'provider' | '-provider',
): Promise<LineOrder> {
  const people = await jsonRows<{ id: string; name: string }>(
    tx,
    sql`select id, provider_first || ' ' || provider_last as name from providers`,
  );
  people.sort((a, b) => compareValues(a.name, b.name) || (a.id < b.id ? -1 : 1));
  const ranks = new Map(people.map(({ id }, at) => [id, at]));
  const isByDay = sort.endsWith('day');
  const sign = sort.startsWith('-') ? -1 : 1;
  return {
    isByDay,
    isReversed: sign < 0,
    compare(a, b) {
      if (isByDay && a.day !== b.day) return a.day < b.day ? -sign : sign;
      return sign * ((ranks.get(a.provider) ?? 0) - (ranks.get(b.provider) ?? 0));
    },
    nameOf: ({ day, provider }) => (isByDay ? `${day} ${provider}` : provider),
    placeOf(name) {
      const [provider = '', day = ''] = name.split(' ').reverse();
      if (isByDay === (day === '') || !ranks.has(provider)) {
        throw new ApiError('request.invalid', { fields: { after: 'Use the `next` of the page before.' } });
      }
      return { day, provider };
    },
  };
}

interface NextGroups {
  groups: LineGroup[];
  isLast: boolean;
}

/** Reads the next groups with about so many lines, all of one week where lines are by day. */
export function groupReader(
  tx: Transaction,
  query: LineSpan,
  order: LineOrder,
): (after: LineGroup | null, size: number) => Promise<NextGroups> {
  const { start_date, end_date } = query;
  const isEnd = ({ from, to }: Span) => (order.isReversed ? from === start_date : to === end_date);
  /** By the first day, in order. */
  const read = new Map<string, StoredGroup[]>();
  const groupsOf = async (span: Span) => {
    const known = read.get(span.from);
    if (known !== undefined) return known;
    const stored = await storedGroups(tx, span, query.provider, order.isByDay);
    read.set(span.from, stored.sort(order.compare));
    return stored;
  };
  return async (after, size) => {
    let span: Span = { from: start_date, to: end_date };
    if (order.isByDay) span = weekWithin(query, after?.day ?? (order.isReversed ? end_date : start_date));
    for (;;) {
      const stored = await groupsOf(span);
      const left = after === null ? stored : stored.filter((group) => order.compare(group, after) > 0);
      const groups: LineGroup[] = [];
      for (let [at, lines] = [0, 0]; at < left.length && lines < size; at += 1) {
        const group = left[at];
        if (group === undefined) break;
        groups.push(group);
        lines += group.lines;
      }
      if (groups.length > 0 || isEnd(span)) {
        return { groups, isLast: isEnd(span) && groups.length === left.length };
      }
      span = weekWithin(query, order.isReversed ? dayPlus(span.from, -1) : dayPlus(span.to, 1));
    }
  };
}

/** The days of a workweek that are asked for: from Monday to Sunday. */
export function weekWithin({ start_date, end_date }: LineSpan, day: string): Span {
  const monday = mondayOf(day);
  const sunday = dayPlus(monday, 6);
  return { from: monday < start_date ? start_date : monday, to: sunday > end_date ? end_date : sunday };
}

/** Who has anything that pays, and on which days: every line comes of a session, a timecard, or extra pay. */
function storedGroups(
  tx: Transaction,
  { from, to }: Span,
  provider: string | undefined,
  isByDay: boolean,
): Promise<StoredGroup[]> {
  const where = (
    day: string,
  ) => sql`deleted_at is null and ${sql.raw(day)} between ${from}::date and ${to}::date
    and ${provider === undefined ? sql`true` : sql`provider = ${provider}::uuid`}`;
  return jsonRows(
    tx,
    sql`select ${isByDay ? sql`day::text` : sql`''`} as day, provider, sum(lines)::int as lines from (
        select session_date as day, provider, count(*) as lines from sessions
          where ${where('session_date')} and not is_history group by session_date, provider
        union all
        select work_date, provider, count(*) from timecards where ${where('work_date')} group by work_date, provider
        union all
        select pay_day, provider, count(*) from extra_pays where ${where('pay_day')} group by pay_day, provider) work
      group by 1, 2`,
  );
}
