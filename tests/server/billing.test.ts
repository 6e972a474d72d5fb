import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RateBody } from '#contract/rates.ts';
import { client_accounts } from '#server/db/schema/client-accounts.ts';
import { provider_accounts } from '#server/db/schema/provider-accounts.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { student_accounts, students } from '#server/db/schema/students.ts';
import { devices } from '#server/db/schema/sync.ts';
import { users } from '#server/db/schema/users.ts';
import { ruleKinds } from '#tests/support/database.ts';
import {
  DISTRICT,
  FAMILY,
  MOTOR,
  type OfficeWorld,
  openOfficeWorld,
  SPEECH,
  sessionApart,
} from './office-world.ts';

const MARCH = { start_date: '2026-03-01', end_date: '2026-03-31' };
const rateBody = (changes: Partial<RateBody> = {}): RateBody => ({
  ...{ id: randomUUID(), level: 'service', service: SPEECH, student: null, client: null, region: null },
  ...{ setting: null, start_year: 2025, amount_cents: 12_000, is_draft: false, ...changes },
});
const sum = <Row>(rows: readonly Row[], figure: (row: Row) => number) =>
  rows.reduce((total, row) => total + figure(row), 0);

describe.each(ruleKinds)('billing on %s', (kind) => {
  let world: OfficeWorld;
  /** Anna's, ten minutes each; the third isn't approved. */
  const speech: string[] = [];
  /** Ben's; there is no rate for it. */
  let motor: string;

  const entered = async (changes: Record<string, unknown> = {}, person: 'paula' | 'otto' = 'paula') => {
    const body = sessionApart(world, { session_date: '2026-03-09', location: '101', ...changes });
    const answer = await world.as(person, 'session.create', { body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.id;
  };
  const approve = (...ids: string[]) =>
    world.db.update(sessions).set({ state: 'approved' }).where(inArray(sessions.id, ids));
  const asked = async <Name extends 'billing.list-lines' | 'billing.list-late'>(name: Name, query = {}) =>
    (await world.as('superadmin', name, { query: { ...MARCH, ...query } })).body.lines;

  beforeAll(async () => {
    world = await openOfficeWorld(kind);
    for (const person of ['lead', 'otto'] as const) {
      await world.db
        .update(users)
        .set({ grants: ['billing.view'] })
        .where(eq(users.id, world.people[person].id));
    }
    await world.db
      .update(client_accounts)
      .set({ services: [SPEECH], invoice_address: '1 Main Street', contract_cap_cents: 5_000 })
      .where(eq(client_accounts.id, DISTRICT));
    expect((await world.as('superadmin', 'rate.create', { body: rateBody() })).status).toBe(201);
    for (let count = 0; count < 3; count += 1) speech.push(await entered());
    motor = await entered({ student_ids: [world.ben], service: MOTOR, location: null }, 'otto');
    await approve(...speech.slice(0, 2), motor);
  });
  afterAll(() => world.close());

  test('adds up to the same cents by client, provider, and location', async () => {
    const lines = await asked('billing.list-lines');
    expect(lines).toHaveLength(4);
    const total = sum(lines, ({ amount_cents }) => amount_cents);
    expect(total).toBe(6_000);
    for (const name of ['billing.sum-clients', 'billing.sum-providers', 'billing.sum-locations'] as const) {
      const { sums } = (await world.as('superadmin', name, { query: MARCH })).body;
      expect(
        sum(sums, ({ amount_cents }) => amount_cents),
        name,
      ).toBe(total);
      expect(
        sum(sums, ({ sessions: count }) => count),
        name,
      ).toBe(4);
      for (const one of sums) expect(one.invoiced_cents + one.open_cents, name).toBe(one.amount_cents);
    }
  });

  test('says why: the rate with its fiscal year, and who approved', async () => {
    const [line] = await asked('billing.list-lines', { client: DISTRICT });
    expect(line).toMatchObject({
      ...{ student_name: 'Anna Abara', client_name: 'Quailhaven District', kind: 'billed', minutes: 10 },
      ...{ hourly_cents: 12_000, amount_cents: 2_000, rate_level: 'service', rate_year: 2025 },
      ...{ is_approved: true, late_for_client: false, invoice: null },
    });
    expect(line?.reasons.join(' ')).toContain('Service default for 2025–2026');
  });

  test('makes a task of a missing rate, never a zero', async () => {
    const [line] = await asked('billing.list-lines', { client: FAMILY });
    expect(line).toMatchObject({ session: motor, kind: 'blocked', blocker: 'rate', hourly_cents: null });
    const { rates } = (await world.as('superadmin', 'billing.list-client-rates', { query: MARCH })).body;
    expect(rates.find(({ client, service }) => client === FAMILY && service === MOTOR)).toMatchObject({
      ...{ rate_cents: null, level: null, sessions: 1, amount_cents: 0 },
    });
    expect(rates.find(({ client, sessions: count }) => client === DISTRICT && count > 0)).toMatchObject({
      ...{ rate_cents: 12_000, level: 'service', sessions: 3, amount_cents: 6_000 },
    });
  });

  test('compares approved sessions with what they bill', async () => {
    const { sums } = (await world.as('superadmin', 'billing.sum-approved', { query: MARCH })).body;
    expect(sums).toHaveLength(2);
    expect(sums.find(({ provider }) => provider === world.people.paula.id)).toMatchObject({
      ...{ sessions: 2, paid_minutes: 20, billed_minutes: 20, amount_cents: 4_000, blocked: 0 },
    });
    expect(sums.find(({ provider }) => provider === world.people.otto.id)).toMatchObject({
      sessions: 1,
      blocked: 1,
    });
  });

  test('names people whose devices hold unsynced changes', async () => {
    await world.db.insert(devices).values({
      ...{ id: randomUUID(), user_id: world.people.paula.id, app_version: '1', sealed_data_key: '' },
      ...{ upload_token_hash: randomUUID(), last_contact_at: world.clock.now.toISOString(), unsent_count: 3 },
      unsent_since: '2026-03-10T16:00:00.000Z',
    });
    const { body } = await world.as('superadmin', 'billing.sum-clients', { query: MARCH });
    expect(body.unsynced).toMatchObject([{ changes: 3, since: '2026-03-10T16:00:00.000Z' }]);
  });

  test('lists what the claims of insurance clients lack', async () => {
    const claims = async () =>
      (await world.as('superadmin', 'billing.list-insurance', { query: MARCH })).body.claims;
    expect(await claims()).toEqual([]);
    await world.db
      .update(client_accounts)
      .set({ is_insurance: true })
      .where(eq(client_accounts.id, DISTRICT));
    await world.db
      .update(provider_accounts)
      .set({ npi: '1234567893' })
      .where(eq(provider_accounts.id, world.people.paula.id));
    const found = await claims();
    expect(found).toHaveLength(3);
    expect(found[0]).toMatchObject({
      ...{ student_last_name: 'Abara', npi: '1234567893', place_of_service: '03', units: 1, modifiers: [] },
      missing: [
        'payer',
        'member_id',
        'date_of_birth',
        'sex',
        'address',
        'note',
        'dx',
        'cpt',
        'taxonomy_code',
      ],
    });
    await world.db
      .update(client_accounts)
      .set({ is_insurance: false })
      .where(eq(client_accounts.id, DISTRICT));
  });

  test('is for super admins and people with the grant, of clients that their role opens', async () => {
    const status = async (person: Parameters<OfficeWorld['as']>[0]) =>
      (await world.as(person, 'billing.sum-clients', { query: MARCH })).status;
    for (const person of ['admin', 'paula', 'sven', 'stray'] as const)
      expect(await status(person), person).toBe(403);
    const ofLead = (await world.as('lead', 'billing.list-lines', { query: MARCH })).body.lines;
    expect([...new Set(ofLead.map(({ client }) => client))]).toEqual([DISTRICT]);
    expect((await world.as('otto', 'billing.list-lines', { query: MARCH })).body.lines).toEqual([]);
    expect((await world.as('otto', 'invoice.list')).body.invoices).toEqual([]);
    expect((await world.as('otto', 'quickbooks.list', { query: MARCH })).status).toBe(403);
  });

  describe('invoices', () => {
    let first: string;
    const body = (client = DISTRICT) => ({ id: randomUUID(), client, month: '2026-03', note: '' });
    const create = async (client = DISTRICT) =>
      world.as('superadmin', 'invoice.create', { body: body(client) });
    const read = async (id: string) =>
      (await world.as('superadmin', 'invoice.read', { params: { id } })).body;
    const send = async (id: string, invoice_date = '2026-03-10') => {
      const { invoice } = await read(id);
      return world.as('superadmin', 'invoice.send', {
        ...{ params: { id }, body: { invoice_date }, version: invoice.version },
      });
    };
    const pay = (id: string, amount_cents: number, changes = {}) =>
      world.as('superadmin', 'invoice-payment.create', {
        params: { id },
        body: {
          ...{ id: randomUUID(), method: 'check', amount_cents, paid_on: '2026-03-10', reference: '101' },
          ...{ credit_note: null, ...changes },
        },
      });

    test('are planned with what waits, and drafted once', async () => {
      const { plans } = (await world.as('superadmin', 'invoice.plan', { query: { month: '2026-03' } })).body;
      expect(plans.find(({ client }) => client === DISTRICT)).toMatchObject({
        ...{ lines: 2, total_cents: 4_000, corrections: 0, blocked: 0, unapproved: 1, draft: null, sent: 0 },
      });
      expect(plans.find(({ client }) => client === FAMILY)).toMatchObject({ lines: 0, blocked: 1 });
      const made = await create();
      expect(made).toMatchObject({
        ...{ status: 201, body: { status: 'draft', number: null, total_cents: 4_000, kind: 'monthly' } },
      });
      first = made.body.id;
      expect(await create()).toMatchObject({ status: 422, body: { fields: { month: expect.any(String) } } });
      expect((await create(FAMILY)).status).toBe(422);
      expect((await world.as('lead', 'invoice.read', { params: { id: first } })).status).toBe(200);
      expect((await world.as('otto', 'invoice.read', { params: { id: first } })).status).toBe(404);
    });

    test('say where they are paid, as the organization has it now', async () => {
      expect((await read(first)).pay_to).toEqual({ address: '', payment_instructions: '' });
      const pay_to = { address: '1420 Harbor Way\nBright Harbor', payment_instructions: 'By check.' };
      const changed = await world.as('superadmin', 'organization.update', { body: pay_to, version: 0 });
      expect(changed.status, JSON.stringify(changed.body)).toBe(200);
      expect((await read(first)).pay_to).toEqual(pay_to);
    });

    test('of changed sessions are refreshed before they are sent', async () => {
      await approve(speech[2] ?? '');
      expect((await read(first)).is_current).toBe(false);
      expect((await send(first)).status).toBe(422);
      const { invoice } = await read(first);
      await world.as('superadmin', 'invoice.refresh', { params: { id: first }, version: invoice.version });
      const refreshed = await read(first);
      expect(refreshed).toMatchObject({ is_current: true, invoice: { total_cents: 6_000 }, waiting: [] });
      // 120% of the contract's cap.
      expect(refreshed.cap).toEqual({ cap_cents: 5_000, used_cents: 6_000 });
      expect((await send(first, '2026-03-11')).body.fields).toHaveProperty('invoice_date');
      const capOf = async () =>
        (await world.as('superadmin', 'invoice.read-cap', { params: { id: DISTRICT } })).body.cap;
      // The client's page counts what was sent.
      expect(await capOf()).toEqual({ cap_cents: 5_000, used_cents: 0 });
      expect((await send(first)).body).toMatchObject({
        ...{ status: 'sent', number: 'INV-2026-00001', due_on: '2026-03-10', bill_to: 'Quailhaven District' },
      });
      expect(await capOf()).toEqual(refreshed.cap);
    });

    test('that were sent never change, whatever rates do', async () => {
      const { rates } = (
        await world.as('superadmin', 'rate.list-of-services', {
          params: { start_year: '2025', end_year: '2026' },
        })
      ).body;
      const rate = rates.find(({ service }) => service === SPEECH);
      await world.as('superadmin', 'rate.update', {
        params: { id: rate?.id ?? '' },
        body: { amount_cents: 24_000 },
        version: rate?.version ?? 0,
      });
      expect((await read(first)).invoice.total_cents).toBe(6_000);
      const lines = await asked('billing.list-lines', { client: DISTRICT });
      expect(sum(lines, ({ amount_cents }) => amount_cents)).toBe(6_000);
      expect(lines.every(({ invoice }) => invoice?.number === 'INV-2026-00001')).toBe(true);
      const { plans } = (await world.as('superadmin', 'invoice.plan', { query: { month: '2026-03' } })).body;
      expect(plans.find(({ client }) => client === DISTRICT)).toMatchObject({
        lines: 0,
        corrections: 0,
        sent: 1,
      });
      for (const name of ['invoice.refresh', 'invoice.delete'] as const) {
        const { invoice } = await read(first);
        expect(
          (await world.as('superadmin', name, { params: { id: first }, version: invoice.version })).status,
        ).toBe(422);
      }
    });

    test('know the record that stays if two of one child are merged', async () => {
      const stays = randomUUID();
      await world.db
        .insert(students)
        .values({ id: stays, first_name: 'Ana', last_name: 'Abara', client: DISTRICT });
      await world.db.insert(student_accounts).values({ id: stays });
      const versionOf = async (id: string) =>
        (await world.as('superadmin', 'student.read', { params: { id } })).body.version;
      const merge = await world.as('superadmin', 'student-merge.create', {
        body: {
          ...{ id: randomUUID(), stays, merged: world.anna, fields_of_merged: [] },
          ...{ stays_version: await versionOf(stays), merged_version: await versionOf(world.anna) },
        },
      });
      expect(merge.status, JSON.stringify(merge.body)).toBe(201);
      const { plans } = (await world.as('superadmin', 'invoice.plan', { query: { month: '2026-03' } })).body;
      expect(plans.find(({ client }) => client === DISTRICT)).toMatchObject({ lines: 0, corrections: 0 });
      const undone = await world.as('superadmin', 'student-merge.undo', { params: { id: merge.body.id } });
      expect(undone.status, JSON.stringify(undone.body)).toBe(200);
    });

    test('are followed by supplemental ones for late work, and corrections keep the rate', async () => {
      world.clock.now = new Date(world.clock.now.getTime() + 3_600_000);
      const late = await entered();
      // Approved by the office after the invoice: twice as long as it was.
      await world.db
        .update(sessions)
        .set({ scheduled_minutes: 20, actual_minutes: 20 })
        .where(eq(sessions.id, speech[0] ?? ''));
      await approve(late);
      expect((await asked('billing.list-late')).map(({ session }) => session)).toEqual([late]);
      const made = await create();
      const { lines, invoice } = await read(made.body.id);
      expect(invoice.kind).toBe('supplemental');
      expect(lines.map((line) => [line.kind, line.minutes, line.amount_cents])).toEqual([
        ['credit', -10, -2_000],
        // At $120.00, as it was invoiced.
        ['session', 20, 4_000],
        // The late one at $240.00, as rates are now.
        ['session', 10, 4_000],
      ]);
      expect((await send(made.body.id)).body).toMatchObject({ number: 'INV-2026-00002', total_cents: 6_000 });
      const all = await asked('billing.list-lines', { client: DISTRICT });
      expect(sum(all, ({ amount_cents }) => amount_cents)).toBe(12_000);
    });

    test('are paid, and a credit note pays for another one', async () => {
      expect((await pay(first, 6_001)).body.fields).toHaveProperty('amount_cents');
      const part = await pay(first, 2_000);
      expect(part.status).toBe(201);
      expect(await read(first)).toMatchObject({ balance_cents: 4_000, invoice: { status: 'sent' } });
      // A deleted session is taken back by a credit note.
      await world.db
        .update(sessions)
        .set({ deleted_at: world.clock.now.toISOString() })
        .where(eq(sessions.id, speech[1] ?? ''));
      const credit = (await create()).body;
      expect(credit).toMatchObject({ kind: 'credit', total_cents: -2_000 });
      expect((await send(credit.id)).body.number).toBe('CR-2026-00003');
      expect((await read(first)).credits).toMatchObject([{ id: credit.id, left_cents: 2_000 }]);
      const byCredit = { method: 'credit-note', credit_note: credit.id };
      expect((await pay(first, 2_001, byCredit)).status).toBe(422);
      expect((await pay(first, 2_000, byCredit)).status).toBe(201);
      expect((await read(credit.id)).invoice.status).toBe('paid');
      expect((await pay(first, 2_000)).status).toBe(201);
      expect(await read(first)).toMatchObject({ balance_cents: 0, invoice: { status: 'paid' }, age: null });
      await world.as('superadmin', 'invoice-payment.delete', { params: { id: part.body.id }, version: 1 });
      expect(await read(first)).toMatchObject({ balance_cents: 2_000, invoice: { status: 'sent' } });
    });

    test('go to QuickBooks once, and a batch has the same bytes each time', async () => {
      const query = { start_date: '2026-03-01', end_date: '2026-03-31' };
      const before = (await world.as('superadmin', 'quickbooks.list', { query })).body;
      expect(before.ready.map(({ number }) => number)).toEqual([
        'CR-2026-00003',
        'INV-2026-00001',
        'INV-2026-00002',
      ]);
      // The credit note isn't in the invoice file, and Desktop takes no time back.
      expect(before.problems.map(({ blocks }) => blocks)).toEqual([false, false]);
      const batch = { ...query, receivable_account: 'Receivable', income_account: 'Services' };
      const create_ = () =>
        world.as('superadmin', 'quickbooks.create', { body: { id: randomUUID(), ...batch } });
      const made = await create_();
      expect(made).toMatchObject({ status: 201, body: { invoice_count: 3, total_cents: 10_000 } });
      expect((await create_()).status).toBe(422);
      const { token } = await world.signIn(world.people.superadmin);
      const file = async (format: string) => {
        const answer = await world.app.inject({
          url: `/api/billing/quickbooks/export/${made.body.id}/?format=${format}`,
          headers: { authorization: `Bearer ${token}` },
        });
        expect(answer.statusCode, format).toBe(200);
        return answer.rawPayload;
      };
      const formats = ['qbo-invoice', 'journal', 'iif', 'xlsx', 'csv'];
      const files = await Promise.all(formats.map(file));
      await world.db
        .update(sessions)
        .set({ actual_minutes: 25 })
        .where(eq(sessions.id, speech[2] ?? ''));
      for (const [at, format] of formats.entries()) {
        expect(files[at]?.equals(await file(format)), format).toBe(true);
        expect(files[at]?.length, format).toBeGreaterThan(100);
      }
      expect(String(files[1])).toContain('CR-2026-00003');
    });

    test('are voided with a reason, and the void is in the next batch', async () => {
      const { invoices } = (await world.as('superadmin', 'invoice.list')).body;
      const last = invoices.find(({ number }) => number === 'INV-2026-00002');
      const void_ = (id: string, version: number, reason: string) =>
        world.as('superadmin', 'invoice.void', { params: { id }, version, body: { reason } });
      expect(
        (await void_(first, (await read(first)).invoice.version, 'Wrong')).body.fields?.reason,
      ).toContain('payments');
      expect((await void_(last?.id ?? '', last?.version ?? 0, ' ')).status).toBe(422);
      const used = (await read(last?.id ?? '')).cap;
      expect(used?.cap_cents).toBe(5_000);
      expect((await void_(last?.id ?? '', last?.version ?? 0, 'Wrong month')).body).toMatchObject({
        ...{ status: 'void', number: 'INV-2026-00002', void_reason: 'Wrong month' },
      });
      expect((await read(last?.id ?? '')).cap).toBeNull();
      const query = { start_date: '2026-03-01', end_date: '2026-03-31' };
      const { ready } = (await world.as('superadmin', 'quickbooks.list', { query })).body;
      expect(ready).toMatchObject([{ number: 'INV-2026-00002', entry: 'void' }]);
      const actions = (await world.auditOf(last?.id ?? '')).map(({ action }) => action);
      expect(actions).toEqual(expect.arrayContaining(['invoice.create', 'invoice.send', 'invoice.void']));
    });
  });
});
