import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { devices } from '#server/db/schema/sync.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { type OfficeWorld, openOfficeWorld, type PersonName } from './office-world.ts';

describe.each(ruleKinds)('unsynced changes on %s', (kind) => {
  let world: OfficeWorld;
  const ownDevice = randomUUID();
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
    await holds('paula', 2, '2026-03-08T18:00:00Z');
    await holds('paula', 3, '2026-03-09T18:00:00Z', ownDevice);
    await holds('otto', 1, '2026-03-07T18:00:00Z');
    await holds('sven', 0, null);
    await holds('admin', 4, '2026-03-10T16:00:00Z');
  });
  afterAll(() => world.close());

  async function holds(
    person: PersonName,
    unsent_count: number,
    unsent_since: string | null,
    id = randomUUID(),
  ) {
    await world.db.insert(devices).values({
      ...{ id, user_id: world.people[person].id, unsent_count, unsent_since },
      ...{ app_version: '1', last_contact_at: '2026-03-10T17:00:00Z' },
      ...{ sealed_data_key: 'sealed', upload_token_hash: randomUUID() },
    });
  }

  async function toldTo(person: PersonName, query: Record<string, string> = {}) {
    const { status, body } = await world.as(person, 'device.list-unsynced', { query });
    expect(status, JSON.stringify(body)).toBe(200);
    const names = new Map(Object.entries(world.people).map(([name, { id }]) => [id, name]));
    return Object.fromEntries(body.map((one) => [names.get(one.user_id), [one.changes, one.since]]));
  }

  const PAULA = [5, '2026-03-08T18:00:00.000Z'];
  const OTTO = [1, '2026-03-07T18:00:00.000Z'];
  const ADMIN = [4, '2026-03-10T16:00:00.000Z'];

  test.each<[PersonName, object]>([
    ['superadmin', { paula: PAULA, otto: OTTO, admin: ADMIN }],
    ['admin', { paula: PAULA, otto: OTTO, admin: ADMIN }],
    ['lead', { paula: PAULA }],
    ['sven', { otto: OTTO }],
    ['paula', { paula: PAULA }],
    ['otto', { otto: OTTO }],
  ])('%s sees those of people whose days they may read', async (person, told) => {
    expect(await toldTo(person)).toEqual(told);
  });

  test('exclude the asking device, whose changes it already shows', async () => {
    expect(await toldTo('paula', { device_id: ownDevice })).toEqual({ paula: [2, PAULA[1]] });
  });

  test('are empty for a person without a known role', async () => {
    expect((await world.as('stray', 'device.list-unsynced')).status).toBe(403);
  });
});
