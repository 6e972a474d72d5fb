import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EndpointName } from '#contract/index.ts';
import type { RateBody } from '#contract/rates.ts';
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

const bodyOf = (changes: Partial<RateBody> = {}): RateBody => ({
  ...{ id: randomUUID(), level: 'service', service: SPEECH, student: null, client: null, region: null },
  ...{ setting: null, start_year: 2025, amount_cents: 12_000, is_draft: false, ...changes },
});
const ofClient = (client: string, changes: Partial<RateBody> = {}) =>
  bodyOf({ level: 'client', client, setting: 'individual', ...changes });

describe.each(ruleKinds)('rates on %s', (kind) => {
  let world: OfficeWorld;
  const region = { id: randomUUID(), name: 'Harbor', region_number: '07', archived: false };
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
    // The named staff have a grant; others of their role don't.
    for (const person of ['lead', 'otto'] as const) {
      await world.db
        .update(users)
        .set({ grants: ['billing.view'] })
        .where(eq(users.id, world.people[person].id));
    }
    await world.as('admin', 'region.create', { body: region });
  });
  afterAll(() => world.close());

  /** A fiscal year of its own for each test. */
  let year = 2030;
  const freshYear = () => {
    year += 2;
    return year;
  };
  const create = (body: RateBody, person: PersonName = 'superadmin') =>
    world.as(person, 'rate.create', { body });
  async function made(body: RateBody) {
    const answer = await create(body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }
  async function removed(id: string) {
    const { body, status } = await world.as('superadmin', 'rate.read', { params: { id } });
    if (status !== 200) return;
    await world.as('superadmin', 'rate.delete', { params: { id }, version: body.version });
  }
  const yearOf = (start: number, end = start + 1) => ({ start_year: String(start), end_year: String(end) });
  const listed = (id: string, start: number, end?: number) =>
    world.as('superadmin', 'rate.list-of-client', { params: { id, ...yearOf(start, end) } });

  test('say which one each service of a client gets, and why', async () => {
    const start_year = freshYear();
    const { body: district } = await world.as('admin', 'client.read', { params: { id: DISTRICT } });
    const { version } = district.client;
    const changes = { services: [SPEECH], regions: [region.id] };
    await world.as('admin', 'client.update', { params: { id: DISTRICT }, version, body: changes });
    const regional = await made(bodyOf({ level: 'region', region: region.id, start_year }));
    const own = await made(ofClient(DISTRICT, { start_year, amount_cents: 13_000 }));
    const annas = await made(bodyOf({ level: 'student', student: world.anna, start_year }));
    await made(ofClient(FAMILY, { start_year }));
    const { body } = await listed(DISTRICT, start_year);
    expect(body.rates.map(({ id }) => id).sort()).toEqual([regional.id, own.id, annas.id].sort());
    const reasons = Object.fromEntries(body.in_use.map((one) => [one.setting, [one.rate, one.reason]]));
    expect(reasons.individual?.[0]).toBe(own.id);
    expect(reasons.individual?.[1]).toContain('Client rate for');
    expect(reasons.group?.[0]).toBe(regional.id);
    expect(reasons.group?.[1]).toContain('the client has no rate for group sessions');
    const { body: none } = await listed(DISTRICT, start_year + 1);
    expect(none.in_use.map(({ rate }) => rate)).toEqual([null, null, null, null]);
  });

  test("a region lists its own rates and the services' defaults", async () => {
    const start_year = freshYear();
    const regional = await made(bodyOf({ level: 'region', region: region.id, start_year }));
    const general = await made(bodyOf({ service: MOTOR, start_year }));
    await made(ofClient(DISTRICT, { start_year }));
    const params = { region: region.id, ...yearOf(start_year) };
    const { body } = await world.as('superadmin', 'rate.list-of-region', { params });
    expect(body.rates.map(({ id }) => id).sort()).toEqual([regional.id, general.id].sort());
    expect(new Set(body.in_use.map(({ rate }) => rate))).toEqual(new Set([regional.id, general.id]));
    const defaults = await world.as('superadmin', 'rate.list-of-services', { params: yearOf(start_year) });
    expect(defaults.body.rates.map(({ id }) => id)).toEqual([general.id]);
    expect(new Set(defaults.body.in_use.map(({ rate }) => rate))).toEqual(new Set([null, general.id]));
    for (const person of ['admin', 'paula'] as const) {
      const refused = await world.as(person, 'rate.list-of-services', { params: yearOf(start_year) });
      expect(refused.status).toBe(403);
    }
    const absent = { region: randomUUID(), ...yearOf(start_year) };
    expect((await world.as('superadmin', 'rate.list-of-region', { params: absent })).status).toBe(404);
    const deleted = await world.as('admin', 'region.delete', { params: { id: region.id }, version: 1 });
    expect(deleted).toMatchObject({ status: 409, body: { code: 'record.in-use' } });
  });

  test.each([2024, 2025, 2027])('a fiscal year from 2025 to %i is refused', async (end) => {
    expect(await listed(DISTRICT, 2025, end)).toMatchObject({
      ...{ status: 422, body: { fields: { end_year: expect.any(String) } } },
    });
  });

  test('are there once for the same thing and year, draft or not', async () => {
    const start_year = freshYear();
    const first = await made(ofClient(DISTRICT, { start_year, is_draft: true }));
    const again = await create(ofClient(DISTRICT, { start_year }));
    expect(again).toMatchObject({ status: 422, body: { fields: { service: expect.any(String) } } });
    expect(JSON.stringify(again.body)).toContain('$120.00 an hour, a draft');
    await made(ofClient(DISTRICT, { start_year, setting: 'group' }));
    await made(ofClient(DISTRICT, { start_year: start_year + 1 }));
    const { id } = first;
    expect((await world.as('superadmin', 'rate.delete', { params: { id }, version: 1 })).status).toBe(204);
    await made(ofClient(DISTRICT, { start_year }));
  });

  test('added twice at the same time are added once', async () => {
    const start_year = freshYear();
    const both = await Promise.all([1, 2].map(() => create(bodyOf({ start_year }))));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
  });

  test.each<[string, () => Partial<RateBody>]>([
    ['setting', () => ({ level: 'client', client: DISTRICT })],
    ['client', () => ({ client: DISTRICT })],
    ['client', () => ({ level: 'client', client: randomUUID(), setting: 'group' })],
    ['region', () => ({ level: 'region', region: randomUUID() })],
    ['student', () => ({ level: 'student', student: randomUUID() })],
    ['service', () => ({ service: randomUUID() })],
    ['amount_cents', () => ({ amount_cents: 0 })],
  ])('say at the field %s what is wrong', async (field, changes) => {
    const answer = await create(bodyOf({ start_year: freshYear(), ...changes() }));
    expect(answer).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } });
  });

  test('change their amount, and go from draft to active, under their version', async () => {
    const { id } = await made(bodyOf({ start_year: freshYear(), is_draft: true }));
    const change = (version: number, body: object) =>
      world.as('superadmin', 'rate.update', { params: { id }, version, body });
    expect(await change(1, { is_draft: false })).toMatchObject({ body: { is_draft: false, version: 2 } });
    expect((await change(1, { amount_cents: 1 })).status).toBe(412);
    expect(await change(2, { amount_cents: 9_900 })).toMatchObject({ body: { amount_cents: 9_900 } });
    expect((await change(3, { start_year: 2040 })).status).toBe(422);
    expect((await world.auditOf(id)).map(({ action, details }) => [action, details])).toEqual([
      ['rate.create', {}],
      ['rate.update', { fields: ['is_draft'] }],
      ['rate.update', { fields: ['amount_cents'] }],
    ]);
    expect(await world.placesOf(id)).toEqual([]);
  });

  test("next year's are drafts of active ones, raised by a percentage, and made once", async () => {
    const start_year = freshYear();
    await made(ofClient(DISTRICT, { start_year, amount_cents: 12_345 }));
    await made(ofClient(DISTRICT, { start_year, setting: 'group', is_draft: true }));
    await made(ofClient(FAMILY, { start_year }));
    await made(bodyOf({ level: 'student', student: world.anna, start_year }));
    const body = { client: DISTRICT, region: null, start_year, percent_hundredths: 250 };
    const next = (changes: object = {}, person: PersonName = 'superadmin') =>
      world.as(person, 'rate.create-next-year', { body: { ...body, ...changes } });
    const { status, body: drafts } = await next();
    expect(status).toBe(201);
    const [first, second] = [...drafts].sort((a, b) => a.amount_cents - b.amount_cents);
    const draft = { is_draft: true, version: 1, start_year: start_year + 1 };
    expect(first).toMatchObject({ ...draft, student: world.anna, amount_cents: 12_300 });
    expect(second).toMatchObject({ ...draft, client: DISTRICT, amount_cents: 12_654 });
    expect(drafts).toHaveLength(2);
    expect((await next()).body).toEqual([]);
    expect((await next({ region: region.id })).status).toBe(422);
    expect((await next({ client: FAMILY }, 'lead')).status).toBe(404);
    expect((await next({}, 'admin')).status).toBe(403);
    const general = { client: null, start_year: freshYear() };
    await made(bodyOf({ start_year: general.start_year }));
    await made(bodyOf({ level: 'region', region: region.id, start_year: general.start_year }));
    expect((await next(general)).body).toMatchObject([{ level: 'service' }]);
    expect((await next({ ...general, region: region.id })).body).toMatchObject([{ region: region.id }]);
  });

  test('keep their client from being deleted', async () => {
    const { id } = await made(ofClient(GONE, { start_year: freshYear() }));
    const { body } = await world.as('superadmin', 'client.read', { params: { id: GONE } });
    expect(body.uses.rates).toBeGreaterThan(0);
    const { version } = body.client;
    const deleted = await world.as('superadmin', 'client.delete', { params: { id: GONE }, version });
    expect(deleted).toMatchObject({ status: 409, body: { code: 'record.in-use' } });
    expect((await world.as('superadmin', 'rate.read', { params: { id } })).status).toBe(200);
  });

  describe('by the permission table', () => {
    /** The grant opens what the person's role can access of the clients: a lead's own, nothing to a provider. */
    const allowed: readonly PersonName[] = ['superadmin', 'lead', 'otto'];
    const TARGETS = { own: () => DISTRICT, "other's": () => FAMILY, archived: () => GONE };
    const CALLS: readonly EndpointName[] = ['rate.read', 'rate.update', 'rate.delete'];

    test.each(CALLS)('%s', async (name) => {
      const start_year = freshYear();
      for (const person of personNames) {
        for (const target of [...Object.keys(TARGETS), 'random'] as (keyof typeof TARGETS | 'random')[]) {
          const id =
            target === 'random' ? randomUUID() : (await made(ofClient(TARGETS[target](), { start_year }))).id;
          const answer = await world.as(person, name, {
            ...{ params: { id }, version: 1 },
            ...(name === 'rate.update' ? { body: { amount_cents: 1_000 } } : {}),
          });
          const found =
            target !== 'random' && (person === 'superadmin' || (person === 'lead' && target === 'own'));
          const done = name === 'rate.delete' ? 204 : 200;
          const expected = !allowed.includes(person) ? 403 : found ? done : 404;
          expect([person, target, answer.status]).toEqual([person, target, expected]);
          await removed(id);
        }
      }
    });

    test('lists, choices, and new rates', async () => {
      const start_year = freshYear();
      for (const person of personNames) {
        for (const [target, idOf] of Object.entries(TARGETS)) {
          const id = idOf();
          const list = await world.as(person, 'rate.list-of-client', { params: { id, ...yearOf(2025) } });
          const choices = await world.as(person, 'rate.list-choices', { query: { client: id } });
          const body = ofClient(id, { start_year });
          const added = await create(body, person);
          const found = person === 'superadmin' || (person === 'lead' && target === 'own');
          const statuses = !allowed.includes(person)
            ? [403, 403, 403]
            : found
              ? [200, 200, 201]
              : [404, 404, 422];
          expect([person, target, list.status, choices.status, added.status]).toEqual([
            ...[person, target, ...statuses],
          ]);
          await removed(body.id);
        }
      }
    });

    test('an inaccessible rate and one that does not exist answer the same', async () => {
      const { id } = await made(ofClient(FAMILY, { start_year: freshYear() }));
      const read = (one: string) => world.as('lead', 'rate.read', { params: { id: one } });
      expect(told(await read(id))).toEqual(told(await read(randomUUID())));
    });
  });
});
