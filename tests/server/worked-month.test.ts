import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ruleKinds } from '#tests/support/database.ts';
import { DISTRICT, FAMILY, MOTOR } from './office-world.ts';
import { cents, EXTRAS, INVOICES, RUNS, SESSIONS, TOTALS } from './worked-month-table.ts';
import { DAYS, JULY, JUNE, LATE_ROW, type MonthWorld, openMonth } from './worked-month-world.ts';

const sum = <Row>(rows: readonly Row[], figure: (row: Row) => number | null) =>
  rows.reduce((total, row) => total + (figure(row) ?? 0), 0);
const rowNo = (no: number) => SESSIONS.find((row) => row.no === no) ?? SESSIONS[0];

test('the table adds up by itself', () => {
  expect(sum(SESSIONS, ({ pay_cents }) => pay_cents)).toBe(cents(TOTALS.sessions));
  expect(sum(EXTRAS, ({ pay }) => cents(pay))).toBe(cents(TOTALS.extra));
  expect(sum(Object.values(RUNS), cents)).toBe(cents(TOTALS.pay));
  const bills = SESSIONS.flatMap((row) => row.bills);
  expect(sum(bills, ({ amount_cents }) => amount_cents)).toBe(cents(TOTALS.billed));
  expect(sum(Object.values(INVOICES), cents)).toBe(cents(TOTALS.billed));
});

