import { sql } from 'drizzle-orm';
import { type MealDay, type MealLunch, workdays } from '#domain/lunch/meal-day.ts';
import { isViolation, mealFindings } from '#domain/lunch/meal-findings.ts';
import { type MealPolicy, policyOn } from '#domain/lunch/meal-policy.ts';
import type { ExtraPay } from '#domain/payroll/extra-pay.ts';
import type { WordlessLine } from '#domain/payroll/pay-line.ts';
import {
  acceptedEntry,
  type PaidSession,
  type PayFacts,
  type PayWork,
  payLines,
} from '#domain/payroll/pay-lines.ts';
import type { ClockDay } from '#domain/payroll/premium-lines.ts';
import { type RecordedRate, recordedRateOn } from '#domain/payroll/recorded-rates.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { dayPlus, pacificInstant } from '#domain/time/pacific.ts';
import { mondayOf } from '#domain/time/week.ts';
import type { TimecardTimes } from '#domain/timecards/timecard.ts';
import type { Transaction } from './database.ts';
import { arrayParam, isoInstant, jsonValue } from './json-rows.ts';
import { eachSession } from './pay-sessions.ts';
import { personNameOf, personNames } from './person-name.ts';

interface Span {
  /** First and last Pacific day that are paid. */
  from: string;
  to: string;
}

/** What pay lines are computed from, as one statement read it. */
export interface StoredPayWork extends Span {
  /** `pg_current_snapshot`: which writes it contains. */
  watermark: string;
  /** Everyone's who has work in these days or the week before them, by provider. */
  works: readonly PayWork[];
  factsOf(provider: string): PayFacts;
}

interface Read {
  watermark: string;
  people: { id: string; emp: string }[];
  sessions: unknown;
  timecards: (TimecardTimes & { provider: string; work_date: string })[];
  lunches: (MealLunch & { provider: string })[];
  extras: ExtraPay[];
  rates: { provider: string; service: string; start_year: number; amount_cents: number }[];
  recorded: RecordedRate[];
  services: { id: string; name: string }[];
  sheets: {
    provider: string;
    from: string;
    to: string;
    decided_by: string | null;
    decided_at: string | null;
  }[];
  deciders: { id: string; name: string }[];
}

/**
 * The work of a span of Pacific days, all read by one statement, so that it is of one moment.
 * @param providers null for everyone
 * @param policies the organization's meal policies
 * @param list how sessions are read: each on its own, or counted for sums
 */
export async function payWorkOf(
  tx: Transaction,
  { from, to }: Span,
  providers: readonly string[] | null,
  policies: readonly MealPolicy[],
  list = eachSession,
): Promise<StoredPayWork> {
  const first = mondayOf(from);
  const [before, after] = [dayPlus(first, -1), dayPlus(to, 2)];
  const theirs = (column: string) =>
    providers === null ? sql`true` : sql`${sql.raw(column)} = any(${arrayParam(providers, 'uuid')})`;
  const read = await jsonValue<Read>(
    tx,
    sql`select json_build_object(
      'watermark', pg_current_snapshot()::text,
      'people', (select coalesce(json_agg(p), '[]') from (
        select p.id, u.emp from providers p join users u on u.id = p.id where ${theirs('p.id')}
        order by p.provider_last, p.provider_first, p.id) p),
      'sessions', (${list.select(sql`${theirs('provider')} and deleted_at is null and not is_history
        and session_date between ${first}::date and ${to}::date`)}),
      'timecards', (select coalesce(json_agg(c), '[]') from (
        select provider, work_date, ${sql.raw(isoInstant('started_at'))}, ${sql.raw(isoInstant('ended_at'))}, breaks
        from timecards where ${theirs('provider')} and deleted_at is null
          and work_date between ${before}::date and ${to}::date
        order by timecards.started_at, id) c),
      'lunches', (select coalesce(json_agg(l), '[]') from (
        select id, provider, ${sql.raw(isoInstant('lunch_start_time'))}, lunch_duration,
          ${sql.raw(isoInstant('lunch_end_time'))}, waiver_type, exception_reason, source
        from lunch_breaks where ${theirs('provider')} and deleted_at is null
          and lunch_breaks.lunch_start_time >= ${pacificInstant(before, '00:00')}::timestamptz
          and lunch_breaks.lunch_start_time < ${pacificInstant(after, '00:00')}::timestamptz
        order by lunch_breaks.lunch_start_time, id) l),
      'extras', (select coalesce(json_agg(x), '[]') from (
        select id, provider, pay_type, pay_day, quantity_hundredths, rate_tenths, reason from extra_pays
        where ${theirs('provider')} and deleted_at is null and pay_day between ${from}::date and ${to}::date
        order by pay_day, id) x),
      'rates', (select coalesce(json_agg(r), '[]') from (
        select provider, service, start_year, amount_cents from provider_rates
        where ${theirs('provider')} and deleted_at is null) r),
      'recorded', (select coalesce(json_agg(r), '[]') from (
        select provider, pay_type, starts_on, rate_tenths from pay_rates
        where deleted_at is null and starts_on <= ${to}::date) r),
      'services', (select coalesce(json_agg(v), '[]') from (select id, name from services) v),
      'sheets', (select coalesce(json_agg(t), '[]') from (
        select provider_id as provider, period_start_date as from, period_end_date as to, decided_by,
          ${sql.raw(isoInstant('decided_at'))} from (
          select distinct on (provider_id, period_start_date) provider_id, period_start_date, period_end_date, status,
            decided_by, decided_at
          from timesheets where ${theirs('provider_id')} and deleted_at is null
            and period_start_date <= ${to}::date and period_end_date >= ${first}::date
          order by provider_id, period_start_date, revision desc) newest
        where status in ('approved', 'locked')) t),
      'deciders', (select coalesce(json_agg(d), '[]') from (
        select person.id, ${sql.raw(personNameOf('person.id'))} as name from users person where person.id in (
          select decided_by from timesheets where ${theirs('provider_id')} and deleted_at is null
            and period_start_date <= ${to}::date and period_end_date >= ${first}::date)) d)
    )::text as value`,
  );
  const paid = list.read(read.sessions);
  return {
    from,
    to,
    watermark: read.watermark,
    works: worksOf(read, paid, policies),
    factsOf: factsBy(read, { from, to }, await entryDeciders(tx, paid)),
  };
}

