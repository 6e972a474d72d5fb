import { sql } from 'drizzle-orm';
import type { MissingRate, OpenTime } from '#contract/payroll-closing.ts';
import { REMINDER_EVENTS } from '#domain/payroll/closing-rules.ts';
import { LINE_KIND_LABELS } from '#domain/payroll/pay-line.ts';
import type { PeriodDays } from '#domain/payroll/pay-period-rules.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { fiscalYearOf } from '#domain/time/fiscal-year.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { isoInstant, jsonRows } from '#server/db/json-rows.ts';
import { unsyncedPeople } from '#server/modules/timesheets/period-closing.ts';
import type { Call } from '#server/records/call.ts';
import { openTimeRows, remindersOf } from './closing-lists.ts';
import { lineNames } from './pay-line-names.ts';
import { takeSnapshot } from './snapshot.ts';

/** Timecards and lunch breaks of a pay period without an end, oldest first. */
export async function listOpenTime(call: Call, period: PeriodDays) {
  const { tx } = call;
  const found = await jsonRows<Omit<OpenTime, 'day' | 'reminded_at'>>(
    tx,
    sql`select r.id, r.kind, r.provider, p.provider_first || ' ' || p.provider_last as provider_name,
        ${sql.raw(isoInstant('since', 'r'))}
      from (${openTimeRows(period)}) r join providers p on p.id = r.provider
      order by r.since, p.provider_last, p.provider_first, r.id`,
  );
  const reminders = await remindersOf(tx, period);
  const rows = found.map(
    (row): OpenTime => ({
      ...row,
      day: pacificDay(row.since),
      reminded_at: reminders.get(`${REMINDER_EVENTS['open-time']} ${row.provider}`) ?? null,
    }),
  );
  return { ...(await headOf(call, period)), rows };
}

/** What a run of the pay period would have without a pay rate: one row for each rate that is missing. */
export async function listMissingRates(call: Call, period: PeriodDays) {
  const { tx } = call;
  const { lines } = await takeSnapshot(tx, period, 'regular');
  const rateless = lines.filter(({ amount_cents }) => amount_cents === null);
  const names = await lineNames(tx, rateless);
  const nameOf = (list: readonly { id: string; name: string }[], id: string) =>
    list.find((one) => one.id === id)?.name ?? '';
  const groups = groupedBy(
    rateless,
    ({ provider, service, kind, day }) => `${provider} ${service ?? kind} ${fiscalYearOf(day)}`,
  );
  const rows = [...groups.values()].flatMap((group): MissingRate[] => {
    const [first] = group;
    if (first === undefined) return [];
    const { provider, service, kind, day } = first;
    return [
      {
        ...{ provider, provider_name: nameOf(names.providers, provider), kind, service },
        what: (service === null ? '' : nameOf(names.services, service)) || LINE_KIND_LABELS[kind],
        start_year: fiscalYearOf(day),
        lines: group.length,
        minutes: group.reduce((sum, { minutes }) => sum + minutes, 0),
        first_day: group.reduce((earliest, line) => (line.day < earliest ? line.day : earliest), day),
      },
    ];
  });
  return { ...(await headOf(call, period)), rows };
}

async function headOf({ tx, context }: Call, period: PeriodDays) {
  return {
    as_of: new Date(context.now).toISOString(),
    pay_period: await periodBeginning(tx, period),
    unsynced: await unsyncedPeople(tx),
  };
}

async function periodBeginning(tx: Transaction, { start_date }: PeriodDays): Promise<string | null> {
  const [found] = await jsonRows<{ id: string }>(
    tx,
    sql`select id from pay_periods where start_date = ${start_date}::date`,
  );
  return found?.id ?? null;
}
