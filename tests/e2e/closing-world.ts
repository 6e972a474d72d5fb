import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { PayPeriod } from '#contract/catalog.ts';
import { scopesOfProvider, scopesOfSession, scopesOfTimesheet } from '#domain/access/scopes.ts';
import { stateOfPeriod } from '#domain/payroll/pay-period-rules.ts';
import { fiscalYearOf } from '#domain/time/fiscal-year.ts';
import type { Change } from '#server/db/change-index.ts';
import type { Transaction } from '#server/db/database.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { devices } from '#server/db/schema/sync.ts';
import { placeFirstRows } from '#server/db/seed/first-places.ts';
import type { RealServer } from '#tests/support/real-server.ts';

const MINUTES = 30;
const WORK = ['sessions', 'timecards', 'lunch_breaks', 'timesheets'] as const;
const DAY_OF = {
  sessions: 'session_date',
  timecards: 'work_date',
  lunch_breaks: '(lunch_start_time at time zone $$America/Los_Angeles$$)::date',
  timesheets: 'period_start_date',
} as const;

/** Copies of rows of a table, with other values in some columns. */
async function copyRows(tx: Transaction, table: string, where: string, changes: object): Promise<void> {
  const copied = sql.raw(table);
  await tx.execute(
    sql`insert into ${copied} select (jsonb_populate_record(null::${copied}, to_jsonb(t) || ${JSON.stringify(changes)}::jsonb)).*
      from ${copied} t where ${sql.raw(where)} limit 1`,
  );
}

/**
 * Gives the last closed pay period only the work of new providers, all of whom have submitted their timesheets. Three of
 * them have something to look at: other hours than submitted, a device with unsynced changes, a changed duration.
 */
