import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessions } from '#server/db/schema/sessions.ts';
import { student_providers } from '#server/db/schema/students.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { MOTOR, type OfficeWorld, openOfficeWorld, type PersonName, sessionApart } from './office-world.ts';

describe.each(ruleKinds)('names of students in sessions on %s', (kind) => {
  let world: OfficeWorld;
  /** Paula's only session with Ben, whom she has never served otherwise. */
  let together: string;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
    const day = { session_date: '2026-03-10' };
    await recorded('paula', sessionApart(world, day));
    together = await recorded('paula', sessionApart(world, day));
    await recorded('otto', sessionApart(world, { ...day, service: MOTOR, student_ids: [world.ben] }));
    await world.db
      .update(sessions)
      .set({ student_ids: [world.anna, world.ben] })
      .where(eq(sessions.id, together));
    // Anna has another provider by now.
    await world.db.delete(student_providers).where(eq(student_providers.student, world.anna));
  });
  afterAll(() => world.close());

  async function recorded(person: PersonName, body: ReturnType<typeof sessionApart>): Promise<string> {
    const answer = await world.as(person, 'session.create', { body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return body.id;
  }

  async function namesFor(person: PersonName, ids: readonly string[]): Promise<string[]> {
    const { status, body } = await world.as(person, 'student.list-names', { query: { ids: ids.join() } });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.map(({ first_name, last_name }) => `${first_name} ${last_name}`);
  }

  test.each<[PersonName, string[]]>([
    ['superadmin', ['Anna Abara', 'Ben Bello']],
    ['admin', ['Anna Abara', 'Ben Bello']],
    ['lead', ['Anna Abara', 'Ben Bello']],
    ['paula', ['Anna Abara', 'Ben Bello']],
    ['otto', ['Ben Bello']],
    ['sven', ['Ben Bello']],
  ])('%s gets those of sessions that they may see', async (person, names) => {
    const unknown = randomUUID();
    expect(await namesFor(person, [world.dora, world.ben, unknown, world.anna])).toEqual(names);
  });

  test('nothing more than the names is told, of a student whose file is out of reach', async () => {
    const { body } = await world.as('paula', 'student.list-names', { query: { ids: world.anna } });
    expect(body).toEqual([{ id: world.anna, first_name: 'Anna', last_name: 'Abara' }]);
    expect((await world.as('paula', 'student.read', { params: { id: world.anna } })).status).toBe(404);
  });

  test('a deleted session names nobody', async () => {
    await world.db.update(sessions).set({ deleted_at: sql`now()` }).where(eq(sessions.id, together));
    expect(await namesFor('paula', [world.ben])).toEqual([]);
  });

  test.each([
    ['no id', 'maya'],
    ['too many', Array.from({ length: 101 }, () => randomUUID()).join()],
  ])('%s is refused', async (_, ids) => {
    expect((await world.as('paula', 'student.list-names', { query: { ids } })).status).toBe(422);
  });
});
