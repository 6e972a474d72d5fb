import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessions } from '#server/db/schema/sessions.ts';
import { students } from '#server/db/schema/students.ts';
import { usualKind } from '#tests/support/database.ts';
import { type ApiWorld, openApiWorld, sessionBody } from './api-world.ts';

let world: ApiWorld;
beforeAll(async () => {
  world = await openApiWorld(usualKind);
});
afterAll(() => world.close());

test('a list leaves out a row with an unknown value, and keeps all others', async () => {
  const person = await world.addPerson();
  const caseload = await world.addCaseload(person);
  const { token } = await world.signIn(person);
  const ids: string[] = [];
  for (const start of ['09:00', '10:00', '11:00']) {
    const body = sessionBody(caseload, { start_time: start, end_time: start.replace(':00', ':30') });
    expect((await world.call('session.create', { token, body })).status).toBe(201);
    ids.push(body.id);
  }
  const [good, bad, other] = ids;
  await world.db
    .update(sessions)
    .set({ setting: 'from another time' as never })
    .where(eq(sessions.id, bad ?? ''));
  const listed = await world.call('session.list', { token });
  expect(listed.status).toBe(200);
  expect(listed.body.sessions.map(({ id }) => id).sort()).toEqual([good, other].sort());
});

test("a single record that doesn't match its shape is an error, not half a record", async () => {
  const person = await world.addPerson();
  const caseload = await world.addCaseload(person);
  const { token } = await world.signIn(person);
  await world.db
    .update(students)
    .set({ home_language: 'klingon' as never })
    .where(eq(students.id, caseload.student));
  expect((await world.call('student.read', { token, params: { id: caseload.student } })).status).toBe(500);
});
