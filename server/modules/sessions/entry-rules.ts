import type { Session } from '#contract/session.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import { type Actor, mayChangeSession, maySeeStudent } from '#domain/access/row-rules.ts';
import { invoiceMonth, isLateForClient, isLateForPayroll, judgedAt } from '#domain/payroll/lateness.ts';
import { periodOfDay } from '#domain/payroll/pay-period.ts';
import { type FieldProblems, placeProblems, sessionProblems } from '#domain/sessions/session-rules.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { isTimeZone } from '#domain/time/zones.ts';
import type { CallFacts } from '#server/records/call.ts';
import type { EntryFacts, StoredSession } from './queries.ts';

type Entry = Pick<Session, 'provider' | 'service' | 'time_zone'>;

/** Foreign and unknown students get the same words. `students` are those that the person chose just now. */
export function referenceProblems(
  actor: Actor,
  entry: Entry,
  known: EntryFacts,
  students: readonly string[],
): FieldProblems {
  const problems: FieldProblems = {};
  const visible = new Set(
    known.students.filter((student) => maySeeStudent(actor, student)).map(({ id }) => id),
  );
  if (!students.every((id) => visible.has(id))) {
    problems.student_ids = "Student not found, or you don't have access.";
  }
  if (!known.knows_service) problems.service = 'Service not found.';
  if (!known.knows_location) problems.location = 'Location not found.';
  if (!isTimeZone(entry.time_zone)) problems.time_zone = 'Unknown time zone.';
  return problems;
}

/** On behalf of others writes the office, and a lead for providers of a service that both share. */
export function providerProblems(actor: Actor, entry: Entry, known: EntryFacts): FieldProblems {
  if (entry.provider === actor.provider_id) return {};
  const { provider } = known;
  const isAllowed =
    provider !== null &&
    !provider.archived &&
    mayChangeSession(actor, entry) &&
    (seesWholeOrganization(actor) || provider.services.includes(entry.service));
  return isAllowed ? {} : { provider: "This provider doesn't exist, or you can't record for them." };
}

/** Whether a session may become so. A reason that is missing since before it was asked for is no matter of other fields. */
export function changeProblems(
  actor: Actor,
  before: StoredSession,
  next: StoredSession,
  known: EntryFacts,
  now: string,
): FieldProblems {
  const added = next.student_ids.filter((student) => !before.student_ids.includes(student));
  const { reason, ...problems } = sessionProblems(next, pacificDay(now));
  const isTouched = before.attendance !== next.attendance || before.reason !== next.reason;
  return {
    ...problems,
    ...placeProblems(next.location, before.location),
    ...(reason !== undefined && isTouched ? { reason } : {}),
    ...referenceProblems(actor, next, known, added),
    ...(mayChangeSession(actor, next) ? {} : { service: "You can't record this service." }),
  };
}

/** Both flags of lateness for a session of this day and client, as its work is captured now. */
export function latenessOf(
  facts: CallFacts,
  known: EntryFacts,
  session_date: string,
): Pick<Session, 'late_for_payroll' | 'late_for_client'> {
  const judged_at = judgedAt({ ...facts, received_at: facts.now });
  const period = periodOfDay(known.periods, session_date);
  const client = clientOf(known);
  const cut = known.invoice_cuts.find(
    (one) => one.client === client && one.month === invoiceMonth(session_date),
  );
  return {
    late_for_payroll: period !== null && isLateForPayroll(judged_at, period),
    late_for_client: isLateForClient(judged_at, cut ?? null),
  };
}

/** The same after a change: what stays in its pay period, month and client keeps its flags. */
export function latenessAfter(
  facts: CallFacts,
  known: EntryFacts,
  before: StoredSession,
  session_date: string,
): Pick<Session, 'late_for_payroll' | 'late_for_client'> {
  const judged = latenessOf(facts, known, session_date);
  const isSamePeriod =
    periodOfDay(known.periods, before.session_date) === periodOfDay(known.periods, session_date);
  const isSameInvoice =
    before.client === clientOf(known) && invoiceMonth(before.session_date) === invoiceMonth(session_date);
  return {
    late_for_payroll: isSamePeriod ? before.late_for_payroll : judged.late_for_payroll,
    late_for_client: isSameInvoice ? (before.late_for_client ?? false) : (judged.late_for_client ?? false),
  };
}

/** The billing customer is the first student's. */
export function clientOf(known: EntryFacts): string | null {
  return known.students.find(({ id }) => id === known.first_student)?.client ?? null;
}
