import { recordsLunch } from '#domain/lunch/lunch-rules.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { fiscalYearText } from '#domain/money/rates.ts';
import { attendanceRule } from '#domain/sessions/attendance.ts';
import type { SessionState } from '#domain/sessions/session.ts';
import { type CountedSession, payableMinutes } from '#domain/sessions/session-minutes.ts';
import {
  durationApproval,
  isAccepted,
  requestsOf,
  type SessionRequest,
} from '#domain/sessions/session-requests.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { durationText } from '#domain/time/duration.ts';
import { fiscalYearOf } from '#domain/time/fiscal-year.ts';
import { dayPlus, pacificDisplay } from '#domain/time/pacific.ts';
import { mondayOf, weekdayOf } from '#domain/time/week.ts';
import { type ExtraPay, extraPayLine } from './extra-pay.ts';
import { averageRate, minutesOf, type PayLine, payCents, type WordlessLine } from './pay-line.ts';
import type { PayRateType } from './pay-types.ts';
import { type ClockDay, type PaidDay, premiumLines } from './premium-lines.ts';
import { type RecordedRate, recordedWords } from './recorded-rates.ts';

/** The fields of a session that its pay line needs. */
export interface PaidSession extends CountedSession {
  /** Null, as its version is, where it stands for several sessions: which ones doesn't matter to sums. */
  id: string | null;
  provider: string;
  version: number | null;
  service: string;
  client: string | null;
  session_date: string;
  start_time: string;
  state: SessionState;
  late_for_payroll: boolean;
  /** How many sessions that differ in nothing that the rules read it stands for. */
  times: number;
}

/** One provider's work, from the Monday of the first week on: overtime counts the whole week. */
export interface PayWork {
  provider: string;
  /** Employment type: only those with meal rules have a timecard and overtime. */
  emp: string;
  sessions: readonly PaidSession[];
  /** By day; a day without a timecard has no entry. */
  clock: ReadonlyMap<string, ClockDay>;
  /** What the office pays besides, of the days that are paid. */
  extras: readonly ExtraPay[];
}

export interface PayFacts {
  /** First and last Pacific day that are paid. */
  from: string;
  to: string;
  /** For an hour of a service in a fiscal year; null if there is none. */
  rateOf: (service: string, start_year: number) => number | null;
  /** What is recorded besides services, in force on a day; null if nothing is. */
  recordedRate: (pay_type: PayRateType, day: string) => RecordedRate | null;
  serviceName: (service: string) => string;
  /** Who approved the timesheet of that day, and when; null while no one has. */
  sheetApproval: (day: string) => SheetApproval | null;
  /** Of someone who accepted a late entry; null if it isn't known. */
  deciderName: (person: string) => string | null;
}

export interface SheetApproval {
  /** Null for timesheets that came with an import. */
  by_name: string | null;
  at: string | null;
}

const [SUNDAY, MONDAY] = [0, 1];

/**
 * The pay lines of one provider, in order.
 *
 * A session pays its counted minutes: the scheduled ones until a changed duration is decided. Attendance codes say what
 * isn't paid. Where a timecard has more time than the sessions of its day, the rest is a line of its own at the rate
 * recorded for it, or else at the average of the day, or of the week so far. California's premiums are lines on top. Mileage and paid time off aren't
 * time worked, so no overtime comes of them.
 */
