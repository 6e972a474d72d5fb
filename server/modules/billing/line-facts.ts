import { type SQL, sql } from 'drizzle-orm';
import type { EntityRow } from '#contract/entities.ts';
import type { Rate } from '#contract/rates.ts';
import {
  type BilledSession,
  type InvoiceLine,
  invoiceLines,
  type LineFacts,
} from '#domain/money/invoice-line.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { fiscalYearOf } from '#domain/time/fiscal-year.ts';
import type { Transaction } from '#server/db/database.ts';
import { keptRows } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';

/** A session as its lines need it. */
export interface BillableSession extends BilledSession {
  location: string | null;
  provider: string;
}

/**
 * Sessions with what their lines need.
 * @param where on `sessions s`
 */
export function billableSessions(tx: Transaction, where: SQL): Promise<BillableSession[]> {
  return jsonRows(
    tx,
    sql`select s.id, s.student_ids, s.client, s.service, s.location, s.provider, s.session_date, s.start_time,
        s.scheduled_minutes, s.actual_minutes, s.indirect_minutes, s.setting, s.attendance, s.make_up_of,
        s."changeDuration", s.approval_request, s.requests, s.is_history
      from sessions s where s.deleted_at is null and ${where}`,
  );
}

/** What the lines of these sessions are computed from, and the lines by any set of rates. */
export interface LinesOfSessions {
  /** The rates that can matter to these sessions. */
  rates: readonly Rate[];
  /** All lines of the sessions, by client. */
  linesBy(rates: readonly Rate[]): InvoiceLine<Rate>[];
}

type Condition = EntityRow<'billing_condition'>;
type SharedFacts = Pick<LineFacts, 'isServiceBillable' | 'isLocationBillable' | 'missedDay' | 'isAuthorized'>;

/** @param fixedRate the rate that an invoice has fixed for a line, which the line keeps */
export async function linesOfSessions(
  tx: Transaction,
  sessions: readonly BillableSession[],
  fixedRate?: NonNullable<LineFacts<Rate>['fixedRate']>,
): Promise<LinesOfSessions> {
  const clients = [...new Set(sessions.flatMap(({ client }) => client ?? []))];
  const years = [...new Set(sessions.map(({ session_date }) => fiscalYearOf(session_date)))];
  const rates =
    years.length === 0
      ? []
      : await keptRows(tx, 'rate', sql`start_year = any(${arrayParam(years.map(String), 'text')}::int[])`);
  const conditions = await keptRows(
    tx,
    'billing_condition',
    sql`not archived and client = any(${arrayParam(clients, 'uuid')})`,
  );
  const regions = new Map(
    (
      await jsonRows<{ id: string; regions: string[] }>(
        tx,
        sql`select id, regions from client_accounts where id = any(${arrayParam(clients, 'uuid')})`,
      )
    ).map((one) => [one.id, one.regions]),
  );
  const shared = await sharedFacts(tx, sessions, conditions);
  const byClient = groupedBy(sessions, ({ client }) => client);
  const conditionsOf = groupedBy(conditions, ({ client }) => client);
  return {
    rates,
    linesBy: (used) =>
      [...byClient].flatMap(([client, own]) =>
        invoiceLines(own, {
          ...shared,
          ...(fixedRate !== undefined && { fixedRate }),
          rates: used,
          conditions: conditionsOf.get(client ?? '') ?? [],
          regions: regions.get(client ?? '') ?? [],
        }),
      ),
  };
}

async function sharedFacts(
  tx: Transaction,
  sessions: readonly BillableSession[],
  conditions: readonly Condition[],
): Promise<SharedFacts> {
  const services = await idsWhere(tx, sql`select id from services where is_billable`);
  const elsewhere = await idsWhere(tx, sql`select id from locations where not is_billable`);
  const locations = new Map(sessions.map(({ id, location }) => [id, location]));
  const missedIds = [...new Set(sessions.flatMap(({ make_up_of }) => make_up_of ?? []))];
  const missed = new Map(
    (
      await jsonRows<{ id: string; session_date: string }>(
        tx,
        sql`select id, session_date from sessions where id = any(${arrayParam(missedIds, 'uuid')})`,
      )
    ).map(({ id, session_date }) => [id, session_date]),
  );
  const makeUps = new Map(sessions.map(({ id, make_up_of }) => [id, make_up_of]));
  const needAuthorization = new Set(
    conditions.filter(({ type }) => type === 'authorization_required').map(({ client }) => client),
  );
  const students = new Set(
    sessions.flatMap(({ client, student_ids }) => (needAuthorization.has(client ?? '') ? student_ids : [])),
  );
  const assigned = groupedBy(
    students.size === 0
      ? []
      : await keptRows(tx, 'student_service', sql`student = any(${arrayParam(students, 'uuid')})`),
    ({ student, service }) => `${student} ${service}`,
  );
  return {
    isServiceBillable: (service) => services.has(service),
    isLocationBillable: (session) => !elsewhere.has(locations.get(session) ?? ''),
    missedDay: (session) => missed.get(makeUps.get(session) ?? '') ?? null,
    isAuthorized: (student, service, day) =>
      (assigned.get(`${student} ${service}`) ?? []).some(
        ({ start_date, end_date }) => start_date <= day && (end_date === null || day <= end_date),
      ),
  };
}

async function idsWhere(tx: Transaction, query: SQL): Promise<Set<string>> {
  const rows = await jsonRows<{ id: string }>(tx, query);
  return new Set(rows.map(({ id }) => id));
}
