import { type SQL, sql } from 'drizzle-orm';
import type { CountedSession } from '#domain/sessions/session-minutes.ts';
import type { Transaction } from '#server/db/database.ts';
import { jsonValue } from '#server/db/json-rows.ts';

/** Sessions of a client's service that the rules of service minutes can't tell apart. */
export interface ServedAlike extends CountedSession {
  client: string | null;
  service: string;
  make_up_of: string | null;
  /** How many of them each provider has with the same students. */
  of: readonly [times: number, provider: string, student_ids: readonly string[]][];
}

/** Thousands: without the names of their fields they are read in less time. */
type ServedValues = [
  client: string | null,
  service: string,
  attendance: CountedSession['attendance'],
  scheduled_minutes: number,
  actual_minutes: number,
  changeDuration: boolean,
  approval_request: CountedSession['approval_request'],
  requests: NonNullable<CountedSession['requests']>,
  make_up_of: string | null,
  of: ServedAlike['of'],
];

const KIND = sql.raw(`client, service, attendance, scheduled_minutes, actual_minutes, "changeDuration",
  approval_request, requests, make_up_of`);

/**
 * Counts sessions by what the rules read of them: only SQL groups, the rules say how many minutes each kind has.
 * @param where on `sessions`
 */
export async function servedSessions(tx: Transaction, where: SQL): Promise<ServedAlike[]> {
  const found = await jsonValue<ServedValues[]>(
    tx,
    sql`select coalesce(json_agg(k.found), '[]')::text as value from (
      select json_build_array(${KIND}, json_agg(json_build_array(times, provider, student_ids))) as found
      from (
        select ${KIND}, provider, student_ids, count(*) as times
        from sessions where ${where} group by ${KIND}, provider, student_ids) counted
      group by ${KIND}) k`,
  );
  return found.map((values) => ({
    client: values[0],
    service: values[1],
    attendance: values[2],
    scheduled_minutes: values[3],
    actual_minutes: values[4],
    changeDuration: values[5],
    approval_request: values[6],
    requests: values[7],
    make_up_of: values[8],
    of: values[9],
  }));
}
