import { sql } from 'drizzle-orm';
import type { ClosingList, ClosingSheet, PayPeriodClosing } from '#contract/payroll-closing.ts';
import {
  type ClosingItem,
  mayRemindAgain,
  REMINDER_EVENTS,
  type RemindableItem,
  sheetFindings,
} from '#domain/payroll/closing-rules.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { totalsOf } from '#domain/timesheets/period-days.ts';
import { submittedTotals } from '#domain/timesheets/status-rules.ts';
import { periodOfPeople } from '#server/modules/timesheets/hours.ts';
import { readPayPeriod } from '#server/modules/timesheets/period-closing.ts';
import { hoursProviders } from '#server/modules/timesheets/queries.ts';
import { ringBell } from '#server/records/bell.ts';
import type { Call } from '#server/records/call.ts';
import { closingLists } from './closing-lists.ts';
import { runsWhere, summariesOf } from './run-rows.ts';
import { periodNamed, startRefusal } from './runs.ts';

/** What blocks closing a pay period, with its timesheets and runs. */
export async function readClosing(call: Call, pay_period: string): Promise<PayPeriodClosing> {
  const { tx, context } = call;
  const period = await periodNamed(tx, pay_period);
  const { start_date: from, end_date: to } = period;
  const items = await closingLists(call, period);
  const listed = itemsByPerson(items);
  const sheets = await periodOfPeople(
    tx,
    context.now,
    { from, to },
    await hoursProviders(
      tx,
      sql`exists (select from timesheets t where t.provider_id = p.id and t.period_start_date = ${from}::date
        and t.deleted_at is null)`,
    ),
  );
  const decidable = sheets.flatMap(({ person, days, newest }): ClosingSheet[] => {
    if (newest?.status !== 'submitted' || newest.waiting_for > 0) return [];
    const findings = sheetFindings({
      items: listed.get(person.id) ?? [],
      problems: days.flatMap(({ problems }) => problems),
      isAsSubmitted: submittedTotals(newest, totalsOf(days)) === null,
    });
    return [{ provider: person.id, provider_name: providerName(person), findings }];
  });
  const runs = await runsWhere(tx, sql`pay_period = ${period.id} order by as_of desc, number desc`);
  return {
    ...(await readPayPeriod(tx, period.id)),
    ...{ as_of: new Date(context.now).toISOString(), items },
    sheets: decidable.sort((a, b) => a.provider_name.localeCompare(b.provider_name)),
    approved_sheets: sheets.filter(({ newest }) => newest?.status === 'approved').length,
    runs: await summariesOf(tx, runs),
    run_refusal: await startRefusal(tx, period, context.now),
  };
}

/** Reminds everyone who holds up a pay period with one item, or one of them, unless they were reminded of it today. */
export async function remindPeople(
  call: Call,
  { pay_period, item, person }: { pay_period: string; item: RemindableItem; person?: string | undefined },
): Promise<{ reminded: number }> {
  const { tx, actor, context } = call;
  // Two people at once would ring twice.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('payroll reminders', 0))`);
  const period = await periodNamed(tx, pay_period);
  const list = (await closingLists(call, period)).find((one) => one.item === item);
  const due = (list?.people ?? []).filter(
    ({ id, reminded_at }) =>
      id !== actor.user_id && (person ?? id) === id && mayRemindAgain(reminded_at, context.now),
  );
  for (const { id: receiver } of due) {
    await ringBell(call, {
      ...{ event: REMINDER_EVENTS[item], receiver, day: period.start_date, provider_name: actor.name },
    });
  }
  return { reminded: due.length };
}

/** Under which items each person is listed. */
function itemsByPerson(lists: readonly ClosingList[]): Map<string, ClosingItem[]> {
  const found = new Map<string, ClosingItem[]>();
  for (const { item, people } of lists) {
    for (const { id } of people) found.set(id, [...(found.get(id) ?? []), item]);
  }
  return found;
}
