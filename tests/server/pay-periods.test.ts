import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PayPeriod } from '#contract/catalog.ts';
import { pay_period_steps } from '#server/db/schema/organization.ts';
import { pay_periods } from '#server/db/schema/pay-periods.ts';
import { devices } from '#server/db/schema/sync.ts';
import { timesheets } from '#server/db/schema/timesheets.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { queuedWrite } from './locked-device.ts';
import { type OfficeWorld, openOfficeWorld, personNames, sessionApart } from './office-world.ts';
import { NO_HOURS, timesheetBody } from './timesheet-world.ts';

const ENDED = { start_date: '2026-02-16', end_date: '2026-02-28' };
const REASON = 'Payroll is due today.';

describe.each(ruleKinds)('pay periods on %s', (kind) => {
  let world: OfficeWorld;
  let ended: PayPeriod;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await world.db
      .update(pay_periods)
      .set({ closed_at: null, is_locked: false })
      .where(eq(pay_periods.start_date, ENDED.start_date));
    const { body } = await world.as('admin', 'pay-period.list');
    ended = body.find(({ start_date }) => start_date === ENDED.start_date) as PayPeriod;
  });

  const change = (
    state: 'open' | 'closed' | 'locked',
    { reason = REASON, version = ended.version, person = 'admin' as (typeof personNames)[number] } = {},
  ) => world.as(person, 'pay-period.update', { params: { id: ended.id }, version, body: { state, reason } });

  test('only the office reads, adds, and closes them', async () => {
    const params = { id: ended.id };
    for (const person of personNames) {
      const isOffice = person === 'superadmin' || person === 'admin';
      const answers = [
        await world.as(person, 'pay-period.list'),
        await world.as(person, 'pay-period.read', { params }),
        await world.as(person, 'pay-period.create-year', { body: { start_year: 1999 } }),
        await world.as(person, 'pay-period.update', {
          params,
          version: 99,
          body: { state: 'open', reason: '' },
        }),
      ];
      const expected = isOffice ? [200, 200, 422, 412] : [403, 403, 403, 403];
      expect([person, ...answers.map(({ status }) => status)]).toEqual([person, ...expected]);
    }
    expect((await world.as('admin', 'pay-period.read', { params: { id: randomUUID() } })).status).toBe(404);
  });

  test("a year gets the periods that it lacks by the organization's rule, once", async () => {
    const { body: before } = await world.as('admin', 'pay-period.list');
    const { status, body: made } = await world.as('admin', 'pay-period.create-year', {
      body: { start_year: 2025 },
    });
    expect(status).toBe(201);
    expect(made).toHaveLength(24 - before.length);
    expect(await world.placesOf(made[0]?.id ?? '')).toEqual(['global']);
    const { body: after } = await world.as('admin', 'pay-period.list');
    expect(after).toHaveLength(24);
    expect([after[0]?.start_date, after.at(-1)?.end_date]).toEqual(['2025-07-01', '2026-06-30']);
    const again = await world.as('admin', 'pay-period.create-year', { body: { start_year: 2025 } });
    expect(again).toMatchObject({
      status: 422,
      body: { fields: { start_year: expect.stringContaining('already has a pay period') } },
    });
  });

  test('two people who add the same year at once leave each period once', async () => {
    const answers = await Promise.all(
      (['admin', 'superadmin'] as const).map((person) =>
        world.as(person, 'pay-period.create-year', { body: { start_year: 2027 } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const { body } = await world.as('admin', 'pay-period.list');
    expect(body.filter(({ start_date }) => start_date >= '2027-07-01')).toHaveLength(24);
  });

  test('is closed, locked, and reopened with a reason, on all devices, in its history and the audit', async () => {
    const closed = await change('closed');
    expect(closed).toMatchObject({ status: 200, body: { is_locked: false, closed_at: expect.any(String) } });
    const locked = await change('locked', { version: closed.body.version });
    expect(locked.body).toMatchObject({ is_locked: true, closed_at: closed.body.closed_at });
    const silent = await change('open', { version: locked.body.version, reason: ' ' });
    expect(silent).toMatchObject({ status: 422, body: { fields: { reason: 'Enter a reason.' } } });
    const opened = await change('open', { version: locked.body.version, reason: 'Two lunches are missing.' });
    expect(opened.body).toMatchObject({ is_locked: false, closed_at: null });
    expect(await world.placesOf(ended.id)).toEqual(['global']);
    const { body } = await world.as('superadmin', 'pay-period.read', { params: { id: ended.id } });
    expect(body.steps.slice(0, 3).map(({ state, reason }) => [state, reason])).toEqual([
      ['open', 'Two lunches are missing.'],
      ['locked', REASON],
      ['closed', REASON],
    ]);
    expect(body.steps[0]).toMatchObject({
      changed_by: world.people.admin.id,
      changed_by_name: expect.stringMatching(/./),
    });
    const noted = (await world.auditOf(ended.id)).filter(({ action }) => action === 'pay_period.update');
    expect(noted.slice(-3).map(({ details }) => details.fields)).toEqual([
      ['closed_at'],
      ['is_locked'],
      ['closed_at', 'is_locked'],
    ]);
    // The audit log is searched for the reason.
    const { entries } = (
      await world.as('admin', 'audit.list', {
        query: { start_date: '2026-03-10', end_date: '2026-03-10', entity: 'pay_period_step' },
      })
    ).body;
    expect(entries[0]).toMatchObject({
      action: 'pay_period_step.create',
      reason: 'Two lunches are missing.',
    });
    const one = await world.as('admin', 'audit.read', { params: { id: String(entries[0]?.id) } });
    expect(one.body.reason).toBe('Two lunches are missing.');
    const others = await world.as('admin', 'audit.list', {
      query: { start_date: '2026-03-10', end_date: '2026-03-10', entity: 'pay_period' },
    });
    expect(new Set(others.body.entries.map(({ reason }) => reason))).toEqual(new Set([null]));
  });

  test('one that still runs stays open, and the second person reads it again', async () => {
    const { body: all } = await world.as('admin', 'pay-period.list');
    const running = all.find(({ start_date }) => start_date === '2026-03-01') as PayPeriod;
    const early = await world.as('admin', 'pay-period.update', {
      ...{ params: { id: running.id }, version: running.version },
      body: { state: 'locked', reason: REASON },
    });
    expect(early).toMatchObject({
      status: 422,
      body: { fields: { state: expect.stringContaining('03/15/2026') } },
    });
    await change('closed');
    expect((await change('locked')).status).toBe(412);
  });

  test('one that was never used is deleted, on all devices too; one that something refers to is not', async () => {
    const { body: year } = await world.as('admin', 'pay-period.create-year', { body: { start_year: 2029 } });
    const [first, second, third] = year as [PayPeriod, PayPeriod, PayPeriod];
    const remove = (period: PayPeriod, version = period.version) =>
      world.as('admin', 'pay-period.delete', { params: { id: period.id }, version });
    expect((await remove(first, 2)).status).toBe(412);
    expect((await remove(first)).status).toBe(204);
    expect((await remove(first)).status).toBe(404);
    expect(await world.placesOf(first.id)).toEqual(['-global']);
    expect((await world.auditOf(first.id)).map(({ action }) => action)).toEqual([
      ...['pay_period.create', 'pay_period.delete'],
    ]);
    const [days] = year.filter(({ id }) => id === second.id);
    await world.db.insert(timesheets).values({
      ...{
        id: randomUUID(),
        provider_id: world.people.paula.id,
        revision: 1,
        status: 'withdrawn',
        notes: '',
      },
      ...{ period_start_date: days?.start_date ?? '', period_end_date: days?.end_date ?? '' },
      ...{ attestation_version: 1, attestation_text: '', manifest: [], waiting_for: 0, totals: NO_HOURS },
      ...{ steps: [], captured_by: world.people.paula.id, version: 1 },
      ...{ captured_at: world.clock.now.toISOString(), received_at: world.clock.now.toISOString() },
    });
    await world.db.insert(pay_period_steps).values({
      ...{ id: randomUUID(), pay_period: third.id, state: 'open', reason: 'Again.' },
      ...{ changed_by: world.people.admin.id, captured_at: world.clock.now.toISOString() },
    });
    for (const [period, why] of [
      [second, 'This pay period has 1 timesheet.'],
      [third, 'This pay period has been closed before, so its history is kept.'],
    ] as const) {
      expect(await remove(period)).toMatchObject({
        ...{ status: 409, body: { code: 'record.in-use', message: why } },
      });
    }
    const { body: listed } = await world.as('admin', 'pay-period.list');
    expect(listed.find(({ id }) => id === second.id)?.uses).toEqual({ timesheets: 1, runs: 0, steps: 0 });
    // Added again, the year gets only what it lacks.
    const again = await world.as('admin', 'pay-period.create-year', { body: { start_year: 2029 } });
    expect(again.body.map(({ start_date }) => start_date)).toEqual([first.start_date]);
  });

  test('closing names what is still open, and closing anyway needs a reason', async () => {
    const session = sessionApart(world, { session_date: '2026-02-20' });
    expect((await world.as('paula', 'session.create', { body: session })).status).toBe(201);
    const device = randomUUID();
    await world.db.insert(devices).values({
      ...{
        id: device,
        user_id: world.people.otto.id,
        app_version: '1.0.0',
        unsent_count: 3,
        sealed_data_key: '',
      },
      upload_token_hash: randomUUID(),
      ...{ last_contact_at: '2026-02-20T20:00:00Z', unsent_since: '2026-02-20T18:00:00.000Z' },
    });
    const read = async () =>
      (await world.as('admin', 'pay-period.read', { params: { id: ended.id } })).body.obstacles;
    expect(await read()).toMatchObject({
      unsubmitted: [{ id: world.people.paula.id }],
      unsynced: [{ id: world.people.otto.id, changes: 3, since: '2026-02-20T18:00:00.000Z' }],
    });
    expect(await change('locked', { reason: '' })).toMatchObject({
      status: 422,
      body: { fields: { reason: 'Enter a reason.' } },
    });
    const sheet = timesheetBody(world.people.paula, {
      ...{ period_start_date: ENDED.start_date, period_end_date: ENDED.end_date },
    });
    expect((await world.as('paula', 'timesheet.submit', { body: sheet })).status).toBe(201);
    expect(await read()).toMatchObject({ unsubmitted: [], undecided_timesheets: 1 });
    await world.db.update(devices).set({ unsent_count: 0, unsent_since: null }).where(eq(devices.id, device));
    expect(await read()).toMatchObject({ unsynced: [] });
    expect((await change('locked')).status).toBe(200);
  });

  test('a batch for a locked period: working time is refused with its reason, a session waits as a request', async () => {
    expect((await change('locked')).status).toBe(200);
    const session = sessionApart(world, { session_date: '2026-02-24' });
    const lunch = { id: randomUUID(), lunch_start_time: '2026-02-24T12:00:00-08:00' };
    const card = { id: randomUUID(), started_at: '2026-02-25T16:00:00.000Z' };
    const sheet = timesheetBody(world.people.otto, {
      ...{ period_start_date: ENDED.start_date, period_end_date: ENDED.end_date },
    });
    const report = {
      ...{ device_id: randomUUID(), device_now: world.clock.now.toISOString(), app_version: '1.0.0' },
      ...{ unsent_count: 0, unsent_since: null },
    };
    const { body } = await world.as('paula', 'sync.push', {
      body: {
        device: report,
        writes: [
          queuedWrite('lunch.create', { body: lunch, endpoint_version: 2 }),
          queuedWrite('timecard.create', { body: card }),
          queuedWrite('session.create', { body: session }),
        ],
      },
    });
    expect(body.answers.map(({ status, code }) => [status, code])).toEqual([
      [422, 'period.locked'],
      [422, 'period.locked'],
      [201, null],
    ]);
    expect(body.answers[0]?.message).toContain('pay period of this date is locked');
    expect(body.answers[2]?.row).toMatchObject({
      approval_request: 'pending',
      requests: [{ kind: 'late-entry' }],
    });
    const submission = await world.as('otto', 'timesheet.submit', { body: sheet });
    expect(submission).toMatchObject({ status: 422, body: { code: 'period.locked' } });
    // Reopened, the same lunch is accepted.
    const { body: file } = await world.as('admin', 'pay-period.read', { params: { id: ended.id } });
    await change('open', { version: file.period.version });
    expect((await world.as('otto', 'lunch.create', { body: { ...lunch, id: randomUUID() } })).status).toBe(
      201,
    );
  });
});
