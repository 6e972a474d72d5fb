import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { BillingConditionBody } from '#contract/billing-conditions.ts';
import type { EndpointName } from '#contract/index.ts';
import type { RateBody } from '#contract/rates.ts';
import { timePlusMinutes } from '#domain/time/pacific.ts';
import { client_accounts } from '#server/db/schema/client-accounts.ts';
import { pay_periods } from '#server/db/schema/pay-periods.ts';
import {
  student_accounts,
  student_providers,
  student_services,
  students,
} from '#server/db/schema/students.ts';
import { users } from '#server/db/schema/users.ts';
import { refreshScopeMembers } from '#server/db/scope-members.ts';
import type { DatabaseKind } from '#tests/support/database.ts';
import type { Answered } from './api-world.ts';
import { sessionBody } from './api-world.ts';
import { eventBody } from './calendar-bodies.ts';
import {
  DISTRICT,
  FAMILY,
  MOTOR,
  type OfficeWorld,
  openOfficeWorld,
  type PersonName,
  SPEECH,
} from './office-world.ts';
import { decide } from './timesheet-world.ts';
import { cents, type EXTRAS, SESSIONS, type WorkedSession } from './worked-month-table.ts';

/** The two pay periods, and the months that are invoiced. */
export const JUNE = { start_date: '2026-06-16', end_date: '2026-06-30' };
export const JULY = { start_date: '2026-07-01', end_date: '2026-07-15' };
/** All days of the worked month. */
export const DAYS = { start_date: JUNE.start_date, end_date: JULY.end_date };
/** The row that is entered after the pay period was closed and the month invoiced. */
export const LATE_ROW = 11;

function daysOf({ start_date, end_date }: typeof JUNE) {
  return { period_start_date: start_date, period_end_date: end_date };
}

type Asked = Parameters<OfficeWorld['as']>[2];

/** The worked month on a server, step by step as an office works it. */
export interface MonthWorld {
  world: OfficeWorld;
  /** The id of each row's session. */
  sessions: Map<number, string>;
  /** A call that has to succeed. */
  done<Name extends EndpointName>(
    person: PersonName,
    name: Name,
    asked?: Asked,
  ): Promise<Answered<Name>['body']>;
  enter(row: WorkedSession): Promise<void>;
  enterExtra(extra: (typeof EXTRAS)[number]): Promise<void>;
  /** Submits and approves people's timesheets of a pay period with all sessions entered so far. */
  approve(period: typeof JUNE, everyone?: readonly ('paula' | 'otto')[]): Promise<void>;
  /** Takes back the approval of a timesheet, so that its provider can change the period. */
  reopen(period: typeof JUNE, who: 'paula' | 'otto'): Promise<void>;
  close(period: typeof JUNE): Promise<void>;
  /** Starts the run of a pay period, or takes an open one, brings it to its pay file, and gives the file's amount. */
  pay(period: typeof JUNE): Promise<{ id: string; cents: number }>;
  finish(run: { id: string; version: number }): Promise<number>;
  /** Makes and sends the next invoice of a client and month. */
  invoice(client: string, month: string): Promise<{ id: string; cents: number; number: string }>;
}

