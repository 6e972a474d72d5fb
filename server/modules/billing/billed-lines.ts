import { type SQL, sql } from 'drizzle-orm';
import type { BillingLine, ListedLine } from '#contract/billing-reports.ts';
import type { Rate } from '#contract/rates.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import type { InvoiceLine } from '#domain/money/invoice-line.ts';
import { lineKey } from '#domain/money/invoices.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam } from '#server/db/json-rows.ts';
import { clientsInReach } from '#server/modules/clients/queries.ts';
import { type FixedLine, fixedLines, type HandCredit, handCredits } from './fixed-lines.ts';
import { type BillableSession, billableSessions, linesOfSessions } from './line-facts.ts';
import { type LineNames, lineNames, type SessionFacts, sessionFacts } from './line-names.ts';
import {
  billedInReach,
  capped,
  isAskedFor,
  type LineQuery,
  type Narrowing,
  narrowingOf,
} from './line-narrowing.ts';

/** Lines with the sessions and names that they were made of. */
export interface BilledLines {
  lines: ListedLine[];
  sessions: ReadonlyMap<string, BillableSession>;
  names: LineNames;
}

/**
 * Every line of these days that the person may see, by date. A line on a sent invoice has the figures of the
 * invoice, whatever was changed since.
 * @param only leaves out sessions before their lines are computed
 */
export async function billedLines(
  tx: Transaction,
  actor: Actor,
  query: LineQuery,
  only: Narrowing = {},
): Promise<BilledLines> {
  const { start_date, end_date } = query;
  const narrowed = narrowingOf(query, only);
  const ofDays = sql`l.session_date between ${start_date}::date and ${end_date}::date
    and i.client in (select c.id from client_accounts a join clients c on c.id = a.id where ${clientsInReach(actor)})`;
  const listedBefore = await fixedLines(tx, sql`${ofDays} and ${narrowed?.fixed ?? sql`true`}`);
  const withCapped = sql`((s.session_date >= ${start_date}::date and ${narrowed?.sessions ?? sql`true`})
    or ${capped(query)}
    or ${narrowed === null ? sql`false` : sql`s.id = any(${arrayParam(sessionsOf(listedBefore), 'uuid')})`})`;
  const found = await linesNow(
    tx,
    sql`${billedInReach(actor)}
      and s.session_date between ${`${start_date.slice(0, 7)}-01`}::date and ${end_date}::date
      and ${only.alone === undefined ? withCapped : (narrowed?.sessions ?? sql`true`)}`,
  );
  const fixed =
    narrowed === null
      ? listedBefore
      : // What a session was invoiced as may differ from what it is now.
        distinct([
          ...listedBefore,
          ...(await fixedLines(
            tx,
            sql`${ofDays} and l.session = any(${arrayParam(found.sessions.keys(), 'uuid')})`,
          )),
        ]);
  const standing = new Map(fixed.map((line) => [lineKey(line), line]));
  const now = found.lines
    .filter(({ session_date }) => start_date <= session_date)
    .map((line) => listed(line, standing.get(lineKey(line))));
  const current = new Set(now.map(lineKey));
  // Sessions that were deleted, or are another client's, stay invoiced until a credit note takes them back.
  const gone = fixed.filter((line) => !current.has(lineKey(line))).map((line) => listed(line.facts, line));
  const lines = [...now, ...gone]
    .map((line) => ({ line, place: placeOf(line) }))
    .filter(({ line, place }) => isAskedFor(line, query) && (only.stretch?.includes(place) ?? true))
    .sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0))
    .map(({ line }) => line);
  return { ...found, lines };
}

function sessionsOf(lines: readonly FixedLine[]): Set<string> {
  return new Set(lines.map(({ session }) => session));
}

function distinct(lines: readonly FixedLine[]): FixedLine[] {
  return [...new Map(lines.map((line) => [line.id, line])).values()];
}

