import type { PayPeriod } from '#domain/payroll/pay-period.ts';
import { dayPlus, displayDay, displayTime, pacificDay, pacificInstant } from '#domain/time/pacific.ts';
import { mondayOf, WEEKDAYS, weekdayOf } from '#domain/time/week.ts';
import type { MailedDays, Rhythm } from './schedule-codes.ts';

export const RHYTHM_LABELS: Readonly<Record<Rhythm, string>> = {
  daily: 'Every day',
  weekly: 'Every week',
  monthly: 'Every month',
  'pay-period': 'After each pay period',
};

/** When a report is due. Of weekday, day of the month, and days after, only what the rhythm needs is given. */
export interface RhythmTerms {
  rhythm: Rhythm;
  /** 0 is Sunday. */
  weekday: number | null;
  /** 1 to 31; in shorter months the last day. */
  month_day: number | null;
  /** Days after the last day of a pay period. */
  days_after: number | null;
  /** A Pacific wall time, `HH:mm`. */
  send_at: string;
}

type DayField = 'weekday' | 'month_day' | 'days_after';

const NEEDS: Readonly<Record<Rhythm, DayField | null>> = {
  daily: null,
  weekly: 'weekday',
  monthly: 'month_day',
  'pay-period': 'days_after',
};

const MISSING: Readonly<Record<DayField, string>> = {
  weekday: 'Choose a day of the week.',
  month_day: 'Enter a number from 1 to 31.',
  days_after: 'Enter a number from 0 to 14.',
};

/** The field that says on which day, where the rhythm has one. */
export function dayFieldOf(rhythm: Rhythm): DayField | null {
  return NEEDS[rhythm];
}

/** Validation errors by field; empty if the rhythm has what it needs and nothing else. */
export function rhythmProblems(terms: RhythmTerms): Partial<Record<DayField, string>> {
  const needed = NEEDS[terms.rhythm];
  const problems: Partial<Record<DayField, string>> = {};
  for (const field of Object.keys(MISSING) as DayField[]) {
    if (field === needed && terms[field] === null) problems[field] = MISSING[field];
    if (field !== needed && terms[field] !== null) {
      problems[field] = `Leave blank for "${RHYTHM_LABELS[terms.rhythm]}".`;
    }
  }
  return problems;
}

type Ends = Pick<PayPeriod, 'end_date'>;

/** Whether a report is due on a Pacific day. */
function isDueOn(terms: RhythmTerms, day: string, periods: readonly Ends[]): boolean {
  switch (terms.rhythm) {
    case 'daily':
      return true;
    case 'weekly':
      return weekdayOf(day) === terms.weekday;
    case 'monthly': {
      const date = Number(day.slice(8));
      const isLast = dayPlus(day, 1).slice(0, 7) !== day.slice(0, 7);
      return date === terms.month_day || (isLast && date < (terms.month_day ?? 0));
    }
    case 'pay-period':
      return periods.some(({ end_date }) => dayPlus(end_date, terms.days_after ?? 0) === day);
  }
}

/** A rhythm comes around within these days, in a leap year too. */
const MOST_DAYS = 366;

/**
 * The first instant after another at which a report is due, ISO 8601; null if none is known, as after the last pay
 * period.
 */
export function nextDue(terms: RhythmTerms, after: string, periods: readonly Ends[]): string | null {
  const first = pacificDay(after);
  for (let ahead = 0; ahead <= MOST_DAYS; ahead += 1) {
    const day = dayPlus(first, ahead);
    if (!isDueOn(terms, day, periods)) continue;
    const due = pacificInstant(day, terms.send_at);
    if (Date.parse(due) > Date.parse(after)) return new Date(due).toISOString();
  }
  return null;
}

/**
 * The last instant in (after, until] at which a report was due, ISO 8601; null if none was. A server that was down for
 * days sends once, not once for each day.
 */
export function lastDue(
  terms: RhythmTerms,
  { after, until }: { after: string; until: string },
  periods: readonly Ends[],
): string | null {
  const earliest = pacificDay(after);
  for (let day = pacificDay(until); day >= earliest; day = dayPlus(day, -1)) {
    if (!isDueOn(terms, day, periods)) continue;
    const due = Date.parse(pacificInstant(day, terms.send_at));
    if (due <= Date.parse(after)) return null;
    if (due <= Date.parse(until)) return new Date(due).toISOString();
  }
  return null;
}

/** "Every Monday at 7:00 AM", "2 days after each pay period at 7:00 AM". The time stays on one line. */
export function rhythmWords({ rhythm, weekday, month_day, days_after, send_at }: RhythmTerms): string {
  const at = `at ${displayTime(send_at).replace(' ', '\u00a0')}`;
  switch (rhythm) {
    case 'daily':
      return `Every day ${at}`;
    case 'weekly':
      return `Every ${WEEKDAYS[weekday ?? 0]} ${at}`;
    case 'monthly':
      return month_day !== null && month_day > 28
        ? `On day ${month_day} of each month, or its last day, ${at}`
        : `On day ${month_day} of each month ${at}`;
    case 'pay-period':
      return days_after === 0
        ? `On the last day of each pay period ${at}`
        : `${days_after === 1 ? '1 day' : `${days_after} days`} after each pay period ${at}`;
  }
}

export const MAILED_DAYS_LABELS: Readonly<Record<MailedDays, string>> = {
  usual: 'As the report opens',
  'last-7-days': 'The 7 days before',
  'last-week': 'The week before, Monday to Sunday',
  'this-month': 'The month so far',
  'last-month': 'The month before',
  'last-pay-period': 'The pay period before',
};

/**
 * The days of a report that is sent today; null for those on which the report opens.
 * @param today a Pacific day
 */
export function mailedDays(
  days: MailedDays,
  today: string,
  periods: readonly Pick<PayPeriod, 'start_date' | 'end_date'>[],
): { from: string; to: string } | null {
  const thisMonth = `${today.slice(0, 7)}-01`;
  switch (days) {
    case 'usual':
      return null;
    case 'last-7-days':
      return { from: dayPlus(today, -7), to: dayPlus(today, -1) };
    case 'last-week': {
      const monday = mondayOf(today);
      return { from: dayPlus(monday, -7), to: dayPlus(monday, -1) };
    }
    case 'this-month':
      return { from: thisMonth, to: today };
    case 'last-month': {
      const to = dayPlus(thisMonth, -1);
      return { from: `${to.slice(0, 7)}-01`, to };
    }
    case 'last-pay-period': {
      const over = periods.filter(({ end_date }) => end_date <= today);
      const newest = over.toSorted((a, b) => a.end_date.localeCompare(b.end_date)).at(-1);
      return newest === undefined ? null : { from: newest.start_date, to: newest.end_date };
    }
  }
}

/** "11/16/2026 – 11/30/2026" */
export function spanWords({ from, to }: { from: string; to: string }): string {
  return `${displayDay(from)} – ${displayDay(to)}`;
}
