import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CalendarEvent } from '#contract/calendar.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { type OfficeWorld, openOfficeWorld, type PersonName, SPEECH, told } from './office-world.ts';

describe.each(ruleKinds)('calendar events on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  function body(changes: Record<string, unknown> = {}) {
    return {
      id: randomUUID(),
      student: null,
      event_start_date: '2026-03-10',
      event_start_time: '12:00',
      event_end_date: '2026-03-10',
      event_end_time: '12:30',
      duration: 30,
      recurring: false,
      recurring_type: '',
      recurring_timeframe: '',
      location: '5',
      meeting_notes: '',
      event_color: 'green',
      event_title: 'Lunch Break',
      remind_me: false,
      is_lunch: true,
      service: null,
      service_list: [],
      invites: [],
      ...changes,
    };
  }

  async function created(changes: Record<string, unknown> = {}, person: PersonName = 'paula') {
    const answer = await world.as(person, 'calendar.create', { body: body(changes) });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }

  test('a new one belongs to the caller and is returned as sent', async () => {
    const sent = body({
      student: world.anna,
      service: SPEECH,
      service_list: [SPEECH],
      invites: [world.people.lead.id],
    });
    const answer = await world.as('paula', 'calendar.create', { body: sent });
    expect(answer.body).toEqual({
      ...sent,
      provider: world.people.paula.id,
      recurring_days: [],
      excluded_dates: [],
      original_id: null,
      original_date: null,
      version: 1,
    });
    expect(CalendarEvent.parse(answer.body)).toEqual(answer.body);
    const read = await world.as('paula', 'calendar.read', { params: { id: sent.id } });
    expect(read.body).toEqual(answer.body);
    const places = [`user:${world.people.paula.id}:fy2025`, `user:${world.people.lead.id}:fy2025`];
    expect(await world.placesOf(sent.id)).toEqual(places.sort());
  });

  test.each([
    ['an end before its start', () => ({ event_end_time: '11:30' }), 'event_end_time'],
    ['a duration that does not fit', () => ({ duration: 45 }), 'duration'],
    ['a recurrence of no kind', () => ({ recurring: true }), 'recurring_type'],
    ['a foreign student', () => ({ student: world.ben }), 'student'],
    ['an unknown student', () => ({ student: randomUUID() }), 'student'],
    ['an unknown location', () => ({ location: '999' }), 'location'],
    ['an unknown service', () => ({ service: randomUUID() }), 'service'],
    ['an unknown service in its list', () => ({ service_list: [SPEECH, randomUUID()] }), 'service'],
    ['an invited student', () => ({ invites: [world.anna] }), 'invites'],
    ['a foreign provider', () => ({ provider: world.people.otto.id }), 'provider'],
    ['an unknown provider', () => ({ provider: randomUUID() }), 'provider'],
    ['a day that does not exist', () => ({ event_start_date: '2026-02-30' }), 'event_start_date'],
    ['a series without its day', () => ({ original_id: randomUUID() }), 'original_date'],
    ['a day without its series', () => ({ original_date: '2026-03-10' }), 'original_date'],
    ['an unknown series', () => ({ original_id: randomUUID(), original_date: '2026-03-10' }), 'original_id'],
  ])('is rejected with %s', async (_, changes, field) => {
    const answer = await world.as('paula', 'calendar.create', { body: body(changes()) });
    expect(answer).toMatchObject({ status: 422, body: { code: 'request.invalid' } });
    expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
  });

  test('a change moves it, based on a version', async () => {
    const event = await created();
    const change = { params: { id: event.id }, version: 1 };
    const moved = await world.as('paula', 'calendar.update', {
      ...change,
      body: { event_start_time: '12:15', event_end_time: '12:45' },
    });
    expect(moved).toMatchObject({
      status: 200,
      body: { ...event, event_start_time: '12:15', event_end_time: '12:45', version: 2 },
    });
    expect(
      await world.as('paula', 'calendar.update', { ...change, body: { meeting_notes: 'x' } }),
    ).toMatchObject({
      status: 412,
      body: { code: 'record.stale', current: moved.body },
    });
    const half = await world.as('paula', 'calendar.update', {
      ...change,
      version: 2,
      body: { event_end_time: '12:50' },
    });
    expect(half).toMatchObject({ status: 422, body: { fields: { duration: expect.any(String) } } });
  });

  test('a deleted one is hidden and rejects writes', async () => {
    const event = await created();
    const change = { params: { id: event.id }, version: 1 };
    expect((await world.as('paula', 'calendar.delete', change)).status).toBe(204);
    expect((await world.placesOf(event.id)).every((place) => place.startsWith('-'))).toBe(true);
    for (const answer of [
      await world.as('paula', 'calendar.read', { params: { id: event.id } }),
      await world.as('paula', 'calendar.update', { ...change, version: 2, body: {} }),
      await world.as('paula', 'calendar.delete', { ...change, version: 2 }),
    ]) {
      expect(answer).toMatchObject({ status: 410, body: { code: 'record.deleted' } });
    }
  });

  test("a lunch break's event is the same when created again, and comes back if it was deleted", async () => {
    const event = await created();
    const { version: _, ...sent } = event;
    const late = { ...sent, event_end_time: '12:45', duration: 45 };
    const again = await world.as('paula', 'calendar.create', { body: late });
    expect(again).toMatchObject({ status: 201, body: event });
    await world.as('paula', 'calendar.delete', { params: { id: event.id }, version: 1 });
    const back = await world.as('paula', 'calendar.create', { body: late });
    expect(back).toMatchObject({ status: 201, body: { ...late, version: 3 } });
    const read = await world.as('paula', 'calendar.read', { params: { id: event.id } });
    expect(read.body).toEqual(back.body);
    expect(await world.placesOf(event.id)).toEqual([`user:${world.people.paula.id}:fy2025`]);
  });

  test.each([
    ['is no lunch there', { is_lunch: false }, {}, 'paula'],
    ['is no lunch here', {}, { is_lunch: false }, 'paula'],
    ['is another person’s', {}, {}, 'otto'],
  ] as const)('the id of an event that %s is taken', async (_, there, here, person) => {
    const { version: __, provider: ___, ...sent } = await created(there);
    const answer = await world.as(person, 'calendar.create', { body: { ...sent, ...here } });
    expect(answer).toMatchObject({ status: 409, body: { code: 'record.exists' } });
  });

  test('My Calendar has my events between two days, inclusive, in order', async () => {
    const at = (event_start_date: string, event_start_time: string, event_end_time: string) =>
      created(
        { event_start_date, event_end_date: event_start_date, event_start_time, event_end_time },
        'sven',
      );
    const last = await at('2026-03-05', '09:00', '09:30');
    const second = await at('2026-03-04', '10:00', '10:30');
    const first = await at('2026-03-04', '08:00', '08:30');
    await at('2026-03-03', '09:00', '09:30');
    await at('2026-03-06', '09:00', '09:30');
    const answer = await world.as('sven', 'calendar.list-mine', {
      query: { start: '2026-03-04', end: '2026-03-05' },
    });
    expect(answer.body.map(({ id }) => id)).toEqual([first.id, second.id, last.id]);
    const others = await world.as('otto', 'calendar.list-mine', {
      query: { start: '2026-03-04', end: '2026-03-05' },
    });
    expect(others.body).toEqual([]);
  });

  test.each([
    ['superadmin', true],
    ['admin', true],
    ['otto', true],
    ['paula', false],
    ['lead', false],
  ] as const)('%s changes an event of Otto: %s', async (person, reaches) => {
    const event = await created({ provider: world.people.otto.id }, 'admin');
    const ask = async (id: string) => [
      told(await world.as(person, 'calendar.read', { params: { id } })),
      told(
        await world.as(person, 'calendar.update', {
          params: { id },
          version: 1,
          body: { meeting_notes: 'x' },
        }),
      ),
      told(await world.as(person, 'calendar.delete', { params: { id }, version: reaches ? 2 : 1 })),
    ];
    const answers = await ask(event.id);
    if (reaches) expect(answers).toMatchObject([{ status: 200 }, { status: 200 }, { status: 204 }]);
    else {
      expect(answers).toEqual(await ask(randomUUID()));
      expect(answers).toMatchObject([{ status: 404 }, { status: 404 }, { status: 404 }]);
    }
  });
});
