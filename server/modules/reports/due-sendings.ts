import { sql } from 'drizzle-orm';
import type { ReportSchedule } from '#contract/report-schedules.ts';
import type { PayPeriod } from '#domain/payroll/pay-period.ts';
import { lastDue } from '#domain/reports/report-rhythm.ts';
import type { Transaction } from '#server/db/database.ts';
import { keptRows } from '#server/db/entity-rows.ts';

/**
 * Adds a mail for each recipient of the schedules that have come due. What is there already isn't added again, whichever
 * server adds it first.
 * @param now the server's clock, ISO 8601
 */
export async function addDueSendings(
  tx: Transaction,
  now: string,
  periods: readonly PayPeriod[],
): Promise<void> {
  const active = await keptRows(tx, 'report_schedule', sql`not is_paused`);
  for (const schedule of active) {
    const due_at = lastDue(schedule, { after: schedule.active_since, until: now }, periods);
    if (due_at !== null) await addSendings(tx, schedule, { due_at, now, is_by_hand: false });
  }
}

/** One mail for each recipient, tried at once. Returns how many are new. */
export async function addSendings(
  tx: Transaction,
  { id, recipients }: Pick<ReportSchedule, 'id' | 'recipients'>,
  { due_at, now, is_by_hand }: { due_at: string; now: string; is_by_hand: boolean },
): Promise<number> {
  const { rows } = await tx.execute(
    sql`insert into report_sendings (id, schedule, due_at, is_by_hand, recipient, next_try_at)
      select gen_random_uuid(), ${id}::uuid, ${due_at}::timestamptz, ${is_by_hand}, r::uuid, ${now}::timestamptz
      from jsonb_array_elements_text(${JSON.stringify(recipients)}::jsonb) as r
      on conflict (schedule, due_at, recipient, is_by_hand) do nothing returning id`,
  );
  return rows.length;
}

const KEPT_DAYS = 90;

/**
 * Deletes mails of long ago, which no list shows any more. The newest time of each schedule stays: it is what keeps that
 * time from being sent again where nothing has come due since.
 * @param now the server's clock, ISO 8601
 */
export async function purgeSendings(tx: Transaction, now: string): Promise<void> {
  const until = new Date(Date.parse(now) - KEPT_DAYS * 86_400_000).toISOString();
  await tx.execute(
    sql`delete from report_sendings s
      where s.due_at < ${until}::timestamptz and s.state <> 'waiting' and (
        s.is_by_hand
        or s.due_at < (select max(newer.due_at) from report_sendings newer
          where newer.schedule = s.schedule and not newer.is_by_hand)
        or not exists (select from report_schedules c where c.id = s.schedule and c.deleted_at is null))`,
  );
}
