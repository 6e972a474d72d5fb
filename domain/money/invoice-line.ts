import { attendanceRule } from '#domain/sessions/attendance.ts';
import type { SessionSetting } from '#domain/sessions/session.ts';
import { type CountedSession, countedMinutes } from '#domain/sessions/session-minutes.ts';
import { isAccepted, requestsOf } from '#domain/sessions/session-requests.ts';
import { dayPlus, displayDay } from '#domain/time/pacific.ts';
import { fiscalYearOf } from '../time/fiscal-year.ts';
import { type BillingCondition, conditionOn } from './billing-conditions.ts';
import { moneyText } from './money-text.ts';
import { lineCents, type Rate, rateReason, resolveRate } from './rates.ts';

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
  /** The rate that an invoice has fixed for a session and student, which a correction keeps. */
  fixedRate?: (session: string, student: string | null) => R | null;
}

/** How a line was calculated, sentence by sentence. Sums need none, and wording them takes as long as the figures. */
type Words = () => string[];

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
  words: Words;
}

/** What is missing before a session can be billed. */
export const BLOCKERS = ['rate', 'client', 'late-entry', 'authorization'] as const;
export type Blocker = (typeof BLOCKERS)[number];

/** The rules say that nothing is billed, or something has to be settled before anything can be. */
export interface UnbilledLine extends LineSubject {
  kind: 'not-billed' | 'blocked';
  /** Null if it isn't blocked. */
  blocker: Blocker | null;
  minutes: 0;
  amount_cents: 0;
  words: Words;
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
    .map((session) => ({ session, place: placeOf(session) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .flatMap(({ session }) => {
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
  const nothing = (words: Words, blocker: Blocker | null = null): UnbilledLine => ({
    session: session.id,
    student,
    kind: blocker === null ? 'not-billed' : 'blocked',
    blocker,
    minutes: 0,
    amount_cents: 0,
    words,
  });
  const refusal = refusalOf(session, student, facts);
  if (refusal !== null) return nothing(() => [refusal.because], refusal.blocker);
  const day = session.session_date;
  const terms = percentTerms(session, facts.conditions);
  if (terms?.percent === 0) return nothing(() => [`${terms.label} isn't billed to this client.`]);
  const changes: Change[] = [];
  const minutes = minutesOf(session, student, index, terms?.minutes ?? null, facts, indirect, changes);
  if (minutes === 0) {
    return nothing(() => [[...changes.map((change) => change()), 'No minutes are left to bill.'].join(' ')]);
  }
  const question = {
    ...{ service: session.service, setting: session.setting, student, client: session.client },
    ...{ regions: facts.regions, start_year: fiscalYearOf(day) },
  };
  const fixed = facts.fixedRate?.(session.id, student) ?? null;
  const answer = resolveRate(facts.rates, question);
  const rate = isRateOf(fixed, session) ? fixed : answer.rate;
  if (rate === null) return nothing(() => [rateReason(answer, question)], 'rate');
  const full = rate.amount_cents;
  const hourly_cents = terms === null ? full : percentCents(full, terms.percent);
  const amount_cents = lineCents(minutes, hourly_cents);
  const words = () => [
    ...changes.map((change) => change()),
    rate === fixed ? 'The rate locked in on the invoice.' : rateReason(answer, question),
    ...(terms === null
      ? []
      : [`${terms.label}: ${terms.percent}% of ${moneyText(full)} is ${moneyText(hourly_cents)} an hour.`]),
    `${minutes} min at ${moneyText(hourly_cents)} an hour: ${moneyText(amount_cents)}.`,
  ];
  return {
    session: session.id,
    student,
    kind: 'billed',
    minutes,
    rate,
    hourly_cents,
    amount_cents,
    words,
  };
}

/** What changed the minutes of a line, in words. */
type Change = () => string;

/** Whether a fixed rate is for what the session still is. */
function isRateOf<R extends Rate>(fixed: R | null, session: BilledSession): fixed is R {
  return (
    fixed !== null &&
    fixed.service === session.service &&
    (fixed.setting === null || fixed.setting === session.setting) &&
    fixed.start_year === fiscalYearOf(session.session_date)
  );
}

interface Refusal {
  blocker: Blocker | null;
  because: string;
}

/** Why nothing of a session is billed for a student, before minutes and rates are looked at. */
function refusalOf(session: BilledSession, student: string | null, facts: LineFacts): Refusal | null {
  const not = (because: string): Refusal => ({ blocker: null, because });
  const blocked = (blocker: Blocker, because: string): Refusal => ({ blocker, because });
  if (session.is_history === true) return not('Imported from the previous system and billed there.');
  const { service, session_date: day, attendance } = session;
  if (!facts.isServiceBillable(service)) return not("The service isn't billable.");
  if (!facts.isLocationBillable(session.id)) return not("The location isn't billable.");
  if (session.client === null) return blocked('client', 'The session has no client.');
  if (!isAccepted(session)) {
    const entry = requestsOf(session).findLast(({ kind }) => kind === 'late-entry');
    return entry?.state === 'pending'
      ? blocked('late-entry', 'The late entry is pending approval.')
      : not('The late entry was denied.');
  }
  if (!attendanceRule(attendance).is_billable) {
    return not(`${ATTENDANCE_SENTENCES[attendance] ?? "This attendance isn't billed"}.`);
  }
  const window = conditionOn(facts.conditions, 'makeup_window', day)?.days ?? null;
  const missed = attendance === 'make-up' ? facts.missedDay(session.id) : null;
  if (window !== null && missed !== null && day > dayPlus(missed, window)) {
    return not(`Makeup of ${displayDay(missed)}, held after the ${window} days agreed on.`);
  }
  const isAuthorizationDue = conditionOn(facts.conditions, 'authorization_required', day) !== null;
  if (isAuthorizationDue && student !== null && !facts.isAuthorized(student, service, day)) {
    return blocked('authorization', "Outside the dates of the student's assigned service.");
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

/** Whole minutes to bill for one student; adds what changed them. */
function minutesOf(
  session: BilledSession,
  student: string | null,
  index: number,
  limit: number | null,
  { conditions }: LineFacts,
  indirect: Map<string, number>,
  changes: Change[],
): number {
  const day = session.session_date;
  const counted = countedMinutes(session);
  const limited = limit === null ? counted : Math.min(counted, limit);
  if (limited !== counted) {
    changes.push(() => `${counted} min, of which at most ${limited} min are billed.`);
  }
  const cap = conditionOn(conditions, 'indirect_cap', day);
  const cut = cap === null ? 0 : indirectCut(session, student, limited, cap, indirect);
  if (cut > 0) {
    const per = cap?.choice === 'session' ? 'a session' : 'a student and month';
    changes.push(() => `${cut} min of indirect time is over the ${cap?.minutes ?? 0} min for ${per}.`);
  }
  const left = limited - cut;
  const step = conditionOn(conditions, 'minimum_increment', day)?.minutes ?? 1;
  const direction = conditionOn(conditions, 'rounding', day)?.choice ?? 'up';
  const rounded = roundedMinutes(left, step, direction);
  if (rounded !== left) {
    const where = direction === 'nearest' ? 'to the nearest one' : direction;
    changes.push(() => `${left} min, in ${step}-minute increments, rounded ${where}: ${rounded} min.`);
  }
  const count = session.student_ids.length;
  if (count <= 1 || conditionOn(conditions, 'group_split', day)?.choice !== 'shared') return rounded;
  const share = shareOf(rounded, count, index);
  changes.push(() => `${rounded} min shared by ${count} students: ${share} min.`);
  return share;
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

/**
 * The facts of a session on which a line depends, as text: while they are the same, an invoiced line needs no
 * correction. Rates and conditions aren't among them: an invoice fixes them.
 */
export function lineBasis(
  student: string | null,
  session: BilledSession & { location: string | null },
): string {
  const { client, service, setting, attendance, session_date, student_ids, indirect_minutes, make_up_of } =
    session;
  const place = student === null ? 0 : student_ids.indexOf(student);
  return [
    ...[client, service, setting, attendance, session_date, session.location, make_up_of],
    ...[countedMinutes(session), indirect_minutes, place, student_ids.length],
  ].join(' ');
}
