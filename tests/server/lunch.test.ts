import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CalendarEventBody } from '#contract/calendar.ts';
import { LunchBreak } from '#contract/lunch.ts';
import { desiredEventOnSave, lunchEventId } from '#domain/lunch/desired-event.ts';
import { calendar_events } from '#server/db/schema/calendar-events.ts';
import { locations } from '#server/db/schema/locations.ts';
import { lunch_breaks } from '#server/db/schema/lunch-breaks.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { queuedWrite } from './locked-device.ts';
import { type OfficeWorld, openOfficeWorld, type PersonName, plannedEvent, told } from './office-world.ts';

describe.each(ruleKinds)('lunch breaks on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  function body(changes: Record<string, unknown> = {}) {
    return { id: randomUUID(), lunch_start_time: '2026-03-10T12:00:00-07:00', ...changes };
  }

  async function created(changes: Record<string, unknown> = {}, person: PersonName = 'paula') {
    const answer = await world.as(person, 'lunch.create', { body: body(changes) });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }

  test('a new one lasts 30 minutes, is not waived, and belongs to the caller', async () => {
    const sent = body();
    const answer = await world.as('paula', 'lunch.create', {
      body: sent,
      captured_at: '2026-03-10T17:50:00Z',
    });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        id: sent.id,
        provider: world.people.paula.id,
        lunch_start_time: '2026-03-10T19:00:00.000Z',
        lunch_duration: 30,
        waiver_type: '',
        exception_reason: '',
        calendar_event_id: expect.any(String),
        source: 'manual',
        captured_by: world.people.paula.id,
        captured_at: '2026-03-10T17:50:00.000Z',
        received_at: world.clock.now.toISOString(),
        version: 1,
      },
    });
    expect(LunchBreak.parse(answer.body)).toEqual(answer.body);
    expect(await world.placesOf(sent.id)).toEqual([`user:${world.people.paula.id}`]);
  });

  const eventOf = async (id: string | null) =>
    (
      await world.db
        .select()
        .from(calendar_events)
        .where(eq(calendar_events.id, id ?? randomUUID()))
    )[0];

  describe('from a client that names no event', () => {
    test("gets a linked event in its provider's calendar", async () => {
      const lunch = await created();
      expect(await eventOf(lunch.calendar_event_id)).toMatchObject({
        provider: world.people.paula.id,
        event_title: 'Lunch Break',
        event_start_date: '2026-03-10',
        event_start_time: '12:00',
        duration: 30,
        event_color: 'green',
        location: '5',
        is_lunch: true,
      });
      expect(await world.placesOf(lunch.calendar_event_id ?? '')).toEqual([
        `user:${world.people.paula.id}:fy2025`,
      ]);
    });

    test('gets one event however often the request is repeated', async () => {
      const sent = body({ lunch_start_time: '2026-03-06T12:00:00-08:00' });
      const write = queuedWrite('lunch.create', { body: sent, endpoint_version: 2 });
      const device = { device_id: randomUUID(), device_now: world.clock.now.toISOString() };
      const report = { ...device, app_version: '1.0.0', unsent_count: 0, unsent_since: null };
      for (let time = 0; time < 2; time += 1) {
        const { body: pushed } = await world.as('otto', 'sync.push', {
          body: { device: report, writes: [write] },
        });
        expect(pushed.answers[0]).toMatchObject({ status: 201 });
      }
      const events = await world.db
        .select()
        .from(calendar_events)
        .where(eq(calendar_events.provider, world.people.otto.id));
      expect(events.filter(({ event_start_date }) => event_start_date === '2026-03-06')).toHaveLength(1);
    });

    test('gets none while it is waived, and one when the waiver is withdrawn', async () => {
      const lunch = await created({ waiver_type: 'first_meal_6h' });
      expect(lunch.calendar_event_id).toBeNull();
      const { body: changed } = await world.as('paula', 'lunch.update', {
        params: { id: lunch.id },
        version: lunch.version,
        body: { waiver_type: '' },
      });
      expect(await eventOf(changed.calendar_event_id)).toMatchObject({ is_lunch: true });
    });

    test('moves its event with its own time and day, and leaves it alone if neither changes', async () => {
      const lunch = await created();
      const { body: moved } = await world.as('admin', 'lunch.update', {
        params: { id: lunch.id },
        version: 1,
        body: { lunch_start_time: '2026-03-09T12:15:00-07:00', lunch_duration: 45 },
      });
      expect(moved.calendar_event_id).toBe(lunch.calendar_event_id);
      const shown = {
        event_start_date: '2026-03-09',
        event_start_time: '12:15',
        event_end_date: '2026-03-09',
        event_end_time: '13:00',
        duration: 45,
        version: 2,
      };
      expect(await eventOf(lunch.calendar_event_id)).toMatchObject(shown);
      await world.as('paula', 'lunch.update', {
        params: { id: lunch.id },
        version: 2,
        body: { notes: 'in the staff room' },
      });
      expect(await eventOf(lunch.calendar_event_id)).toMatchObject(shown);
    });

    test('names its waiver in the event, and removes that with the waiver', async () => {
      const lunch = await created();
      const change = { params: { id: lunch.id } };
      await world.as('paula', 'lunch.update', {
        ...change,
        version: 1,
        body: { waiver_type: 'first_meal_6h' },
      });
      expect(await eventOf(lunch.calendar_event_id)).toMatchObject({
        event_start_time: '12:00',
        meeting_notes: expect.stringContaining('(first_meal_6h)'),
      });
      await world.as('paula', 'lunch.update', { ...change, version: 2, body: { waiver_type: '' } });
      expect(await eventOf(lunch.calendar_event_id)).toMatchObject({ meeting_notes: '' });
    });

    test('deletes its event with it', async () => {
      const lunch = await created();
      const deletion = await world.as('paula', 'lunch.delete', { params: { id: lunch.id }, version: 1 });
      expect(deletion.status).toBe(204);
      expect(await eventOf(lunch.calendar_event_id)).toMatchObject({
        version: 2,
        deleted_at: expect.any(String),
      });
      const places = await world.placesOf(lunch.calendar_event_id ?? '');
      expect(places.every((place) => place.startsWith('-'))).toBe(true);
    });

    test('keeps its event if the link is removed', async () => {
      const lunch = await created();
      const { body: changed } = await world.as('paula', 'lunch.update', {
        params: { id: lunch.id },
        version: 1,
        body: { calendar_event_id: null },
      });
      expect(changed.calendar_event_id).toBe(lunch.calendar_event_id);
    });

    test('restores its event when it changes after the event was deleted', async () => {
      const lunch = await created();
      const event = { params: { id: lunch.calendar_event_id ?? '' }, version: 1 };
      expect((await world.as('paula', 'calendar.delete', event)).status).toBe(204);
      await world.as('paula', 'lunch.update', {
        params: { id: lunch.id },
        version: 1,
        body: { lunch_duration: 20 },
      });
      expect(await eventOf(lunch.calendar_event_id)).toMatchObject({ duration: 20, deleted_at: null });
    });

    test("leaves an event alone that isn't a lunch break", async () => {
      const lunch = await created();
      const event = { params: { id: lunch.calendar_event_id ?? '' }, version: 1 };
      await world.as('paula', 'calendar.update', { ...event, body: { is_lunch: false } });
      const change = { params: { id: lunch.id } };
      const shorter = { ...change, version: 1, body: { lunch_duration: 20 } };
      expect((await world.as('paula', 'lunch.update', shorter)).status).toBe(200);
      expect((await world.as('paula', 'lunch.delete', { ...change, version: 2 })).status).toBe(204);
      expect(await eventOf(lunch.calendar_event_id)).toMatchObject({
        duration: 30,
        deleted_at: null,
        version: 2,
      });
    });

    test('names only the event of a lunch break of its provider, with one answer for inaccessible and unknown ids', async () => {
      const foreign = await created({ provider: world.people.otto.id }, 'admin');
      const session = await plannedEvent(world);
      const sent = body();
      const answers = [];
      for (const calendar_event_id of [foreign.calendar_event_id, session, randomUUID()]) {
        answers.push(told(await world.as('paula', 'lunch.create', { body: { ...sent, calendar_event_id } })));
      }
      expect(answers[0]).toMatchObject({
        status: 422,
        body: { fields: { calendar_event_id: expect.any(String) } },
      });
      expect([answers[1], answers[2]]).toEqual([answers[0], answers[0]]);
    });

    test("is recorded even if its event can't be created", async () => {
      await world.db.update(locations).set({ id: 'gone' }).where(eq(locations.id, '5'));
      try {
        const lunch = await created();
        expect(lunch.calendar_event_id).toBeNull();
        expect((await world.auditOf(lunch.id)).map(({ action }) => action)).toContain('lunch.event-failed');
      } finally {
        await world.db.update(locations).set({ id: '5' }).where(eq(locations.id, 'gone'));
      }
    });
  });

  describe('from a device', () => {
    const device_id = randomUUID();
    const eventsOf = async (id: string | null) =>
      (await world.db.select().from(calendar_events)).filter(
        (event) => event.id === id && event.deleted_at === null,
      );

    test('creates its event, and moves and deletes it with the break', async () => {
      const sent = body();
      const calendar_event_id = lunchEventId(sent.id);
      const made = await world.as('paula', 'lunch.create', {
        device_id,
        body: { ...sent, calendar_event_id },
      });
      expect(made).toMatchObject({ status: 201, body: { calendar_event_id } });
      expect(await eventOf(calendar_event_id)).toMatchObject({ duration: 30, is_lunch: true, version: 1 });
      const change = { device_id, params: { id: sent.id } };
      await world.as('paula', 'lunch.update', { ...change, version: 1, body: { lunch_duration: 45 } });
      expect(await eventOf(calendar_event_id)).toMatchObject({ duration: 45, version: 2 });
      await world.as('paula', 'lunch.delete', { ...change, version: 2 });
      expect(await eventOf(calendar_event_id)).toMatchObject({ deleted_at: expect.any(String), version: 3 });
    });

    test('has one event if that is sent as a separate write too, as older versions of the app did', async () => {
      const calendar_event_id = randomUUID();
      const { body: lunch } = await world.as('paula', 'lunch.create', {
        device_id,
        body: body({ calendar_event_id }),
      });
      expect(lunch.calendar_event_id).toBe(calendar_event_id);
      const desired = desiredEventOnSave(lunch);
      if (desired.kind !== 'put') throw new Error('The lunch break asks for no event.');
      const event = await world.as('paula', 'calendar.create', {
        device_id,
        body: CalendarEventBody.parse({ id: calendar_event_id, ...desired.fields }),
      });
      expect(event).toMatchObject({ status: 201, body: { id: calendar_event_id, version: 1 } });
      const change = { device_id, params: { id: lunch.id } };
      await world.as('paula', 'lunch.update', { ...change, version: 1, body: { lunch_duration: 45 } });
      const moved = await world.as('paula', 'calendar.update', {
        device_id,
        params: { id: calendar_event_id },
        version: 1,
        body: { duration: 45, event_end_time: '12:45' },
      });
      expect(moved).toMatchObject({ status: 412, body: { current: { duration: 45, version: 2 } } });
      expect(await eventsOf(calendar_event_id)).toHaveLength(1);
      await world.as('paula', 'lunch.delete', { ...change, version: 2 });
      const gone = await world.as('paula', 'calendar.delete', {
        device_id,
        params: { id: calendar_event_id },
        version: 2,
      });
      expect(gone).toMatchObject({ status: 410, body: { code: 'record.deleted' } });
      expect(await eventsOf(calendar_event_id)).toEqual([]);
    });

    test('has only the event that an older version of the app names after the server has created one', async () => {
      const { body: lunch } = await world.as('paula', 'lunch.create', { device_id, body: body() });
      expect(await eventsOf(lunch.calendar_event_id)).toHaveLength(1);
      const desired = desiredEventOnSave(lunch);
      if (desired.kind !== 'put') throw new Error('The lunch break asks for no event.');
      const other = randomUUID();
      const change = { device_id, params: { id: lunch.id } };
      await world.as('paula', 'calendar.create', {
        device_id,
        body: CalendarEventBody.parse({ id: other, ...desired.fields }),
      });
      await world.as('paula', 'lunch.update', { ...change, version: 1, body: { calendar_event_id: other } });
      expect(await eventsOf(lunch.calendar_event_id)).toEqual([]);
      expect(await eventsOf(other)).toHaveLength(1);
      await world.as('paula', 'lunch.delete', { ...change, version: 2 });
      expect(await eventsOf(other)).toEqual([]);
    });

    test('is recorded if the event that it names belongs to someone else, and leaves that alone', async () => {
      const foreign = await created({ provider: world.people.otto.id }, 'admin');
      const { calendar_event_id } = foreign;
      const answer = await world.as('paula', 'lunch.create', {
        device_id,
        body: body({ calendar_event_id, lunch_duration: 45 }),
      });
      expect(answer.status).toBe(201);
      expect(await eventOf(calendar_event_id)).toMatchObject({ duration: 30, version: 1 });
      const actions = (await world.auditOf(answer.body.id)).map(({ action }) => action);
      expect(actions).toContain('lunch.event-failed');
    });
  });

  test('can be recorded by the office on behalf of a provider, audited', async () => {
    const lunch = await created({ provider: world.people.otto.id }, 'admin');
    expect(lunch).toMatchObject({ provider: world.people.otto.id, captured_by: world.people.admin.id });
    expect(await world.auditOf(lunch.id)).toMatchObject([
      { details: { on_behalf_of: world.people.otto.id } },
    ]);
  });

  test('is for hourly employees only', async () => {
    const own = await world.as('lead', 'lunch.create', { body: body() });
    const byOffice = await world.as('admin', 'lunch.create', {
      body: body({ provider: world.people.lead.id }),
    });
    for (const answer of [own, byOffice]) {
      expect(answer).toMatchObject({
        status: 422,
        body: { fields: { provider: expect.stringContaining('hourly') } },
      });
    }
  });

  test.each([
    ['too far in the future', { lunch_start_time: '2026-03-12T19:00:00Z' }, 'lunch_start_time'],
    ['too long ago', { lunch_start_time: '2024-03-01T19:00:00Z' }, 'lunch_start_time'],
    ['of no minutes', { lunch_duration: 0 }, 'lunch_duration'],
    ['of more than four hours', { lunch_duration: 241 }, 'lunch_duration'],
    ['of a half minute', { lunch_duration: 30.5 }, 'lunch_duration'],
    ['with an unknown waiver', { waiver_type: 'always' }, 'waiver_type'],
    ['with a source of its own', { source: 'form' }, 'source'],
    ['of an unknown provider', { provider: randomUUID() }, 'provider'],
  ])('is rejected %s', async (_, changes, field) => {
    const answer = await world.as('admin', 'lunch.create', {
      body: body({ provider: world.people.paula.id, ...changes }),
    });
    expect(answer).toMatchObject({ status: 422, body: { code: 'request.invalid' } });
    expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
  });

  test('has one answer for an inaccessible and an unknown provider', async () => {
    const words = async (provider: string) =>
      told(await world.as('paula', 'lunch.create', { body: body({ provider }) }));
    expect(await words(world.people.otto.id)).toEqual(await words(randomUUID()));
  });

  test('is rejected under an existing id', async () => {
    const lunch = await created();
    const answer = await world.as('otto', 'lunch.create', { body: body({ id: lunch.id }) });
    expect(answer).toMatchObject({ status: 409, body: { code: 'record.exists' } });
  });

  test('a change sets only its own fields, based on a version', async () => {
    const lunch = await created({ notes: 'in the staff room' });
    const change = { params: { id: lunch.id }, version: 1 };
    const moved = await world.as('paula', 'lunch.update', {
      ...change,
      body: { lunch_start_time: '2026-03-10T12:15:00-07:00' },
    });
    expect(moved).toMatchObject({
      status: 200,
      body: { ...lunch, lunch_start_time: '2026-03-10T19:15:00.000Z', version: 2 },
    });
    const stale = await world.as('paula', 'lunch.update', { ...change, body: { notes: 'x' } });
    expect(stale).toMatchObject({ status: 412, body: { code: 'record.stale', current: moved.body } });
    const future = await world.as('paula', 'lunch.update', {
      ...change,
      version: 2,
      body: { lunch_start_time: '2027-03-10T12:00:00Z' },
    });
    expect(future).toMatchObject({ status: 422, body: { fields: { lunch_start_time: expect.any(String) } } });
  });

  test("can't change in a locked pay period", async () => {
    const answer = await world.as('paula', 'lunch.create', {
      body: body({ lunch_start_time: '2026-02-16T07:59:00Z' }),
    });
    expect(answer).toMatchObject({ status: 422, body: { code: 'period.locked' } });
    const lunch = await created({ lunch_start_time: '2026-02-16T08:00:00Z' });
    await world.db
      .update(lunch_breaks)
      .set({ lunch_start_time: '2026-02-10T20:00:00Z' })
      .where(eq(lunch_breaks.id, lunch.id));
    const change = { params: { id: lunch.id }, version: 1 };
    for (const refused of [
      await world.as('paula', 'lunch.update', {
        ...change,
        body: { lunch_start_time: '2026-03-10T20:00:00Z' },
      }),
      await world.as('paula', 'lunch.delete', change),
    ]) {
      expect(refused).toMatchObject({ status: 422, body: { code: 'period.locked' } });
    }
  });

  test('a deleted one is hidden and rejects writes', async () => {
    const lunch = await created();
    const change = { params: { id: lunch.id }, version: 1 };
    expect((await world.as('paula', 'lunch.delete', change)).status).toBe(204);
    expect((await world.placesOf(lunch.id)).every((place) => place.startsWith('-'))).toBe(true);
    for (const answer of [
      await world.as('paula', 'lunch.read', { params: { id: lunch.id } }),
      await world.as('paula', 'lunch.update', { ...change, version: 2, body: { notes: 'x' } }),
      await world.as('paula', 'lunch.delete', { ...change, version: 2 }),
    ]) {
      expect(answer).toMatchObject({ status: 410, body: { code: 'record.deleted' } });
    }
  });

  test('a day runs from midnight to midnight, Pacific', async () => {
    const day = { a: world.people.paula.id, b: '2026-03-08' };
    const inside = [
      await created({ lunch_start_time: '2026-03-08T08:00:00Z' }),
      await created({ lunch_start_time: '2026-03-09T06:59:00Z' }),
    ];
    await created({ lunch_start_time: '2026-03-08T07:59:00Z' });
    await created({ lunch_start_time: '2026-03-09T07:00:00Z' });
    const answer = await world.as('paula', 'lunch.list-of-day', { params: day });
    expect(answer.body.map(({ id }) => id)).toEqual(inside.map(({ id }) => id));
  });

  describe('access to a break of Otto', () => {
    const reach: [PersonName, number, number][] = [
      ['superadmin', 200, 200],
      ['admin', 200, 200],
      ['otto', 200, 200],
      ['paula', 404, 404],
      ['lead', 404, 404],
      ['sven', 200, 403],
    ];
    test.each(reach)('%s reads %i, changes %i', async (person, reads, changes) => {
      const lunch = await created({ provider: world.people.otto.id }, 'admin');
      const params = { id: lunch.id };
      const read = await world.as(person, 'lunch.read', { params });
      const day = await world.as(person, 'lunch.list-of-day', {
        params: { a: world.people.otto.id, b: '2026-03-10' },
      });
      const update = await world.as(person, 'lunch.update', { params, version: 1, body: { notes: 'x' } });
      const deletion = await world.as(person, 'lunch.delete', { params, version: changes === 200 ? 2 : 1 });
      expect([read.status, day.status, update.status, deletion.status]).toEqual([
        reads,
        reads,
        changes,
        changes === 200 ? 204 : changes,
      ]);
    });

    test('a lead sees those of providers in their service', async () => {
      const lunch = await created();
      expect((await world.as('lead', 'lunch.read', { params: { id: lunch.id } })).status).toBe(200);
      const change = await world.as('lead', 'lunch.update', {
        params: { id: lunch.id },
        version: 1,
        body: {},
      });
      expect(change).toMatchObject({ status: 403, body: { code: 'access.denied' } });
    });

    test('an inaccessible and an unknown id, or provider, get the same answer', async () => {
      const lunch = await created({ provider: world.people.otto.id }, 'admin');
      for (const id of [lunch.id, randomUUID()]) {
        expect(told(await world.as('paula', 'lunch.read', { params: { id } }))).toEqual(
          told(await world.as('paula', 'lunch.delete', { params: { id }, version: 1 })),
        );
      }
      const ofDay = async (a: string) =>
        told(await world.as('paula', 'lunch.list-of-day', { params: { a, b: '2026-03-10' } }));
      expect(await ofDay(world.people.otto.id)).toEqual(await ofDay(randomUUID()));
      expect(told(await world.as('paula', 'lunch.read', { params: { id: lunch.id } }))).toEqual(
        await ofDay(randomUUID()),
      );
    });
  });
});
