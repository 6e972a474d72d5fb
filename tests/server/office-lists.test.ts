import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ruleKinds } from '#tests/support/database.ts';
import { type OfficeWorld, openOfficeWorld, personNames } from './office-world.ts';

const LISTS = ['service-category', 'region', 'sub-region'] as const;
type List = (typeof LISTS)[number];

describe.each(ruleKinds)('the lists that the office keeps on %s', (kind) => {
  let world: OfficeWorld;
  let north: string;
  let names = 0;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    north = (await made('region')).id;
  });

  /** A new row of a list, with a name of its own. */
  function bodyOf(
    list: List,
    changes: Record<string, unknown> = {},
  ): Record<string, unknown> & { id: string; name: string } {
    names += 1;
    const own = {
      region: { region_number: `${names}` },
      'sub-region': { region: north },
      'service-category': {},
    };
    return { id: randomUUID(), name: `Name ${names}`, archived: false, ...own[list], ...changes };
  }
  const add = (list: List, body: { id: string }, person: (typeof personNames)[number] = 'admin') =>
    world.as(person, `${list}.create`, { params: { id: body.id }, body });
  async function made(list: List, changes: Record<string, unknown> = {}) {
    const answer = await add(list, bodyOf(list, changes));
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }

  describe.each(LISTS)('%s', (list) => {
    test('is written by roles 0 and 1 alone, and read by those who need it', async () => {
      for (const person of personNames) {
        const isOffice = person === 'superadmin' || person === 'admin';
        const body = bodyOf(list);
        const answer = await add(list, body, person);
        expect([person, answer.status]).toEqual([person, isOffice ? 201 : 403]);
        const mayRead = isOffice || (list === 'service-category' && person !== 'stray');
        const listed = await world.as(person, `${list}.list`);
        expect([person, listed.status]).toEqual([person, mayRead ? 200 : 403]);
        if (isOffice) {
          expect(answer.body).toEqual({ ...body, version: 1 });
          expect(listed.body).toContainEqual(answer.body);
          continue;
        }
        const target = { params: { id: north }, version: 1 };
        const refused = [
          await world.as(person, `${list}.update`, { ...target, body: {} }),
          await world.as(person, `${list}.delete`, target),
        ];
        expect(refused.map(({ status }) => status)).toEqual([403, 403]);
      }
    });

    test('is changed, archived, restored, and deleted, each noted in the audit, and is on no device', async () => {
      const row = await made(list);
      const target = { params: { id: row.id } };
      const steps = [{ name: `${row.name} renamed` }, { archived: true }, { archived: false }];
      for (const [at, body] of steps.entries()) {
        const answer = await world.as('admin', `${list}.update`, { ...target, version: at + 1, body });
        expect(answer).toMatchObject({ status: 200, body: { ...body, version: at + 2 } });
      }
      expect((await world.as('admin', `${list}.update`, { ...target, version: 1, body: {} })).status).toBe(
        412,
      );
      expect((await world.as('admin', `${list}.delete`, { ...target, version: 4 })).status).toBe(204);
      expect((await world.as('admin', `${list}.update`, { ...target, body: {} })).status).toBe(410);
      const listed = (await world.as('admin', `${list}.list`)).body as readonly { id: string }[];
      expect(listed.map(({ id }) => id)).not.toContain(row.id);
      const entity = list.replaceAll('-', '_');
      expect((await world.auditOf(row.id)).map(({ action, details }) => [action, details])).toEqual([
        [`${entity}.create`, {}],
        [`${entity}.update`, { fields: ['name'] }],
        [`${entity}.update`, { fields: ['archived'] }],
        [`${entity}.update`, { fields: ['archived'] }],
        [`${entity}.delete`, {}],
      ]);
      expect(await world.placesOf(row.id)).toEqual([]);
    });

    test('has each name once, however it is written, until the row with it is deleted', async () => {
      const row = await made(list);
      const twice = { name: row.name.toUpperCase() };
      expect(await add(list, bodyOf(list, twice))).toMatchObject({
        status: 422,
        body: { fields: { name: expect.stringContaining('already in the list') } },
      });
      const other = await made(list);
      const renamed = await world.as('admin', `${list}.update`, {
        ...{ params: { id: other.id }, version: 1 },
        body: twice,
      });
      expect(renamed.status).toBe(422);
      await world.as('admin', `${list}.delete`, { params: { id: row.id }, version: 1 });
      await made(list, twice);
    });

    test('takes an id once', async () => {
      const { id } = await made(list);
      expect((await add(list, bodyOf(list, { id }))).status).toBe(409);
    });
  });

  test('two regions have different numbers, but any number of them none', async () => {
    const row = await made('region', { region_number: 'a7' });
    expect(await add('region', bodyOf('region', { region_number: 'A7' }))).toMatchObject({
      status: 422,
      body: { fields: { region_number: `A7 is already the number of ${row.name}.` } },
    });
    const other = await made('region', { region_number: '' });
    await made('region', { region_number: '' });
    const renumber = (id: string, version: number, body: object) =>
      world.as('admin', 'region.update', { params: { id }, version, body });
    expect((await renumber(other.id, 1, { region_number: 'a7' })).status).toBe(422);
    expect((await renumber(row.id, 1, { archived: true })).status).toBe(200);
    expect(await renumber(other.id, 1, { region_number: 'a7' })).toMatchObject({
      body: { fields: { region_number: `a7 is already the number of ${row.name}, which is archived.` } },
    });
    await world.as('admin', 'region.delete', { params: { id: row.id }, version: 2 });
    expect((await renumber(other.id, 1, { region_number: 'a7' })).status).toBe(200);
  });

  test('a region with sub-regions is archived, not deleted', async () => {
    const part = await made('sub-region');
    const target = { params: { id: north }, version: 1 };
    expect(await world.as('admin', 'region.delete', target)).toMatchObject({
      status: 409,
      body: { code: 'record.in-use', message: 'This is in use. Archive it instead.' },
    });
    await world.as('admin', 'sub-region.delete', { params: { id: part.id }, version: 1 });
    expect((await world.as('admin', 'region.delete', target)).status).toBe(204);
  });

  test('a category with services is archived, not deleted', async () => {
    const [service] = (await world.as('admin', 'service.list')).body;
    const target = { params: { id: service?.category ?? '' }, version: 1 };
    expect((await world.as('admin', 'service-category.delete', target)).status).toBe(409);
    const archived = await world.as('admin', 'service-category.update', {
      ...target,
      body: { archived: true },
    });
    expect(archived).toMatchObject({ status: 200, body: { archived: true } });
    await world.as('admin', 'service-category.update', { ...target, version: 2, body: { archived: false } });
  });

  test('a sub-region is put into a region that is there and in use, and stays in one that is archived', async () => {
    const part = await made('sub-region');
    const missing = await add('sub-region', bodyOf('sub-region', { region: randomUUID() }));
    expect(missing).toMatchObject({ status: 422, body: { fields: { region: expect.any(String) } } });
    await world.as('admin', 'region.update', {
      ...{ params: { id: north }, version: 1 },
      body: { archived: true },
    });
    const closed = await add('sub-region', bodyOf('sub-region'));
    expect(closed).toMatchObject({ status: 422, body: { fields: { region: expect.any(String) } } });
    const renamed = await world.as('admin', 'sub-region.update', {
      ...{ params: { id: part.id }, version: 1 },
      body: { name: 'Renamed' },
    });
    expect(renamed.status).toBe(200);
  });

  test('two regions may have a sub-region of the same name', async () => {
    const part = await made('sub-region');
    const other = await made('region');
    await made('sub-region', { region: other.id, name: part.name });
  });

  test('a region that gets a sub-region while it is deleted is either kept or refuses it', async () => {
    const [added, deleted] = await Promise.all([
      add('sub-region', bodyOf('sub-region')),
      world.as('admin', 'region.delete', { params: { id: north }, version: 1 }),
    ]);
    expect([
      [201, 409],
      [422, 204],
    ]).toContainEqual([added.status, deleted.status]);
  });

  test('one category is read by its id, and its address names what its body names', async () => {
    const row = await made('service-category');
    const read = await world.as('paula', 'service-category.read', { params: { id: row.id } });
    expect(read.body).toEqual(row);
    const absent = await world.as('paula', 'service-category.read', { params: { id: randomUUID() } });
    expect(absent.status).toBe(404);
    const body = bodyOf('service-category');
    const other = await world.as('admin', 'service-category.create', { params: { id: randomUUID() }, body });
    expect(other).toMatchObject({ status: 422, body: { fields: { id: expect.any(String) } } });
  });
});