/** Where a line is in the order of all: "2026-10-06 09:30", then its session and student. */
function placeOf(line: BillingLine): string {
  return `${line.session_date} ${line.start_time} ${lineKey(line)}`;
}

function listed(line: BillingLine, fixed: FixedLine | undefined): ListedLine {
  if (fixed === undefined) return { ...line, invoice: null };
  const { late_for_client, late_for_payroll, is_approved, approved_at, approved_by_name } = line;
  return {
    ...fixed.facts,
    ...{ late_for_client, late_for_payroll, is_approved, approved_at, approved_by_name },
    invoice: fixed.invoice,
  };
}

/**
 * Lines as rates, conditions, and sessions are now.
 * @param where on `sessions s`; from the first of a month on, so that monthly caps add up
 * @param fixedRate the rate that an invoice has fixed for a line
 */
export async function linesNow(
  tx: Transaction,
  where: SQL,
  fixedRate?: (session: string, student: string | null) => Rate | null,
): Promise<{
  lines: BillingLine[];
  sessions: ReadonlyMap<string, BillableSession>;
  names: LineNames;
}> {
  const found = await billableSessions(tx, where);
  const { rates, linesBy } = await linesOfSessions(tx, found, fixedRate);
  const sessions = new Map(found.map((session) => [session.id, session]));
  const facts = await sessionFacts(tx, where);
  const names = await lineNames(tx);
  const credits = await handCredits(tx, sessions.keys());
  const lines = linesBy(rates).flatMap((line): BillingLine[] => {
    const [session, known] = [sessions.get(line.session), facts.get(line.session)];
    if (session === undefined || known === undefined) return [];
    const credit = credits.get(lineKey(line));
    const told = credit === undefined ? line : creditedLine(line, credit);
    return [lineNow(told, session, known, names)];
  });
  return { lines, sessions, names };
}

/** Lines the office has credited aren't billed again unless the credit note is voided. */
function creditedLine(
  { session, student }: InvoiceLine<Rate>,
  { number, reason }: HandCredit,
): InvoiceLine<Rate> {
  return {
    ...{ session, student, kind: 'not-billed', blocker: null, minutes: 0, amount_cents: 0 },
    words: () => [`Credited with ${number}: ${reason}`],
  };
}

/** One flat literal: tens of thousands of lines made from parts kept the garbage collector busier than the rules. */
function lineNow(
  line: InvoiceLine<Rate>,
  session: BillableSession,
  facts: SessionFacts,
  names: LineNames,
): BillingLine {
  const { client, provider, service, location } = session;
  const billed = line.kind === 'billed' ? line : null;
  return {
    session: session.id,
    student: line.student,
    student_name: line.student === null ? '' : (names.students.get(line.student)?.name ?? 'Unknown student'),
    session_date: session.session_date,
    start_time: session.start_time,
    client,
    client_name: client === null ? '' : (names.clients.get(client)?.name ?? 'Unknown client'),
    provider,
    provider_name: names.providers.get(provider)?.name ?? 'Unknown provider',
    service,
    service_name: names.services.get(service)?.name ?? 'Unknown service',
    location,
    location_name: location === null ? '' : (names.locations.get(location)?.name ?? 'Unknown location'),
    setting: session.setting,
    attendance: session.attendance,
    kind: line.kind,
    blocker: line.kind === 'billed' ? null : line.blocker,
    minutes: line.minutes,
    hourly_cents: billed?.hourly_cents ?? null,
    amount_cents: line.amount_cents,
    rate: billed?.rate.id ?? null,
    rate_level: billed?.rate.level ?? null,
    rate_cents: billed?.rate.amount_cents ?? null,
    rate_year: billed?.rate.start_year ?? null,
    reasons: line.words(),
    is_approved: facts.is_approved,
    approved_by_name: facts.approved_by_name,
    approved_at: facts.approved_at,
    late_for_client: facts.late_for_client,
    late_for_payroll: facts.late_for_payroll,
    captured_at: facts.captured_at,
    received_at: facts.received_at,
  };
}
