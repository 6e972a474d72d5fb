import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { school_closures } from '#server/db/schema/school-closures.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { eventBody } from './calendar-bodies.ts';
import {
  DISTRICT,
  FAMILY,
  MOTOR,
  type OfficeWorld,
  openOfficeWorld,
  type PersonName,
  SPEECH,
  told,
} from './office-world.ts';

const WEEK = { start: '2026-03-09', end: '2026-03-15' };

describe.each(ruleKinds)('calendars of others on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
    const { anna, ben, people } = world;
    const weekly = {
      recurring: true,
      recurring_type: 'weekly',
      event_start_date: '2026-02-24',
      event_end_date: '2026-02-24',
    };
    const events: [PersonName, Record<string, unknown>][] = [
      [
        'paula',
        { ...weekly, event_title: 'anna speech', student: anna, service: SPEECH, meeting_notes: 'secret' },
      ],
      ['paula', { event_title: 'paula meeting', event_start_time: '08:00', event_end_time: '08:30' }],
      ['paula', { event_title: 'lunch', is_lunch: true, location: '5' }],
      ['otto', { event_title: 'ben motor', student: ben, service: MOTOR }],
      ['otto', { event_title: 'otto at school', location: '101' }],
      ['admin', { event_title: 'lead speech', provider: people.lead.id, service: SPEECH }],
    ];
    for (const [person, changes] of events) {
      const answer = await world.as(person, 'calendar.create', { body: eventBody(changes) });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    }
  });
  afterAll(() => world.close());

  const titles = (events: readonly { event_title: string }[]) =>
    events.map(({ event_title }) => event_title).sort();

  test.each<[PersonName, string[]]>([
    ['superadmin', ['anna speech', 'ben motor', 'lead speech', 'lunch', 'otto at school', 'paula meeting']],
    ['admin', ['anna speech', 'ben motor', 'lead speech', 'lunch', 'otto at school', 'paula meeting']],
    ['lead', ['anna speech', 'lead speech']],
    ['sven', ['ben motor', 'otto at school']],
  ])('the Master Calendar of %s', async (person, expected) => {
    const { body } = await world.as(person, 'calendar.list-master', { query: WEEK });
    expect(titles(body)).toEqual(expected);
  });

  test('is not available to providers', async () => {
    for (const person of ['paula', 'stray'] as const) {
      expect((await world.as(person, 'calendar.list-master', { query: WEEK })).status).toBe(403);
    }
  });

  test('can be filtered by provider and service, and spans at most a quarter', async () => {
    const { paula, otto } = world.people;
    const ask = async (query: Record<string, string>, person: PersonName = 'admin') =>
      titles((await world.as(person, 'calendar.list-master', { query: { ...WEEK, ...query } })).body);
    expect(await ask({ provider: otto.id })).toEqual(['ben motor', 'otto at school']);
    expect(await ask({ service: SPEECH })).toEqual(['anna speech', 'lead speech']);
    expect(await ask({ provider: paula.id, service: SPEECH })).toEqual(['anna speech']);
    expect(await ask({ provider: otto.id }, 'lead')).toEqual([]);
    const year = { start: '2026-01-01', end: '2026-12-31' };
    expect(await world.as('admin', 'calendar.list-master', { query: year })).toMatchObject({
      status: 422,
      body: { fields: { end: expect.any(String) } },
    });
  });

  test('My Calendar without students and lunch is the personal one', async () => {
    const { body } = await world.as('paula', 'calendar.list-personal', { query: WEEK });
    expect(titles(body)).toEqual(['paula meeting']);
  });

  test('a provider sees their own calendar, and what the Master Calendar shows of others', async () => {
    const ask = async (person: PersonName, id: string) =>
      titles((await world.as(person, 'calendar.of-provider', { params: { id }, query: WEEK })).body);
    const { paula, otto } = world.people;
    expect(await ask('paula', paula.id)).toEqual(['anna speech', 'lunch', 'paula meeting']);
    expect(await ask('lead', paula.id)).toEqual(['anna speech']);
    expect(await ask('sven', otto.id)).toEqual(['ben motor', 'otto at school']);
    expect(await ask('admin', paula.id)).toEqual(['anna speech', 'lunch', 'paula meeting']);
  });

  test("a provider's calendar has the events that they were invited to, for people who may see them", async () => {
    const { otto } = world.people;
    const query = { start: '2026-04-06', end: '2026-04-12' };
    const days = { event_start_date: '2026-04-07', event_end_date: '2026-04-07' };
    const body = eventBody({ event_title: 'staff meeting', ...days, invites: [otto.id] });
    expect((await world.as('paula', 'calendar.create', { body })).status).toBe(201);
    const ask = async (person: PersonName) =>
      titles((await world.as(person, 'calendar.of-provider', { params: { id: otto.id }, query })).body);
    expect(await ask('admin')).toEqual(['staff meeting']);
    expect(await ask('otto')).toEqual(['staff meeting']);
    expect(await ask('sven')).toEqual([]);
  });

  test("a provider's calendar is not found if the provider is unknown or inaccessible", async () => {
    const ask = async (person: PersonName, id: string) =>
      told(await world.as(person, 'calendar.of-provider', { params: { id }, query: WEEK }));
    for (const person of ['paula', 'admin', 'superadmin', 'lead', 'sven'] as const) {
      expect(await ask(person, randomUUID())).toMatchObject({ status: 404, body: { code: 'record.absent' } });
    }
    expect(await ask('paula', world.people.otto.id)).toEqual(await ask('paula', randomUUID()));
    const free = { params: { id: world.people.otto.id }, query: { start: '2026-05-01', end: '2026-05-01' } };
    expect(await world.as('sven', 'calendar.of-provider', free)).toMatchObject({ status: 200, body: [] });
  });

  test.each([
    'calendar.list-mine',
    'calendar.list-personal',
    'calendar.list-master',
    'calendar.of-provider',
    'calendar.of-student',
    'calendar.of-client',
  ] as const)('%s rejects an end before the start', async (name) => {
    const ids = { 'calendar.of-student': world.anna, 'calendar.of-client': DISTRICT };
    const id = name in ids ? ids[name as keyof typeof ids] : world.people.paula.id;
    const query = { start: '2026-03-12', end: '2026-03-11' };
    const asked = { query, ...(name.startsWith('calendar.of-') ? { params: { id } } : {}) };
    expect(await world.as('admin', name, asked)).toMatchObject({
      status: 422,
      body: { fields: { end: 'The end is before the start.' } },
    });
  });

  test('invited office staff find the event in their own calendar', async () => {
    const invites = [world.people.admin.id, world.people.superadmin.id];
    const sent = eventBody({
      event_title: 'staffing',
      invites,
      event_start_date: '2026-04-02',
      event_end_date: '2026-04-02',
    });
    expect((await world.as('paula', 'calendar.create', { body: sent })).status).toBe(201);
    const query = { start: '2026-04-02', end: '2026-04-02' };
    for (const person of ['admin', 'superadmin'] as const) {
      expect(titles((await world.as(person, 'calendar.list-mine', { query })).body)).toEqual(['staffing']);
    }
  });

  test("a student's calendar is visible to anyone who may see the student, and reading it is audited", async () => {
    const asked = { params: { id: world.anna }, query: WEEK };
    const own = await world.as('paula', 'calendar.of-student', asked);
    expect(own.body).toMatchObject([{ event_title: 'anna speech', meeting_notes: 'secret' }]);
    expect(titles((await world.as('admin', 'calendar.of-student', asked)).body)).toEqual(['anna speech']);
    const foreign = told(await world.as('otto', 'calendar.of-student', asked));
    expect(foreign).toEqual(
      told(await world.as('otto', 'calendar.of-student', { ...asked, params: { id: randomUUID() } })),
    );
    expect(foreign).toMatchObject({ status: 404 });
    const readers = (await world.auditOf(world.anna)).filter(
      ({ action }) => action === 'student.read-calendar',
    );
    expect(readers.map(({ user_id }) => user_id)).toEqual([world.people.paula.id, world.people.admin.id]);
  });

  test('notes about a student are visible only to those who plan', async () => {
    const student = world.anna;
    const sent = eventBody({
      student,
      event_title: 'otto with anna',
      provider: world.people.otto.id,
      meeting_notes: 'theirs',
      service: MOTOR,
    });
    await world.as('admin', 'calendar.create', { body: sent });
    const { body } = await world.as('paula', 'calendar.of-student', { params: { id: student }, query: WEEK });
    expect(body.find(({ id }) => id === sent.id)).toMatchObject({
      event_title: 'otto with anna',
      meeting_notes: '',
    });
    await world.as('admin', 'calendar.delete', { params: { id: sent.id }, version: 1 });
  });

  test("a client's calendar has their students and schools", async () => {
    const ask = (person: PersonName, id: string) =>
      world.as(person, 'calendar.of-client', { params: { id }, query: WEEK });
    expect(titles((await ask('admin', DISTRICT)).body)).toEqual(['anna speech', 'otto at school']);
    expect(titles((await ask('admin', FAMILY)).body)).toEqual(['ben motor']);
    expect(titles((await ask('paula', DISTRICT)).body)).toEqual(['anna speech']);
    expect(told(await ask('paula', FAMILY))).toEqual(told(await ask('paula', randomUUID())));
    expect((await ask('paula', FAMILY)).status).toBe(404);
  });

  test('a school closure skips a series with its reason, for its own client only', async () => {
    const closed = { closure_date: '2026-03-17', reason: 'Founders’ day', version: 1 };
    await world.db.insert(school_closures).values({ id: randomUUID(), client: DISTRICT, ...closed });
    const query = { start: '2026-03-17', end: '2026-03-17' };
    const ask = async (person: PersonName) => (await world.as(person, 'calendar.list-mine', { query })).body;
    const sent = eventBody({
      recurring: true,
      recurring_type: 'weekly',
      event_title: 'ben weekly',
      student: world.ben,
    });
    await world.as('otto', 'calendar.create', { body: sent });
    expect(await ask('paula')).toMatchObject([{ event_title: 'anna speech', skipped: 'Founders’ day' }]);
    expect(await ask('otto')).toMatchObject([{ event_title: 'ben weekly', skipped: null }]);
  });

  test('a lead plans in their services for others, no further', async () => {
    const provider = world.people.paula.id;
    const sent = eventBody({
      provider,
      service: SPEECH,
      event_start_date: '2026-04-07',
      event_end_date: '2026-04-07',
    });
    expect((await world.as('lead', 'calendar.create', { body: sent })).status).toBe(201);
    const refused = await world.as('lead', 'calendar.create', {
      body: eventBody({ provider, service: MOTOR }),
    });
    expect(refused).toMatchObject({ status: 422, body: { fields: { provider: expect.any(String) } } });
    const change = { params: { id: sent.id }, version: 1 };
    const away = await world.as('lead', 'calendar.update', { ...change, body: { service: MOTOR } });
    expect(away).toMatchObject({ status: 422, body: { fields: { service: expect.any(String) } } });
    expect(
      (await world.as('lead', 'calendar.update', { ...change, body: { event_title: 'x' } })).status,
    ).toBe(200);
    const entry = (await world.auditOf(sent.id)).at(-1);
    expect(entry?.details).toEqual({ fields: ['event_title'], on_behalf_of: provider });
  });

  test('calendar filters', async () => {
    const { people, anna } = world;
    const providers = await world.as('lead', 'calendar.list-providers');
    expect(providers.body.map(({ id }) => id).sort()).toEqual([people.lead.id, people.paula.id].sort());
    expect((await world.as('paula', 'calendar.list-providers')).status).toBe(403);
    expect((await world.as('paula', 'calendar.list-students')).body).toMatchObject([{ id: anna }]);
    expect((await world.as('paula', 'calendar.list-services')).body.map(({ name }) => name)).toEqual([
      'Motor',
      'Speech',
    ]);
  });
});
