import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ruleKinds } from '#tests/support/database.ts';
import { sessionBody } from './api-world.ts';
import { MOTOR, type OfficeWorld, openOfficeWorld, SPEECH } from './office-world.ts';

describe.each(ruleKinds)('home on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
    // March 10, 2026, is a Tuesday; its week is the 8th to the 14th.
    await record('paula', '2026-03-10');
    await record('paula', '2026-03-09');
    await record('paula', '2026-03-07');
    const gone = await record('paula', '2026-03-10');
    await record('otto', '2026-03-10');
    await world.as('admin', 'session.delete', { params: { id: gone.id }, version: gone.version });
  });
  afterAll(() => world.close());

  async function record(provider: 'paula' | 'otto', session_date: string) {
    const caseload =
      provider === 'paula'
        ? { service: SPEECH, student: world.anna }
        : { service: MOTOR, student: world.ben };
    const answer = await world.as('admin', 'session.create', {
      body: sessionBody(caseload, { provider: world.people[provider].id, session_date }),
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }

  test.each([
    ['paula', { sessions_today: 1, sessions_this_week: 2, minutes_this_week: 60, students: 1 }],
    ['otto', { sessions_today: 1, sessions_this_week: 1, minutes_this_week: 30, students: 1 }],
    ['lead', { sessions_today: 0, sessions_this_week: 0, minutes_this_week: 0, students: 0 }],
    ['admin', { sessions_today: 2, sessions_this_week: 3, minutes_this_week: 90, students: 2 }],
    ['superadmin', { sessions_today: 2, sessions_this_week: 3, minutes_this_week: 90, students: 2 }],
  ] as const)('counts the work of %s', async (person, numbers) => {
    const answer = await world.as(person, 'home.read');
    expect(answer.body).toEqual({ today: '2026-03-10', week_start_date: '2026-03-08', ...numbers });
  });

  test('begins a day at midnight, Pacific', async () => {
    world.clock.now = new Date('2026-03-11T06:59:00Z');
    expect((await world.as('paula', 'home.read')).body).toMatchObject({
      today: '2026-03-10',
      sessions_today: 1,
    });
    world.clock.now = new Date('2026-03-11T07:00:00Z');
    expect((await world.as('paula', 'home.read')).body).toMatchObject({
      today: '2026-03-11',
      sessions_today: 0,
    });
  });
});
