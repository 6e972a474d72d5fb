import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { type ClosedDays, LONGEST_CLOSURE_DAYS, type SchoolClosure } from '#contract/catalog.ts';
import { closedDaysOf } from '#domain/calendar/closed-days.ts';
import { dayPlus, displayDay } from '#domain/time/pacific.ts';
import { keptRows } from '#server/db/entity-rows.ts';
import type { Call, Records } from '#server/records/call.ts';
import { refuseProblems } from '#server/records/changing-rows.ts';
import { keptList } from './kept-list.ts';
import { refuseAbsentClient } from './location-list.ts';

const records: Records<SchoolClosure> = {
  entity: 'school_closure',
  scopes: () => ['global'],
  about: () => ({}),
};

export const schoolClosures = keptList('school_closure', {
  order: 'closure_date, id',
  async check(call, row, before) {
    if (row.client !== before?.client) await refuseAbsentClient(call, row.client);
    const [taken] = await closuresOn(call, row.client, [row.closure_date, row.closure_date], row.id);
    if (taken === undefined) return;
    const day = displayDay(row.closure_date);
    refuseProblems({ closure_date: `Schools are already closed on ${day}: ${taken.reason}.` });
  },
});

/** Closes schools on each day of a range that isn't closed yet for the client. Refuses if all are. */
export async function closeDays(call: Call, body: ClosedDays): Promise<SchoolClosure[]> {
  const { client, start_date, end_date, reason } = body;
  if (dayPlus(start_date, LONGEST_CLOSURE_DAYS - 1) < end_date) {
    refuseProblems({ end_date: `Choose at most ${LONGEST_CLOSURE_DAYS} days.` });
  }
  await refuseAbsentClient(call, client);
  const taken = await closuresOn(call, client, [start_date, end_date]);
  const closed = new Set(taken.map(({ closure_date }) => closure_date));
  const days = closedDaysOf(start_date, end_date).filter((day) => !closed.has(day));
  if (days.length === 0) refuseProblems({ start_date: 'Schools are already closed on these days.' });
  const made: SchoolClosure[] = [];
  for (const closure_date of days) {
    const row = { id: uuidv7(), client, closure_date, reason: reason.trim(), version: 1 };
    made.push(await call.create(records, row));
  }
  return made;
}

function closuresOn(
  { tx }: Call,
  client: string | null,
  [from, to]: readonly [from: string, to: string],
  except: string | null = null,
): Promise<SchoolClosure[]> {
  return keptRows(
    tx,
    'school_closure',
    sql`closure_date between ${from}::date and ${to}::date and client is not distinct from ${client}::uuid
      and id is distinct from ${except}::uuid order by closure_date`,
  );
}
