import { type SQL, sql } from 'drizzle-orm';
import type { CountedSession } from '#domain/sessions/session-minutes.ts';
import type { Transaction } from '#server/db/database.ts';
import { jsonValue } from '#server/db/json-rows.ts';
import { COUNTED_VALUES, type CountedValues, countedSession } from './counted-values.ts';

/** Sessions of a client's service that the rules of service minutes can't tell apart. */
export interface ServedAlike extends CountedSession {
  client: string | null;
  service: string;
  make_up_of: string | null;
  /** How many of them each provider has with the same students. */
  of: readonly [times: number, provider: string, student_ids: readonly string[]][];
}

type ServedValues = [
  ...CountedValues,
  client: string | null,
  service: string,
  make_up_of: string | null,
  of: ServedAlike['of'],
];

const KIND = sql`${COUNTED_VALUES}, client, service, make_up_of`;

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
    ...countedSession(values),
    client: values[6],
    service: values[7],
    make_up_of: values[8],
    of: values[9],
  }));
}
