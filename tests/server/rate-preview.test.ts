import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RateBody } from '#contract/rates.ts';
import { client_accounts } from '#server/db/schema/client-accounts.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { users } from '#server/db/schema/users.ts';
import { ruleKinds } from '#tests/support/database.ts';
import {
  DISTRICT,
  FAMILY,
  MOTOR,
  type OfficeWorld,
  openOfficeWorld,
  type PersonName,
  SPEECH,
  sessionApart,
} from './office-world.ts';

const bodyOf = (changes: Partial<RateBody> = {}): RateBody => ({
  ...{ id: randomUUID(), level: 'service', service: SPEECH, student: null, client: null, region: null },
  ...{ setting: null, start_year: 2025, amount_cents: 12_000, is_draft: false, ...changes },
});

describe.each(ruleKinds)('the preview of a rate on %s', (kind) => {
  let world: OfficeWorld;
  /** Ten minutes each, of Anna, who is the district's; the second is a no show. */
  let delivered: string;
  let missed: string;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
    await world.db
      .update(users)
      .set({ grants: ['billing.view'] })
      .where(eq(users.id, world.people.lead.id));
    await world.db
      .update(client_accounts)
      .set({ services: [SPEECH] })
      .where(eq(client_accounts.id, DISTRICT));
    const session = async (changes: Record<string, unknown>) => {
      const body = sessionApart(world, { session_date: '2026-03-09', ...changes });
      const answer = await world.as('paula', 'session.create', { body });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body.id;
    };
    delivered = await session({});
    missed = await session({ attendance: 'no-show' });
  });
  afterAll(() => world.close());

  const preview = (body: RateBody, person: PersonName = 'superadmin') =>
    world.as(person, 'rate.preview', { body });

  test('counts sessions that become billable, and says by how much', async () => {
    const { body } = await preview(bodyOf());
    expect(body).toMatchObject({
      ...{ count: 2, before_cents: 0, after_cents: 4_000, newly_billable: 2, newly_blocked: 0 },
    });
    expect(body.sessions.map(({ id }) => id).sort()).toEqual([delivered, missed].sort());
    expect(body.sessions[0]).toMatchObject({
      ...{ client_name: 'Quailhaven District', students: ['Anna Abara'], before_cents: null },
      ...{ after_cents: 2_000, session_date: '2026-03-09' },
    });
    // Nothing was saved.
    const list = { params: { id: DISTRICT, start_year: '2025', end_year: '2026' } };
    expect((await world.as('superadmin', 'rate.list-of-client', list)).body.rates).toEqual([]);
  });

  test('compares with the rate that applies now, by conditions, and follows the levels', async () => {
    const { body: general } = await world.as('superadmin', 'rate.create', { body: bodyOf() });
    const condition = {
      ...{ id: randomUUID(), client: DISTRICT, type: 'no_show', starts_on: '2025-07-01', percent: 50 },
      ...{ minutes: null, days: null, choice: null, service: null, note: '' },
    };
    await world.as('superadmin', 'billing-condition.create', { body: condition });
    const { version: _, ...same } = general;
    const raised = await preview({ ...same, amount_cents: 15_000 });
    // $20.00 and half of it, then $25.00 and half of it.
    expect(raised.body).toMatchObject({
      count: 2,
      before_cents: 3_000,
      after_cents: 3_750,
      newly_blocked: 0,
    });
    expect((await preview({ ...same, is_draft: true })).body).toMatchObject({ count: 2, newly_blocked: 2 });
    expect((await preview(same)).body).toMatchObject({ count: 0, sessions: [] });
    const own = bodyOf({ level: 'client', client: DISTRICT, setting: 'individual', amount_cents: 6_000 });
    expect((await preview(own)).body).toMatchObject({ count: 2, before_cents: 3_000, after_cents: 1_500 });
    expect((await preview({ ...own, setting: 'group' })).body.count).toBe(0);
    expect((await preview({ ...own, client: FAMILY })).body.count).toBe(0);
    expect((await preview(bodyOf({ level: 'student', student: world.anna }))).body.count).toBe(0);
    const annas = bodyOf({ level: 'student', student: world.anna, amount_cents: 24_000 });
    expect((await preview(annas)).body).toMatchObject({ count: 2, after_cents: 6_000 });
    expect((await preview(bodyOf({ start_year: 2026 }))).body.count).toBe(0);
    // Another service.
    expect((await preview(bodyOf({ service: MOTOR }))).body.count).toBe(0);
  });

  test('leaves out what is on an invoice', async () => {
    const { body: own } = await world.as('superadmin', 'rate.create', {
      body: bodyOf({ level: 'student', student: world.anna, amount_cents: 9_000 }),
    });
    const { version: _, ...same } = own;
    const raised = { ...same, amount_cents: 9_600 };
    expect((await preview(raised)).body.count).toBe(2);
    await world.db.update(sessions).set({ state: 'approved' });
    const draft = { id: randomUUID(), client: DISTRICT, month: '2026-03', note: '' };
    const { body: invoice } = await world.as('superadmin', 'invoice.create', { body: draft });
    // A draft is recomputed before it is sent.
    expect((await preview(raised)).body.count).toBe(2);
    const sent = { params: { id: draft.id }, body: { invoice_date: '2026-03-10' }, version: invoice.version };
    expect((await world.as('superadmin', 'invoice.send', sent)).status).toBe(200);
    expect((await preview(raised)).body.count).toBe(0);
  });

  test('is refused like saving', async () => {
    expect(await preview(bodyOf({ amount_cents: 0 }))).toMatchObject({ status: 422 });
    expect(await preview(bodyOf({ level: 'region' }))).toMatchObject({
      ...{ status: 422, body: { fields: { region: expect.any(String) } } },
    });
    expect(await preview(bodyOf())).toMatchObject({
      ...{ status: 422, body: { fields: { service: expect.stringContaining('already a rate') } } },
    });
    const elsewhere = bodyOf({ level: 'client', client: FAMILY, setting: 'individual' });
    expect((await preview(elsewhere, 'lead')).status).toBe(422);
    const own = bodyOf({ level: 'client', client: DISTRICT, setting: 'individual' });
    expect((await preview(own, 'lead')).status).toBe(200);
    expect((await preview(own, 'admin')).status).toBe(403);
    expect((await preview(own, 'paula')).status).toBe(403);
  });
});
