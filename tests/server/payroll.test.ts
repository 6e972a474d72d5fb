import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunSummary } from '#contract/payroll.ts';
import { organizations } from '#server/db/schema/organization.ts';
import { pay_periods } from '#server/db/schema/pay-periods.ts';
import { payroll_lines } from '#server/db/schema/payroll.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { devices } from '#server/db/schema/sync.ts';
import { users } from '#server/db/schema/users.ts';
import { ruleKinds } from '#tests/support/database.ts';
import {
  MOTOR,
  type OfficeWorld,
  openOfficeWorld,
  type PersonName,
  personNames,
  SPEECH,
  sessionApart,
} from './office-world.ts';

const FEBRUARY = { start_date: '2026-02-16', end_date: '2026-02-28' };
const MARCH = { start_date: '2026-03-01', end_date: '2026-03-15' };

const ORGANIZATION: typeof organizations.$inferInsert = {
  ...{ id: randomUUID(), name: '', uses_24_hour_clock: false, logo: null },
  ...{ pay_period_kind: 'half-monthly', pay_period_anchor: '2026-07-05' },
  pay_file_codes: [{ code: 'REG', own: 'E01' }],
};

describe.each(ruleKinds)('payroll on %s', (kind) => {
  let world: OfficeWorld;
  const periods: Record<string, string> = {};
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
    await world.db
      .update(users)
      .set({ grants: ['payroll.view'] })
      .where(eq(users.id, world.people.admin.id));
    for (const { id, start_date } of await world.db.select().from(pay_periods)) periods[start_date] = id;
  });
  afterAll(() => world.close());

  /** A session as its provider entered it in time, in this state. */
  async function worked(
    person: PersonName,
    minutes: number,
    changes: Partial<typeof sessions.$inferInsert> & { session_date: string },
  ): Promise<string> {
    const { session_date, ...set } = changes;
    const time = { scheduled_minutes: minutes, actual_minutes: minutes, direct_minutes: minutes };
    const own = person === 'otto' ? { service: MOTOR, student_ids: [world.ben] } : {};
    const body = sessionApart(world, { session_date, ...own });
    const { status, body: made } = await world.as(person, 'session.create', { body });
    if (status !== 201) throw new Error(JSON.stringify(made));
    await world.db
      .update(sessions)
      .set({ state: 'approved', late_for_payroll: false, ...time, ...set })
      .where(eq(sessions.id, body.id));
    return body.id;
  }

  const rate = (person: PersonName, service: string, amount_cents: number) =>
    world.as('superadmin', 'provider-rate.create', {
      params: { id: world.people[person].id },
      body: { id: randomUUID(), service, start_year: 2025, amount_cents },
    });
  const start = (person: PersonName, pay_period: string, others: object = {}, version?: number) =>
    world.as(person, 'payroll.start', {
      body: { id: randomUUID(), pay_period, ...others },
      ...(version === undefined ? {} : { version }),
    });
  const step = (person: PersonName, run: { id: string; version: number }, state: string, note = '') =>
    world.as(person, 'payroll.change-run', {
      ...{ params: { id: run.id }, version: run.version },
      body: { state, note },
    });
  const linesOf = async (id: string) =>
    (await world.as('superadmin', 'payroll.list-run-lines', { params: { id } })).body.lines;
  const decide = (person: PersonName, id: string, body: object, version = 0) =>
    world.as(person, 'payroll.decide-line', { params: { id }, body, version });
  const days = { start_date: FEBRUARY.start_date, end_date: FEBRUARY.end_date };

  test('is for people with the grant; the client services report is for the office, without money', async () => {
    for (const person of personNames) {
      const isPayroll = person === 'superadmin' || person === 'admin';
      const query = days;
      const answers = [
        await world.as(person, 'payroll.list-providers', { query }),
        await world.as(person, 'payroll.list-provider-hours', { query }),
        await world.as(person, 'payroll.list-groups', { query }),
        await world.as(person, 'payroll.list-approved', { query }),
        await world.as(person, 'payroll.list-runs'),
        await start(person, randomUUID()),
        await world.as(person, 'payroll.list-clients', { query }),
      ];
      const expected = [...Array.from({ length: 5 }, () => 200), 422, 200];
      expect([person, ...answers.map(({ status }) => status)]).toEqual([
        person,
        ...(isPayroll ? expected : expected.map(() => 403)),
      ]);
    }
    const { body } = await world.as('admin', 'payroll.list-clients', { query: days });
    expect(JSON.stringify(body)).not.toContain('cents');
  });

  test('pays a period, corrects it, and pays what came late with the next', async () => {
    await rate('paula', SPEECH, 4_000);
    const paid = await worked('paula', 60, { session_date: '2026-02-17' });
    const undecided = await worked('paula', 30, { session_date: '2026-02-18', state: 'completed' });
    const unrated = await worked('otto', 60, { session_date: '2026-02-17' });
    const gone = await worked('paula', 45, { session_date: '2026-02-19' });
    await world.db.insert(devices).values({
      ...{ id: randomUUID(), user_id: world.people.otto.id, app_version: '0.0.0', unsent_count: 2 },
      ...{ unsent_since: '2026-02-19T18:00:00Z', last_contact_at: '2026-02-19T18:00:00Z' },
      ...{ sealed_data_key: '', upload_token_hash: randomUUID(), upload_generation: 1 },
    });

    // Whose work may be missing is said before it starts, by person.
    const query = { pay_period: periods[FEBRUARY.start_date] ?? '' };
    const { body: before } = await world.as('superadmin', 'payroll.read-start', { query });
    expect(before.refusal).toBeNull();
    expect(before.warnings.unsynced.map(({ id, changes }) => [id, changes])).toEqual([
      [world.people.otto.id, 2],
    ]);
    expect(before.warnings.unsubmitted.map(({ id }) => id).sort()).toEqual(
      [world.people.paula.id, world.people.otto.id].sort(),
    );
    const early = await start('superadmin', periods[MARCH.start_date] ?? '');
    expect(early).toMatchObject({
      status: 422,
      body: { fields: { pay_period: expect.stringContaining('runs until') } },
    });

    const started = await start('superadmin', query.pay_period);
    expect(started).toMatchObject({
      status: 201,
      body: { number: '2026-02-28-1', state: 'open', started_by: world.people.superadmin.id },
    });
    expect(started.body.warnings).toEqual(before.warnings);
    expect(started.body.approved).toMatchObject({
      lines: 3,
      minutes: 165,
      amount_cents: 7_000,
      missing_rates: 1,
    });
    expect((await start('admin', query.pay_period)).body).toMatchObject({
      fields: { pay_period: expect.stringContaining("isn't approved yet") },
    });

    // A line is adjusted; a line without a rate stops the approval, and never counts as zero.
    const first = await linesOf(started.body.id);
    const lineFor = (lines: typeof first, session: string) => lines.find((line) => line.session === session);
    expect(lineFor(first, unrated)).toMatchObject({ amount_cents: null, finding: 'missing-rate' });
    const line = lineFor(first, paid);
    const silent = await decide('admin', line?.id ?? '', { is_approved: true, adjusted_minutes: 45 });
    expect(silent).toMatchObject({
      status: 422,
      body: { fields: { note: 'Enter why the minutes change.' } },
    });
    const adjusted = await decide('admin', line?.id ?? '', {
      ...{ is_approved: true, adjusted_minutes: 45, note: 'Left early.' },
    });
    expect(adjusted.body).toMatchObject({
      minutes: 60,
      decision: { adjusted_minutes: 45, note: 'Left early.', version: 1 },
    });
    expect(await decide('admin', line?.id ?? '', { is_approved: true, note: 'x' }, 7)).toMatchObject({
      status: 412,
    });
    const review = await step('superadmin', started.body, 'review');
    const stopped = await step('admin', review.body, 'approved');
    expect(stopped.body).toMatchObject({ fields: { state: expect.stringContaining('no pay rate') } });

    // With the rate, a new snapshot replaces the run, and what was decided stays.
    await rate('otto', MOTOR, 5_000);
    const renewed = await start(
      'superadmin',
      query.pay_period,
      { replaces: started.body.id },
      review.body.version,
    );
    expect(renewed.body).toMatchObject({
      number: '2026-02-28-2',
      approved: { amount_cents: 11_000, missing_rates: 0 },
    });
    expect(
      await world.as('superadmin', 'payroll.read-run', { params: { id: started.body.id } }),
    ).toMatchObject({
      status: 404,
    });
    const reviewed = await step('superadmin', renewed.body, 'review');
    expect(await step('superadmin', reviewed.body, 'approved')).toMatchObject({
      ...{ status: 403, body: { code: 'decision.own' } },
    });
    const approved = await step('admin', reviewed.body, 'approved');
    expect(approved).toMatchObject({ status: 200, body: { state: 'approved' } });

    // Approved is final: no line changes, it isn't discarded, and the pay file is always the same.
    const frozen = await linesOf(renewed.body.id);
    const late = await decide(
      'admin',
      lineFor(frozen, paid)?.id ?? '',
      { is_approved: false, note: 'No.' },
      1,
    );
    expect(late).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining("its lines can't change") },
    });
    const discarded = await world.as('admin', 'payroll.discard-run', {
      ...{ params: { id: renewed.body.id }, version: approved.body.version },
    });
    expect(discarded.status).toBe(422);
    const params = { id: renewed.body.id };
    expect((await world.as('admin', 'payroll.read-file', { params })).status).toBe(422);
    const layout = (columns: object[]) =>
      world.db
        .insert(organizations)
        .values({ ...ORGANIZATION, pay_file_columns: columns as never })
        .onConflictDoUpdate({ target: organizations.id, set: { pay_file_columns: columns as never } });
    await layout([
      { header: 'Pay Code', content: 'code' },
      { header: 'Gross', content: 'amount' },
    ]);
    const exported = await step('admin', approved.body, 'exported');
    const { body: file } = await world.as('admin', 'payroll.read-file', { params });
    // The own layout has the same amounts, and stays what it was.
    expect(file.own?.head).toEqual(['Pay Code', 'Gross']);
    expect(file.own?.rows).toEqual(file.rows.map((row) => ['E01', row[11]]));
    await layout([]);
    expect(file.rows.map((row) => [row[6], ...row.slice(8)]).sort()).toEqual([
      ['REG', 60, 1, 50, 50],
      ['REG', 90, 1.5, 40, 60],
    ]);
    await world.db
      .update(sessions)
      .set({ actual_minutes: 50, scheduled_minutes: 50, version: 9 })
      .where(eq(sessions.id, paid));
    await world.db
      .update(sessions)
      .set({ deleted_at: world.clock.now.toISOString(), version: 9 })
      .where(eq(sessions.id, gone));
    await world.db.update(sessions).set({ state: 'approved' }).where(eq(sessions.id, undecided));
    expect((await world.as('superadmin', 'payroll.read-file', { params })).body).toEqual(file);
    expect(await linesOf(renewed.body.id)).toEqual(frozen);

    // What changed since is shown, and paid by an adjustment: the first run stays as it is.
    const { body: since } = await world.as('admin', 'payroll.read-difference', { params });
    expect(since.unsynced).toMatchObject([{ id: world.people.otto.id }]);
    expect(
      since.rows.map(({ session, before: was, after }) => [session, was?.minutes, after?.minutes]).sort(),
    ).toEqual(
      [
        [paid, 60, 50],
        [gone, 45, undefined],
        [undecided, undefined, 30],
      ].sort(),
    );
    const closed = await step('admin', exported.body, 'closed');
    expect(closed.body.steps.map(({ state }) => state)).toEqual([
      'open',
      'review',
      'approved',
      'exported',
      'closed',
    ]);
    const unreasoned = await world.as('admin', 'payroll.reopen-run', {
      params,
      body: { id: randomUUID(), reason: ' ' },
    });
    expect(unreasoned.body).toMatchObject({ fields: { reason: 'Enter a reason.' } });
    const body = { id: randomUUID(), reason: 'A session was shorter.' };
    const reopened = await world.as('admin', 'payroll.reopen-run', { params, body });
    expect(reopened.body).toMatchObject({
      ...{ kind: 'adjustment', adjusts: params.id, number: '2026-02-28-3' },
      approved: { lines: 3, minutes: -25, amount_cents: -1_667 },
    });
    // The audit log is searched for the reason.
    const { entries } = (
      await world.as('admin', 'audit.list', {
        query: { start_date: '2026-01-01', end_date: '2026-12-31', entity: 'payroll_run' },
      })
    ).body;
    const reasons = entries.flatMap(({ action, row_id, reason }) =>
      row_id === reopened.body.id ? [[action, reason]] : [],
    );
    expect(reasons).toEqual([['payroll_run.create', 'A session was shorter.']]);
    const corrections = await linesOf(reopened.body.id);
    expect(corrections.map((one) => [one.session, one.minutes, one.amount_cents]).sort()).toEqual(
      [
        [paid, -10, -667],
        [gone, -45, -3_000],
        [undecided, 30, 2_000],
      ].sort(),
    );
    // The office had left 15 minutes out: that stays so.
    expect(lineFor(corrections, paid)?.why[0]).toBe(
      'Run 2026-02-28-2 paid 1 h, $40.00. This is the difference.',
    );
    expect(await linesOf(renewed.body.id)).toEqual(frozen);
    // Between the two runs only these lines differ: an adjustment is added to what was paid.
    const { body: between } = await world.as('admin', 'payroll.read-difference', {
      params,
      query: { with: reopened.body.id },
    });
    expect(between.unsynced).toBeNull();
    const change = between.rows.map(({ session, before: was, after }) => [
      session,
      (after?.amount_cents ?? 0) - (was?.is_approved === true ? (was.amount_cents ?? 0) : 0),
    ]);
    expect(change.sort()).toEqual(
      [
        [paid, -667],
        [gone, -3_000],
        [undecided, 2_000],
      ].sort(),
    );
    let run = reopened.body;
    run = (await step('admin', run, 'review')).body;
    run = (await step('superadmin', run, 'approved')).body;
    const again = await world.as('admin', 'payroll.read-difference', { params: { id: run.id } });
    expect(again.body.rows).toEqual([]);

    // A session entered after the period was paid is a late line of the next run.
    const entered = await worked('paula', 90, { session_date: '2026-02-20', late_for_payroll: true });
    const current = await worked('paula', 20, { session_date: '2026-03-02' });
    world.clock.now = new Date('2026-03-17T20:00:00Z');
    const next = await start('admin', periods[MARCH.start_date] ?? '');
    const lines = await linesOf(next.body.id);
    expect(lines.map((one) => [one.session, one.minutes, one.is_late]).sort()).toEqual(
      [
        [entered, 90, true],
        [current, 20, false],
      ].sort(),
    );
    const listed = await world.as('superadmin', 'payroll.list-runs');
    expect(listed.body.runs.map(({ number, approved: sum }) => [number, sum.amount_cents])).toEqual([
      ['2026-03-15-1', 7_333],
      ['2026-02-28-3', -1_667],
      ['2026-02-28-2', 11_000],
    ]);
    const noted = (await world.auditOf(renewed.body.id)).map(({ action }) => action);
    expect(noted).toEqual(['payroll_run.create', ...Array.from({ length: 4 }, () => 'payroll_run.update')]);
  });

  test('is read as it stood at the end of a day', async () => {
    const { body: listed } = await world.as('admin', 'payroll.list-runs');
    const run = listed.runs[0] as RunSummary;
    const [line] = await linesOf(run.id);
    const id = line?.id ?? '';
    const left = { is_approved: false, note: 'Asked the provider.' };
    expect((await decide('admin', id, left)).status).toBe(200);
    world.clock.now = new Date('2026-03-18T20:00:00Z');
    const kept = { is_approved: true, adjusted_minutes: 5, note: 'Five minutes only.' };
    expect((await decide('superadmin', id, kept, 1)).status).toBe(200);
    // The same evening in California, the next day elsewhere.
    world.clock.now = new Date('2026-03-19T05:00:00Z');
    expect((await step('superadmin', run, 'review')).status).toBe(200);

    const params = { id: run.id };
    const on = async (day?: string) => {
      const query = day === undefined ? {} : { on: day };
      const { body: file } = await world.as('admin', 'payroll.read-run', { params, query });
      const { body } = await world.as('admin', 'payroll.list-run-lines', { params, query });
      const decision = body.lines.find((one) => one.id === id)?.decision;
      const { state, approved, unapproved } = file.run;
      return {
        ...{ state, days: file.days, cents: approved.amount_cents, left_out: unapproved.lines },
        decided: decision && [decision.note, decision.changed_by, decision.version],
      };
    };
    const [first, now] = [await on('2026-03-17'), await on()];
    expect(first).toMatchObject({
      ...{ state: 'open', days: ['2026-03-17', '2026-03-18'], left_out: 1 },
      decided: [left.note, world.people.admin.id, 1],
    });
    expect(now).toMatchObject({
      ...{ state: 'review', days: first.days, left_out: 0 },
      decided: [kept.note, world.people.superadmin.id, 2],
    });
    expect(await on('2026-03-18')).toEqual(now);
    // Whatever happens later, the day stays what it was.
    expect((await decide('admin', id, { is_approved: true, note: 'All of it.' }, 2)).status).toBe(200);
    expect(await on('2026-03-17')).toEqual(first);
    const early = await world.as('admin', 'payroll.read-run', { params, query: { on: '2026-03-16' } });
    expect(early.body.fields?.on).toMatch(/started on 03\/17\/2026/);
  });

  test('no one decides on their own pay', async () => {
    const [line] = await world.db.select().from(payroll_lines).where(eq(payroll_lines.day, '2026-03-02'));
    await world.db
      .update(users)
      .set({ grants: ['payroll.view'] })
      .where(eq(users.id, world.people.paula.id));
    const answer = await decide('paula', line?.id ?? '', { is_approved: false, note: 'Mine.' });
    expect(answer).toMatchObject({ status: 403, body: { code: 'decision.own' } });
    await world.db.update(users).set({ grants: [] }).where(eq(users.id, world.people.paula.id));
    expect((await decide('admin', randomUUID(), { is_approved: true })).status).toBe(404);
  });

  test('every report adds up to the same lines: approved and unapproved, by provider, and by group', async () => {
    await worked('paula', 25, { session_date: '2026-02-21', state: 'completed' });
    const query = days;
    const approved = (await world.as('admin', 'payroll.list-approved', { query })).body;
    const unapproved = (await world.as('admin', 'payroll.list-unapproved', { query })).body;
    expect(approved.lines.every(({ is_approved }) => is_approved)).toBe(true);
    expect(unapproved.lines.map(({ minutes }) => minutes)).toEqual([25]);
    const sum = (lines: readonly { amount_cents: number | null }[]) =>
      lines.reduce((total, { amount_cents }) => total + (amount_cents ?? 0), 0);
    const whole = sum([...approved.lines, ...unapproved.lines]);
    expect(whole).toBeGreaterThan(0);
    const { rows: people } = (await world.as('admin', 'payroll.list-providers', { query })).body;
    expect(
      people.reduce((total, one) => total + one.approved.amount_cents + one.unapproved.amount_cents, 0),
    ).toBe(whole);
    const { rows: groups } = (await world.as('admin', 'payroll.list-groups', { query })).body;
    expect(sum(groups)).toBe(whole);
    expect(groups.find(({ provider }) => provider === world.people.otto.id)?.group).toBe(
      world.people.sven.id,
    );
    const { rows: hours } = (await world.as('admin', 'payroll.list-provider-hours', { query })).body;
    expect(hours.reduce((total, { pay_minutes }) => total + pay_minutes, 0)).toBe(
      [...approved.lines, ...unapproved.lines].reduce((total, { minutes }) => total + minutes, 0),
    );
    const { body: late } = await world.as('admin', 'payroll.list-late', { query });
    expect(late.lines.map(({ minutes }) => minutes)).toEqual([90]);
    const one = await world.as('admin', 'payroll.list-approved', {
      query: { ...query, provider: world.people.otto.id },
    });
    expect(new Set(one.body.lines.map(({ provider }) => provider))).toEqual(new Set([world.people.otto.id]));
  });
});
