import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExtraPayBody } from '#contract/extra-pay.ts';
import type { PayRateBody } from '#contract/pay-rate-records.ts';
import type { RunSummary } from '#contract/payroll.ts';
import { pay_periods } from '#server/db/schema/pay-periods.ts';
import { payroll_lines, payroll_runs } from '#server/db/schema/payroll.ts';
import { providers } from '#server/db/schema/providers.ts';
import { users } from '#server/db/schema/users.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { type OfficeWorld, openOfficeWorld, type PersonName } from './office-world.ts';

const [FEBRUARY, MARCH] = ['2026-02-16', '2026-03-01'];

describe.each(ruleKinds)('extra pay on %s', (kind) => {
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

  const bodyOf = (changes: Partial<ExtraPayBody> = {}): ExtraPayBody => ({
    ...{ id: randomUUID(), provider: world.people.paula.id, pay_type: 'mileage', pay_day: '2026-02-20' },
    ...{ quantity_hundredths: 1_240, rate_tenths: 725, reason: 'Two schools', ...changes },
  });
  const add = (changes: Partial<ExtraPayBody> = {}, by: PersonName = 'admin') =>
    world.as(by, 'extra-pay.create', { body: bodyOf(changes) });
  async function added(changes: Partial<ExtraPayBody> = {}): Promise<string> {
    const { status, body } = await add(changes);
    expect(status, JSON.stringify(body)).toBe(201);
    return body.id;
  }
  async function start(pay_period: string | undefined): Promise<RunSummary> {
    const { status, body } = await world.as('superadmin', 'payroll.start', {
      body: { id: randomUUID(), pay_period },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  }
  async function finish(run: RunSummary): Promise<void> {
    let { version } = run;
    for (const [by, state] of [
      ['superadmin', 'review'],
      ['admin', 'approved'],
      ['admin', 'exported'],
    ] as const) {
      const answer = await world.as(by, 'payroll.change-run', {
        ...{ params: { id: run.id }, version },
        body: { state, note: '' },
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      version = answer.body.version;
    }
  }
  const linesOf = async ({ id }: RunSummary) =>
    (await world.as('superadmin', 'payroll.list-run-lines', { params: { id } })).body.lines.map(
      ({ key, amount_cents, is_late, why }) => ({ key, amount_cents, is_late, why }),
    );
  const remove = (id: string, version: number) =>
    world.as('admin', 'extra-pay.delete', { params: { id }, version });

  test.each<[string, Partial<ExtraPayBody>, string, RegExp]>([
    ['an unknown provider', { provider: randomUUID() }, 'provider', /from the list/],
    ['nothing', { quantity_hundredths: 0 }, 'quantity_hundredths', /other than 0/],
    ['part of a cent an hour', { pay_type: 'paid-time-off' }, 'rate_tenths', /whole cents/],
    ['no reason', { reason: ' ' }, 'reason', /required/],
  ])('refuses %s', async (_, changes, field, words) => {
    const { status, body } = await add(changes);
    expect(status).toBe(422);
    expect(body.fields?.[field]).toMatch(words);
  });

  test('nobody enters or removes their own', async () => {
    const { id, username } = world.people.admin;
    await world.db.insert(providers).values({ id, provider_first: 'Robin', provider_last: username });
    expect((await add({ provider: id })).status).toBe(403);
    const entered = await add({ provider: id, pay_day: '2026-01-02' }, 'superadmin');
    expect(entered.status).toBe(201);
    expect((await remove(entered.body.id, entered.body.version)).status).toBe(403);
    const done = await world.as('superadmin', 'extra-pay.delete', {
      params: { id: entered.body.id },
      version: entered.body.version,
    });
    expect(done.status).toBe(204);
  });

  test('a recorded rate is in force from its day on, and entries say where theirs comes from', async () => {
    const record = (changes: Partial<PayRateBody> = {}, by: PersonName = 'admin') =>
      world.as(by, 'pay-rate.create', {
        body: {
          ...{ id: randomUUID(), provider: null, pay_type: 'mileage', starts_on: '2025-01-01' },
          ...{ rate_tenths: 700, ...changes },
        },
      });
    const { paula } = world.people;
    const first = await record();
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    const second = await record({ starts_on: '2026-01-01', rate_tenths: 725 });
    const own = await record({ provider: paula.id, starts_on: '2026-02-01', rate_tenths: 800 });
    expect([second.status, own.status]).toEqual([201, 201]);
    for (const [changes, field] of [
      [{ starts_on: '2026-01-01' }, 'starts_on'],
      [{ provider: paula.id, starts_on: '2026-02-01' }, 'starts_on'],
      [{ provider: randomUUID() }, 'provider'],
      [{ rate_tenths: 0, starts_on: '2027-01-01' }, 'rate_tenths'],
      [{ pay_type: 'clock', rate_tenths: 48_505 }, 'rate_tenths'],
    ] as const) {
      const { status, body } = await record(changes);
      expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]]);
    }
    expect((await record({ starts_on: '2027-01-01' }, 'paula')).status).toBe(403);
    const { id } = world.people.admin;
    expect((await record({ provider: id })).status).toBe(403);

    const { body: rates } = await world.as('admin', 'pay-rate.list');
    expect(
      rates.map(({ starts_on, last_day, provider_name }) => [starts_on, last_day, provider_name]),
    ).toEqual([
      ['2026-02-01', null, expect.any(String)],
      ['2026-01-01', null, null],
      ['2025-01-01', '2025-12-31', null],
    ]);
    const days = ['2026-02-01', '2026-01-31', '2025-12-31', '2024-12-31'];
    const entries = await Promise.all(days.map((pay_day) => added({ pay_day })));
    const { entries: listed } = (await world.as('admin', 'extra-pay.list')).body;
    const rateOf = (entry: string) => listed.find((one) => one.id === entry)?.recorded?.rate_tenths ?? null;
    expect(entries.map(rateOf)).toEqual([800, 725, 700, null]);

    const changed = await world.as('admin', 'pay-rate.update', {
      ...{ params: { id: first.body.id }, version: 1, body: { rate_tenths: 670 } },
    });
    expect(changed.body).toMatchObject({ rate_tenths: 670, version: 2 });
    for (const [rate, version] of [
      [first.body.id, 2],
      [second.body.id, 1],
      [own.body.id, 1],
    ] as const) {
      const gone = await world.as('admin', 'pay-rate.delete', { params: { id: rate }, version });
      expect(gone.status).toBe(204);
    }
    for (const entry of entries) expect((await remove(entry, 1)).status).toBe(204);
  });

  test('a file is imported by the clerk with recorded rates, and undone', async () => {
    const { paula, admin } = world.people;
    const [email] = await world.db.select({ email: users.email }).from(users).where(eq(users.id, paula.id));
    const provider = email?.email ?? '';
    const line = (cells: Record<string, string>, at: number) => ({
      line: at + 2,
      cells: { provider, pay_day: '2/17/2026', quantity_hundredths: '12.4', reason: 'From a file', ...cells },
    });
    const lines = [
      { pay_type: 'Mileage' },
      { pay_type: 'PTO', rate_tenths: '41.37', quantity_hundredths: '-8' },
      { pay_type: 'PTO' },
      { pay_type: 'Miles', quantity_hundredths: '0', rate_tenths: '0.70' },
      { pay_type: 'Miles', provider: 'Nobody' },
    ].map(line);
    const rate = await world.as('admin', 'pay-rate.create', {
      body: {
        ...{ id: randomUUID(), provider: null, pay_type: 'mileage', starts_on: '2026-01-01' },
        rate_tenths: 725,
      },
    });
    const checked = await world.as('admin', 'import.check', {
      body: { kind: 'extra-pay', existing: 'skip', lines },
    });
    expect(checked.body.results.map(({ outcome, faults }) => [outcome, ...faults])).toEqual([
      ['add'],
      ['add'],
      ['faulty', expect.stringMatching(/^Rate: none is recorded for paid time off on 02\/17\/2026\./)],
      ['faulty', 'Quantity: Enter miles other than 0.'],
      ['faulty', expect.stringMatching(/^Provider: No provider is named "Nobody"/)],
    ]);
    const other = await world.as('admin', 'import.check', {
      body: { kind: 'student', existing: 'skip', lines: [] },
    });
    expect(other.status).toBe(403);
    const id = randomUUID();
    const body = {
      ...{ id, kind: 'extra-pay', existing: 'skip', file_name: 'miles.csv', columns: {}, file_lines: 5 },
      ...{ faulty: 3, from: 0, is_last: true, lines: lines.slice(0, 2) },
    } as const;
    const imported = await world.as('admin', 'import.run', { body });
    expect(imported.body.import).toMatchObject({ added: 2, started_by: admin.id });
    const { entries } = (await world.as('admin', 'extra-pay.list')).body;
    const found = entries.filter(({ reason }) => reason === 'From a file');
    expect(
      found.map(({ quantity_hundredths, rate_tenths }) => [quantity_hundredths, rate_tenths]).toSorted(),
    ).toEqual([
      [-800, 41_370],
      [1_240, 725],
    ]);
    const again = await world.as('admin', 'import.check', {
      body: { kind: 'extra-pay', existing: 'skip', lines: lines.slice(0, 2) },
    });
    expect(again.body.results.map(({ outcome }) => outcome)).toEqual(['exists', 'exists']);
    expect((await world.as('admin', 'import.list')).body.imports.map(({ kind }) => kind)).toEqual([
      'extra-pay',
    ]);

    // What an approved run has paid stays.
    const lineOfRun = {
      ...{
        id: randomUUID(),
        run: randomUUID(),
        position: 0,
        key: `extra ${found[0]?.id}`,
        kind: 'mileage' as const,
      },
      ...{ provider: paula.id, day: '2026-02-17', minutes: 0, percent: 100, amount_cents: 899 },
      ...{ is_approved: true, is_late: false, why: [] },
    } satisfies typeof payroll_lines.$inferInsert;
    await world.db.insert(payroll_runs).values({
      ...{ id: lineOfRun.run, pay_period: periods[FEBRUARY ?? ''] ?? '', number: '2026-02-28-9' },
      ...{ kind: 'regular', start_date: '2026-02-16', end_date: '2026-02-28', state: 'approved' },
      ...{ started_by: admin.id, as_of: '2026-03-01T18:00:00.000Z', watermark: '1:1:' },
      ...{ warnings: { unsynced: [], unsubmitted: [], undecided: [], requests: [] }, steps: [] },
    });
    await world.db.insert(payroll_lines).values(lineOfRun);
    const preview = await world.as('admin', 'import.read-undo', { params: { id } });
    expect(preview.body).toMatchObject({ undoable: 1, kept: [{ because: 'payroll_run' }] });
    await world.db.delete(payroll_lines).where(eq(payroll_lines.id, lineOfRun.id));
    await world.db.delete(payroll_runs).where(eq(payroll_runs.id, lineOfRun.run));
    const undone = await world.as('admin', 'import.undo', { params: { id }, body: { before: null } });
    expect(undone.body).toMatchObject({ next: null, undone: 2 });
    expect(
      (await world.as('admin', 'extra-pay.list')).body.entries.map(({ reason }) => reason),
    ).not.toContain('From a file');
    await world.as('admin', 'pay-rate.delete', { params: { id: rate.body.id }, version: 1 });
  });

  test('a run pays it with its reason, and what is entered or deleted later comes with the next', async () => {
    const miles = await added();
    const off = await added({ pay_type: 'paid-time-off', quantity_hundredths: 800, rate_tenths: 41_370 });
    const wrong = await added({ quantity_hundredths: 10_000, reason: 'For someone else' });
    const run = await start(periods[FEBRUARY ?? '']);
    expect(run.approved).toMatchObject({
      ...{ lines: 3, minutes: 0, premium_cents: 0, extra_cents: 899 + 33_096 + 7_250 },
      amount_cents: 899 + 33_096 + 7_250,
    });
    expect((await linesOf(run)).find(({ key }) => key === `extra ${miles}`)?.why).toEqual([
      'Mileage, entered by the office: Two schools',
      '12.4 miles at $0.725 a mile: $8.99.',
      'The rate was entered by hand. None is recorded for this day.',
    ]);

    // Deleted after the snapshot: it is paid, and taken back by the next run.
    expect((await remove(wrong, 1)).status).toBe(204);
    await finish(run);
    const { body: file } = await world.as('admin', 'payroll.read-file', { params: { id: run.id } });
    const cells = ['Code', 'Minutes', 'Rate', 'Amount'].map((name) => file.head.indexOf(name));
    expect(file.rows.map((row) => cells.map((at) => row[at]))).toEqual([
      ['MILE', 0, '', 81.49],
      ['PTO', 480, 41.37, 330.96],
    ]);

    // What an approved run has stays.
    const { entries: listed } = (await world.as('admin', 'extra-pay.list')).body;
    expect(new Map(listed.map(({ id, settled_by }) => [id, settled_by]))).toEqual(
      new Map([
        [miles, run.number],
        [off, run.number],
      ]),
    );
    const body = { quantity_hundredths: 1_300 };
    const changed = await world.as('admin', 'extra-pay.update', { params: { id: miles }, version: 1, body });
    expect([changed.status, changed.body.message]).toEqual([422, expect.stringContaining(run.number)]);
    expect((await remove(miles, 1)).status).toBe(422);

    // Entered for the paid period, and for one that was paid elsewhere; changed before its run.
    const late = await added({ quantity_hundredths: 3_100 });
    const older = await added({ pay_day: '2026-02-03', quantity_hundredths: -100 });
    const own = await added({ pay_day: '2026-03-05', quantity_hundredths: 100 });
    const mended = await world.as('admin', 'extra-pay.update', {
      ...{ params: { id: own }, version: 1 },
      body: { quantity_hundredths: 200 },
    });
    expect(mended.status).toBe(200);
    world.clock.now = new Date('2026-03-17T18:00:00.000Z');
    const next = await start(periods[MARCH ?? '']);
    const due = await linesOf(next);
    const earlier = (await world.db.select().from(pay_periods)).some(
      ({ start_date, end_date }) => start_date <= '2026-02-03' && '2026-02-03' <= end_date,
    );
    expect(
      due.map(({ key, amount_cents, is_late }) => `${key} ${amount_cents} ${is_late}`).toSorted(),
    ).toEqual(
      [
        `extra ${own} 145 false`,
        `extra ${late} 2248 true`,
        `extra ${wrong} -7250 true`,
        ...(earlier ? [`extra ${older} -73 true`] : []),
      ].toSorted(),
    );
    expect(earlier).toBe(true);
    await finish(next);
    const { entries: after } = (await world.as('admin', 'extra-pay.list')).body;
    expect(after.filter(({ settled_by }) => settled_by === null)).toEqual([]);
  });
});
