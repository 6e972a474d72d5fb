import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StudentBody } from '#contract/student.ts';
import { migrationsFolder } from '#server/db/migrate.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { eventBody } from './calendar-bodies.ts';
import {
  DISTRICT,
  FAMILY,
  GONE,
  type OfficeWorld,
  openOfficeWorld,
  type PersonName,
  personNames,
  SPEECH,
  told,
} from './office-world.ts';
import { scopesOf } from './pull-world.ts';
import { givenSession } from './soap-world.ts';

function bodyOf(changes: Partial<StudentBody> = {}): StudentBody {
  return {
    ...{ id: randomUUID(), first_name: 'Ida', last_name: 'Quist', grade: '3', date_of_birth: '2017-05-04' },
    ...{ home_language: 'en', qualifications: ['Autism'], client: DISTRICT, location: '101' },
    ...{ iep_annual_date: '2026-10-01', iep_triennial_date: '2028-10-01', district_student_id: 'D-77' },
    ...{ case_manager: 'Noor Haddad', payer: 'Bayline Mutual', member_id: 'M1', has_esy: true },
    ...{ sex: 'female', street: '12 Oak Street', city: 'Fresno', state: 'CA', zip: '93701' },
    ...{ consent_date: '2026-01-08', release_date: null, ...changes },
  };
}

