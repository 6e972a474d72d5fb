import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBlobs } from '#server/blob-store.ts';
import { assigned_services } from '#server/db/schema/assigned-services.ts';
import { providers } from '#server/db/schema/providers.ts';
import { student_providers, student_services } from '#server/db/schema/students.ts';
import { refreshScopeMembers } from '#server/db/scope-members.ts';
import { sweep } from '#server/modules/operations/sweep.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { DISTRICT, MOTOR, type OfficeWorld, openOfficeWorld, SPEECH } from './office-world.ts';
import { scopesOf } from './pull-world.ts';

const TODAY = '2026-03-10';

describe.each(ruleKinds)('assigned services on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await world.db.delete(assigned_services);
    await world.db.delete(student_services);
    await world.db.delete(student_providers);
    await world.db.transaction((tx) =>
      refreshScopeMembers(
        tx,
        Object.values(world.people).map(({ id }) => id),
      ),
    );
  });

  const body = (changes: Record<string, unknown> = {}) => ({
    id: randomUUID(),
    service: SPEECH,
    provider: world.people.paula.id,
    authorised_minutes: 120,
    authorised_per: 'month',
    start_date: TODAY,
    end_date: null,
    ...changes,
  });
  const assign = (changes: Record<string, unknown> = {}, student = world.anna) =>
    world.as('admin', 'student-service.create', { params: { id: student }, body: body(changes) });
  const studentNow = async () => {
    const { body: all } = await world.as('admin', 'student.list');
    const anna = all.find(({ id }) => id === world.anna);
    if (anna === undefined) throw new Error('Anna is not listed.');
    return anna;
  };
  const follows = async (person: 'paula' | 'otto' | 'lead' | 'sven') =>
    has(world.people[person].id, await world.placesOf(world.anna));
  const has = async (person: string, places: readonly string[]) => {
    const scopes = await scopesOf(world.db, person);
    return places.some((place) => scopes.includes(place));
  };

  test('can be ended after their provider was deactivated, and not given to one', async () => {
    const { body: row } = await assign();
    const setArchived = (archived: boolean) =>
      world.db.update(providers).set({ archived }).where(eq(providers.id, world.people.paula.id));
    await setArchived(true);
    const refused = { provider: 'This provider is deactivated. Choose another one.' };
    expect((await assign({ service: MOTOR })).body.fields).toEqual(refused);
    const change = (changes: object) =>
      world.as('admin', 'student-service.update', { params: { id: row.id }, version: 1, body: changes });
    expect((await change({ service: MOTOR })).body.fields).toEqual(refused);
    expect(await change({ end_date: '2026-03-20' })).toMatchObject({
      status: 200,
      body: { provider: world.people.paula.id, end_date: '2026-03-20' },
    });
    await setArchived(false);
  });

  test('give and remove access for people who deliver, lead, and supervise them', async () => {
    const { version } = await studentNow();
    const speech = await assign();
    expect(speech.status).toBe(201);
    expect(await studentNow()).toMatchObject({
      services: [SPEECH],
      providers: [world.people.paula.id],
      version: version + 1,
    });
    expect([await follows('paula'), await follows('lead'), await follows('otto')]).toEqual([
      true,
      true,
      false,
    ]);
    const motor = await assign({ service: MOTOR, provider: world.people.otto.id });
    expect([await follows('otto'), await follows('sven')]).toEqual([true, true]);

    const ended = await world.as('superadmin', 'student-service.update', {
      params: { id: speech.body.id },
      version: 1,
      body: { start_date: '2026-03-01', end_date: '2026-03-09' },
    });
    expect(ended.body).toMatchObject({ end_date: '2026-03-09', version: 2 });
    expect([await follows('paula'), await follows('lead'), await follows('otto')]).toEqual([
      false,
      false,
      true,
    ]);
    expect((await world.as('paula', 'parent.list', { params: { id: world.anna } })).status).toBe(404);

    const target = { params: { id: motor.body.id }, version: 1 };
    expect((await world.as('admin', 'student-service.delete', target)).status).toBe(204);
    expect(await studentNow()).toMatchObject({ services: [], providers: [] });
    expect([await follows('otto'), await follows('sven')]).toEqual([false, false]);
  });

  test("bring the student's client to the supervisors of those who deliver them, and take it away", async () => {
    const seen = async () => has(world.people.sven.id, await world.placesOf(DISTRICT));
    await assign();
    expect(await seen()).toBe(false);
    const { body: motor } = await assign({ service: MOTOR, provider: world.people.otto.id });
    expect(await seen()).toBe(true);
    await world.as('admin', 'student-service.update', {
      params: { id: motor.id },
      version: 1,
      body: { provider: null },
    });
    expect(await seen()).toBe(false);
    expect(await world.placesOf(DISTRICT)).toContain(`supervised:${world.people.paula.id}`);
  });

  test("that change no one's access leave the student as it was", async () => {
    const { body: row } = await assign();
    const { version } = await studentNow();
    await world.as('admin', 'student-service.update', {
      params: { id: row.id },
      version: 1,
      body: { authorised_minutes: 60 },
    });
    expect((await studentNow()).version).toBe(version);
    expect(await world.placesOf(row.id)).toEqual(
      ['org', `service:${SPEECH}`, `student:${world.anna}`, `supervised:${world.people.paula.id}`].sort(),
    );
  });

  test('begin and end with the day, and ignore students without any', async () => {
    await assign({ start_date: '2026-03-12', end_date: '2026-03-13' });
    await world.db.insert(student_providers).values({ student: world.ben, provider: world.people.otto.id });
    const seen: boolean[] = [];
    for (const day of ['2026-03-11', '2026-03-12', '2026-03-13', '2026-03-14']) {
      await sweep(world.db, openBlobs(world.config), new Date(`${day}T20:00:00Z`));
      seen.push(await follows('paula'));
    }
    expect(seen).toEqual([false, true, true, false]);
    const { body: ben } = await world.as('admin', 'student.read', { params: { id: world.ben } });
    expect(ben.providers).toEqual([world.people.otto.id]);
  });

  test('are written by the office only', async () => {
    const { body: row } = await assign();
    for (const person of ['paula', 'lead', 'sven', 'stray'] as const) {
      const target = { params: { id: row.id }, version: 1 };
      const answers = [
        await world.as(person, 'student-service.create', { params: { id: world.anna }, body: body() }),
        await world.as(person, 'student-service.update', { ...target, body: {} }),
        await world.as(person, 'student-service.delete', target),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    }
  });

  test.each([
    [{ end_date: '2026-03-09' }, 'end_date'],
    [{ service: randomUUID(), provider: null }, 'service'],
    [{ provider: randomUUID() }, 'provider'],
    [{ service: MOTOR }, 'provider'],
  ])('with %j are rejected at the field', async (changes, field) => {
    expect(await assign(changes)).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    });
  });

  test('are listed by student, active, billable, and by provider', async () => {
    const { body: now } = await assign();
    const { body: past } = await assign({ start_date: '2026-01-01', end_date: '2026-02-01' });
    const of = (
      name:
        | 'student-service.list'
        | 'student-service.list-in-force'
        | 'student-service.list-billable'
        | 'student-service.list-of-provider',
      id: string,
      person: 'paula' | 'otto' | 'lead' | 'sven' = 'paula',
    ) => world.as(person, name, { params: { id } });
    expect((await of('student-service.list', world.anna)).body).toEqual([now, past]);
    expect((await of('student-service.list-in-force', world.anna)).body).toEqual([
      {
        ...now,
        service_name: 'Speech',
        provider_first: 'Robin',
        provider_last: world.people.paula.username,
      },
    ]);
    expect((await of('student-service.list-billable', world.anna)).body).toMatchObject([{ id: SPEECH }]);
    expect((await of('student-service.list-of-provider', world.people.paula.id)).body).toEqual([now]);
    expect((await of('student-service.list-of-provider', world.people.paula.id, 'lead')).body).toEqual([now]);
    for (const name of [
      'student-service.list',
      'student-service.list-in-force',
      'student-service.list-billable',
    ] as const) {
      expect([name, (await of(name, world.anna, 'sven')).status]).toEqual([name, 404]);
    }
    expect((await of('student-service.list-of-provider', world.people.paula.id, 'otto')).status).toBe(404);

    const students = (person: 'paula' | 'otto' | 'lead' | 'sven') =>
      world.as(person, 'student.list-of-provider', { params: { id: world.people.paula.id } });
    expect((await students('paula')).body).toMatchObject([{ id: world.anna }]);
    expect((await students('lead')).body).toMatchObject([{ id: world.anna }]);
    expect([(await students('otto')).status, (await students('sven')).status]).toEqual([404, 404]);
  });
});