describe.each(ruleKinds)('a month worked out by hand on %s', (kind) => {
  let month: MonthWorld;
  const made: Record<string, { id: string; cents: number }> = {};

  beforeAll(async () => {
    month = await openMonth(kind);
    const { world, sessions, done } = month;
    for (const row of SESSIONS) if (row.no !== LATE_ROW) await month.enter(row);
    for (const extra of EXTRAS) if (extra.when === 'june') await month.enterExtra(extra);
    await month.approve(JUNE);
    await month.approve(JULY);
    await month.close(JUNE);
    made.june = await month.pay(JUNE);
    made.districtJune = await month.invoice(DISTRICT, '2026-06');
    made.familyJune = await month.invoice(FAMILY, '2026-06');

    // A rate is corrected afterwards: what was sent stays as it is.
    const years = { start_year: '2025', end_year: '2026' };
    const { rates } = await done('superadmin', 'rate.list-of-services', { params: years });
    const motor = rates.find(({ service }) => service === MOTOR);
    await done('superadmin', 'rate.update', {
      ...{ params: { id: motor?.id ?? '' }, version: motor?.version ?? 0 },
      body: { amount_cents: cents('99.99') },
    });

    // July 17: a longer session that was paid and invoiced as planned is approved.
    world.clock.now = new Date('2026-07-17T18:00:00.000Z');
    const id = sessions.get(4) ?? '';
    const waiting = await done('admin', 'session.list-durations', { query: DAYS });
    await done('admin', 'session.decide-duration', {
      params: { id },
      body: {
        asked_at: waiting.find((one) => one.id === id)?.requests?.at(-1)?.asked_at,
        ...{ decision: 'approved', note: 'The parent confirmed it.' },
      },
    });
    const reopened = await done('superadmin', 'payroll.reopen-run', {
      params: { id: made.june.id },
      body: { id: crypto.randomUUID(), reason: 'A session was longer.' },
    });
    made.reopened = { id: reopened.id, cents: await month.finish(reopened) };

    // July 20: a session of June is entered, after its pay period was closed and its month was invoiced.
    world.clock.now = new Date('2026-07-20T18:00:00.000Z');
    await month.reopen(JUNE, 'paula');
    await month.enter(rowNo(LATE_ROW) as (typeof SESSIONS)[number]);
    for (const extra of EXTRAS) if (extra.when === 'july') await month.enterExtra(extra);
    await month.approve(JUNE, ['paula']);
    made.supplemental = await month.invoice(DISTRICT, '2026-06');
    await month.close(JULY);
    made.july = await month.pay(JULY);
    made.districtJuly = await month.invoice(DISTRICT, '2026-07');
    made.familyJuly = await month.invoice(FAMILY, '2026-07');

    // The District disputes a session: it is credited, and not billed again.
    const { lines } = await done('superadmin', 'invoice.read', { params: { id: made.districtJuly.id } });
    const disputed = lines.filter(({ facts }) => facts.session === sessions.get(17));
    const credit = await done('superadmin', 'invoice.credit', {
      params: { id: made.districtJuly.id },
      body: { id: crypto.randomUUID(), lines: disputed.map((line) => line.id), reason: 'Disputed.' },
    });
    made.credit = { id: credit.id, cents: credit.total_cents };
  });
  afterAll(() => month.world.close());

  const idOf = (no: number) => month.sessions.get(no) ?? '';

  test('runs and their pay files pay what the table says', () => {
    for (const [name, dollars] of Object.entries(RUNS))
      expect([name, made[name]?.cents]).toEqual([name, cents(dollars)]);
  });

  test('invoices and the credit note come to what the table says', async () => {
    for (const [name, dollars] of Object.entries(INVOICES)) {
      expect([name, made[name]?.cents]).toEqual([name, cents(dollars)]);
      const { lines, invoice } = await month.done('superadmin', 'invoice.read', {
        params: { id: made[name]?.id ?? '' },
      });
      expect(
        sum(lines, ({ amount_cents }) => amount_cents),
        name,
      ).toBe(invoice.total_cents);
    }
  });

  test('each session pays its row, in the report and over all runs', async () => {
    const query = DAYS;
    const report = (await month.done('admin', 'payroll.list-approved', { query })).lines;
    const runs = await Promise.all(
      (['june', 'reopened', 'july'] as const).map((name) =>
        month.done('admin', 'payroll.list-run-lines', { params: { id: made[name]?.id ?? '' } }),
      ),
    );
    const paid = runs.flatMap(({ lines }) => lines);
    for (const row of SESSIONS) {
      const id = idOf(row.no);
      const line = report.find(({ session }) => session === id);
      expect([row.no, line?.minutes, line?.hourly_cents, line?.amount_cents]).toEqual([
        ...[row.no, row.pay_minutes, row.pay_rate_cents, row.pay_cents],
      ]);
      const own = paid.filter(({ session }) => session === id);
      expect([
        row.no,
        sum(own, ({ minutes }) => minutes),
        sum(own, ({ amount_cents }) => amount_cents),
      ]).toEqual([...[row.no, row.pay_minutes, row.pay_cents]]);
      expect([row.no, own.some(({ is_late }) => is_late)]).toEqual([row.no, row.no === LATE_ROW]);
    }
    expect(report).toHaveLength(SESSIONS.length + EXTRAS.length);
    for (const { day, type, pay } of EXTRAS) {
      for (const lines of [report, paid]) {
        const own = lines.filter((line) => line.day === day && line.kind === type);
        expect([day, own.map(({ amount_cents }) => amount_cents)]).toEqual([day, [cents(pay)]]);
      }
    }
    const extras = paid.filter(({ kind }) => kind === 'mileage' || kind === 'paid-time-off');
    expect(extras.map(({ day, is_late }) => [day, is_late]).toSorted()).toEqual(
      EXTRAS.map(({ day }) => [day, day === '2026-06-29']),
    );
  });

  test('every payroll report comes to the same', async () => {
    const query = DAYS;
    const minutes = sum(SESSIONS, ({ pay_minutes }) => pay_minutes);
    const people = (await month.done('admin', 'payroll.list-providers', { query })).rows;
    const groups = (await month.done('admin', 'payroll.list-groups', { query })).rows;
    const hours = (await month.done('admin', 'payroll.list-provider-hours', { query })).rows;
    const late = (await month.done('admin', 'payroll.list-late', { query })).lines;
    const unapproved = (await month.done('admin', 'payroll.list-unapproved', { query })).lines;
    const paula = people.find(({ provider }) => provider === month.world.people.paula.id);
    expect({
      providers: sum(people, ({ approved, unapproved: not }) => approved.amount_cents + not.amount_cents),
      extra: sum(people, ({ approved }) => approved.extra_cents),
      premiums: sum(people, ({ approved }) => approved.premium_cents),
      groups: sum(groups, ({ amount_cents }) => amount_cents),
      paula: paula?.approved.amount_cents,
      minutes: [sum(groups, (one) => one.minutes), sum(hours, ({ pay_minutes }) => pay_minutes)],
      late: late.map(({ session, amount_cents }) => [session, amount_cents]),
      unapproved,
    }).toEqual({
      ...{ providers: cents(TOTALS.pay), groups: cents(TOTALS.pay), unapproved: [] },
      ...{ extra: cents(TOTALS.extra), premiums: 0 },
      paula:
        sum(
          SESSIONS.filter(({ who }) => who === 'paula'),
          ({ pay_cents }) => pay_cents,
        ) +
        sum(
          EXTRAS.filter(({ who }) => who === 'paula'),
          ({ pay }) => cents(pay),
        ),
      minutes: [minutes, minutes],
      late: [[idOf(LATE_ROW), rowNo(LATE_ROW)?.pay_cents]],
    });
  });

  test('each session and student bills its row', async () => {
    const { lines } = await month.done('superadmin', 'billing.list-lines', { query: DAYS });
    for (const row of SESSIONS) {
      const own = lines.filter(({ session }) => session === idOf(row.no));
      const told = own.map(({ minutes, hourly_cents, amount_cents }) => ({
        minutes,
        hourly_cents,
        amount_cents,
      }));
      expect([row.no, told.sort((a, b) => b.minutes - a.minutes)]).toEqual([row.no, row.bills]);
      expect([row.no, own.some(({ late_for_client }) => late_for_client)]).toEqual([
        row.no,
        row.no === LATE_ROW,
      ]);
    }
    const credited = lines.find(({ session }) => session === idOf(17));
    expect(credited?.reasons).toEqual([expect.stringContaining('Disputed.')]);
    expect(lines.filter(({ kind, invoice }) => kind === 'billed' && invoice === null)).toEqual([]);
  });

  test('every billing report comes to the same', async () => {
    const query = DAYS;
    const total = cents(TOTALS.billed);
    for (const name of ['billing.sum-clients', 'billing.sum-providers', 'billing.sum-locations'] as const) {
      const { sums } = await month.done('superadmin', name, { query });
      const figures = [
        sum(sums, ({ amount_cents }) => amount_cents),
        sum(sums, ({ invoiced_cents }) => invoiced_cents),
        sum(sums, ({ open_cents, blocked, unapproved }) => open_cents + blocked + unapproved),
      ];
      expect([name, ...figures]).toEqual([name, total, total, 0]);
    }
    const approved = (await month.done('superadmin', 'billing.sum-approved', { query })).sums;
    expect([sum(approved, (one) => one.amount_cents), sum(approved, (one) => one.paid_minutes)]).toEqual([
      ...[total, sum(SESSIONS, ({ pay_minutes }) => pay_minutes)],
    ]);
    const { rates } = await month.done('superadmin', 'billing.list-client-rates', { query });
    expect(sum(rates, ({ amount_cents }) => amount_cents)).toBe(total);
    const late = (await month.done('superadmin', 'billing.list-late', { query })).lines;
    expect(late.map(({ session }) => session)).toEqual([idOf(LATE_ROW)]);
    for (const name of ['report.grouped-clients', 'report.client-services'] as const) {
      const { services } = await month.done('superadmin', name, { query });
      expect([name, sum<{ amount_cents: number | null }>(services, (one) => one.amount_cents)]).toEqual([
        name,
        total,
      ]);
    }
    const { plans } = await month.done('superadmin', 'invoice.plan', { query: { month: '2026-07' } });
    expect(plans.map(({ lines, corrections }) => lines + corrections)).toEqual(plans.map(() => 0));
  });

  test('the claims of the insurance client are what the family would be billed', async () => {
    const { claims } = await month.done('superadmin', 'billing.list-insurance', { query: DAYS });
    const rows = SESSIONS.filter(({ who }) => who === 'otto');
    expect(claims.map(({ line }) => [line.session, line.minutes, line.amount_cents])).toEqual(
      rows.map(({ no, bills }) => [idOf(no), bills[0]?.minutes, bills[0]?.amount_cents]),
    );
    expect(sum(claims, ({ line }) => line.amount_cents)).toBe(
      cents(INVOICES.familyJune) + cents(INVOICES.familyJuly),
    );
  });
});