export async function openMonth(kind: DatabaseKind): Promise<MonthWorld> {
  const world = await openOfficeWorld(kind);
  const { db, people } = world;
  world.clock.now = new Date('2026-07-16T18:00:00.000Z');
  const cora = randomUUID();
  await db.insert(students).values({ id: cora, first_name: 'Cora', last_name: 'Chase', client: DISTRICT });
  await db.insert(student_accounts).values({ id: cora });
  await db.insert(student_services).values({ student: cora, service: SPEECH });
  await db.insert(student_providers).values({ student: cora, provider: people.paula.id });
  await db.insert(pay_periods).values([JUNE, JULY].map((days) => ({ id: randomUUID(), ...days })));
  await db.update(client_accounts).set({ is_insurance: true }).where(eq(client_accounts.id, FAMILY));
  await db
    .update(users)
    .set({ grants: ['payroll.view'] })
    .where(eq(users.id, people.admin.id));
  await db.transaction((tx) => refreshScopeMembers(tx, [people.paula.id]));
  const studentOf: Record<string, string> = { Anna: world.anna, Cora: cora, Ben: world.ben };
  const serviceOf = { paula: SPEECH, otto: MOTOR };
  const sessions = new Map<number, string>();
  const periodOf = async ({ start_date }: typeof JUNE) => {
    const found = (await db.select().from(pay_periods)).find((one) => one.start_date === start_date);
    if (found === undefined) throw new Error(`There is no pay period from ${start_date}.`);
    return found;
  };

  async function done<Name extends EndpointName>(person: PersonName, name: Name, asked: Asked = {}) {
    const { status, body } = await world.as(person, name, asked);
    expect(status, `${name}: ${JSON.stringify(body)}`).toBeLessThan(300);
    return body;
  }

  const rate = (changes: Partial<RateBody>) =>
    done('superadmin', 'rate.create', {
      body: {
        ...{ id: randomUUID(), level: 'service', service: SPEECH, student: null, client: null, region: null },
        ...{ setting: null, start_year: 2025, amount_cents: 1, is_draft: false, ...changes },
      },
    });
  await rate({ amount_cents: cents('100.00') });
  await rate({ amount_cents: cents('105.50'), start_year: 2026 });
  await rate({ level: 'client', client: DISTRICT, setting: 'group', amount_cents: cents('90.00') });
  await rate({ service: MOTOR, amount_cents: cents('88.88') });
  await rate({ service: MOTOR, amount_cents: cents('91.30'), start_year: 2026 });
  const payRate = (who: 'paula' | 'otto', start_year: number, dollars: string) =>
    done('superadmin', 'provider-rate.create', {
      params: { id: people[who].id },
      body: { id: randomUUID(), service: serviceOf[who], start_year, amount_cents: cents(dollars) },
    });
  await payRate('paula', 2025, '41.37');
  await payRate('paula', 2026, '43.20');
  await payRate('otto', 2025, '38.50');
  await payRate('otto', 2026, '39.90');
  const agreed = (changes: Partial<BillingConditionBody>) =>
    done('superadmin', 'billing-condition.create', {
      body: {
        ...{ id: randomUUID(), client: DISTRICT, starts_on: '2026-06-01', note: '', percent: null },
        ...{ minutes: null, days: null, choice: null, service: null, ...changes },
      },
    });
  await agreed({ type: 'minimum_increment', minutes: 15 });
  await agreed({ type: 'rounding', choice: 'nearest' });
  await agreed({ type: 'group_split', choice: 'shared' });
  await agreed({ type: 'no_show', percent: 50, minutes: 30 });
  await agreed({ type: 'makeup_window', days: 10 });

  /** A calendar event: only what was planned can be held longer or shorter. */
  async function planned({ who, day, students: names, planned: duration }: WorkedSession): Promise<string> {
    const body = eventBody({
      ...{ student: studentOf[names[0] ?? ''], service: serviceOf[who], duration },
      ...{ event_start_date: day, event_end_date: day, event_end_time: timePlusMinutes('09:00', duration) },
    });
    return (await done(who, 'calendar.create', { body })).id;
  }

  async function enter(row: WorkedSession): Promise<void> {
    const isChanged = row.change !== '';
    const body = sessionBody(
      { service: serviceOf[row.who], student: '' },
      {
        ...{ student_ids: row.students.map((name) => studentOf[name]), session_date: row.day },
        ...{ end_time: timePlusMinutes('09:00', row.held), scheduled_minutes: row.planned },
        ...{ actual_minutes: row.held, direct_minutes: row.held, attendance: row.attendance },
        setting: row.students.length > 1 ? 'group' : 'individual',
        // Otto works remotely with a child at home, Paula at the District's school.
        ...(row.who === 'otto' ? { modality: 'remote' } : { location: '101' }),
        reason: row.attendance === 'delivered' ? '' : 'Illness',
        duration_reason: isChanged ? 'The lesson took longer.' : '',
        calendar_event_id: isChanged ? await planned(row) : null,
        make_up_of: row.make_up_of === null ? null : sessions.get(row.make_up_of),
      },
    );
    const made = await done(row.who, 'session.create', { body });
    sessions.set(row.no, made.id);
    if (row.change === 'approved' || row.change === 'refused') await decideChange(made, row.change);
  }

  async function decideChange(
    { id, requests }: { id: string; requests?: readonly { asked_at: string }[] | undefined },
    decision: 'approved' | 'refused',
  ): Promise<void> {
    await done('admin', 'session.decide-duration', {
      params: { id },
      body: { asked_at: requests?.at(-1)?.asked_at, decision, note: 'Asked the school.' },
    });
  }

  const isWithin = (row: WorkedSession, { start_date, end_date }: typeof JUNE) =>
    start_date <= row.day && row.day <= end_date;

  async function reopen(period: typeof JUNE, who: 'paula' | 'otto'): Promise<void> {
    const query = { provider_id: people[who].id, ...daysOf(period) };
    const sheet = (await done('admin', 'timesheet.status', { query })).revisions.at(-1);
    if (sheet === undefined) throw new Error('There is no timesheet.');
    expect((await decide(world, 'superadmin', sheet, 'reopened', 'A late session.')).status).toBe(200);
  }

  async function approve(
    period: typeof JUNE,
    everyone: readonly ('paula' | 'otto')[] = ['paula', 'otto'],
  ): Promise<void> {
    const days = daysOf(period);
    for (const who of everyone) {
      const own = SESSIONS.filter((row) => row.who === who && isWithin(row, period) && sessions.has(row.no));
      const manifest = own.map(({ no }) => ({
        ...{ entity: 'session', id: sessions.get(no) ?? '', version: 1, write_ids: [] },
      }));
      const totals = {
        ...{ sessions: own.length, direct_minutes: 0, indirect_minutes: 0, meal_minutes: 0 },
        ...{ paused_minutes: 0, paid_minutes: 0, expected_minutes: 0 },
      };
      const sheet = await done(who, 'timesheet.submit', {
        body: {
          id: randomUUID(),
          provider_id: people[who].id,
          ...days,
          attestation_version: 1,
          manifest,
          totals,
        },
      });
      const approved = await decide(world, 'admin', sheet, 'approved');
      expect(approved.body).toMatchObject({ status: 'approved' });
    }
  }

  async function close(period: typeof JUNE): Promise<void> {
    const { id, version } = await periodOf(period);
    await done('superadmin', 'pay-period.update', {
      ...{ params: { id }, version },
      body: { state: 'closed', reason: 'The month is over.' },
    });
  }

  async function finish(run: { id: string; version: number }): Promise<number> {
    let now = run;
    const step = async (person: PersonName, state: string) => {
      const params = { id: run.id };
      now = await done(person, 'payroll.change-run', {
        params,
        version: now.version,
        body: { state, note: '' },
      });
    };
    await step('superadmin', 'review');
    await step('admin', 'approved');
    await step('admin', 'exported');
    const file = await done('admin', 'payroll.read-file', { params: { id: run.id } });
    const amount = file.head.indexOf('Amount');
    return file.rows.reduce((sum, row) => sum + cents(row[amount] ?? ''), 0);
  }

  return {
    ...{ world, sessions, done, enter, approve, reopen, close, finish },
    async enterExtra({ day: pay_day, who, type: pay_type, quantity, rate: dollars }) {
      const quantity_hundredths = Math.round(quantity * 100);
      const rate_tenths = Math.round(dollars * 1_000);
      const body = { id: randomUUID(), provider: people[who].id, pay_type, pay_day, quantity_hundredths };
      await done('admin', 'extra-pay.create', { body: { ...body, rate_tenths, reason: 'As agreed.' } });
    },
    async pay(period) {
      const { id: pay_period } = await periodOf(period);
      const run = await done('superadmin', 'payroll.start', { body: { id: randomUUID(), pay_period } });
      return { id: run.id, cents: await finish(run) };
    },
    async invoice(client, month) {
      const draft = await done('superadmin', 'invoice.create', {
        body: { id: randomUUID(), client, month, note: '' },
      });
      const sent = await done('superadmin', 'invoice.send', {
        ...{ params: { id: draft.id }, version: draft.version },
        body: { invoice_date: world.clock.now.toISOString().slice(0, 10) },
      });
      return { id: sent.id, cents: sent.total_cents, number: sent.number ?? '' };
    },
  };
}