export function payLines(work: PayWork, facts: PayFacts): WordlessLine[] {
  const isHourly = recordsLunch(work.emp);
  const sessions = groupedBy(work.sessions, ({ session_date }) => session_date);
  const lines: WordlessLine[] = [];
  let week: PaidDay[] = [];
  for (let day = mondayOf(facts.from); day <= facts.to; day = dayPlus(day, 1)) {
    const weekday = weekdayOf(day);
    if (weekday === MONDAY) week = [];
    const own = (sessions.get(day) ?? []).filter(({ is_history }) => is_history !== true);
    const paid: PaidDay = {
      day,
      lines: own.toSorted(byStart).map((session) => sessionLine(session, facts)),
      clock: isHourly ? (work.clock.get(day) ?? null) : null,
    };
    const rest = paid.clock === null ? null : clockLine(work.provider, paid, week, facts);
    if (rest !== null) paid.lines.push(rest);
    week.push(paid);
    if (day >= facts.from) lines.push(...paid.lines);
    const isWeekOver = weekday === SUNDAY || day === facts.to;
    if (isHourly && isWeekOver) {
      lines.push(...premiumLines(work.provider, week).filter((line) => line.day >= facts.from));
    }
  }
  const entries = new Map<string, SessionRequest>();
  for (const session of work.sessions) {
    const entry = session.id === null ? null : acceptedEntry(session);
    if (session.id !== null && entry !== null) entries.set(session.id, entry);
  }
  for (const line of lines) {
    const { words } = line;
    line.words = () => words().concat(approvalWords(line, entries.get(line.session ?? '') ?? null, facts));
  }
  for (const extra of work.extras) {
    const { why, ...line } = extraPayLine(extra, facts.recordedRate(extra.pay_type, extra.pay_day));
    lines.push({ ...line, times: 1, words: () => [...why], because: () => why[0] ?? null });
  }
  return lines.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

/** The late entry of a session, if it was accepted. */
export function acceptedEntry(session: Pick<PaidSession, 'requests'>): SessionRequest | null {
  const entry = requestsOf(session).findLast(({ kind }) => kind === 'late-entry');
  return entry?.state === 'approved' ? entry : null;
}

/**
 * Who approved the hours that a line pays. A late entry says itself that no one accepted it. One that was accepted after the
 * timesheet was approved isn't in the timesheet.
 */
function approvalWords(
  { day, is_approved, finding, minutes, session }: WordlessLine,
  entry: SessionRequest | null,
  { sheetApproval, deciderName }: PayFacts,
): string[] {
  if (!is_approved)
    return finding === 'waiting-entry' || (session !== null && minutes === 0) ? [] : ['Not approved yet.'];
  const approval = sheetApproval(day);
  if (entry?.decided_at != null && approval?.at != null && approval.at < entry.decided_at) {
    const name = entry.decided_by === null ? null : deciderName(entry.decided_by);
    return [
      `The late entry was accepted${name === null ? '' : ` by ${name}`}, ${pacificDisplay(entry.decided_at)}.`,
    ];
  }
  if (approval?.by_name == null || approval.at === null) return ['The hours are approved.'];
  return [`The timesheet was approved by ${approval.by_name}, ${pacificDisplay(approval.at)}.`];
}

function byStart(a: PaidSession, b: PaidSession): number {
  if (a.start_time !== b.start_time) return a.start_time < b.start_time ? -1 : 1;
  return (a.id ?? '') < (b.id ?? '') ? -1 : 1;
}

/** The line of one session. A flat literal, as there are tens of thousands. */
function sessionLine(session: PaidSession, facts: PayFacts): WordlessLine {
  const { service, session_date: day } = session;
  const minutes = payableMinutes(session);
  const year = fiscalYearOf(day);
  const hourly_cents = minutes === 0 ? null : facts.rateOf(service, year);
  const amount_cents =
    minutes === 0 ? 0 : hourly_cents === null ? null : payCents(minutes, hourly_cents, 100);
  return {
    key: `session ${session.id}`,
    kind: 'session',
    provider: session.provider,
    day,
    session: session.id,
    session_version: session.version,
    service,
    client: session.client,
    minutes,
    hourly_cents,
    percent: 100,
    amount_cents,
    is_approved: isAccepted(session) && (isApproved(session.state) || facts.sheetApproval(day) !== null),
    is_late: session.late_for_payroll,
    times: session.times,
    finding: findingOf(session, amount_cents),
    words: () => sessionWords(session, { minutes, hourly_cents }, facts),
    because: () => reasonWords(session).join(' ') || null,
  };
}

function sessionWords(
  session: PaidSession,
  { minutes, hourly_cents }: Pick<PayLine, 'minutes' | 'hourly_cents'>,
  { serviceName }: PayFacts,
): string[] {
  const why = reasonWords(session);
  if (minutes === 0) return why;
  const of = `${serviceName(session.service)} in ${fiscalYearText(fiscalYearOf(session.session_date))}`;
  why.push(
    hourly_cents === null
      ? `The provider has no pay rate for ${of}.`
      : `${durationText(minutes)} at ${moneyText(hourly_cents)} an hour, the provider's pay rate for ${of}: ${moneyText(payCents(minutes, hourly_cents, 100))}.`,
  );
  return why;
}

function isApproved(state: SessionState): boolean {
  return state === 'approved' || state === 'locked';
}

function findingOf(session: PaidSession, amount_cents: number | null): PayLine['finding'] {
  if (amount_cents === null) return 'missing-rate';
  if (!isAccepted(session)) return isEntryPending(session) ? 'waiting-entry' : null;
  return durationApproval(session) === 'pending' ? 'waiting-duration' : null;
}

function isEntryPending(session: PaidSession): boolean {
  return requestsOf(session).findLast(({ kind }) => kind === 'late-entry')?.state === 'pending';
}

const UNPAID: Readonly<Partial<Record<PaidSession['attendance'], string>>> = {
  'provider-absent': "The provider was absent, which isn't paid.",
  'school-closed': "The school was closed, which isn't paid.",
};

/** What is to be said of a session's minutes before their rate. */
function reasonWords(session: PaidSession): string[] {
  const why = minuteWords(session);
  if (session.late_for_payroll) why.push('Entered more than 48 hours after the pay period closed.');
  return why;
}

/** Why the minutes are what they are; nothing where they are simply those of the session. */
function minuteWords(session: PaidSession): string[] {
  const { attendance, scheduled_minutes, actual_minutes } = session;
  if (!isAccepted(session)) {
    return [isEntryPending(session) ? 'The late entry is pending approval.' : 'The late entry was denied.'];
  }
  if (!attendanceRule(attendance).is_payable) return [UNPAID[attendance] ?? "This attendance isn't paid."];
  const approval = durationApproval(session);
  if (approval === 'none') return [];
  const [planned, actual] = [durationText(scheduled_minutes), durationText(actual_minutes)];
  switch (approval) {
    case 'pending':
      return [`Scheduled ${planned}, actual ${actual}: ${planned} is paid until the change is approved.`];
    case 'refused':
      return [`The change from ${planned} to ${actual} was denied.`];
    case 'approved':
      return [`The change from ${planned} to ${actual} was approved.`];
  }
}

/** The time on the clock that no session covers; null if there is nothing to say of it. */
function clockLine(
  provider: string,
  { day, lines, clock }: PaidDay,
  before: readonly PaidDay[],
  facts: PayFacts,
): WordlessLine | null {
  if (clock === null) return null;
  const inSessions = minutesOf(lines);
  const minutes = clock.is_open ? 0 : Math.max(0, clock.worked_minutes - inSessions);
  const line: Omit<WordlessLine, 'words' | 'because'> = {
    ...{ key: `clock ${provider} ${day}`, kind: 'clock', provider, day },
    ...{ session: null, session_version: null, service: null, client: null },
    ...{ minutes, hourly_cents: null, percent: 100, amount_cents: 0 },
    is_approved:
      facts.sheetApproval(day) !== null || (lines.length > 0 && lines.every((one) => one.is_approved)),
    ...{ is_late: false, times: 1, finding: null },
  };
  if (clock.is_open) {
    const because = "There's no clock-out, or a device has unsynced changes. Only sessions are paid so far.";
    return { ...line, finding: 'open-day', words: () => [because], because: () => because };
  }
  if (clock.worked_minutes < inSessions) {
    const because = () =>
      `The timecard has ${durationText(clock.worked_minutes)}, the sessions ${durationText(inSessions)}. Sessions are paid.`;
    return { ...line, finding: 'clock-shorter', words: () => [because()], because };
  }
  if (minutes === 0) return null;
  const head = () =>
    `${durationText(clock.worked_minutes)} on the clock, ${durationText(inSessions)} in sessions.`;
  const recorded = facts.recordedRate('clock', day);
  if (recorded !== null) {
    const hourly_cents = recorded.rate_tenths / 10;
    const amount_cents = payCents(minutes, hourly_cents, 100);
    return {
      ...{ ...line, hourly_cents, amount_cents, because: head },
      words: () => [
        head(),
        `${durationText(minutes)} at ${moneyText(hourly_cents)} an hour: ${moneyText(amount_cents)}.`,
        `The rate is ${recordedWords(recorded)}.`,
      ],
    };
  }
  const ofDay = averageRate(lines);
  const average = ofDay === 'none' ? averageRate(before.flatMap((one) => one.lines)) : ofDay;
  if (average === 'none' || average === 'unknown') {
    const because = "There's no paid session this week to set the rate for the rest, and none is recorded.";
    return {
      ...line,
      amount_cents: null,
      finding: 'missing-rate',
      words: () => [head(), because],
      because: head,
    };
  }
  const amount_cents = payCents(minutes, average, 100);
  const of = ofDay === 'none' ? 'the week so far' : 'the day';
  return {
    ...{ ...line, hourly_cents: average, amount_cents, because: head },
    words: () => [
      head(),
      `${durationText(minutes)} at ${moneyText(average)} an hour, the average of ${of}: ${moneyText(amount_cents)}.`,
    ],
  };
}
