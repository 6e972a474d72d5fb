import { type SQL, sql } from 'drizzle-orm';
import type { PaidSession } from '#domain/payroll/pay-lines.ts';

/** How sessions are read for pay. */
export interface SessionList {
  /** @param where on `sessions` */
  select: (where: SQL) => SQL;
  /** @param list what `select` gave, as JSON */
  read: (list: unknown) => PaidSession[];
}

/** Tens of thousands: without the names of their fields they are half as long, and read in half of the time. */
type SessionValues = [
  id: string,
  provider: string,
  version: number,
  service: string,
  client: string | null,
  session_date: string,
  start_time: string,
  state: PaidSession['state'],
  late_for_payroll: boolean,
  scheduled_minutes: number,
  actual_minutes: number,
  attendance: PaidSession['attendance'],
  changeDuration: boolean,
  approval_request: PaidSession['approval_request'],
  requests: NonNullable<PaidSession['requests']>,
];

/** Each on its own, as lists of lines need them. */
export const eachSession: SessionList = {
  select: (where) =>
    sql`select coalesce(json_agg(s.found), '[]') from (
      select json_build_array(id, provider, version, service, client, session_date, start_time, state,
        late_for_payroll, scheduled_minutes, actual_minutes, attendance, "changeDuration", approval_request, requests)
        as found
      from sessions where ${where}) s`,
  read: (list) =>
    (list as SessionValues[]).map((values) => ({
      id: values[0],
      provider: values[1],
      version: values[2],
      service: values[3],
      client: values[4],
      session_date: values[5],
      start_time: values[6],
      state: values[7],
      late_for_payroll: values[8],
      scheduled_minutes: values[9],
      actual_minutes: values[10],
      attendance: values[11],
      changeDuration: values[12],
      approval_request: values[13],
      requests: values[14],
      is_history: false,
      times: 1,
    })),
};

/** What all sessions of a kind have in common, and how many each provider has on each day. */
type KindValues = [
  service: string,
  client: string | null,
  state: PaidSession['state'],
  late_for_payroll: boolean,
  scheduled_minutes: number,
  actual_minutes: number,
  attendance: PaidSession['attendance'],
  changeDuration: boolean,
  approval_request: PaidSession['approval_request'],
  requests: NonNullable<PaidSession['requests']>,
  of: [provider: string, session_date: string, times: number, first: string][],
];

const KIND =
  sql.raw(`service, state, late_for_payroll, scheduled_minutes, actual_minutes, attendance, "changeDuration",
  approval_request, requests`);

/**
 * Sessions that the rules can't tell apart, counted: sums need no more, and a pay period has half as many. Only SQL
 * groups them; what they pay is said by the rules alone.
 *
 * @param told what else figures are told apart by. Then they are in the order of their first session.
 */
export function alikeSessions(told: { client?: true }): SessionList {
  const [client, kind, first] =
    told.client === true
      ? [sql`client`, sql`${KIND}, client`, sql`min(start_time || ' ' || id)`]
      : [sql`null::uuid as client`, KIND, sql`''`];
  return {
    select: (where) =>
      sql`select coalesce(json_agg(k.found), '[]') from (
        select json_build_array(service, client, state, late_for_payroll, scheduled_minutes, actual_minutes, attendance,
          "changeDuration", approval_request, requests,
          json_agg(json_build_array(provider, session_date, times, first_session))) as found
        from (
          select ${KIND}, ${client}, provider, session_date, count(*) as times, ${first} as first_session
          from sessions where ${where} group by ${kind}, provider, session_date) counted
        group by ${KIND}, client) k`,
    read: (list) => (list as KindValues[]).flatMap(sessionsOfKind),
  };
}

function sessionsOfKind(kind: KindValues): PaidSession[] {
  return kind[10].map(([provider, session_date, times, first]) => ({
    id: null,
    provider,
    version: null,
    service: kind[0],
    client: kind[1],
    session_date,
    start_time: first,
    state: kind[2],
    late_for_payroll: kind[3],
    scheduled_minutes: kind[4],
    actual_minutes: kind[5],
    attendance: kind[6],
    changeDuration: kind[7],
    approval_request: kind[8],
    requests: kind[9],
    is_history: false,
    times,
  }));
}
