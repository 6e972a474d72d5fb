import { sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { HoursReply, PeriodRecords, PeriodTotalsReply, Timesheet } from '#contract/timesheet.ts';
import { type Actor, maySeeTimesheet } from '#domain/access/row-rules.ts';
import type { MealPolicy } from '#domain/lunch/meal-policy.ts';
import { dayPlus, pacificDay } from '#domain/time/pacific.ts';
import { type PeriodDay, periodDays, totalsOf } from '#domain/timesheets/period-days.ts';
import { statusInPeriod } from '#domain/timesheets/status-rules.ts';
import { newestRevision, type TimesheetStatus } from '#domain/timesheets/timesheet.ts';
import type { Transaction } from '#server/db/database.ts';
import { periodWorkOf, type StoredPeriodWork } from '#server/db/stored-period-work.ts';
import { mealPolicies } from '#server/modules/catalog/organization-settings.ts';
import { lunchesBetween } from '#server/modules/lunch/queries.ts';
import { timecardsBetween } from '#server/modules/timecards/queries.ts';
import {
  type HoursProvider,
  hoursProvider,
  hoursProviders,
  type NewestSheet,
  newestSheets,
  periodAround,
  revisionsOfPeriod,
} from './queries.ts';

/** Longer ranges are rejected. */
const LONGEST_RANGE_DAYS = 366;

interface Range {
  start?: string | undefined;
  end?: string | undefined;
}

interface Period {
  provider_id: string;
  period_start_date: string;
  period_end_date: string;
}

/** The caller's own hours; empty for staff who deliver no services. */
export async function readOwnHours(
  tx: Transaction,
  actor: Actor,
  now: string,
  range: Range,
): Promise<HoursReply> {
  const person = (await hoursProvider(tx, actor.user_id)) ?? withoutServices(actor.user_id);
  const { from, to } = await daysAsked(tx, now, range);
  return hoursBetween(tx, person, from, to, now);
}

/** Hours of a provider whose days the caller may see. Absent for others. */
export async function readHours(
  tx: Transaction,
  actor: Actor,
  now: string,
  provider: string,
  range: Range,
): Promise<HoursReply> {
  const person = await visibleProvider(tx, actor, provider);
  const { from, to } = await daysAsked(tx, now, range);
  return hoursBetween(tx, person, from, to, now);
}

/** A person who records no time: no timecard is missing and no meal is owed. */
function withoutServices(id: string): HoursProvider {
  return { id, provider_first: '', provider_last: '', emp: 'w2_exempt', services: [], has_unsent: false };
}

/** A period of a person whom the role may see, with its timesheets. */
export async function readPeriod(tx: Transaction, actor: Actor, now: string, period: Period) {
  const person = await visibleProvider(tx, actor, period.provider_id);
  const { from, to } = checkedRange(period.period_start_date, period.period_end_date);
  const hours = await hoursBetween(tx, person, from, to, now);
  const { provider_first, provider_last } = person;
  return { ...hours, provider_first, provider_last, timesheets: await revisionsAsTheyCount(tx, period) };
}

/** The lunch breaks and timecards from which the hours of a period follow: shifts can pass midnight. */
export async function readRecords(
  tx: Transaction,
  actor: Actor,
  { provider_id, period_start_date, period_end_date }: Period,
): Promise<PeriodRecords> {
  await visibleProvider(tx, actor, provider_id);
  const { from, to } = checkedRange(period_start_date, period_end_date);
  const [before, after] = [dayPlus(from, -1), dayPlus(to, 1)];
  return {
    lunches: await lunchesBetween(tx, provider_id, before, after),
    timecards: await timecardsBetween(tx, provider_id, before, to),
  };
}

/**
 * The totals of a period for everyone whom the role may see: the sums of the days that `readPeriod` returns,
 * next to the submitted ones.
 */
export async function readTotals(
  tx: Transaction,
  actor: Actor,
  now: string,
  { period_start_date, period_end_date }: Omit<Period, 'provider_id'>,
): Promise<PeriodTotalsReply> {
  const { from, to } = checkedRange(period_start_date, period_end_date);
  const everyone = await hoursProviders(tx, sql`true`);
  const people = everyone.filter(({ id, services }) => maySeeTimesheet(actor, { provider_id: id }, services));
  const isEveryone = people.length === everyone.length;
  const isLocked = (await periodAround(tx, from))?.is_locked ?? false;
  const found = await periodOfPeople(tx, now, { from, to }, people, isEveryone);
  const providers = found.map(({ person, days, newest }) => {
    const status: TimesheetStatus | 'not-submitted' =
      newest === null ? 'not-submitted' : statusInPeriod(newest.status, isLocked);
    return {
      ...{
        provider_id: person.id,
        provider_first: person.provider_first,
        provider_last: person.provider_last,
      },
      ...{ status, totals: totalsOf(days), submitted_totals: newest?.totals ?? null, newest },
    };
  });
  return { period_start_date: from, period_end_date: to, providers };
}

interface PersonsPeriod {
  person: HoursProvider;
  days: PeriodDay[];
  /** The newest revision; null if none was submitted. */
  newest: NewestSheet | null;
}

/**
 * The days of a pay period for several people, with their timesheets.
 * @param isEveryone whether they are all providers, which is read faster
 */
export async function periodOfPeople(
  tx: Transaction,
  now: string,
  { from, to }: { from: string; to: string },
  people: readonly HoursProvider[],
  isEveryone = false,
): Promise<PersonsPeriod[]> {
  const ids = people.map(({ id }) => id);
  const work = await periodWorkOf(tx, ids, from, to, isEveryone);
  const sheets = new Map((await newestSheets(tx, from)).map((sheet) => [sheet.provider_id, sheet]));
  const policies = await mealPolicies(tx);
  return people.map((person) => ({
    ...{ person, days: daysOf(person, work, from, to, now, policies) },
    newest: sheets.get(person.id) ?? null,
  }));
}

/** The status of a period's newest timesheet. */
export async function readStatus(tx: Transaction, actor: Actor, period: Period) {
  await visibleProvider(tx, actor, period.provider_id);
  const revisions = await revisionsAsTheyCount(tx, period);
  const newest = newestRevision(revisions);
  const status: TimesheetStatus | 'not-submitted' = newest?.status ?? 'not-submitted';
  return {
    ...period,
    id: newest?.id ?? null,
    status,
    notes: newest?.notes ?? '',
    waiting_for: newest?.waiting_for ?? 0,
    revisions,
  };
}

async function revisionsAsTheyCount(tx: Transaction, period: Period): Promise<Timesheet[]> {
  const { provider_id, period_start_date } = period;
  const revisions = await revisionsOfPeriod(tx, provider_id, period_start_date);
  const isLocked = (await periodAround(tx, period_start_date))?.is_locked ?? false;
  return revisions.map((sheet) => ({ ...sheet, status: statusInPeriod(sheet.status, isLocked) }));
}

async function visibleProvider(tx: Transaction, actor: Actor, provider_id: string): Promise<HoursProvider> {
  const person = await hoursProvider(tx, provider_id);
  if (person === null || !maySeeTimesheet(actor, { provider_id }, person.services)) {
    throw new ApiError('record.absent');
  }
  return person;
}

async function hoursBetween(
  tx: Transaction,
  person: HoursProvider,
  from: string,
  to: string,
  now: string,
): Promise<HoursReply> {
  const work = await periodWorkOf(tx, [person.id], from, to);
  const days = daysOf(person, work, from, to, now, await mealPolicies(tx));
  return {
    provider_id: person.id,
    period_start_date: from,
    period_end_date: to,
    days,
    totals: totalsOf(days),
  };
}

/** The days of a period as the server computes them: the only place where it counts hours. */
function daysOf(
  { id, emp, has_unsent }: HoursProvider,
  work: ReadonlyMap<string, StoredPeriodWork>,
  from: string,
  to: string,
  now: string,
  meal_policies: readonly MealPolicy[],
): PeriodDay[] {
  const none: ReadonlySet<string> = new Set();
  const done = work.get(id) ?? { sessions: [], lunches: [], timecards: [], planned: [] };
  return periodDays(done, {
    ...{ provider: id, from, to, emp, now, today: pacificDay(now), has_unsent },
    ...{ unsent_days: none, refused_days: none, meal_policies },
  });
}

/** The requested days, or the current pay period by default. */
async function daysAsked(
  tx: Transaction,
  now: string,
  { start, end }: Range,
): Promise<{ from: string; to: string }> {
  if (start !== undefined && end !== undefined) return checkedRange(start, end);
  if (start !== undefined || end !== undefined) {
    throw new ApiError('request.invalid', {
      fields: { [start === undefined ? 'start' : 'end']: 'Enter both dates, or neither.' },
    });
  }
  const period = await periodAround(tx, pacificDay(now));
  if (period === null) throw new ApiError('record.absent');
  return { from: period.start_date, to: period.end_date };
}

function checkedRange(from: string, to: string): { from: string; to: string } {
  if (dayPlus(from, LONGEST_RANGE_DAYS) < to) {
    throw new ApiError('request.invalid', { fields: { end: 'Request at most one year.' } });
  }
  return { from, to };
}
