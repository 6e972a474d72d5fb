import { type SQL, sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { Session, SessionSums } from '#contract/session.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import type { RequestKind, RequestState } from '#domain/sessions/request-states.ts';
import { fullName, shortName } from '#domain/students/student-name.ts';
import { plainText } from '#domain/text/search-words.ts';
import type { Transaction } from '#server/db/database.ts';
import { keptRows } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows, jsonValue } from '#server/db/json-rows.ts';
import { sessionsInReach } from './queries.ts';

/** Which sessions a list has. */
export interface SessionFilter {
  start_date?: string | undefined;
  end_date?: string | undefined;
  provider?: string | undefined;
  student?: string | undefined;
  service?: string | undefined;
  state?: string | undefined;
  captured_by?: string | undefined;
  has_request?: '1' | undefined;
  request?: RequestState | undefined;
  pending?: RequestKind | undefined;
  search?: string | undefined;
}

interface SessionPage {
  order: 'newest' | 'oldest';
  after?: string | undefined;
  limit: number;
}

/** A page of accessible sessions by day and time; `next` is the cursor of the next page. */
export async function listSessions(
  tx: Transaction,
  actor: Actor,
  { order, after, limit, ...filter }: SessionFilter & SessionPage,
): Promise<{ sessions: Session[]; next: string | null }> {
  const conditions = [await sessionsThatFit(tx, actor, filter)];
  const isNewest = order === 'newest';
  if (after !== undefined) {
    const { day, time, id } = readPosition(after);
    const place = sql`(${day}::date, ${time}::text, ${id}::uuid)`;
    conditions.push(sql`(session_date, start_time, id) ${sql.raw(isNewest ? '<' : '>')} ${place}`);
    // The day alone, which the index has.
    conditions.push(sql`session_date ${sql.raw(isNewest ? '<=' : '>=')} ${day}::date`);
  }
  const along = sql.raw(isNewest ? 'desc' : 'asc');
  const sessions = await keptRows(
    tx,
    'session',
    sql`${sql.join(conditions, sql` and `)}
      order by session_date ${along}, start_time ${along}, id ${along} limit ${limit + 1}`,
  );
  const page = sessions.slice(0, limit);
  const last = page.at(-1);
  const isLastPage = last === undefined || sessions.length <= limit;
  return { sessions: page, next: isLastPage ? null : `${last.session_date}_${last.start_time}_${last.id}` };
}

/** What all pages of a list add up to. */
export async function sumSessions(
  tx: Transaction,
  actor: Actor,
  filter: SessionFilter,
): Promise<SessionSums> {
  const where = await sessionsThatFit(tx, actor, filter);
  return jsonValue(
    tx,
    sql`select json_build_object(
        'sessions', count(*), 'minutes', coalesce(sum(actual_minutes), 0),
        'pending', count(*) filter (where approval_request = 'pending')
      )::text as value
      from sessions where deleted_at is null and ${where}`,
  );
}

async function sessionsThatFit(tx: Transaction, actor: Actor, filter: SessionFilter): Promise<SQL> {
  const { start_date, end_date, provider, student, service, state, captured_by, request, pending } = filter;
  const conditions = [sessionsInReach(actor)];
  if (start_date !== undefined) conditions.push(sql`session_date >= ${start_date}::date`);
  if (end_date !== undefined) conditions.push(sql`session_date <= ${end_date}::date`);
  if (provider !== undefined) conditions.push(sql`provider = ${provider}`);
  if (student !== undefined) conditions.push(sql`student_ids @> ${arrayParam([student], 'uuid')}`);
  if (service !== undefined) conditions.push(sql`service = ${service}`);
  if (state !== undefined) conditions.push(sql`state = ${state}`);
  if (captured_by !== undefined) conditions.push(sql`captured_by = ${captured_by}`);
  if (filter.has_request !== undefined) conditions.push(sql`approval_request <> 'none'`);
  if (request !== undefined) conditions.push(sql`approval_request = ${request}`);
  if (pending !== undefined) {
    const wanted = JSON.stringify([{ kind: pending, state: 'pending' }]);
    conditions.push(sql`approval_request = 'pending' and requests @> ${wanted}::jsonb`);
  }
  conditions.push(...(await sessionsNamed(tx, filter.search ?? '')));
  return sql`(${sql.join(conditions, sql` and `)})`;
}

/**
 * Each word is in a name that the list shows. Names are compared here and not by the database, whose lower case depends on how it
 * was set up.
 */
async function sessionsNamed(tx: Transaction, search: string): Promise<SQL[]> {
  const words = plainText(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const providers = await jsonRows<{ id: string; provider_first: string; provider_last: string }>(
    tx,
    sql`select id, provider_first, provider_last from providers`,
  );
  const students = await jsonRows<{ id: string; first_name: string; last_name: string }>(
    tx,
    sql`select id, first_name, last_name from students`,
  );
  const services = await jsonRows<{ id: string; name: string }>(tx, sql`select id, name from services`);
  return words.map((word) => {
    const idsOf = <Row extends { id: string }>(rows: readonly Row[], nameOf: (row: Row) => string) =>
      arrayParam(
        rows.filter((row) => plainText(nameOf(row)).includes(word)).map(({ id }) => id),
        'uuid',
      );
    // The students of a group are shown with their initial.
    return sql`(provider = any(${idsOf(providers, providerName)})
      or service = any(${idsOf(services, ({ name }) => name)})
      or student_ids && case when cardinality(student_ids) = 1 then ${idsOf(students, fullName)}
        else ${idsOf(students, shortName)} end)`;
  });
}

function readPosition(after: string): { day: string; time: string; id: string } {
  const [, day, time, id] = POSITION.exec(after) ?? [];
  if (day === undefined || time === undefined || id === undefined || Number.isNaN(Date.parse(day))) {
    throw new ApiError('request.invalid', { fields: { after: 'Unknown list position.' } });
  }
  return { day, time, id };
}

const POSITION = /^(\d{4}-\d{2}-\d{2})_(\d{2}:\d{2})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
