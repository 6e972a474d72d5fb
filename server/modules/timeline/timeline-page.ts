import { type SQL, sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { Student } from '#contract/student.ts';
import type { TimelineEntry } from '#contract/student-timeline.ts';
import { dayPlus, pacificInstant } from '#domain/time/pacific.ts';
import { isoInstant, jsonRows } from '#server/db/json-rows.ts';
import type { Call } from '#server/records/call.ts';

/** The place of an entry in the timeline. */
export interface TimelinePosition {
  at: string;
  id: string;
}

/** What is asked of each source. */
export interface TimelineAsked {
  call: Call;
  student: Student;
  /** Where the page begins, without the entry there, and which way it goes. */
  from: TimelinePosition;
  towards: 'earlier' | 'later';
  /** Instants; the second is the first one that isn't asked for. Null where it isn't narrowed. */
  start: string | null;
  end: string | null;
  /** How many entries are enough. */
  limit: number;
}

/** What a source says of an entry: fields that it leaves out are null. */
export type TimelineFacts = Pick<TimelineEntry, 'id' | 'what' | 'at'> & Partial<TimelineEntry>;

/** Entries of a source from a position on; more than asked for do no harm. */
export type TimelineSource = (asked: TimelineAsked) => Promise<TimelineFacts[]>;

/** An order in which no two entries are equal: newest first, then by ID, the same here and in SQL. */
export function newestFirst(a: TimelinePosition, b: TimelinePosition): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return a.id === b.id ? 0 : a.id < b.id ? 1 : -1;
}

/** Whether an entry is on the page that is asked for, or on a later one. */
export function isAskedFor({ from, towards, start, end }: TimelineAsked, entry: TimelinePosition): boolean {
  if (start !== null && entry.at < start) return false;
  if (end !== null && entry.at >= end) return false;
  const order = newestFirst(from, entry);
  return towards === 'earlier' ? order < 0 : order > 0;
}

/**
 * The rows of a source that are on the page.
 * @param source a query with `id` as text, `happened` as an instant, and the fields of entries
 */
export async function pageOf<Row extends object>(
  { call, from, towards, start, end, limit }: TimelineAsked,
  source: SQL,
): Promise<(Row & TimelinePosition)[]> {
  const [isBeyond, order] = towards === 'earlier' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const conditions = [
    sql`(t.happened, t.id collate "C") ${isBeyond} (${from.at}::timestamptz, ${from.id}::text)`,
  ];
  if (start !== null) conditions.push(sql`t.happened >= ${start}::timestamptz`);
  if (end !== null) conditions.push(sql`t.happened < ${end}::timestamptz`);
  const rows = await jsonRows<Row & TimelinePosition & { happened?: string }>(
    call.tx,
    sql`select t.*, ${sql.raw(isoInstant('happened', 't').replace(/ as happened$/, ' as at'))}
      from (${source}) t where ${sql.join(conditions, sql` and `)}
      order by t.happened ${order}, t.id collate "C" ${order} limit ${limit}`,
  );
  return rows.map(({ happened: _, ...row }) => row as unknown as Row & TimelinePosition);
}

export function positionText({ at, id }: TimelinePosition): string {
  return `${at}_${id}`;
}

const POSITION = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)_([a-z0-9:-]{1,120})$/;

/** Between the entries until a day and those of later days: no entry has this ID, and all IDs are greater. */
export function endOfDay(day: string): TimelinePosition {
  return { at: pacificInstant(dayPlus(day, 1), '00:00'), id: '-' };
}

/** Reads the cursor of a page, or refuses it. @param field the one that has it */
export function readPosition(text: string, field: 'after' | 'before'): TimelinePosition {
  const [, at, id] = POSITION.exec(text) ?? [];
  if (at === undefined || id === undefined || Number.isNaN(Date.parse(at))) {
    throw new ApiError('request.invalid', { fields: { [field]: 'Unknown list position.' } });
  }
  return { at, id };
}
