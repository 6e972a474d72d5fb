import { attendanceRule } from '#domain/sessions/attendance.ts';
import type { SessionSetting } from '#domain/sessions/session.ts';
import { type CountedSession, countedMinutes } from '#domain/sessions/session-minutes.ts';
import { isAccepted, requestsOf } from '#domain/sessions/session-requests.ts';
import { dayPlus, displayDay } from '#domain/time/pacific.ts';
import { type BillingCondition, conditionOn } from './billing-conditions.ts';
import { moneyText } from './money-text.ts';
import { fiscalYearOf, lineCents, type Rate, rateReason, resolveRate } from './rates.ts';

/** The fields of a session that its lines need. */
export interface BilledSession extends CountedSession {
  id: string;
  student_ids: readonly string[];
  client: string | null;
  service: string;
  /** Pacific. */
  session_date: string;
  start_time: string;
  indirect_minutes: number;
  setting: SessionSetting;
  make_up_of: string | null;
}

/** What the lines of a client's sessions are computed from. */
export interface LineFacts<R extends Rate = Rate> {
  /** Of all levels and fiscal years that can matter. */
  rates: readonly R[];
  /** Of this client. */
  conditions: readonly BillingCondition[];
  /** The client's regions, in its order. */
  regions: readonly string[];
  isServiceBillable: (service: string) => boolean;
  isLocationBillable: (session: string) => boolean;
  /** The day of the session that a makeup makes up; null if it names none. */
  missedDay: (session: string) => string | null;
  /** Whether the student's assigned service covers the day. */
  isAuthorized: (student: string, service: string, day: string) => boolean;
}

interface LineSubject {
  session: string;
  /** Null for indirect work without a student. */
  student: string | null;
}

/** Minutes at an hourly rate. */
export interface BilledLine<R extends Rate = Rate> extends LineSubject {
  kind: 'billed';
  minutes: number;
  rate: R;
  /** The rate after a condition's percentage. */
  hourly_cents: number;
  /** Round-half-up(minutes × hourly_cents ÷ 60). */
  amount_cents: number;
  /** How it came about, sentence by sentence. */
  why: readonly string[];
}

/** The rules say that nothing is billed, or something has to be settled before anything can be. */
export interface UnbilledLine extends LineSubject {
  kind: 'not-billed' | 'blocked';
  minutes: 0;
  amount_cents: 0;
  why: readonly string[];
}

export type InvoiceLine<R extends Rate = Rate> = BilledLine<R> | UnbilledLine;

/**
 * The lines of a client's sessions, one for each student of a session.
 *
 * In this order: what isn't billed at all; minutes after the cap of a no show, of travel, or of indirect time;
 * steps and rounding; the share of each student of a group; the rate and its percentage; the amount.
 *
 * @param sessions all of the client from the first of a month on, so that monthly caps add up
 */
export function invoiceLines<R extends Rate>(
  sessions: readonly BilledSession[],
  facts: LineFacts<R>,
): InvoiceLine<R>[] {
  /** Indirect minutes that are billed already, by student and month. */
  const indirect = new Map<string, number>();
  return sessions
    .toSorted((a, b) => placeOf(a).localeCompare(placeOf(b)))
    .flatMap((session) => {
      const students = session.student_ids.length === 0 ? [null] : session.student_ids;
      return students.map((student, index) => lineOf(session, student, index, facts, indirect));
    });
}

function placeOf({ session_date, start_time, id }: BilledSession): string {
  return `${session_date} ${start_time} ${id}`;
}

function lineOf<R extends Rate>(
  session: BilledSession,
  student: string | null,
  index: number,
  facts: LineFacts<R>,
  indirect: Map<string, number>,
): InvoiceLine<R> {
  const subject = { session: session.id, student };
  const nothing = (kind: UnbilledLine['kind'], because: string): UnbilledLine => ({
    ...{ ...subject, kind, minutes: 0, amount_cents: 0, why: [because] },
  });
  const refusal = refusalOf(session, student, facts);
  if (refusal !== null) return nothing(refusal.kind, refusal.because);
  const day = session.session_date;
  const terms = percentTerms(session, facts.conditions);
  if (terms?.percent === 0) return nothing('not-billed', `${terms.label} isn't billed to this client.`);
  const why: string[] = [];
  const minutes = minutesOf(session, student, index, terms?.minutes ?? null, facts, indirect, why);
  if (minutes === 0) return nothing('not-billed', [...why, 'No minutes are left to bill.'].join(' '));
  const question = {
    ...{ service: session.service, setting: session.setting, student, client: session.client },
    ...{ regions: facts.regions, start_year: fiscalYearOf(day) },
  };
  const answer = resolveRate(facts.rates, question);
  if (answer.rate === null) return nothing('blocked', rateReason(answer, question));
  const full = answer.rate.amount_cents;
  const hourly_cents = terms === null ? full : percentCents(full, terms.percent);
  why.push(rateReason(answer, question));
  if (terms !== null) {
    why.push(
      `${terms.label}: ${terms.percent}% of ${moneyText(full)} is ${moneyText(hourly_cents)} an hour.`,
    );
  }
  const amount_cents = lineCents(minutes, hourly_cents);
  why.push(`${minutes} min at ${moneyText(hourly_cents)} an hour: ${moneyText(amount_cents)}.`);
  return { ...subject, kind: 'billed', minutes, rate: answer.rate, hourly_cents, amount_cents, why };
}

interface Refusal {
  kind: UnbilledLine['kind'];
  because: string;
}