/** Everyone's pay lines, provider by provider. */
export function linesOfWork({ works, factsOf }: StoredPayWork): WordlessLine[] {
  return works.flatMap((work) => payLines(work, factsOf(work.provider)));
}

function worksOf(read: Read, paid: readonly PaidSession[], policies: readonly MealPolicy[]): PayWork[] {
  const sessions = groupedBy(paid, ({ provider }) => provider);
  const timecards = groupedBy(read.timecards, ({ provider }) => provider);
  const extras = groupedBy(read.extras, ({ provider }) => provider);
  const lunches = groupedBy(read.lunches, ({ provider }) => provider);
  // Unsynced changes are warned about for the whole run: a day counts as it is when it is over.
  const ends = new Map<string, string>();
  const endOf = (day: string) => {
    const end = ends.get(day) ?? pacificInstant(dayPlus(day, 1), '00:00');
    ends.set(day, end);
    return end;
  };
  return read.people.flatMap(({ id, emp }) => {
    const [own, cards, besides] = [sessions.get(id) ?? [], timecards.get(id) ?? [], extras.get(id) ?? []];
    if (own.length + cards.length + besides.length === 0) return [];
    const clock = clockDays(id, cards, lunches.get(id) ?? [], policies, endOf);
    return [{ provider: id, emp, sessions: own, clock, extras: besides }];
  });
}

function clockDays(
  provider: string,
  cards: readonly Read['timecards'][number][],
  lunches: readonly MealLunch[],
  policies: readonly MealPolicy[],
  endOf: (day: string) => string,
): Map<string, ClockDay> {
  const days = new Map<string, ClockDay>();
  for (const [work_date, clocked] of workdays(cards, lunches)) {
    if (clocked.cards.length === 0) continue;
    const day: MealDay = { provider, work_date, ...clocked, has_unsent: false, now: endOf(work_date) };
    const { worked_minutes, findings } = mealFindings(day, policyOn(policies, work_date));
    days.set(work_date, {
      worked_minutes,
      is_open: findings.some(({ result }) => result === 'unknown'),
      violations: findings.map(({ result }) => result).filter(isViolation),
    });
  }
  return days;
}

/** The names of those who accepted late entries. Sums, whose sessions have no id, have no words. */
function entryDeciders(tx: Transaction, paid: readonly PaidSession[]): Promise<Map<string, string>> {
  return personNames(
    tx,
    paid.flatMap((session) => (session.id === null ? [] : (acceptedEntry(session)?.decided_by ?? []))),
  );
}

function factsBy(
  read: Read,
  span: Span,
  entryNames: ReadonlyMap<string, string>,
): (provider: string) => PayFacts {
  const rates = new Map(
    [...groupedBy(read.rates, (rate) => rate.provider)].map(([provider, own]) => [
      provider,
      new Map(own.map(({ service, start_year, amount_cents }) => [`${service} ${start_year}`, amount_cents])),
    ]),
  );
  const services = new Map(read.services.map(({ id, name }) => [id, name]));
  const deciders = new Map(read.deciders.map(({ id, name }) => [id, name]));
  const sheets = groupedBy(read.sheets, ({ provider }) => provider);
  return (provider) => ({
    ...span,
    rateOf: (service, start_year) => rates.get(provider)?.get(`${service} ${start_year}`) ?? null,
    recordedRate: (pay_type, day) => recordedRateOn(read.recorded, { provider, pay_type }, day),
    serviceName: (service) => services.get(service) ?? 'an unknown service',
    sheetApproval(day) {
      const sheet = sheets.get(provider)?.find(({ from, to }) => from <= day && day <= to);
      if (sheet === undefined) return null;
      return { by_name: deciders.get(sheet.decided_by ?? '') ?? null, at: sheet.decided_at };
    },
    deciderName: (person) => entryNames.get(person) ?? null,
  });
}