export async function fillLastPeriod(server: RealServer, providers: number): Promise<PayPeriod> {
  const boss = await server.as('superadmin');
  const period = (await boss.call('pay-period.list')).findLast((one) => stateOfPeriod(one) === 'closed');
  if (period === undefined) throw new Error('The demo has no closed pay period.');
  const { start_date, end_date } = period;
  const db = openPostgres(server.databaseUrl ?? '');
  try {
    const ids = Array.from({ length: providers }, () => randomUUID());
    await db.transaction(async (tx) => {
      const [source] = await jsonRows<{ session: string; provider: string; service: string }>(
        tx,
        sql`select s.id as session, s.provider, s.service from sessions s join providers p on p.id = s.provider
          where s.session_date between ${start_date}::date and ${end_date}::date and s.deleted_at is null
            and s.attendance = 'delivered' and not s."changeDuration" and not p.archived and not s.late_for_payroll
          order by s.id limit 1`,
      );
      if (source === undefined) throw new Error('The demo has no session in its last closed pay period.');
      const { service } = source;
      const changes: Change[] = [];
      const from = `id = '${source.provider}'`;
      for (const [at, id] of ids.entries()) {
        const name = { provider_first: 'Provider', provider_last: `Number ${at + 1}` };
        const user = { username: `number${at + 1}`, email: `number${at + 1}@demo.caseload.example` };
        await copyRows(tx, 'users', from, { id, ...user, emp: 'w2_exempt', role: '2', grants: [] });
        await copyRows(tx, 'providers', from, { id, ...name, version: 1 });
        await copyRows(tx, 'provider_accounts', from, { id, payroll_id: `E-${at + 1}`, version: 1 });
        await tx.execute(sql`insert into provider_services (provider, service) values (${id}, ${service})`);
        await tx.execute(
          sql`insert into provider_rates (id, provider, service, start_year, amount_cents)
            values (${randomUUID()}, ${id}, ${service}, ${fiscalYearOf(start_date)}, 4000)`,
        );
        const session = randomUUID();
        await copyRows(tx, 'sessions', `id = '${source.session}'`, {
          ...{ id: session, provider: id, session_date: start_date, captured_by: id, version: 1 },
          ...{ start_time: '09:00', end_time: '09:30', scheduled_minutes: MINUTES, actual_minutes: MINUTES },
          ...{ direct_minutes: MINUTES, indirect_minutes: 0, has_overlap: false, state: 'completed' },
          ...{ calendar_event_id: null, make_up_of: null, approval_request: 'none', requests: [] },
        });
        changes.push(
          { entity: 'provider', id, scopes: scopesOfProvider({ id, services: [service], supervisors: [] }) },
          {
            ...{ entity: 'session', id: session },
            scopes: scopesOfSession({
              ...{ provider: id, service, session_date: start_date, approval_request: 'none' },
            }),
          },
        );
      }
      const others = sql`array(select id from providers where not id = any(${`{${ids.join(',')}}`}::uuid[]))`;
      for (const table of WORK) {
        const provider = table === 'timesheets' ? 'provider_id' : 'provider';
        const { rows: gone } = await tx.execute<{ id: string }>(
          sql`delete from ${sql.raw(table)} where ${sql.raw(provider)} = any(${others})
            and ${sql.raw(DAY_OF[table])} between ${start_date}::date and ${end_date}::date returning id`,
        );
        await tx.execute(
          sql`delete from change_index where id = any(${`{${gone.map(({ id }) => id).join(',')}}`}::text[])`,
        );
      }
      // Nothing is due from before: what earlier runs left is another story.
      await tx.execute(sql`delete from payroll_runs`);
      await tx.execute(sql`update sessions set late_for_payroll = false where late_for_payroll`);
      await tx.execute(sql`update devices set unsent_count = 0`);
      await tx.execute(sql`update quarantined_writes set decision = 'refused' where decision = 'open'`);
      await placeFirstRows(tx, changes);
    });

    const query = { period_start_date: start_date, period_end_date: end_date };
    const totals = new Map(
      (await boss.call('timesheet.totals', { query })).providers.map((one) => [one.provider_id, one.totals]),
    );
    await db.transaction(async (tx) => {
      const sheets: Change[] = [];
      for (const [at, provider_id] of ids.entries()) {
        const id = randomUUID();
        const own = totals.get(provider_id);
        if (own === undefined) throw new Error('A provider has no hours.');
        const submitted = at === 0 ? { ...own, direct_minutes: own.direct_minutes + 15 } : own;
        await copyRows(tx, 'timesheets', 'true', {
          ...{ id, provider_id, period_start_date: start_date, period_end_date: end_date, revision: 1 },
          ...{ status: 'submitted', notes: '', manifest: [], waiting_for: 0, totals: submitted, version: 1 },
          ...{ recommended_by: null, recommended_at: null, decided_by: null, decided_at: null },
          ...{ steps: [{ status: 'submitted', at: `${end_date}T23:00:00Z`, by: provider_id, notes: '' }] },
          captured_by: provider_id,
        });
        sheets.push({
          ...{ entity: 'timesheet', id },
          scopes: scopesOfTimesheet({ provider_id, period_start_date: start_date, status: 'submitted' }),
        });
      }
      const [, unsynced, changed] = ids;
      await tx.insert(devices).values({
        ...{ id: randomUUID(), user_id: unsynced ?? '', app_version: '0.0.0', unsent_count: 2 },
        ...{ unsent_since: `${end_date}T20:00:00Z`, last_contact_at: `${end_date}T20:00:00Z` },
        ...{ sealed_data_key: '', upload_token_hash: randomUUID(), upload_generation: 1 },
      });
      const request = {
        ...{
          kind: 'duration',
          state: 'pending',
          reason: 'Fire drill.',
          asked_at: `${start_date}T20:00:00.000Z`,
        },
        ...{ asked_by: changed, decided_by: null, decided_at: null, note: '' },
      };
      await tx.execute(
        sql`update sessions set approval_request = 'pending', requests = ${JSON.stringify([request])}::jsonb
          where provider = ${changed}`,
      );
      await placeFirstRows(tx, sheets);
    });
  } finally {
    await db.close();
  }
  return period;
}