/** Why nothing of a session is billed for a student, before minutes and rates are looked at. */
function refusalOf(session: BilledSession, student: string | null, facts: LineFacts): Refusal | null {
  const not = (because: string): Refusal => ({ kind: 'not-billed', because });
  const blocked = (because: string): Refusal => ({ kind: 'blocked', because });
  const { service, session_date: day, attendance } = session;
  if (!facts.isServiceBillable(service)) return not("The service isn't billable.");
  if (!facts.isLocationBillable(session.id)) return not("The location isn't billable.");
  if (session.client === null) return blocked('The session has no client.');
  if (!isAccepted(session)) {
    const entry = requestsOf(session).findLast(({ kind }) => kind === 'late-entry');
    return entry?.state === 'pending'
      ? blocked('The late entry waits for a decision.')
      : not('The late entry was denied.');
  }
  if (!attendanceRule(attendance).is_billable) {
    return not(`${ATTENDANCE_SENTENCES[attendance] ?? "This attendance isn't billed"}.`);
  }
  const window = conditionOn(facts.conditions, 'makeup_window', day)?.days ?? null;
  const missed = attendance === 'make-up' ? facts.missedDay(session.id) : null;
  if (window !== null && missed !== null && day > dayPlus(missed, window)) {
    return not(`Makeup of ${displayDay(missed)}, held after the ${window} days that were agreed.`);
  }
  const isAuthorizationDue = conditionOn(facts.conditions, 'authorization_required', day) !== null;
  if (isAuthorizationDue && student !== null && !facts.isAuthorized(student, service, day)) {
    return blocked("Outside the dates of the student's assigned service.");
  }
  return null;
}

const ATTENDANCE_SENTENCES: Readonly<Partial<Record<BilledSession['attendance'], string>>> = {
  'student-absent': "The student was absent, which isn't billed",
  'student-refused': "The student refused, which isn't billed",
  'provider-absent': "The provider was absent, which isn't billed",
  'school-closed': "The school was closed, which isn't billed",
};

interface PercentTerms {
  label: string;
  percent: number;
  minutes: number | null;
}

/** The condition that bills part of the rate, if one applies. */
function percentTerms(session: BilledSession, conditions: readonly BillingCondition[]): PercentTerms | null {
  const { attendance, session_date: day, service } = session;
  const find = (type: BillingCondition['type'], label: string): PercentTerms | null => {
    const found = conditionOn(conditions, type, day);
    if (found === null) return null;
    return { label, percent: found.percent ?? 100, minutes: found.minutes };
  };
  if (attendance === 'no-show') return find('no_show', 'No show');
  if (attendance === 'late-cancel') return find('late_cancel', 'Late cancel');
  const travel = conditionOn(conditions, 'travel', day);
  return travel?.service === service ? find('travel', 'Travel') : null;
}

/** Whole minutes to bill for one student, with what changed them. */
function minutesOf(
  session: BilledSession,
  student: string | null,
  index: number,
  limit: number | null,
  { conditions }: LineFacts,
  indirect: Map<string, number>,
  why: string[],
): number {
  const day = session.session_date;
  let minutes = countedMinutes(session);
  if (limit !== null && minutes > limit) {
    why.push(`${minutes} min, of which ${limit} min at most are billed.`);
    minutes = limit;
  }
  const cap = conditionOn(conditions, 'indirect_cap', day);
  if (cap !== null) {
    const cut = indirectCut(session, student, minutes, cap, indirect);
    if (cut > 0) {
      const per = cap.choice === 'session' ? 'a session' : 'a student and month';
      why.push(`${cut} min of indirect time are above the ${cap.minutes ?? 0} min for ${per}.`);
      minutes -= cut;
    }
  }
  const step = conditionOn(conditions, 'minimum_increment', day)?.minutes ?? 1;
  const direction = conditionOn(conditions, 'rounding', day)?.choice ?? 'up';
  const rounded = roundedMinutes(minutes, step, direction);
  if (rounded !== minutes) {
    const where = direction === 'nearest' ? 'to the nearest step' : direction;
    why.push(`${minutes} min, in steps of ${step} rounded ${where}: ${rounded} min.`);
    minutes = rounded;
  }
  const count = session.student_ids.length;
  if (count > 1 && conditionOn(conditions, 'group_split', day)?.choice === 'shared') {
    const share = shareOf(minutes, count, index);
    why.push(`${minutes} min shared by ${count} students: ${share} min.`);
    minutes = share;
  }
  return minutes;
}

/** How many minutes of a session exceed a cap of indirect time; what doesn't is counted toward the month. */
function indirectCut(
  session: BilledSession,
  student: string | null,
  minutes: number,
  cap: BillingCondition,
  indirect: Map<string, number>,
): number {
  const part = session.setting === 'indirect' ? minutes : Math.min(session.indirect_minutes, minutes);
  const key = `${student ?? ''} ${session.session_date.slice(0, 7)}`;
  const used = cap.choice === 'month' ? (indirect.get(key) ?? 0) : 0;
  const billed = Math.min(part, Math.max(0, (cap.minutes ?? 0) - used));
  indirect.set(key, used + billed);
  return part - billed;
}

/** Whole minutes in steps; half a step is rounded up to the nearest. */
export function roundedMinutes(minutes: number, step: number, direction: string): number {
  const steps = minutes / step;
  if (direction === 'down') return Math.floor(steps) * step;
  if (direction === 'nearest') return Math.floor(steps + 0.5) * step;
  return Math.ceil(steps) * step;
}

/** One of equal shares in whole minutes; the first ones take what is left, so that they add up. */
export function shareOf(minutes: number, count: number, index: number): number {
  return Math.floor(minutes / count) + (index < minutes % count ? 1 : 0);
}

/** A percentage of an hourly rate, rounded half up to whole cents. */
export function percentCents(amount_cents: number, percent: number): number {
  return Math.floor((amount_cents * percent * 2 + 100) / 200);
}
