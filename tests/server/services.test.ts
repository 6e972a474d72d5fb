import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '#contract/catalog.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { MOTOR, type OfficeWorld, openOfficeWorld, personNames, SPEECH } from './office-world.ts';

describe.each(ruleKinds)('services on %s', (kind) => {
  let world: OfficeWorld;
  let category: string;
  const bodyOf = (changes: Partial<Service> = {}) => {
    const id = randomUUID();
    return {
      ...{ id, name: `Reading ${id}`, short_name: 'READ', category, default_minutes: 45 },
      ...{ is_billable: true, archived: false },
      ...changes,
    };
  };
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
    const { body } = await world.as('admin', 'service-category.list');
    category = body[0]?.id ?? '';
  });
  afterAll(() => world.close());

  test('are added and changed by the office, and reach every device', async () => {
    const body = bodyOf();
    const { id } = body;
    expect(await world.as('admin', 'service.create', { body })).toMatchObject({
      ...{ status: 201, body: { ...body, version: 1 } },
    });
    expect(await world.placesOf(id)).toEqual(['global']);
    const changes = { name: 'Reading support', is_billable: false };
    const changed = await world.as('admin', 'service.update', { params: { id }, version: 1, body: changes });
    expect(changed).toMatchObject({ status: 200, body: { ...changes, short_name: 'READ', version: 2 } });
    const stale = await world.as('admin', 'service.update', { params: { id }, version: 1, body: changes });
    expect(stale.status).toBe(412);
    expect((await world.auditOf(id)).map(({ action }) => action)).toEqual([
      'service.create',
      'service.update',
    ]);
  });

  test.each<[string, () => Partial<Service>]>([
    ['name', () => ({ name: ' ' })],
    ['name', () => ({ name: 'SPEECH' })],
    ['short_name', () => ({ short_name: 'much too long for it' })],
    ['category', () => ({ category: randomUUID() })],
    ['default_minutes', () => ({ default_minutes: -1 })],
  ])('say at the field %s what is wrong', async (field, changes) => {
    expect(await world.as('admin', 'service.create', { body: bodyOf(changes()) })).toMatchObject({
      ...{ status: 422, body: { fields: { [field]: expect.any(String) } } },
    });
  });

  test('that no one uses are deleted, and no longer offered; others stay', async () => {
    const body = bodyOf();
    const { id } = body;
    await world.as('admin', 'service.create', { body });
    expect((await world.as('admin', 'service.delete', { params: { id }, version: 1 })).status).toBe(204);
    const { body: left } = await world.as('admin', 'service.list');
    expect(left.map((one) => one.id)).not.toContain(id);
    const rate = {
      ...{ id: randomUUID(), level: 'service', service: id, student: null, client: null, region: null },
      ...{ setting: null, start_year: 2025, amount_cents: 100, is_draft: false },
    };
    expect((await world.as('superadmin', 'rate.create', { body: rate })).status).toBe(422);
    for (const used of [SPEECH, MOTOR]) {
      const refused = await world.as('admin', 'service.delete', { params: { id: used }, version: 1 });
      expect(refused).toMatchObject({ status: 409, body: { code: 'record.in-use' } });
    }
  });

  test('are changed by the office only', async () => {
    for (const person of personNames) {
      const body = bodyOf();
      const { status } = await world.as(person, 'service.create', { body });
      const isOffice = person === 'superadmin' || person === 'admin';
      expect([person, status]).toEqual([person, isOffice ? 201 : 403]);
      const params = { id: SPEECH };
      const update = await world.as(person, 'service.update', { params, version: 1, body: { name: '' } });
      const removal = await world.as(person, 'service.delete', { params, version: 1 });
      expect([update.status, removal.status]).toEqual(isOffice ? [422, 409] : [403, 403]);
    }
  });
});