describe.each(ruleKinds)('student records on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  async function made(changes: Partial<StudentBody> = {}) {
    const answer = await world.as('admin', 'student.create', { body: bodyOf(changes) });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }
  const change = (id: string, version: number, body: object, person: PersonName = 'admin') =>
    world.as(person, 'student.update', { params: { id }, version, body });
  const archive = (id: string, version: number, archived: boolean, person: PersonName = 'admin') =>
    world.as(person, 'student.set-archived', { params: { id }, version, body: { archived } });
  const assign = async (student: string, changes: object = {}) => {
    const body = {
      ...{ id: randomUUID(), service: SPEECH, provider: world.people.paula.id, authorised_minutes: 120 },
      ...{ authorised_per: 'month', start_date: '2026-03-01', end_date: null, ...changes },
    };
    const answer = await world.as('admin', 'student-service.create', { params: { id: student }, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  };
  const plan = async (student: string, changes: object = {}) => {
    const body = eventBody({ student, service: SPEECH, location: '101', ...changes });
    const answer = await world.as('paula', 'calendar.create', { body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  };
  const follows = async (person: PersonName, student: string) =>
    (await scopesOf(world.db, world.people[person].id)).includes(`student:${student}`);

  test('are created whole and reach devices without what only the office keeps', async () => {
    const body = bodyOf({ date_of_birth: '1998-05-04' });
    const created = await made(body);
    expect(created).toEqual({
      ...{ ...body, archived: false, archived_on: null, services: [], providers: [] },
      ...{ merged_into: null, version: 1 },
    });
    expect(await world.placesOf(body.id)).toEqual(['org', `student:${body.id}`]);
    const { body: listed } = await world.as('admin', 'student.list');
    const row = listed.find(({ id }) => id === body.id);
    expect(row).toMatchObject({ iep_annual_date: '2026-10-01' });
    expect(row).not.toHaveProperty('member_id');
  });

  test('are changed under one version, each change noted in the audit', async () => {
    const { id } = await made();
    const renamed = await change(id, 1, { last_name: 'Quistgaard', member_id: 'M2' });
    expect(renamed).toMatchObject({
      status: 200,
      body: { last_name: 'Quistgaard', member_id: 'M2', version: 2 },
    });
    expect((await change(id, 1, { last_name: 'Too late' })).status).toBe(412);
    expect((await world.auditOf(id)).map(({ action, details }) => [action, details])).toEqual([
      ['student.create', {}],
      ['student_account.create', {}],
      ['student.update', { fields: ['last_name'] }],
      ['student_account.update', { fields: ['member_id'] }],
    ]);
  });

  test.each([
    ['first_name', { first_name: ' ' }],
    ['date_of_birth', { date_of_birth: '2026-03-11' }],
    ['date_of_birth', { date_of_birth: '1898-05-04' }],
    ['consent_date', { consent_date: '2026-03-11' }],
    ['client', { client: randomUUID() }],
    ['client', { client: GONE }],
    ['location', { location: 'nowhere' }],
    ['qualifications', { qualifications: [''] }],
  ])('say at the field %s what is wrong', async (field, changes) => {
    const answer = await world.as('admin', 'student.create', { body: bodyOf(changes) });
    expect(answer).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } });
  });

  test('show insurance to the office only', async () => {
    const { id } = await made();
    await assign(id);
    const read = async (person: PersonName) =>
      (await world.as(person, 'student.read', { params: { id } })).body;
    expect(await read('superadmin')).toMatchObject({ payer: 'Bayline Mutual', member_id: 'M1' });
    for (const person of ['paula', 'lead'] as const) {
      expect(await read(person)).toMatchObject({
        ...{ payer: '', member_id: '', sex: '', street: '', city: '', state: '', zip: '' },
        case_manager: 'Noor Haddad',
      });
    }
  });

  test('are written by the office only, and answer for others as if they did not exist', async () => {
    const { id } = await made();
    for (const person of personNames.filter((name) => name !== 'admin' && name !== 'superadmin')) {
      expect((await world.as(person, 'student.create', { body: bodyOf() })).status).toBe(403);
      expect((await change(id, 1, { grade: '4' }, person)).status).toBe(403);
      expect((await archive(id, 1, true, person)).status).toBe(403);
      expect((await world.as(person, 'student.list-archived')).status).toBe(403);
    }
    const unknown = { params: { id: randomUUID() } };
    const strange = told(await world.as('paula', 'student.read-client', unknown));
    expect(told(await world.as('paula', 'student.read-client', { params: { id } }))).toEqual(strange);
    expect((await change(randomUUID(), 1, { grade: '4' })).status).toBe(404);
  });

  test('are compared by name before a new one is added, archived ones too', async () => {
    await made({ first_name: 'Zoë', last_name: 'Brandt' });
    await made({ first_name: 'Zoe', last_name: 'Brandd' });
    await archive((await made({ first_name: 'Zoey', last_name: 'Brant' })).id, 1, true);
    const query = { first_name: 'Zoe', last_name: 'Brandt' };
    const { body } = await world.as('admin', 'student.list-duplicates', { query });
    expect(body.map(({ last_name, likeness, archived }) => [last_name, likeness, archived])).toEqual([
      ['Brandt', 'same', false],
      ['Brandd', 'sound', false],
      ['Brant', 'sound', true],
    ]);
    const other = await world.as('admin', 'student.list-duplicates', {
      query: { first_name: 'Zoe', last_name: '' },
    });
    expect(other.body).toEqual([]);
  });

  test('move to another client: their people see that client, and recorded sessions stay', async () => {
    const { id } = await made();
    await assign(id);
    const readClient = async () =>
      (await world.as('paula', 'student.read-client', { params: { id } })).body.client?.id;
    expect(await readClient()).toBe(DISTRICT);
    const moved = await world.as('admin', 'student.set-client', {
      ...{ params: { id }, version: 1, body: { client: FAMILY } },
    });
    expect(moved).toMatchObject({ status: 200, body: { client: FAMILY } });
    expect(await readClient()).toBe(FAMILY);
    expect(await scopesOf(world.db, world.people.paula.id)).toContain(`client:${FAMILY}`);
    expect((await change(id, 2, { client: null })).body).toMatchObject({ client: null });
    expect(await readClient()).toBeUndefined();
  });

  test('have a note open for a delivered session before anyone starts it', async () => {
    const { id } = await made();
    await assign(id);
    const unsigned = async () =>
      (await world.as('admin', 'student.read-open', { params: { id } })).body.unsigned_notes;
    expect(await unsigned()).toBe(0);
    // The other student's note isn't this one's.
    await givenSession(world, 'paula', { student_ids: [id, world.anna], setting: 'group' });
    expect(await unsigned()).toBe(1);
  });

  test('archived, end their services and plans and leave devices; restored, come back without both', async () => {
    const { id } = await made({ first_name: 'Arno', last_name: 'Leaving' });
    const active = await assign(id);
    const later = await assign(id, { start_date: '2026-04-01' });
    const parent = { id: randomUUID(), student: id, first_name: 'A', last_name: 'B', relationship: 'mother' };
    await world.as('admin', 'parent.create', {
      params: { id },
      body: { ...parent, email: '', phone: '', language: 'en', is_primary: true },
    });
    const series = await plan(id, {
      ...{ event_start_date: '2026-03-05', event_end_date: '2026-03-05', recurring: true },
      ...{ recurring_type: 'weekly', recurring_days: [4], recurring_timeframe: '2026-04-09' },
    });
    const moved = await world.as('paula', 'calendar.update', {
      ...{ params: { id: series.id }, query: { scope: 'this', date: '2026-03-05' }, version: 1 },
      body: { event_start_date: '2026-03-20', event_end_date: '2026-03-20' },
    });
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    await plan(id, { event_start_date: '2026-03-10', event_end_date: '2026-03-10' });
    await plan(id, { event_start_date: '2026-03-30', event_end_date: '2026-03-30' });
    const planned = async () => {
      const query = { start: '2026-03-01', end: '2026-04-30' };
      const { body } = await world.as('superadmin', 'calendar.of-student', { params: { id }, query });
      return body.map(({ event_start_date }) => event_start_date);
    };
    const after = [
      '2026-03-12',
      '2026-03-19',
      '2026-03-20',
      '2026-03-26',
      '2026-03-30',
      '2026-04-02',
      '2026-04-09',
    ];
    expect(await planned()).toEqual(['2026-03-10', ...after]);
    const { body: open } = await world.as('admin', 'student.read-open', { params: { id } });
    expect(open).toMatchObject({
      services: [{ service_name: expect.any(String) }, { service_name: expect.any(String) }],
      planned: [{ events: after.length }],
      unsigned_notes: 0,
    });
    expect(await follows('paula', id)).toBe(true);

    expect(await archive(id, 1, true)).toMatchObject({ status: 200, body: { archived: true, version: 2 } });
    expect(await planned()).toEqual(['2026-03-10']);
    const { body: services } = await world.as('admin', 'student-service.list', { params: { id } });
    expect(services).toEqual([{ ...active, end_date: '2026-03-10', version: 2 }]);
    expect(services).not.toContainEqual(expect.objectContaining({ id: later.id }));
    expect(await follows('paula', id)).toBe(false);
    const places = await world.placesOf(id);
    // The office may follow the file, and nobody else has the student's scope any more.
    expect(places.filter((place) => !place.startsWith('-'))).toEqual(['org:fy2025', `student:${id}`]);
    expect(await world.placesOf(parent.id)).toEqual([`student:${id}`]);
    expect((await world.as('paula', 'student.read', { params: { id } })).status).toBe(404);
    const { body: archived } = await world.as('admin', 'student.list-archived');
    expect(archived.map((student) => student.id)).toContain(id);

    expect(await archive(id, 2, false)).toMatchObject({ status: 200, body: { archived: false } });
    expect(await world.placesOf(parent.id)).toEqual([`student:${id}`]);
    expect(await follows('paula', id)).toBe(true);
    expect(await world.placesOf(id)).toContain(`supervised:${world.people.paula.id}`);
    expect(await planned()).toEqual(['2026-03-10']);
    expect((await archive(id, 1, true)).status).toBe(412);
  });

  test('that were there before get their details with the update of the database', async () => {
    const folder = migrationsFolder();
    const name = readdirSync(folder).find((one) => one.endsWith('_students.sql')) ?? '';
    const filling = readFileSync(join(folder, name), 'utf8').split('--> statement-breakpoint').at(-1) ?? '';
    await world.db.execute(sql`delete from student_accounts`);
    await world.db.execute(sql.raw(filling));
    expect((await world.as('admin', 'student.read', { params: { id: world.anna } })).body).toMatchObject({
      ...{ district_student_id: '', has_esy: false, consent_date: null, version: 1 },
    });
  });

  test('keep every student in two rows under one id', async () => {
    await made();
    const { rows } = await world.db.execute(
      sql`select s.id from students s full join student_accounts a on a.id = s.id
        where s.id is null or a.id is null`,
    );
    expect(rows).toEqual([]);
  });
});
