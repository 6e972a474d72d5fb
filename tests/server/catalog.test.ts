import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { providers } from '#server/db/schema/providers.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { DISTRICT, FAMILY, type OfficeWorld, openOfficeWorld, type PersonName } from './office-world.ts';

describe.each(ruleKinds)('catalogues on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  test('everyone with a role sees services and their categories, by name', async () => {
    for (const person of ['superadmin', 'paula', 'lead', 'sven'] as const) {
      const list = await world.as(person, 'service.list');
      expect(list.body.map(({ name }) => name)).toEqual(['Motor', 'Speech']);
      expect((await world.as(person, 'service-category.list')).body).toMatchObject([{ name: 'Therapy' }]);
    }
    expect((await world.as('stray', 'service.list')).status).toBe(403);
  });

  test.each<[PersonName, string[]]>([
    ['superadmin', [FAMILY, DISTRICT]],
    ['admin', [FAMILY, DISTRICT]],
    ['paula', [DISTRICT]],
    ['otto', [FAMILY]],
    ['lead', [DISTRICT]],
    ['sven', []],
  ])('%s sees the active clients of accessible students', async (person, ids) => {
    const { body } = await world.as(person, 'client.list');
    expect(body.map(({ id }) => id)).toEqual(ids);
  });

  test.each<[PersonName, PersonName[] | 403]>([
    ['superadmin', ['lead', 'otto', 'paula', 'stray', 'sven']],
    ['admin', ['lead', 'otto', 'paula', 'stray', 'sven']],
    ['paula', 403],
    ['lead', ['lead', 'paula']],
    ['sven', ['otto', 'sven']],
    ['stray', 403],
  ])('%s sees providers: %j', async (person, expected) => {
    const answer = await world.as(person, 'provider.list');
    if (expected === 403) {
      expect(answer.status).toBe(403);
    } else {
      const ids = answer.body.map(({ id }) => id).sort();
      expect(ids).toEqual(expected.map((name) => world.people[name].id).sort());
    }
  });

  test('everyone with a role learns what the organization is called', async () => {
    for (const person of ['superadmin', 'paula', 'lead', 'sven'] as const) {
      const { body } = await world.as(person, 'operations.organization');
      expect(body).toEqual({
        ...{ name: 'Test Therapy Group', logo: null, time_zone: 'America/Los_Angeles' },
        ...{ uses_24_hour_clock: false, meal_policies: [] },
      });
    }
    expect((await world.as('stray', 'operations.organization')).status).toBe(403);
  });

  test('a provider without credentials has an empty text, and one with them their own', async () => {
    const { id } = world.people.paula;
    const credentials = async () => {
      const { body } = await world.as('admin', 'provider.list');
      return body.find((one) => one.id === id)?.credentials;
    };
    expect(await credentials()).toBe('');
    await world.db.update(providers).set({ credentials: 'M.S., CCC-SLP' }).where(eq(providers.id, id));
    expect(await credentials()).toBe('M.S., CCC-SLP');
  });
});
