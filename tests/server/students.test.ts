import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ruleKinds } from '#tests/support/database.ts';
import {
  DISTRICT,
  type OfficeWorld,
  openOfficeWorld,
  type PersonName,
  SPEECH,
  told,
} from './office-world.ts';

type StudentName = 'anna' | 'ben' | 'dora';
const everyone: StudentName[] = ['anna', 'ben', 'dora'];

describe.each(ruleKinds)('students on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  const names = (rows: { id: string }[]) =>
    rows.map(({ id }) => everyone.find((name) => world[name] === id) ?? 'unknown');

  /** Active and listed; reachable by id; assigned. */
  const reach: [PersonName, StudentName[], StudentName[], StudentName[]][] = [
    ['superadmin', ['anna', 'ben'], ['anna', 'ben', 'dora'], []],
    ['admin', ['anna', 'ben'], ['anna', 'ben', 'dora'], []],
    ['paula', ['anna'], ['anna'], ['anna']],
    ['otto', ['ben'], ['ben'], ['ben']],
    ['lead', ['anna'], ['anna'], []],
    ['sven', ['ben'], ['ben'], []],
  ];

  test.each(reach)(
    '%s sees active students by role and assignment',
    async (person, listed, readable, assigned) => {
      expect(names((await world.as(person, 'student.list')).body)).toEqual(listed);
      expect(names((await world.as(person, 'student.list-mine')).body)).toEqual(assigned);
      expect(names((await world.as(person, 'home.list-my-students')).body)).toEqual(assigned);
      for (const name of everyone) {
        const answer = await world.as(person, 'student.read', { params: { id: world[name] } });
        expect([name, answer.status]).toEqual([name, readable.includes(name) ? 200 : 404]);
      }
    },
  );

  test('one student is returned completely, and reading it is audited', async () => {
    const before = (await world.auditOf(world.anna)).length;
    const answer = await world.as('paula', 'student.read', { params: { id: world.anna } });
    expect(answer.body).toEqual({
      id: world.anna,
      first_name: 'Anna',
      last_name: 'Abara',
      grade: '',
      archived: false,
      archived_on: null,
      date_of_birth: null,
      home_language: 'en',
      qualifications: [],
      client: DISTRICT,
      location: '101',
      ...{ iep_annual_date: null, iep_triennial_date: null, district_student_id: '', case_manager: '' },
      ...{ sex: '', street: '', city: '', state: '', zip: '' },
      ...{ payer: '', member_id: '', consent_date: null, release_date: null, has_esy: false },
      services: [SPEECH],
      providers: [world.people.paula.id],
      merged_into: null,
      version: 1,
    });
    expect((await world.auditOf(world.anna)).slice(before)).toEqual([
      { action: 'student.read', user_id: world.people.paula.id, details: {} },
    ]);
  });

  test('inaccessible, archived, and unknown students get the same answer, and no audit entry', async () => {
    const before = (await world.auditOf(world.ben)).length;
    const unknown = told(await world.as('paula', 'student.read', { params: { id: randomUUID() } }));
    for (const name of ['ben', 'dora'] as const) {
      expect(told(await world.as('paula', 'student.read', { params: { id: world[name] } }))).toEqual(unknown);
    }
    expect(await world.auditOf(world.ben)).toHaveLength(before);
  });

  test('an unknown role sees no one', async () => {
    for (const name of ['student.list', 'student.list-mine', 'home.list-my-students'] as const) {
      expect((await world.as('stray', name)).status).toBe(403);
    }
  });
});
