import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '#contract/session.ts';
import { occurrenceId } from '#domain/calendar/series.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { eventBody } from './calendar-bodies.ts';
import {
  MOTOR,
  type OfficeWorld,
  openOfficeWorld,
  type PersonName,
  plannedEvent,
  sessionApart,
  told,
} from './office-world.ts';

const DAY = '2026-03-10';

describe.each(ruleKinds)('references of a session on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  const record = (changes: Record<string, unknown>, person: PersonName = 'paula') =>
    world.as(person, 'session.create', { body: sessionApart(world, { session_date: DAY, ...changes }) });

  const madeUp = { attendance: 'make-up' };

  async function recorded(changes: Record<string, unknown> = {}): Promise<Session> {
    const answer = await record(changes);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }

  async function foreignSession(): Promise<string> {
    const body = sessionApart(world, { service: MOTOR, student_ids: [world.ben], session_date: DAY });
    expect((await world.as('otto', 'session.create', { body })).status).toBe(201);
    return body.id;
  }

  async function foreignEvent(): Promise<string> {
    const body = eventBody();
    expect((await world.as('otto', 'calendar.create', { body })).status).toBe(201);
    return body.id;
  }

  async function series(changes: Record<string, unknown> = {}): Promise<string> {
    const body = eventBody({ recurring: true, recurring_type: 'weekly', event_start_date: DAY, ...changes });
    const answer = await world.as('paula', 'calendar.create', { body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return body.id;
  }

  test('may be an event and a missed session of the provider', async () => {
    const missed = await recorded();
    const event = await plannedEvent(world);
    const session = await recorded({ ...madeUp, make_up_of: missed.id, calendar_event_id: event });
    expect(session).toMatchObject({ make_up_of: missed.id, calendar_event_id: event });
  });

  test.each([
    ['calendar_event_id', foreignEvent, {}],
    ['make_up_of', foreignSession, madeUp],
  ] as const)(
    'a foreign and an unknown %s get the same words at the field',
    async (field, foreign, changes) => {
      const body = sessionApart(world, { session_date: DAY, ...changes });
      const answers = [];
      for (const id of [await foreign(), randomUUID()]) {
        answers.push(told(await world.as('paula', 'session.create', { body: { ...body, [field]: id } })));
      }
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]).toMatchObject({
        status: 422,
        body: { code: 'request.invalid', fields: { [field]: expect.stringContaining('not found, or') } },
      });
    },
  );

  test('may be a series occurrence, even one that was moved, deleted, or dropped meanwhile', async () => {
    const id = await series();
    const later = dayPlus(DAY, 7);
    await recorded({ calendar_event_id: occurrenceId(id, DAY) });
    // Held two days before it was planned.
    await recorded({ calendar_event_id: occurrenceId(id, later), session_date: dayPlus(DAY, -2) });
    const deletion = await world.as('paula', 'calendar.delete', { params: { id }, version: 1 });
    expect(deletion.status).toBe(204);
    await recorded({ calendar_event_id: occurrenceId(id, dayPlus(DAY, 14)) });
  });

  test("may not be an occurrence of someone else's series, or of an own one on a distant day", async () => {
    const own = occurrenceId(await series(), dayPlus(DAY, 70));
    const body = eventBody({
      ...{ recurring: true, recurring_type: 'weekly', event_start_date: DAY },
      ...{ provider: world.people.otto.id, student: null, service: null },
    });
    expect((await world.as('admin', 'calendar.create', { body })).status).toBe(201);
    for (const calendar_event_id of [own, occurrenceId(body.id, DAY)]) {
      expect(await record({ calendar_event_id })).toMatchObject({
        status: 422,
        body: { fields: { calendar_event_id: expect.any(String) } },
      });
    }
  });

  test('may be an event and a session that were deleted meanwhile', async () => {
    const missed = await recorded();
    const event = await plannedEvent(world);
    await world.as('paula', 'session.delete', { params: { id: missed.id }, version: 1 });
    await world.as('paula', 'calendar.delete', { params: { id: event }, version: 1 });
    await recorded({ ...madeUp, make_up_of: missed.id, calendar_event_id: event });
  });

  test('are checked when they change; a dangling one may stay through edits', async () => {
    const session = await recorded();
    const change = (version: number, body: Record<string, unknown>) =>
      world.as('paula', 'session.update', { params: { id: session.id }, version, body });
    expect(await change(1, { calendar_event_id: randomUUID() })).toMatchObject({
      status: 422,
      body: { fields: { calendar_event_id: expect.any(String) } },
    });
    const dangling = { calendar_event_id: randomUUID(), make_up_of: randomUUID() };
    await world.db.update(sessions).set(dangling).where(eq(sessions.id, session.id));
    expect(await change(1, { notes: 'edited', calendar_event_id: dangling.calendar_event_id })).toMatchObject(
      {
        status: 200,
        body: { notes: 'edited', ...dangling },
      },
    );
    expect((await change(2, { calendar_event_id: null })).status).toBe(200);
  });

  test('must belong to the provider for whom the office records', async () => {
    const answer = await record(
      { provider: world.people.paula.id, calendar_event_id: await plannedEvent(world) },
      'admin',
    );
    expect(answer.status).toBe(201);
  });
});
