import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PayPeriodClosing } from '#contract/payroll-closing.ts';
import type { RemindableItem } from '#domain/payroll/closing-rules.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { pay_periods } from '#server/db/schema/pay-periods.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { devices } from '#server/db/schema/sync.ts';
import { timecards } from '#server/db/schema/timecards.ts';
import { timesheets } from '#server/db/schema/timesheets.ts';
import { users } from '#server/db/schema/users.ts';
import { ruleKinds } from '#tests/support/database.ts';
import {
  MOTOR,
  type OfficeWorld,
  openOfficeWorld,
  personNames,
  SPEECH,
  sessionApart,
} from './office-world.ts';
import { decide, submitted } from './timesheet-world.ts';

const FEBRUARY = { period_start_date: '2026-02-16', period_end_date: '2026-02-28' };

describe.each(ruleKinds)('closing a pay period on %s', (kind) => {
  let world: OfficeWorld;
  let pay_period = '';
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
    await world.db
      .update(users)
      .set({ grants: ['payroll.view'] })
      .where(eq(users.id, world.people.admin.id));
    for (const { id, start_date } of await world.db.select().from(pay_periods)) {
      if (start_date === FEBRUARY.period_start_date) pay_period = id;
    }
  });
  afterAll(() => world.close());

  const read = async (): Promise<PayPeriodClosing> => {
    const { status, body } = await world.as('admin', 'payroll.read-closing', { query: { pay_period } });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  /** Names and counts of each item that isn't empty. */
  const open = ({ items }: PayPeriodClosing) =>
    Object.fromEntries(
      items
        .filter(({ count }) => count > 0)
        .map(({ item, people }) => [item, people.map(({ id, count }) => [nameOf(id), count])]),
    );
  const nameOf = (id: string) => personNames.find((name) => world.people[name].id === id);
  const remind = (item: RemindableItem) =>
    world.as('admin', 'payroll.remind', { body: { pay_period, item } });

  /** A session in the period that is on time. */
  async function worked(person: 'paula' | 'otto', set: Partial<typeof sessions.$inferInsert>) {
    const own = person === 'otto' ? { service: MOTOR, student_ids: [world.ben] } : {};
    const body = sessionApart(world, { session_date: set.session_date ?? '2026-02-18', ...own });
    const { status, body: made } = await world.as(person, 'session.create', { body });
    expect(status, JSON.stringify(made)).toBe(201);
    await world.db
      .update(sessions)
      .set({ approval_request: 'none', requests: [], late_for_payroll: false, ...set })
      .where(eq(sessions.id, body.id));
    return body.id;
  }

  test('is for people with the grant', async () => {
    for (const person of personNames) {
      const isPayroll = person === 'superadmin' || person === 'admin';
      const answers = [
        await world.as(person, 'payroll.read-closing', { query: { pay_period } }),
        await world.as(person, 'payroll.remind', { body: { pay_period: randomUUID(), item: 'unsynced' } }),
      ];
      expect([person, ...answers.map(({ status }) => status)]).toEqual(
        isPayroll ? [person, 200, 422] : [person, 403, 403],
      );
    }
  });

  test('lists what is open by person, and timesheets with what to look at; then nothing', async () => {
    expect(open(await read())).toEqual({});

    await world.as('superadmin', 'provider-rate.create', {
      params: { id: world.people.paula.id },
      body: { id: randomUUID(), service: SPEECH, start_year: 2025, amount_cents: 4_000 },
    });
    const asked = {
      kind: 'duration',
      state: 'pending',
      reason: 'Fire drill.',
      asked_at: '2026-02-18T20:00:00Z',
    };
    const pending = { ...asked, decided_by: null, decided_at: null, note: '', asked_by: null };
    const first = await worked('paula', { state: 'completed' });
    await worked('paula', { approval_request: 'pending', requests: [pending as never] });
    const unrated = await worked('otto', { attendance: 'student-absent' });
    const card = randomUUID();
    await world.db.insert(timecards).values({
      ...{ id: card, provider: world.people.otto.id, work_date: '2026-02-18', breaks: [], corrections: [] },
      ...{ started_at: '2026-02-18T17:00:00Z', captured_by: world.people.otto.id, version: 1 },
      ...{ captured_at: '2026-02-18T17:00:00Z', received_at: '2026-02-18T17:00:00Z' },
    });
    const device = randomUUID();
    await world.db.insert(devices).values({
      ...{ id: device, user_id: world.people.otto.id, app_version: '0.0.0', unsent_count: 2 },
      ...{ unsent_since: '2026-02-19T18:00:00Z', last_contact_at: '2026-02-19T18:00:00Z' },
      ...{ sealed_data_key: '', upload_token_hash: randomUUID(), upload_generation: 1 },
    });
    const before = await read();
    expect(open(before)).toMatchObject({
      unsubmitted: expect.arrayContaining([
        ['paula', 1],
        ['otto', 1],
      ]),
      'open-time': [['otto', 1]],
      duration: [['paula', 1]],
      'unsigned-note': [['paula', 2]],
      unsynced: [['otto', 2]],
      'missing-rate': [['otto', 1]],
    });
    expect(before).toMatchObject({ sheets: [], approved_sheets: 0, runs: [], run_refusal: null });
    expect(before.items.find(({ item }) => item === 'unsynced')?.people[0]?.since).toMatch(/^2026-02-19/);

    const query = { start_date: FEBRUARY.period_start_date, end_date: FEBRUARY.period_end_date };
    const { body: times } = await world.as('admin', 'payroll.list-open-time', { query });
    expect(times).toMatchObject({ pay_period, unsynced: [{ changes: 2 }] });
    expect(times.rows).toMatchObject([
      { id: card, kind: 'timecard', provider: world.people.otto.id, day: '2026-02-18', reminded_at: null },
    ]);
    const { body: missing } = await world.as('admin', 'payroll.list-missing-rates', { query });
    expect(missing.rows).toMatchObject([
      { provider: world.people.otto.id, service: MOTOR, start_year: 2025, lines: 1, first_day: '2026-02-18' },
    ]);
    const { body: start } = await world.as('admin', 'payroll.read-start', { query: { pay_period } });
    const byName = (list: readonly { id: string; count: number }[] | undefined) =>
      list?.map(({ id, count }) => [nameOf(id), count]);
    expect(byName(start.warnings.open_time)).toEqual([['otto', 1]]);
    expect(byName(start.warnings.unsigned_notes)).toEqual([['paula', 2]]);
    expect(byName(start.warnings.missing_rates)).toEqual([['otto', 1]]);

    // Hours of now, so that only what is open makes them worth a look.
    for (const person of ['paula', 'otto'] as const) {
      const query = { start: FEBRUARY.period_start_date, end: FEBRUARY.period_end_date };
      const { body: hours } = await world.as(person, 'hours.mine', { query });
      await submitted(world, person, { ...FEBRUARY, totals: hours.totals });
    }
    const findings = Object.fromEntries(
      (await read()).sheets.map(({ provider, findings: found }) => [nameOf(provider), found]),
    );
    expect(findings).toEqual({
      paula: expect.arrayContaining(['duration']),
      otto: expect.arrayContaining(['open-time', 'unsynced']),
    });
    expect(findings.paula).not.toContain('hours-differ');

    // A figure that changes afterwards is worth a look, too; what is decided is none any more.
    await world.db.update(sessions).set({ deleted_at: '2026-03-01T18:00:00Z' }).where(eq(sessions.id, first));
    await world.db
      .update(sessions)
      .set({ approval_request: 'none', requests: [] })
      .where(eq(sessions.provider, world.people.paula.id));
    await world.db.update(devices).set({ unsent_count: 0 }).where(eq(devices.id, device));
    await world.db.delete(timecards).where(eq(timecards.id, card));
    const after = await read();
    expect(open(after)).toEqual({ 'unsigned-note': [['paula', 1]], 'missing-rate': [['otto', 1]] });
    expect(after.sheets.find(({ provider }) => nameOf(provider) === 'paula')?.findings).toContain(
      'hours-differ',
    );
    await world.db
      .update(sessions)
      .set({ deleted_at: '2026-03-01T18:00:00Z' })
      .where(eq(sessions.id, unrated));
  });

  test('reminds each person of an item once a day, by what it is about', async () => {
    const other = { pay_period, item: 'unsigned-note', person: world.people.otto.id };
    expect((await world.as('admin', 'payroll.remind', { body: other })).body).toEqual({ reminded: 0 });
    expect((await remind('unsigned-note')).body).toEqual({ reminded: 1 });
    expect((await remind('unsigned-note')).body).toEqual({ reminded: 0 });
    const told = await world.db
      .select({ receiver: notifications.receiver, event: notifications.event })
      .from(notifications)
      .where(eq(notifications.event, 'notes-due'));
    expect(told).toEqual([{ receiver: world.people.paula.id, event: 'notes-due' }]);
    const list = (await read()).items.find(({ item }) => item === 'unsigned-note');
    expect(list?.people[0]?.reminded_at).toMatch(/^2026-03-10T/);
    expect((await remind('unsubmitted')).body).toEqual({ reminded: 0 });
  });

  test('a pay line says who approved its hours', async () => {
    const query = { start_date: FEBRUARY.period_start_date, end_date: FEBRUARY.period_end_date };
    const last = (lines: readonly { why: readonly string[] }[]) => lines.map(({ why }) => why.at(-1));
    const waiting = await world.as('admin', 'payroll.list-unapproved', { query });
    expect(last(waiting.body.lines)).toEqual(['Not approved yet.']);
    const [sheet] = await world.db
      .select()
      .from(timesheets)
      .where(eq(timesheets.provider_id, world.people.paula.id));
    if (sheet === undefined) throw new Error('Paula has submitted her timesheet.');
    expect((await decide(world, 'admin', sheet, 'approved')).status).toBe(200);
    const approved = await world.as('admin', 'payroll.list-approved', { query });
    expect(last(approved.body.lines)).toEqual([
      expect.stringMatching(/^The timesheet was approved by .+, 03\/10\/2026 \d\d:\d\d [AP]M\.$/),
    ]);
  });

  test('counts lines without a rate that a run would still pay from earlier periods', async () => {
    const periods = await world.db.select().from(pay_periods);
    const earlier = periods.find(({ end_date }) => end_date === '2026-02-15')?.id ?? '';
    const { body: run } = await world.as('superadmin', 'payroll.start', {
      body: { id: randomUUID(), pay_period: earlier },
    });
    const change = (person: 'superadmin' | 'admin', state: string, version: number) =>
      world.as(person, 'payroll.change-run', { params: { id: run.id }, version, body: { state, note: '' } });
    const { body: review } = await change('superadmin', 'review', run.version);
    expect((await change('admin', 'approved', review.version)).status).toBe(200);
    expect(open(await read())['missing-rate']).toBeUndefined();
    await worked('otto', { session_date: '2026-02-10', state: 'approved' });
    expect(open(await read())['missing-rate']).toEqual([['otto', 1]]);
    const { body: next } = await world.as('superadmin', 'payroll.start', {
      body: { id: randomUUID(), pay_period },
    });
    expect(next.approved.missing_rates + next.unapproved.missing_rates).toBe(1);
  });
});
