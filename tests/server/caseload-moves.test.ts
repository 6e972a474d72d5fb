import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calendar_events } from '#server/db/schema/calendar-events.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { provider_services, providers } from '#server/db/schema/providers.ts';
import { databaseKinds } from '#tests/support/database.ts';
import { eventBody } from './calendar-bodies.ts';
import {
  MOTOR,
  type OfficeWorld,
  openOfficeWorld,
  type PersonName,
  SPEECH,
  sessionApart,
} from './office-world.ts';
import { scopesOf } from './pull-world.ts';

const BACK = { start_date: '2026-04-06', end_date: '2026-04-17' };

describe.each(databaseKinds)('a hand-over on %s', (kind) => {
  let world: OfficeWorld;
  /** Paula's speech for Anna, assigned and planned: Mondays from March 16 on, and April 8. */
  let service: string;
  let series: string;
  let single: string;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
    await world.db.insert(provider_services).values({ provider: world.people.sven.id, service: SPEECH });
  });
  afterAll(() => world.close());

  beforeEach(async () => {
    world.clock.now = new Date('2026-03-10T18:00:00.000Z');
    await world.db.delete(calendar_events);
    for (const { id, version } of await services(world.anna)) {
      await made('student-service.delete', 204, { params: { id }, version });
    }
    service = await assigned(world.anna, SPEECH, 'paula');
    series = await planned({
      ...{ event_start_date: '2026-03-16', event_end_date: '2026-03-16' },
      ...{
        recurring: true,
        recurring_type: 'weekly',
        recurring_timeframe: '2026-06-12',
        recurring_days: [1],
      },
    });
    single = await planned({ event_start_date: '2026-04-08', event_end_date: '2026-04-08' });
  });

  async function made(
    name: Parameters<OfficeWorld['as']>[1],
    status: number,
    asked: NonNullable<Parameters<OfficeWorld['as']>[2]>,
    person: PersonName = 'admin',
  ) {
    const answer = await world.as(person, name, asked);
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  }
  async function assigned(student: string, of: string, provider: PersonName): Promise<string> {
    const body = {
      ...{ id: randomUUID(), service: of, provider: world.people[provider].id, authorised_minutes: 120 },
      ...{ authorised_per: 'month', start_date: '2026-03-01', end_date: null },
    };
    await made('student-service.create', 201, { params: { id: student }, body });
    return body.id;
  }
  async function planned(changes: object): Promise<string> {
    const body = eventBody({ student: world.anna, service: SPEECH, event_title: 'Anna', ...changes });
    await made('calendar.create', 201, { body }, 'paula');
    return body.id;
  }
  async function services(student: string) {
    const { body } = await world.as('admin', 'student-service.list', { params: { id: student } });
    return body.toSorted((a, b) => a.start_date.localeCompare(b.start_date));
  }
  async function datedServices() {
    return (await services(world.anna)).map(({ provider, start_date, end_date }) => {
      const [name] = Object.entries(world.people).find(([, { id }]) => id === provider) ?? [''];
      return `${name} ${start_date} ${end_date}`;
    });
  }
  /** Days on which a person has planned sessions for Anna. */
  async function daysOf(person: PersonName): Promise<string[]> {
    const { body } = await world.as('admin', 'calendar.of-provider', {
      params: { id: world.people[person].id },
      query: { start: '2026-03-11', end: '2026-06-12' },
    });
    return body.flatMap((event) => (event.student === world.anna ? event.event_start_date : []));
  }
  const preview = (substitute: PersonName, days: object = BACK) =>
    world.as('admin', 'caseload-move.read-handover', {
      params: { id: world.people.paula.id },
      query: { substitute: world.people[substitute].id, ...days } as Record<string, string>,
    });
  const handOver = (changes: object = {}, person: PersonName = 'admin') =>
    world.as(person, 'caseload-move.hand-over', {
      params: { id: world.people.paula.id },
      body: {
        ...{
          id: randomUUID(),
          substitute: world.people.sven.id,
          ...BACK,
          services: [service],
          note: 'Leave.',
        },
        ...changes,
      },
    });

  test('moves services and planned sessions from its first day, and back after its last', async () => {
    const before = await daysOf('paula');
    const shown = await preview('sven');
    expect(shown.body.services.map(({ id, from, to, refusal }) => [id, from, to, refusal])).toEqual([
      [service, BACK.start_date, BACK.end_date, ''],
    ]);
    expect(shown.body.events).toEqual([{ service: SPEECH, student: world.anna, single: 1, series: 1 }]);

    const { status, body } = await handOver();
    expect([status, body.services, body.events, body.undo_refusal]).toEqual([201, 1, 2, '']);
    expect(await datedServices()).toEqual([
      'paula 2026-03-01 2026-04-05',
      'sven 2026-04-06 2026-04-17',
      'paula 2026-04-18 null',
    ]);
    const covered = ['2026-04-06', '2026-04-08', '2026-04-13'];
    expect(await daysOf('sven')).toEqual(covered);
    expect(await daysOf('paula')).toEqual(before.filter((day) => !covered.includes(day)));

    const undone = await world.as('admin', 'caseload-move.undo', { params: { id: body.id } });
    expect([undone.status, undone.body.undone_at !== null]).toEqual([200, true]);
    expect(await datedServices()).toEqual(['paula 2026-03-01 null']);
    expect(await daysOf('paula')).toEqual(before);
    expect(await daysOf('sven')).toEqual([]);
  });

  test('without a last day nothing comes back, and the student follows the day', async () => {
    expect((await handOver({ start_date: '2026-03-10', end_date: null })).status).toBe(201);
    expect(await datedServices()).toEqual(['paula 2026-03-01 2026-03-09', 'sven 2026-03-10 null']);
    expect(await daysOf('paula')).toEqual([]);
    const student = await world.as('admin', 'student.read', { params: { id: world.anna } });
    expect(student.body.providers).toEqual([world.people.sven.id]);
    expect(await scopesOf(world.db, world.people.paula.id)).not.toContain(`student:${world.anna}`);
    expect(await world.placesOf(series)).toContain(`-user:${world.people.paula.id}:fy2025`);
    expect(await world.placesOf(single)).toContain(`user:${world.people.sven.id}:fy2025`);
    expect((await handOver()).body.fields).toHaveProperty('services');
  });

  test('a changed occurrence moves with its series, and stays where it was moved to', async () => {
    await made(
      'calendar.update',
      200,
      {
        params: { id: series },
        query: { scope: 'this', date: '2026-04-13' },
        version: 1,
        body: { event_start_date: '2026-04-14', event_end_date: '2026-04-14' },
      },
      'paula',
    );
    const { body } = await handOver();
    expect(await daysOf('sven')).toEqual(['2026-04-06', '2026-04-08', '2026-04-14']);
    expect(await daysOf('paula')).not.toContain('2026-04-13');
    await made('caseload-move.undo', 200, { params: { id: body.id } });
    expect(await daysOf('paula')).toContain('2026-04-14');
    expect(await daysOf('paula')).not.toContain('2026-04-13');
  });

  test('leaves a service that the substitute does not deliver, and says so', async () => {
    const shown = await preview('otto');
    expect(shown.body.services.map(({ refusal }) => refusal)).toEqual([
      expect.stringContaining("doesn't deliver this service."),
    ]);
    const refused = await handOver({ substitute: world.people.otto.id });
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['services']]);
    expect(await datedServices()).toEqual(['paula 2026-03-01 null']);
  });

  test.each([
    ['a day that is over', { start_date: '2026-03-09' }, 'start_date'],
    ['an end before the start', { end_date: '2026-04-05' }, 'end_date'],
    ['no services', { services: [] }, 'services'],
    ['a service of nobody', { services: [randomUUID()] }, 'services'],
    ['an unknown substitute', { substitute: randomUUID() }, 'substitute'],
  ])('refuses %s at its field', async (_, changes, field) => {
    const { status, body } = await handOver(changes);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]]);
  });

  test('can only be undone while nothing in it has changed and no session was recorded', async () => {
    const { body } = await handOver({ start_date: '2026-03-10', end_date: null });
    const [, moved] = await services(world.anna);
    await made('student-service.update', 200, {
      params: { id: moved?.id ?? '' },
      version: moved?.version ?? 0,
      body: { authorised_minutes: 90 },
    });
    const refused = await world.as('admin', 'caseload-move.undo', { params: { id: body.id } });
    expect(refused.body.fields).toEqual({ move: expect.stringContaining('1 record changed since.') });
    await made('student-service.delete', 204, { params: { id: moved?.id ?? '' } });

    const other = await assigned(world.anna, SPEECH, 'paula');
    const again = await handOver({ services: [other], start_date: '2026-03-10', end_date: null });
    world.clock.now = new Date('2026-03-10T18:05:00.000Z');
    await made('session.create', 201, { body: sessionApart(world) }, 'sven');
    const { body: list } = await world.as('admin', 'caseload-move.list', {
      params: { id: world.people.sven.id },
    });
    const shown = list.find(({ id }) => id === again.body.id);
    expect(shown?.undo_refusal).toBe('1 session recorded since.');
  });

  async function noticesOf(person: PersonName) {
    const { unread } = (await world.as(person, 'notification.list')).body;
    return unread
      .filter(({ event }) => event?.startsWith('caseload'))
      .map(({ id, title }) => ({ id, title }));
  }

  test('that is undone withdraws unread notices, and tells those who have read theirs', async () => {
    await world.db.delete(notifications);
    const { body } = await handOver();
    const [read] = await noticesOf('paula');
    expect(read?.title).toBe('Your caseload was handed over');
    await made('notification.view', 200, { params: { id: read?.id ?? '' }, version: 1 }, 'paula');
    expect(await noticesOf('sven')).toHaveLength(1);
    await made('caseload-move.undo', 200, { params: { id: body.id } });
    expect(await noticesOf('sven')).toEqual([]);
    expect((await noticesOf('paula')).map(({ title }) => title)).toEqual(['Caseload change undone']);
  });

  test('that is undone is also told by mail to those who were mailed about it', async () => {
    await world.db.delete(notifications);
    const { body } = await handOver();
    await world.db.update(notifications).set({ mailed_at: world.clock.now.toISOString() });
    await made('caseload-move.undo', 200, { params: { id: body.id } });
    expect((await noticesOf('sven')).map(({ title }) => title)).toEqual(['Caseload change undone']);
  });

  test.each(['paula', 'lead', 'sven'] as const)('is not for %s', async (person) => {
    expect((await handOver({}, person)).status).toBe(403);
  });

  test('goes back without the other students of the substitute', async () => {
    await assigned(world.ben, SPEECH, 'sven');
    const group = await planned({
      student: null,
      event_start_date: '2026-04-07',
      event_end_date: '2026-04-07',
    });
    const ownGroup = eventBody({ student: null, service: SPEECH, event_title: 'Group' });
    await made('calendar.create', 201, { body: ownGroup }, 'sven');
    const before = await daysOf('paula');
    const { body: move } = await handOver();

    const back = (person: PersonName, query: object) =>
      world.as('admin', 'caseload-move.read-handover', {
        params: { id: world.people[person].id },
        query: query as Record<string, string>,
      });
    const asked = { substitute: world.people.paula.id, start_date: '2026-04-07', end_date: BACK.end_date };
    const whole = await back('sven', asked);
    expect(whole.body.services.map(({ student }) => student)).toContain(world.ben);
    const shown = await back('sven', { ...asked, hands_back: move.id });
    expect(shown.body.services.map(({ student, from }) => [student, from])).toEqual([
      [world.anna, '2026-04-07'],
    ]);
    expect(shown.body.events.filter(({ student }) => student === null)).toEqual([
      { service: SPEECH, student: null, single: 1, series: 0 },
    ]);
    const made_back = await world.as('admin', 'caseload-move.hand-over', {
      params: { id: world.people.sven.id },
      body: {
        ...{ id: randomUUID(), ...asked, hands_back: move.id, note: '' },
        services: shown.body.services.map(({ id }) => id),
      },
    });
    expect(made_back.status).toBe(201);
    expect(await daysOf('sven')).toEqual(['2026-04-06']);
    expect(await daysOf('paula')).toEqual(before.filter((day) => day !== '2026-04-06'));
    expect(await world.placesOf(group)).toContain(`user:${world.people.paula.id}:fy2025`);
    expect(await world.placesOf(ownGroup.id)).toContain(`user:${world.people.sven.id}:fy2025`);

    const ofPaula = { params: { id: world.people.paula.id } };
    const handedBackAt = async () => {
      const { body: list } = await world.as('admin', 'caseload-move.list', ofPaula);
      return list.find(({ id }) => id === move.id)?.handed_back_at;
    };
    expect(await handedBackAt()).toBe(made_back.body.made_at);
    const { unread } = (await world.as('paula', 'notification.list')).body;
    expect(unread.map(({ title }) => title)).toContain('Your caseload was handed back to you');

    // The move of two other people says nothing about these.
    expect((await back('sven', { ...asked, hands_back: made_back.body.id })).status).toBe(404);
  });

  test('does not go back to somebody who was deactivated since', async () => {
    const { body } = await handOver();
    const setArchived = (archived: boolean) =>
      world.db.update(providers).set({ archived }).where(eq(providers.id, world.people.paula.id));
    await setArchived(true);
    const refused = await world.as('admin', 'caseload-move.undo', { params: { id: body.id } });
    expect(refused).toMatchObject({
      status: 422,
      body: { fields: { move: expect.stringMatching(/ is deactivated\.$/) } },
    });
    expect((await datedServices()).length).toBe(3);
    const { id } = world.people.paula;
    const { body: list } = await world.as('admin', 'caseload-move.list', { params: { id } });
    expect(list.find((move) => move.id === body.id)).toMatchObject({ subject_is_archived: true });
    await setArchived(false);
    await made('caseload-move.undo', 200, { params: { id: body.id } });
  });

  const listed = (start_date: string, end_date: string, person: PersonName = 'admin') =>
    world.as(person, 'caseload-move.list-all', { query: { start_date, end_date } });

  test('is in the list of all hand-overs on its days, with what became of it', async () => {
    const { body: move } = await handOver();
    const found = async (first: string, last = first) =>
      (await listed(first, last)).body.moves.find(({ id }) => id === move.id);
    const { undo_until: _, undo_refusal: __, subject_is_archived: ___, ...told } = move;
    const shown = { ...told, hands_back: null };
    expect(await found(BACK.start_date)).toEqual(shown);
    expect(await found('2026-03-01', '2026-06-30')).toEqual(shown);
    expect(await found(BACK.end_date)).toEqual(shown);
    expect(await found('2026-04-05')).toBeUndefined();
    expect(await found('2026-04-18', '2026-06-30')).toBeUndefined();

    const back = await world.as('admin', 'caseload-move.hand-over', {
      params: { id: world.people.sven.id },
      body: {
        ...{ id: randomUUID(), substitute: world.people.paula.id, ...BACK, hands_back: move.id, note: '' },
        services: (await services(world.anna)).flatMap(({ id, provider }) =>
          provider === world.people.sven.id ? [id] : [],
        ),
      },
    });
    expect(back.status, JSON.stringify(back.body)).toBe(201);
    expect(await found(BACK.start_date)).toEqual({ ...shown, handed_back_at: back.body.made_at });
    const { body: all } = await listed(BACK.start_date, BACK.end_date);
    expect(all.as_of).toBe('2026-03-10T18:00:00.000Z');
    expect(all.moves.find(({ id }) => id === back.body.id)).toMatchObject({
      hands_back: move.id,
      services: 1,
    });

    await made('caseload-move.undo', 200, { params: { id: back.body.id } });
    expect(await found(BACK.start_date)).toEqual(shown);
  });

  test('is in the list of all hand-overs when it was undone, and on every later day without a last one', async () => {
    const { body: move } = await handOver();
    await made('caseload-move.undo', 200, { params: { id: move.id } });
    const { body: all } = await listed(BACK.start_date, BACK.end_date);
    expect(all.moves.find(({ id }) => id === move.id)?.undone_at).toBe('2026-03-10T18:00:00.000Z');
    const { body: forGood } = await handOver({ end_date: null });
    const later = (await listed('2027-03-01', '2027-03-31')).body.moves.map(({ id }) => id);
    expect(later).toContain(forGood.id);

    expect((await listed('2026-04-17', '2026-04-06')).status).toBe(422);
    for (const person of ['paula', 'lead', 'sven'] as const) {
      expect((await listed(BACK.start_date, BACK.end_date, person)).status).toBe(403);
    }
  });

  test('does not move what another service of the student needs', async () => {
    await world.db.insert(provider_services).values({ provider: world.people.paula.id, service: MOTOR });
    await assigned(world.anna, MOTOR, 'paula');
    const motor = await planned({
      ...{ service: MOTOR, event_start_date: '2026-04-09', event_end_date: '2026-04-09' },
    });
    await handOver();
    expect(await daysOf('paula')).toContain('2026-04-09');
    expect(await world.placesOf(motor)).toContain(`user:${world.people.paula.id}:fy2025`);
  });
});
