import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualKind } from '#tests/support/database.ts';
import { type OfficeWorld, openOfficeWorld, type PersonName } from './office-world.ts';

const WEEKLY = [
  { weekday: 2, from: '08:00', to: '15:00' },
  { weekday: 1, from: '08:00', to: '12:00' },
];
const DAYS_OFF = [{ start_date: '2026-03-16', end_date: '2026-03-17', reason: 'Vacation' }];

describe('the availability of providers', () => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(usualKind);
  });
  afterAll(() => world.close());

  const save = (person: PersonName, of: PersonName, version: number, body: object) =>
    world.as(person, 'availability.save', {
      ...{ params: { id: world.people[of].id }, version },
      body: { weekly: WEEKLY, days_off: DAYS_OFF, ...body },
    });
  const read = async (person: PersonName, of: PersonName) =>
    (await world.as(person, 'availability.read', { params: { id: world.people[of].id } })).body;

  test('is entered by the provider and by the office, each on the newest version, and is in the audit', async () => {
    expect(await read('otto', 'otto')).toEqual({
      ...{ id: world.people.otto.id, weekly: [], days_off: [], version: 0 },
    });
    const first = await save('otto', 'otto', 0, {});
    expect(first).toMatchObject({
      ...{ status: 200, body: { weekly: WEEKLY.toReversed(), days_off: DAYS_OFF, version: 1 } },
    });
    // The office opened it before.
    expect((await save('admin', 'otto', 0, { days_off: [] })).status).toBe(412);
    expect((await save('admin', 'otto', 1, { days_off: [] })).body).toMatchObject({
      days_off: [],
      version: 2,
    });
    const noted = await world.auditOf(world.people.otto.id);
    expect(
      noted
        .filter(({ action }) => action.startsWith('availability'))
        .map(({ action, user_id, details }) => [action, user_id, details.on_behalf_of]),
    ).toEqual([
      ['availability.create', world.people.otto.id, undefined],
      ['availability.update', world.people.admin.id, world.people.otto.id],
    ]);
  });

  test.each([
    [{ weekly: [{ weekday: 1, from: '09:00', to: '08:00' }] }, 'weekly'],
    [{ days_off: [{ start_date: '2026-03-16', end_date: '2026-03-15', reason: 'Ill' }] }, 'days_off'],
    [{ days_off: [{ start_date: '2026-03-16', end_date: '2026-03-16', reason: '' }] }, 'days_off'],
  ])('%o is refused at its field', async (body, field) => {
    expect(await save('paula', 'paula', 0, body)).toMatchObject({
      ...{ status: 422, body: { fields: { [field]: expect.any(String) } } },
    });
  });

  test('lists whom the person sees; why someone is off is known to the office and to them', async () => {
    await save('paula', 'paula', (await read('paula', 'paula')).version, {});
    const seenBy = async (person: PersonName) => {
      const { status, body } = await world.as(person, 'availability.list');
      const names = new Map(Object.entries(world.people).map(([name, { id }]) => [id, name]));
      return status === 200
        ? Object.fromEntries(body.map((one) => [names.get(one.id), one.days_off.map(({ reason }) => reason)]))
        : status;
    };
    expect(await seenBy('admin')).toMatchObject({ paula: ['Vacation'], otto: [] });
    expect(await seenBy('lead')).toEqual({ paula: [''], lead: [] });
    expect(await seenBy('sven')).toEqual({ otto: [], sven: [] });
    expect(await seenBy('paula')).toBe(403);
    expect((await read('paula', 'paula')).days_off).toEqual(DAYS_OFF);
  });
});
