import type { ListedLine } from '#contract/billing-reports.ts';
import type { Rate } from '#contract/rates.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import type { InvoiceLine } from '#domain/money/invoice-line.ts';
import type { LineBatch } from '#domain/money/line-sums.ts';
import { payableMinutes } from '#domain/sessions/session-minutes.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { fiscalYearOf } from '#domain/time/fiscal-year.ts';
import type { Transaction } from '#server/db/database.ts';
import { type BilledLines, billedLines } from './billed-lines.ts';
import { type BillableSession, linesOfSessions } from './line-facts.ts';
import { type LineQuery, narrowingOf } from './line-narrowing.ts';
import {
  type AlikeSessions,
  type InvoicedAlike,
  type LineFigures,
  storedBatches,
  type ToldApart,
} from './stored-batches.ts';

/** A line without names and reasons. */
export type CountedLine = LineFigures & Pick<ListedLine, 'session'> & { invoice: object | null };

/** The lines of sessions with the same figures. */
export interface CountedBatch extends LineBatch<CountedLine> {
  /** What payroll counts of one of the sessions. */
  paid_minutes: number;
}

/**
 * All lines of these days that the person may see, for sums. A month of a large organization has as many lines as
 * students were seen, but few that differ: the rules are applied once for all sessions that they can't tell apart.
 * What they add up to is the same as of `billedLines`, to the cent.
 */
export async function lineBatches(
  tx: Transaction,
  actor: Actor,
  query: LineQuery,
  told: ToldApart,
): Promise<CountedBatch[]> {
  if (narrowingOf(query, {}) !== null) return batchesOf(await billedLines(tx, actor, query));
  const { alike, invoiced, alone } = await storedBatches(tx, actor, query, told);
  return [
    ...(await alikeBatches(tx, alike)),
    ...invoiced.map(invoicedBatch),
    ...(alone.length === 0 ? [] : batchesOf(await billedLines(tx, actor, query, { alone }))),
  ];
}

function batchesOf({ lines, sessions }: BilledLines): CountedBatch[] {
  return [...groupedBy(lines, ({ session }) => session)].map(([id, own]) => {
    const session = sessions.get(id);
    return {
      times: 1,
      lines: own.map((line) => ({ ...line, rate_year: fiscalYearOf(line.session_date) })),
      paid_minutes: session === undefined ? 0 : payableMinutes(session),
    };
  });
}

/** Computes the lines of one session of each kind, and names them after each provider and student of the others. */
async function alikeBatches(tx: Transaction, alike: readonly AlikeSessions[]): Promise<CountedBatch[]> {
  const sessions = alike.map(sessionOf);
  const { rates, linesBy } = await linesOfSessions(tx, sessions);
  const linesOf = groupedBy(linesBy(rates), ({ session }) => session);
  return alike.flatMap((kind, at) => {
    const lines = linesOf.get(String(at)) ?? [];
    const paid_minutes = payableMinutes(sessions[at] ?? sessionOf(kind, at));
    const rate_year = fiscalYearOf(kind.session_date);
    return kind.of.map(
      (told): CountedBatch => ({
        times: told[0],
        lines: lines.map((line, student) => openLine(line, kind, rate_year, told, student)),
        paid_minutes,
      }),
    );
  });
}

/** One of the sessions, with its students by number: no rate of theirs and no authorization matters, or it would be alone. */
function sessionOf(kind: AlikeSessions, at: number): BillableSession {
  return {
    id: String(at),
    student_ids: Array.from({ length: kind.students }, (_, number) => String(number)),
    client: kind.client,
    service: kind.service,
    location: kind.location,
    provider: '',
    session_date: kind.session_date,
    start_time: '',
    scheduled_minutes: kind.scheduled_minutes,
    actual_minutes: kind.actual_minutes,
    indirect_minutes: 0,
    setting: kind.setting,
    attendance: kind.attendance,
    make_up_of: null,
    changeDuration: false,
    approval_request: 'none',
    requests: [],
    is_history: kind.is_history,
  };
}

/** A flat literal: there are tens of thousands. */
function openLine(
  line: InvoiceLine<Rate>,
  kind: AlikeSessions,
  rate_year: number,
  [_, provider, location, student_ids]: AlikeSessions['of'][number],
  student: number,
): CountedLine {
  const rate = line.kind === 'billed' ? line.rate : null;
  return {
    session: line.session,
    student: student_ids[student] ?? line.student,
    client: kind.client,
    provider,
    location,
    service: kind.service,
    setting: kind.setting,
    kind: line.kind,
    blocker: line.kind === 'billed' ? null : line.blocker,
    minutes: line.minutes,
    amount_cents: line.amount_cents,
    rate: rate?.id ?? null,
    rate_level: rate?.level ?? null,
    rate_year,
    is_approved: kind.is_approved,
    late_for_client: kind.late_for_client,
    invoice: null,
  };
}

function invoicedBatch({ times, lines, now }: InvoicedAlike): CountedBatch {
  return {
    times,
    lines: lines.map((line) => ({
      ...line,
      is_approved: (now ?? line).is_approved,
      late_for_client: (now ?? line).late_for_client,
      session: '',
      invoice: INVOICED,
    })),
    paid_minutes:
      now === null
        ? 0
        : payableMinutes({ ...now, changeDuration: false, approval_request: 'none', requests: [] }),
  };
}

const INVOICED = {};
