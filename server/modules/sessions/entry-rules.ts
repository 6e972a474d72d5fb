import type { Session } from '#contract/session.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import { type Actor, mayChangeSession, maySeeStudent } from '#domain/access/row-rules.ts';
import { invoiceMonth, isLateForClient, isLateForPayroll, judgedAt } from '#domain/payroll/lateness.ts';
import { periodOfDay } from '#domain/payroll/pay-period.ts';
import { type FieldErrors, placeProblems, sessionProblems } from '#domain/sessions/session-rules.ts';
import { clientOnDay } from '#domain/students/client-days.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { isTimeZone } from '#domain/time/zones.ts';
import type { RequestContext } from '#server/records/call.ts';
import type { EntryFacts, StoredSession } from './queries.ts';

type Entry = Pick<Session, 'provider' | 'service' | 'time_zone'>;

/** Inaccessible and unknown students get the same message. `students` are the newly chosen ones. */
export function referenceProblems(
  actor: Actor,
  entry: Entry,
  known: EntryFacts,
  students: readonly string[],
): FieldErrors {
  const problems: FieldErrors = {};
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

/** The office records on behalf of anyone, a lead for providers of a shared service. */
export function providerProblems(actor: Actor, entry: Entry, known: EntryFacts): FieldErrors {
  if (entry.provider === actor.provider_id) return {};
  const { provider } = known;
  const isAllowed =
    provider !== null &&
    !provider.archived &&
    mayChangeSession(actor, entry) &&
    (seesWholeOrganization(actor) || provider.services.includes(entry.service));
  return isAllowed ? {} : { provider: "Provider not found, or you can't record for them." };
}

/**
 * Whether a session may become this. A reason that is missing because it was entered before the rule doesn't
 * block other fields.
 */
export function changeProblems(
  actor: Actor,
  before: StoredSession,
  next: StoredSession,
  known: EntryFacts,
  now: string,
): FieldErrors {
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

/** Both lateness flags for a session of this day and client, captured now. */
export function latenessOf(
  context: RequestContext,
  known: EntryFacts,
  session_date: string,
): Pick<Session, 'late_for_payroll' | 'late_for_client'> {
  const judged_at = judgedAt({ ...context, received_at: context.now });
  const period = periodOfDay(known.periods, session_date);
  const client = clientOf(known, session_date);
  const cut = known.invoice_cuts.find(
    (one) => one.client === client && one.month === invoiceMonth(session_date),
  );
  return {
    late_for_payroll: period !== null && isLateForPayroll(judged_at, period),
    late_for_client: isLateForClient(judged_at, cut ?? null),
  };
}

/** The same after a change: a session that stays in its pay period, month, and client keeps its flags. */
export function latenessAfter(
  context: RequestContext,
  known: EntryFacts,
  before: StoredSession,
  session_date: string,
): Pick<Session, 'late_for_payroll' | 'late_for_client'> {
  const judged = latenessOf(context, known, session_date);
  const isSamePeriod =
    periodOfDay(known.periods, before.session_date) === periodOfDay(known.periods, session_date);
  const isSameInvoice =
    before.client === clientOf(known, session_date) &&
    invoiceMonth(before.session_date) === invoiceMonth(session_date);
  return {
    late_for_payroll: isSamePeriod ? before.late_for_payroll : judged.late_for_payroll,
    late_for_client: isSameInvoice ? (before.late_for_client ?? false) : (judged.late_for_client ?? false),
  };
}

/** The billing client is the first student's on the day of the session. */
export function clientOf(known: EntryFacts, session_date: string): string | null {
  const first = known.students.find(({ id }) => id === known.first_student);
  const transfers = known.transfers.filter(({ student }) => student === first?.id);
  return clientOnDay(first?.client ?? null, transfers, session_date);
}
