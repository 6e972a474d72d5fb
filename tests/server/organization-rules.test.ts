import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EndpointName } from '#contract/index.ts';
import { LOGO_BYTES } from '#contract/organization.ts';
import { MEAL_POLICY } from '#domain/lunch/meal-policy.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { DISTRICT, GONE, MOTOR, type OfficeWorld, openOfficeWorld, personNames } from './office-world.ts';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3, 4]);
const { version: _, starts_on: __, ...LIMITS } = MEAL_POLICY;

describe.each(ruleKinds)("the organization's rules on %s", (kind) => {
  let world: OfficeWorld;
  let category: string;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
    const { body } = await world.as('admin', 'service-category.list');
    category = body[0]?.id ?? '';
  });
  afterAll(() => world.close());

  test.each<[EndpointName, { params?: Record<string, string>; body?: unknown }]>([
    ['organization.read', {}],
    ['organization.update', { body: {} }],
    ['organization.delete-logo', {}],
    ['meal-policy.list', {}],
    ['meal-policy.create', { body: { id: randomUUID(), starts_on: '2026-07-01', ...LIMITS } }],
    ['meal-policy.delete', { params: { id: randomUUID() } }],
    ['service.create', { body: {} }],
    ['service.delete', { params: { id: MOTOR } }],
    ['location.update', { params: { id: '101' }, body: {} }],
    ['location.delete', { params: { id: '101' } }],
    ['school-closure.create-days', { body: {} }],
    ['school-closure.update', { params: { id: randomUUID() }, body: {} }],
    ['school-closure.delete', { params: { id: randomUUID() } }],
  ])('%s is for the office alone', async (name, asked) => {
    for (const person of personNames) {
      const isOffice = person === 'superadmin' || person === 'admin';
      if (isOffice) continue;
      expect([person, (await world.as(person, name, { ...asked, version: 1 })).status]).toEqual([
        person,
        403,
      ]);
    }
  });

  describe('settings', () => {
    const read = async () => (await world.as('admin', 'organization.read')).body;
    const facts = async () => (await world.as('paula', 'operations.organization')).body;

    test('are changed against the version that was read, and every device learns of them', async () => {
      const before = await read();
      expect(before).toMatchObject({ name: '', configured_name: 'Test Therapy Group', today: '2026-03-10' });
      const body = { name: 'Quail Hill Therapy', uses_24_hour_clock: true };
      const changed = await world.as('admin', 'organization.update', { body, version: before.version });
      expect(changed).toMatchObject({ status: 200, body });
      expect(await facts()).toMatchObject(body);
      const late = { body: { name: 'Other' }, version: before.version };
      expect((await world.as('superadmin', 'organization.update', late)).status).toBe(412);
      const { version, id } = await read();
      const empty = await world.as('admin', 'organization.update', { body: { name: ' ' }, version });
      expect(empty.status).toBe(200);
      expect(await facts()).toMatchObject({ name: 'Test Therapy Group' });
      expect((await world.auditOf(id)).map(({ action }) => action)).toEqual([
        'organization.create',
        'organization.update',
      ]);
    });

    test('the pay file has the columns that the office sets, if they make sense', async () => {
      const { version } = await read();
      const columns = [{ header: 'Emp', content: 'provider_id' }];
      const saved = await world.as('admin', 'organization.update', {
        ...{ version, body: { pay_file_columns: columns, pay_file_codes: [{ code: 'REG', own: 'E01' }] } },
      });
      expect([saved.status, (await read()).pay_file_columns]).toEqual([200, columns]);
      const twice = { pay_file_columns: [...columns, { header: 'emp', content: 'amount' }] };
      const refused = await world.as('admin', 'organization.update', { version: version + 1, body: twice });
      expect([refused.status, refused.body.fields]).toEqual([
        ...[422, { pay_file_columns: 'Two columns are called "emp".' }],
      ]);
    });

    test('a logo is an image by its bytes, whatever it claims to be', async () => {
      const { token } = await world.signIn(world.people.admin);
      const upload = async (bytes: Uint8Array) => {
        const { statusCode, body } = await world.app.inject({
          method: 'PUT',
          url: '/api/organization/logo/',
          payload: Buffer.from(bytes),
          headers: {
            ...{ authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
            ...{ 'idempotency-key': randomUUID(), 'if-match': `"${(await read()).version}"` },
          },
        });
        return [statusCode, body] as const;
      };
      const [status, text] = await upload(new TextEncoder().encode('<svg onload="alert(1)"/>'));
      expect([status, text]).toEqual([422, expect.stringContaining('PNG, JPEG, or WebP')]);
      expect((await upload(new Uint8Array(LOGO_BYTES + 1)))[0]).toBe(413);
      expect((await upload(PNG))[0]).toBe(200);
      expect((await facts()).logo).toBe(`data:image/png;base64,${Buffer.from(PNG).toString('base64')}`);
      const { version } = await read();
      expect((await world.as('admin', 'organization.delete-logo', { version })).status).toBe(204);
      expect((await facts()).logo).toBeNull();
    });

    test('the rule for pay periods applies to the next ones', async () => {
      const { version } = await read();
      const body = { pay_period_kind: 'biweekly', pay_period_anchor: '2028-07-02' };
      expect((await world.as('admin', 'organization.update', { body, version })).status).toBe(200);
      const made = await world.as('admin', 'pay-period.create-year', { body: { start_year: 2028 } });
      expect(made.body[1]).toMatchObject({ start_date: '2028-07-02', end_date: '2028-07-15' });
    });
  });

  describe('a meal policy', () => {
    const add = (changes: Record<string, unknown>) =>
      world.as('admin', 'meal-policy.create', {
        body: { id: randomUUID(), starts_on: '2026-03-11', ...LIMITS, ...changes },
      });

    test('begins after today, has a version of its own, and is checked', async () => {
      expect(await add({ starts_on: '2026-03-10' })).toMatchObject({
        status: 422,
        body: { fields: { starts_on: 'Choose a day after today.' } },
      });
      expect(await add({ second_meal_after_minutes: 200 })).toMatchObject({
        status: 422,
        body: { fields: { second_meal_after_minutes: expect.any(String) } },
      });
      const made = await add({ first_meal_after_minutes: 240 });
      expect(made).toMatchObject({ status: 201, body: { policy_version: 2, version: 1 } });
      expect((await add({})).body).toMatchObject({
        fields: { starts_on: expect.stringContaining('Another') },
      });
      const { body } = await world.as('paula', 'operations.organization');
      expect(body.meal_policies).toMatchObject([
        { version: 2, starts_on: '2026-03-11', first_meal_after_minutes: 240 },
      ]);
      const target = { params: { id: made.body.id } };
      const moved = { ...target, version: 1, body: { starts_on: '2026-06-01' } };
      expect((await world.as('admin', 'meal-policy.update', moved)).body).toMatchObject({
        policy_version: 2,
      });
      expect((await world.as('admin', 'meal-policy.delete', { ...target, version: 2 })).status).toBe(204);
      expect((await add({ starts_on: '2026-06-01' })).body).toMatchObject({ policy_version: 3 });
    });

    test('in force no longer changes, and findings of a day use the one in force on that day', async () => {
      const work = async (day: string) => {
        const id = randomUUID();
        const begin = { id, started_at: `${day}T16:00:00.000Z` };
        expect((await world.as('paula', 'timecard.create', { body: begin })).status).toBe(201);
        const body = { at: `${day}T20:30:00.000Z` };
        const ended = await world.as('paula', 'timecard.end-day', { params: { id }, version: 1, body });
        expect(ended.status, JSON.stringify(ended.body)).toBe(200);
      };
      const start = world.clock.now;
      const made = await add({ starts_on: '2026-03-12', first_meal_after_minutes: 240 });
      expect(made.status).toBe(201);
      await work('2026-03-09');
      world.clock.now = new Date('2026-03-13T18:00:00.000Z');
      try {
        await work('2026-03-12');
        const query = { start_date: '2026-03-09', end_date: '2026-03-13' };
        const { body } = await world.as('admin', 'lunch.list-cards', { query });
        const found = body.cards.map(({ work_date, compliance }) => [work_date, compliance]);
        expect(found).toEqual([
          ['2026-03-12', 'noncompliant'],
          ['2026-03-09', 'not-required'],
        ]);
        expect(body.policy_version).toBe(made.body.policy_version);
        const days = await world.as('paula', 'hours.mine', {
          query: { start: '2026-03-09', end: '2026-03-12' },
        });
        expect(days.body.days.map(({ meal }) => meal)).toEqual(['not-required', null, null, 'noncompliant']);
        const target = { params: { id: made.body.id }, version: 1 };
        const fixed = [
          await world.as('admin', 'meal-policy.update', { ...target, body: { shortest_meal_minutes: 20 } }),
          await world.as('admin', 'meal-policy.delete', target),
        ];
        expect(fixed.map(({ status }) => status)).toEqual([422, 422]);
      } finally {
        world.clock.now = start;
      }
    });
  });

  describe('school closures', () => {
    const close = (changes: Record<string, unknown>) =>
      world.as('admin', 'school-closure.create-days', {
        body: {
          client: null,
          start_date: '2026-04-03',
          end_date: '2026-04-07',
          reason: 'Spring break',
          ...changes,
        },
      });

    test('close each weekday of a range once, on every device, and are changed and deleted one by one', async () => {
      const { status, body } = await close({});
      expect(status).toBe(201);
      expect(body.map(({ closure_date }) => closure_date)).toEqual([
        '2026-04-03',
        '2026-04-06',
        '2026-04-07',
      ]);
      const [first] = body;
      expect(await world.placesOf(first?.id ?? '')).toEqual(['global']);
      expect((await close({ end_date: '2026-04-08' })).body).toMatchObject([{ closure_date: '2026-04-08' }]);
      expect(await close({})).toMatchObject({
        status: 422,
        body: { fields: { start_date: expect.stringContaining('already closed') } },
      });
      expect(await close({ end_date: '2026-12-31' })).toMatchObject({
        status: 422,
        body: { fields: { end_date: expect.stringContaining('at most') } },
      });
      const target = { params: { id: first?.id ?? '' } };
      const taken = await world.as('admin', 'school-closure.update', {
        ...{ ...target, version: 1, body: { closure_date: '2026-04-06' } },
      });
      expect(taken).toMatchObject({ status: 422, body: { fields: { closure_date: expect.any(String) } } });
      const moved = { ...target, version: 1, body: { closure_date: '2026-04-02', client: DISTRICT } };
      expect((await world.as('admin', 'school-closure.update', moved)).status).toBe(200);
      expect((await world.as('admin', 'school-closure.delete', { ...target, version: 2 })).status).toBe(204);
      expect((await world.as('paula', 'school-closure.list')).body).toHaveLength(3);
    });

    test.each([
      ['an archived client', GONE],
      ['an unknown client', randomUUID()],
    ])('of %s are refused', async (_, client) => {
      expect(await close({ client })).toMatchObject({
        status: 422,
        body: { fields: { client: expect.any(String) } },
      });
    });
  });

  describe('locations and services', () => {
    test('a location is added, changed, archived, and deleted unless something names it', async () => {
      const body = {
        id: randomUUID(),
        name: 'Aspen School',
        client: DISTRICT,
        is_billable: true,
        archived: false,
      };
      expect(await world.as('admin', 'location.create', { body })).toMatchObject({ status: 201, body });
      expect(await world.placesOf(body.id)).toEqual(['global']);
      const twice = { ...body, id: randomUUID(), name: 'ASPEN school' };
      expect(await world.as('admin', 'location.create', { body: twice })).toMatchObject({
        status: 422,
        body: { fields: { name: expect.any(String) } },
      });
      const target = { params: { id: body.id } };
      const archived = { ...target, version: 1, body: { archived: true } };
      expect((await world.as('admin', 'location.update', archived)).status).toBe(200);
      expect((await world.as('admin', 'location.delete', { ...target, version: 2 })).status).toBe(204);
      const used = await world.as('admin', 'location.delete', { params: { id: '101' }, version: 1 });
      expect(used).toMatchObject({ status: 409, body: { code: 'record.in-use' } });
      expect((await world.as('paula', 'location.list')).body.map(({ id }) => id)).toEqual(['5', '101']);
    });

    test('Break is never billed, archived, or deleted', async () => {
      const target = { params: { id: '5' }, version: 1 };
      for (const body of [{ is_billable: true }, { archived: true }, { client: DISTRICT }]) {
        expect((await world.as('admin', 'location.update', { ...target, body })).status).toBe(422);
      }
      expect((await world.as('admin', 'location.delete', target)).status).toBe(422);
    });

    test('a service needs a category, and one that something names is archived instead of deleted', async () => {
      const body = {
        ...{ id: randomUUID(), name: 'Art', short_name: 'AR', category, default_minutes: 45 },
        ...{ is_billable: true, archived: false },
      };
      const lost = { ...body, category: randomUUID() };
      expect(await world.as('admin', 'service.create', { body: lost })).toMatchObject({
        status: 422,
        body: { fields: { category: 'Category not found.' } },
      });
      expect((await world.as('admin', 'service.create', { body })).status).toBe(201);
      const target = { params: { id: body.id }, version: 1 };
      expect((await world.as('admin', 'service.delete', target)).status).toBe(204);
      const used = await world.as('admin', 'service.delete', { params: { id: MOTOR }, version: 1 });
      expect(used.body).toMatchObject({ code: 'record.in-use' });
      const archived = { params: { id: MOTOR }, version: 1, body: { archived: true } };
      expect((await world.as('admin', 'service.update', archived)).body).toMatchObject({ archived: true });
    });
  });
});
