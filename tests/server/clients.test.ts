import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BILLING_FIELDS, type ClientBody } from '#contract/clients.ts';
import type { EndpointName } from '#contract/index.ts';
import { NOBODY } from '#domain/notifications/message-audience.ts';
import { migrationsFolder } from '#server/db/migrate.ts';
import { student_transfers } from '#server/db/schema/student-transfers.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { messageBody, sendForm } from './message-forms.ts';
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

function bodyOf(changes: Partial<ClientBody> = {}): ClientBody {
  return {
    ...{ id: randomUUID(), name: 'Lantern Hill School', needs_codes: false, district: null, manager: null },
    ...{ services: [], regions: [], is_insurance: false, contacts: [], contract_number: '' },
    ...{ contract_start: null, contract_end: null, contract_cap_cents: null, purchase_order: '' },
    ...{ invoice_address: '', ...changes },
  };
}

describe.each(ruleKinds)('clients on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  async function made(changes: Partial<ClientBody> = {}) {
    const answer = await world.as('admin', 'client.create', { body: bodyOf(changes) });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }
  const change = (id: string, version: number, body: object, person: PersonName = 'admin') =>
    world.as(person, 'client.update', { params: { id }, version, body });
  const bill = (id: string, version: number, body: object, person: PersonName = 'admin') =>
    world.as(person, 'client.update-billing', { params: { id }, version, body });
  const read = async (id: string, person: PersonName = 'admin') =>
    world.as(person, 'client.read', { params: { id } });
  const namesIn = (body: unknown) => (body as readonly { name: string }[]).map(({ name }) => name);

  test('are created whole, listed with the names of what they name, and reach devices as a name alone', async () => {
    const region = { id: randomUUID(), name: 'Harbor', region_number: '07', archived: false };
    await world.as('admin', 'region.create', { body: region });
    const contact = {
      name: 'Noor Haddad',
      role: 'Director',
      email: 'noor@lantern.example',
      phone: '555-0101',
    };
    const body = bodyOf({
      ...{ name: 'Whole School', district: DISTRICT, manager: world.people.lead.id, services: [SPEECH] },
      ...{ regions: [region.id], is_insurance: true, contacts: [contact], contract_number: 'C-1' },
      ...{ contract_start: '2026-07-01', contract_end: '2027-06-30', contract_cap_cents: 12_000_000 },
      ...{ purchase_order: 'PO 7', invoice_address: '1 Main Street\nRedbark' },
    });
    const created = await made(body);
    expect(created).toMatchObject({
      ...{ ...body, active: 1, version: 1, district_name: 'Quailhaven District', student_count: 0 },
      region_list: [{ id: region.id, name: 'Harbor', region_number: '07' }],
    });
    expect(created.manager_name).toBeTruthy();
    const { body: listed } = await world.as('admin', 'client.list-all');
    expect(listed).toContainEqual(created);
    expect(await world.placesOf(created.id)).toEqual([`client:${created.id}`, 'org']);
    const { body: districts } = await world.as('admin', 'client.list-districts');
    expect(districts).toContainEqual({
      ...{ id: DISTRICT, name: 'Quailhaven District' },
      members: [{ id: created.id, name: 'Whole School' }],
    });
    const { body: pairs } = await world.as('admin', 'client.list-with-districts');
    expect(pairs).toContainEqual({
      ...{ id: created.id, name: 'Whole School' },
      district: { id: DISTRICT, name: 'Quailhaven District' },
    });
    const inRegion = await world.as('admin', 'client.list-of-region', { params: { id: region.id } });
    expect(inRegion.body).toEqual([{ id: created.id, name: 'Whole School' }]);
    expect((await world.as('admin', 'client.list-region-numbers')).body).toContainEqual({
      ...{ id: region.id, name: 'Harbor', region_number: '07' },
    });
    const inUse = await world.as('admin', 'region.delete', { params: { id: region.id }, version: 1 });
    expect(inUse).toMatchObject({ status: 409, body: { code: 'record.in-use' } });
    expect((await read(DISTRICT)).body).toMatchObject({
      members: [{ id: created.id }],
      uses: { students: 2, locations: 1, members: 1, sessions: 0 },
    });
  });

  test('are changed under one version, each change noted in the audit', async () => {
    const { id } = await made();
    const renamed = await change(id, 1, { name: 'Renamed School', manager: world.people.admin.id });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Renamed School', version: 2 } });
    expect(await bill(id, 2, { purchase_order: 'PO 9' })).toMatchObject({
      ...{ status: 200, body: { purchase_order: 'PO 9', name: 'Renamed School', version: 3 } },
    });
    expect((await change(id, 2, { name: 'Too late' })).status).toBe(412);
    expect((await bill(id, 2, { purchase_order: 'Too late' })).status).toBe(412);
    expect((await world.auditOf(id)).map(({ action, details }) => [action, details])).toEqual([
      ['client.create', {}],
      ['client_account.create', {}],
      ['client.update', { fields: ['name'] }],
      ['client_account.update', { fields: ['manager'] }],
      ['client_account.update', { fields: ['purchase_order'] }],
    ]);
  });

  test.each([
    ['name', { name: '  ' }],
    ['contract_end', { contract_start: '2026-07-01', contract_end: '2026-06-30' }],
    ['contacts', { contacts: [{ name: 'A', role: '', email: 'nowhere', phone: '' }] }],
    ['services', { services: [randomUUID()] }],
    ['regions', { regions: [randomUUID()] }],
    ['manager', { manager: randomUUID() }],
    ['district', { district: randomUUID() }],
    ['district', { district: GONE }],
  ])('say at the field %s what is wrong', async (field, changes) => {
    const answer = await world.as('admin', 'client.create', { body: bodyOf(changes) });
    expect(answer).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } });
  });

  test('have a manager from the office or the leads, and keep one who left', async () => {
    const { body } = await world.as('admin', 'client.list-managers');
    const { admin, lead, superadmin } = world.people;
    expect(body.map(({ id }) => id).sort()).toEqual([admin.id, lead.id, superadmin.id].sort());
    const { id } = await made();
    expect((await change(id, 1, { manager: world.people.paula.id })).status).toBe(422);
  });

  test('belong to a district that belongs to none, and has no clients when it joins one', async () => {
    const district = await made({ name: 'Upper District' });
    const school = await made({ district: district.id });
    expect((await bill((await made()).id, 1, { district: school.id })).status).toBe(422);
    expect((await bill(district.id, 1, { district: FAMILY })).status).toBe(422);
    expect((await bill(district.id, 1, { district: district.id })).status).toBe(422);
  });

  test('are archived and restored with the value that the call carries', async () => {
    const { id, name } = await made({ name: 'Archived and back' });
    const set = (active: number, version: number) =>
      world.as('admin', 'client.set-active', { params: { id }, version, body: { active } });
    expect(await set(0, 1)).toMatchObject({ status: 200, body: { active: 0, version: 2 } });
    expect(namesIn((await world.as('admin', 'client.list-archived')).body)).toContain(name);
    expect(namesIn((await world.as('admin', 'client.list-all')).body)).not.toContain(name);
    expect((await read(id)).status).toBe(200);
    expect(await set(1, 2)).toMatchObject({ status: 200, body: { active: 1, version: 3 } });
    expect((await set(2, 3)).status).toBe(422);
  });

  test('are deleted only while nothing refers to them', async () => {
    const { id } = await made();
    const remove = (target: string, version: number) =>
      world.as('superadmin', 'client.delete', { params: { id: target }, version });
    expect(await remove(DISTRICT, (await read(DISTRICT)).body.client.version)).toMatchObject({
      ...{ status: 409, body: { code: 'record.in-use' } },
    });
    expect((await read(DISTRICT)).status).toBe(200);
    expect((await remove(id, 1)).status).toBe(204);
    expect((await read(id)).status).toBe(404);
    expect(await world.placesOf(id)).toEqual([`-client:${id}`, '-org']);
  });

  test('are kept for the transfers and messages that name them', async () => {
    const [to, told] = [await made({ name: 'Next School' }), await made({ name: 'Told School' })];
    await world.db.insert(student_transfers).values({
      ...{ id: randomUUID(), student: world.anna, from_client: DISTRICT, to_client: to.id },
      ...{ start_date: '2026-04-01', made_by: world.people.admin.id, is_applied: false },
    });
    const people = [world.people.paula.id];
    const audience = { ...NOBODY, people, clients: [told.id] };
    expect((await sendForm(world, 'admin', messageBody({ audience }))).status).toBe(201);
    expect((await read(to.id)).body.uses).toMatchObject({ transfers: 1, messages: 0 });
    expect((await read(DISTRICT)).body.uses.transfers).toBe(1);
    expect((await read(told.id)).body.uses).toMatchObject({ transfers: 0, messages: 1 });
    for (const { id } of [to, told]) {
      const removed = await world.as('superadmin', 'client.delete', { params: { id }, version: 1 });
      expect(removed).toMatchObject({ status: 409, body: { code: 'record.in-use' } });
    }
  });

  test('a district that gets a client while it is deleted is either kept or refuses it', async () => {
    const district = await made();
    const [added, deleted] = await Promise.all([
      world.as('admin', 'client.create', { body: bodyOf({ district: district.id }) }),
      world.as('superadmin', 'client.delete', { params: { id: district.id }, version: 1 }),
    ]);
    expect([
      [201, 409],
      [422, 204],
    ]).toContainEqual([added.status, deleted.status]);
  });

  test('list the students and providers that the person may see', async () => {
    const asked = { params: { id: DISTRICT } };
    const { body: students } = await world.as('admin', 'client.list-students', asked);
    expect(students.map(({ id }) => id)).toEqual([world.anna]);
    const { body: providers } = await world.as('admin', 'client.list-providers', asked);
    expect(providers).toMatchObject([{ id: world.people.paula.id, student_count: 1 }]);
    const { body: led } = await world.as('lead', 'client.list-students', asked);
    expect(led.map(({ id }) => id)).toEqual([world.anna]);
  });

  describe('by the permission table', () => {
    const office = ['superadmin', 'admin'];
    const leading = [...office, 'lead'];
    /** Whose service the district's student has is `lead`'s; no one leads the family's. */
    const TARGETS = {
      own: () => DISTRICT,
      "other's": () => FAMILY,
      archived: () => GONE,
      random: () => randomUUID(),
    };
    type Target = keyof typeof TARGETS;

    test.each<readonly [EndpointName, readonly string[]]>([
      ['client.list-all', leading],
      ['client.list-archived', office],
      ['client.list-districts', leading],
      ['client.list-with-districts', leading],
      ['client.list-managers', leading],
      ['client.list-region-numbers', leading],
    ])('%s answers %j', async (name, allowed) => {
      for (const person of personNames) {
        const { status } = await world.as(person, name);
        expect([person, status]).toEqual([person, allowed.includes(person) ? 200 : 403]);
      }
    });

    test('a region lists its clients, and an unknown one none, and the office alone adds clients', async () => {
      for (const person of personNames) {
        const listed = await world.as(person, 'client.list-of-region', { params: { id: randomUUID() } });
        const added = await world.as(person, 'client.create', { body: bodyOf() });
        expect([person, listed.status, added.status]).toEqual([
          ...[person, leading.includes(person) ? 200 : 403, office.includes(person) ? 201 : 403],
        ]);
        if (listed.status === 200) expect(listed.body).toEqual([]);
      }
    });

    const CALLS: readonly [EndpointName, object | undefined, readonly string[]][] = [
      ['client.read', undefined, leading],
      ['client.list-students', undefined, leading],
      ['client.list-providers', undefined, leading],
      ['client.update', {}, leading],
      ['client.update-billing', {}, office],
      ['client.set-active', undefined, office],
      ['client.delete', undefined, ['superadmin']],
    ];
    test.each(CALLS)('%s', async (name, body, allowed) => {
      for (const person of personNames) {
        for (const target of Object.keys(TARGETS) as Target[]) {
          const id = TARGETS[target]();
          const found = target !== 'random' && (person !== 'lead' || target === 'own');
          const sent = name === 'client.set-active' ? { active: target === 'archived' ? 0 : 1 } : body;
          const version = (await read(id)).body.client?.version ?? 1;
          const answer = await world.as(person, name, {
            ...{ params: { id }, version },
            ...(sent === undefined ? {} : { body: sent }),
          });
          // What is in use can't be deleted; the archived one is not, and goes.
          const done = name === 'client.delete' ? (target === 'archived' ? 204 : 409) : 200;
          const expected = !allowed.includes(person) ? 403 : found ? done : 404;
          expect([person, target, answer.status]).toEqual([person, target, expected]);
        }
      }
    });

    test('a lead sees the clients of their services, without contract and billing', async () => {
      await bill(DISTRICT, (await read(DISTRICT)).body.client.version, {
        ...{ contract_number: 'C-9', contract_cap_cents: 1_000, purchase_order: 'PO 1', is_insurance: true },
        ...{ contract_start: '2026-07-01', contract_end: '2027-06-30', invoice_address: 'Secret' },
      });
      await made({ name: 'Motor only', services: [MOTOR] });
      await made({ name: 'Speech by contract', services: [SPEECH] });
      const { body: seen } = await world.as('lead', 'client.list-all');
      expect(namesIn(seen)).toContain('Speech by contract');
      expect(namesIn(seen)).toContain('Quailhaven District');
      expect(namesIn(seen)).not.toContain('Motor only');
      expect(namesIn(seen)).not.toContain('Abara Family');
      const { client } = (await read(DISTRICT, 'lead')).body;
      for (const field of BILLING_FIELDS) expect([null, false, '']).toContain(client[field]);
      expect((await read(DISTRICT)).body.client.contract_number).toBe('C-9');
    });

    test('a lead changes what is not money, and nothing else', async () => {
      const { version } = (await read(DISTRICT)).body.client;
      const renamed = await change(DISTRICT, version, { name: 'Quailhaven Schools' }, 'lead');
      expect(renamed).toMatchObject({
        status: 200,
        body: { name: 'Quailhaven Schools', contract_number: '' },
      });
      const money = await change(DISTRICT, version + 1, { purchase_order: 'PO 2' }, 'lead');
      expect(money.status).toBe(422);
      expect((await read(DISTRICT)).body.client).toMatchObject({ contract_number: 'C-9' });
    });

    test('an inaccessible client and one that does not exist answer the same', async () => {
      const [other, none] = [await read(FAMILY, 'lead'), await read(randomUUID(), 'lead')];
      expect(told(other)).toEqual(told(none));
    });
  });

  test('that were there before get their details with the update of the database', async () => {
    const file = readFileSync(join(migrationsFolder(), '0013_clients.sql'), 'utf8');
    const filling = file.split('--> statement-breakpoint').at(-1) ?? '';
    await world.db.execute(sql`delete from client_accounts`);
    await world.db.execute(sql.raw(filling));
    const { body } = await read(FAMILY);
    expect(body.client).toMatchObject({ version: 1, contacts: [], district: null, manager: null });
  });
});
