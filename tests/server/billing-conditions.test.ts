import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BillingConditionBody } from '#contract/billing-conditions.ts';
import { services } from '#server/db/schema/services.ts';
import { users } from '#server/db/schema/users.ts';
import { ruleKinds } from '#tests/support/database.ts';
import {
  DISTRICT,
  FAMILY,
  GONE,
  MOTOR,
  type OfficeWorld,
  openOfficeWorld,
  type PersonName,
  personNames,
  SPEECH,
  told,
} from './office-world.ts';

let day = 0;
/** A first day of its own, so that no condition takes another's place. */
const freshDay = () => {
  day += 1;
  return new Date(Date.UTC(2027, 0, day)).toISOString().slice(0, 10);
};
const bodyOf = (changes: Partial<BillingConditionBody> = {}): BillingConditionBody => ({
  ...{ id: randomUUID(), client: DISTRICT, type: 'no_show', starts_on: freshDay(), percent: 50 },
  ...{ minutes: 30, days: null, choice: null, service: null, note: '', ...changes },
});

describe.each(ruleKinds)('billing conditions on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
    // The named staff have a grant; others of their role don't.
    for (const person of ['lead', 'otto'] as const) {
      await world.db
        .update(users)
        .set({ grants: ['billing.view'] })
        .where(eq(users.id, world.people[person].id));
    }
    // The lead leads speech, which the district has contracted.
    const { body } = await world.as('admin', 'client.read', { params: { id: DISTRICT } });
    const changes = { services: [SPEECH] };
    const { version } = body.client;
    await world.as('admin', 'client.update', { params: { id: DISTRICT }, version, body: changes });
  });
  afterAll(() => world.close());

  const create = (body: unknown, person: PersonName = 'superadmin') =>
    world.as(person, 'billing-condition.create', { body });
  async function made(changes: Partial<BillingConditionBody> = {}) {
    const answer = await create(bodyOf(changes));
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }
  const archive = (id: string, version: number, archived: boolean, type = 'no_show') =>
    world.as('superadmin', 'billing-condition.archive', {
      params: { id, type },
      version,
      body: { archived },
    });

  test('are listed by client with the names of what they name, archived ones too', async () => {
    const travel = { type: 'travel', percent: 60, minutes: null } as const;
    const speech = await made({ ...travel, service: SPEECH });
    const archived = await made();
    await archive(archived.id, 1, true);
    const elsewhere = await made({ client: FAMILY });
    const list = async (query: Record<string, string>) => {
      const { body } = await world.as('superadmin', 'billing-condition.list', { query });
      return body.map(({ id, client_name, service_name, archived: is }) => [
        id,
        client_name,
        service_name,
        is,
      ]);
    };
    const district = await list({ client: DISTRICT });
    expect(district).toContainEqual([speech.id, 'Quailhaven District', 'Speech', false]);
    expect(district).toContainEqual([archived.id, 'Quailhaven District', null, true]);
    expect(district.map(([id]) => id)).not.toContain(elsewhere.id);
    expect((await list({})).map(([id]) => id)).toContain(elsewhere.id);
  });

  test('have their type in their address', async () => {
    const { id } = await made();
    const read = (type: string) => world.as('superadmin', 'billing-condition.read', { params: { id, type } });
    expect(await read('no_show')).toMatchObject({ status: 200, body: { id, percent: 50, archived: false } });
    expect((await read('late_cancel')).status).toBe(404);
    expect((await read('unknown')).status).toBe(422);
    const body = { percent: 10 };
    const params = { id, type: 'late_cancel' };
    const update = await world.as('superadmin', 'billing-condition.update', { params, version: 1, body });
    expect(update.status).toBe(404);
    expect((await archive(id, 1, true, 'late_cancel')).status).toBe(404);
  });

  test.each<[string, () => Partial<BillingConditionBody>]>([
    ['percent', () => ({ percent: null })],
    ['percent', () => ({ percent: 101 })],
    ['minutes', () => ({ minutes: 0 })],
    ['choice', () => ({ choice: 'up' })],
    ['days', () => ({ type: 'invoice_terms', percent: null, minutes: null })],
    ['client', () => ({ client: randomUUID() })],
    ['service', () => ({ type: 'travel', service: randomUUID() })],
    ['service', () => ({ type: 'travel', service: MOTOR })],
    ['starts_on', () => ({ starts_on: '1999-01-01' })],
  ])('say at the field %s what is wrong', async (field, changes) => {
    await world.db.update(services).set({ is_billable: false }).where(eq(services.id, MOTOR));
    expect(await create(bodyOf(changes()))).toMatchObject({
      ...{ status: 422, body: { fields: { [field]: expect.any(String) } } },
    });
  });

  test('can start only once on a day: the other is archived or changed first', async () => {
    const first = await made();
    const { starts_on } = first;
    expect(await create(bodyOf({ starts_on }))).toMatchObject({
      ...{
        status: 422,
        body: { fields: { starts_on: expect.stringContaining('Change or archive it first') } },
      },
    });
    await made({ starts_on, client: FAMILY });
    await made({ starts_on, type: 'late_cancel' });
    expect((await archive(first.id, 1, true)).body).toMatchObject({ archived: true, version: 2 });
    const second = await made({ starts_on });
    expect((await archive(first.id, 2, false)).status).toBe(422);
    await archive(second.id, 1, true);
    expect((await archive(first.id, 2, false)).body).toMatchObject({ archived: false, version: 3 });
  });

  test('added twice at the same time are added once', async () => {
    const starts_on = freshDay();
    const both = await Promise.all([1, 2].map(() => create(bodyOf({ starts_on }))));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
  });

  test('change under their version, and the audit says what', async () => {
    const { id } = await made();
    const change = (version: number, body: object) =>
      world.as('superadmin', 'billing-condition.update', { params: { id, type: 'no_show' }, version, body });
    expect((await change(1, { percent: 75 })).body).toMatchObject({ percent: 75, version: 2 });
    expect((await change(1, { percent: 80 })).status).toBe(412);
    expect(await change(2, { percent: null })).toMatchObject({ status: 422 });
    expect((await change(2, { type: 'late_cancel' })).status).toBe(422);
    await archive(id, 2, true);
    expect((await world.auditOf(id)).map(({ action, details }) => [action, details])).toEqual([
      ['billing_condition.create', {}],
      ['billing_condition.update', { fields: ['percent'] }],
      ['billing_condition.update', { fields: ['archived'] }],
    ]);
    expect(await world.placesOf(id)).toEqual([]);
  });

  test('keep their client from being deleted', async () => {
    await made({ client: GONE });
    const { body } = await world.as('superadmin', 'client.read', { params: { id: GONE } });
    expect(body.uses.conditions).toBeGreaterThan(0);
    const { version } = body.client;
    const deleted = await world.as('superadmin', 'client.delete', { params: { id: GONE }, version });
    expect(deleted).toMatchObject({ status: 409, body: { code: 'record.in-use' } });
  });

  test('are seen and changed by the permission table: with a grant, only those of your own clients', async () => {
    const allowed: readonly PersonName[] = ['superadmin', 'lead', 'otto'];
    const type = 'no_show';
    for (const client of [DISTRICT, FAMILY]) {
      for (const person of personNames) {
        const { id } = await made({ client });
        const params = { id, type };
        const statuses = [
          (await world.as(person, 'billing-condition.list', { query: { client } })).status,
          (await world.as(person, 'billing-condition.read', { params })).status,
          (await create(bodyOf({ client }), person)).status,
          (await world.as(person, 'billing-condition.update', { params, version: 1, body: { percent: 1 } }))
            .status,
          (
            await world.as(person, 'billing-condition.archive', {
              params,
              version: 2,
              body: { archived: true },
            })
          ).status,
        ];
        const isReached = person === 'superadmin' || (person === 'lead' && client === DISTRICT);
        const expected = !allowed.includes(person)
          ? [403, 403, 403, 403, 403]
          : isReached
            ? [200, 200, 201, 200, 200]
            : [404, 404, 422, 404, 404];
        expect([person, client, statuses]).toEqual([person, client, expected]);
      }
    }
    const all = await world.as('lead', 'billing-condition.list');
    expect(new Set(all.body.map(({ client }) => client))).toEqual(new Set([DISTRICT]));
  });

  test('an inaccessible condition and one that does not exist answer the same', async () => {
    const { id } = await made({ client: FAMILY });
    const read = (one: string) =>
      world.as('lead', 'billing-condition.read', { params: { id: one, type: 'no_show' } });
    expect(told(await read(id))).toEqual(told(await read(randomUUID())));
  });
});
