import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CalendarEvent } from '#contract/calendar.ts';
import { occurrenceId, occurrenceOn } from '#domain/calendar/series.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { eventBody } from './calendar-bodies.ts';
import { type OfficeWorld, openOfficeWorld, type PersonName, SPEECH, sessionApart } from './office-world.ts';

/** Four Tuesdays from March 3, 2026, 09:00 to 09:30. */
const TUESDAYS = ['2026-03-03', '2026-03-10', '2026-03-17', '2026-03-24'];
const WEEKLY = {
  event_start_date: '2026-03-03',
  event_end_date: '2026-03-03',
  recurring: true,
  recurring_type: 'weekly',
  recurring_timeframe: '4',
};

describe.each(ruleKinds)('series on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  async function created(changes: Record<string, unknown> = {}, person: PersonName = 'paula') {
    const answer = await world.as(person, 'calendar.create-series', {
      body: eventBody({ ...WEEKLY, ...changes }),
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }

  function overrideOf(series: CalendarEvent, day: string, changes: Partial<CalendarEvent> = {}) {
    const { version: _, ...body } = occurrenceOn(series, day);
    return { ...body, ...changes };
  }

  async function logged(series: CalendarEvent, day: string): Promise<void> {
    const body = sessionApart(world, { session_date: day, calendar_event_id: occurrenceId(series.id, day) });
    const answer = await world.as('paula', 'session.create', { body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  }

  /** The occurrences of the series and everything derived from it, `MM-DD HH:mm`. */
  async function seen(title: string): Promise<string[]> {
    const query = { start: '2026-02-01', end: '2026-06-30' };
    const { body } = await world.as('paula', 'calendar.list-mine', { query });
    return body
      .filter(({ event_title }) => event_title.startsWith(title))
      .map(({ event_start_date, event_start_time }) => `${event_start_date.slice(5)} ${event_start_time}`);
  }

  test('a series is one row, and takes place on its days', async () => {
    const series = await created({ event_title: 'One row' });
    expect(await world.placesOf(series.id)).toEqual([`user:${world.people.paula.id}:fy2025`]);
    expect(await seen('One row')).toEqual(['03-03 09:00', '03-10 09:00', '03-17 09:00', '03-24 09:00']);
    const query = { start: '2026-03-10', end: '2026-03-10' };
    const { body } = await world.as('paula', 'calendar.list-mine', { query });
    expect(body.find(({ original_id }) => original_id === series.id)).toEqual({
      ...occurrenceOn(series, '2026-03-10'),
      skipped: null,
    });
  });

  test.each([
    ['what does not recur', { recurring: false, recurring_type: '' }, 'recurring'],
    ['a weekday twice', { recurring_days: [1, 1] }, 'recurring_days'],
    ['a weekday that no week has', { recurring_days: [7] }, 'recurring_days'],
    ['words for a timeframe', { recurring_timeframe: 'forever' }, 'recurring_timeframe'],
    ['more times than there may be', { recurring_timeframe: '301' }, 'recurring_timeframe'],
    ['no times', { recurring_timeframe: '0' }, 'recurring_timeframe'],
    ['an end before its start', { recurring_timeframe: '2026-03-02' }, 'recurring_timeframe'],
    [
      'minutes that pass, not of the wall clock',
      {
        event_start_date: '2026-03-08',
        event_end_date: '2026-03-08',
        event_start_time: '01:30',
        event_end_time: '03:30',
        duration: 60,
      },
      'duration',
    ],
  ])('is rejected with %s', async (_, changes, field) => {
    const body = eventBody({ ...WEEKLY, ...changes });
    const answer = await world.as('paula', 'calendar.create-series', { body });
    expect(answer).toMatchObject({ status: 422, body: { code: 'request.invalid' } });
    expect(Object.keys(answer.body.fields ?? {})).toContain(field);
  });

  test('a changed occurrence replaces only its own original, under the derived id', async () => {
    const series = await created({ event_title: 'Changed' });
    const wrongs: [Partial<CalendarEvent>, string][] = [
      [{ id: randomUUID() }, 'id'],
      [{ original_date: '2026-03-11' }, 'original_date'],
      [{ original_date: '2026-03-31' }, 'original_date'],
      [{ original_id: randomUUID() }, 'original_id'],
      [{ recurring: true, recurring_type: 'daily' }, 'recurring_type'],
    ];
    for (const [changes, field] of wrongs) {
      const body = overrideOf(series, '2026-03-10', changes);
      const refused = await world.as('paula', 'calendar.create', { body });
      expect(refused.status).toBe(422);
      expect(Object.keys(refused.body.fields ?? {})).toEqual([field]);
    }
    const body = overrideOf(series, '2026-03-10', { event_start_time: '10:00', event_end_time: '10:30' });
    expect((await world.as('paula', 'calendar.create', { body })).status).toBe(201);
    expect(await seen('Changed')).toEqual(['03-03 09:00', '03-10 10:00', '03-17 09:00', '03-24 09:00']);
    const whole = await world.as('paula', 'calendar.read-series', { params: { original_id: series.id } });
    expect(whole.body).toMatchObject({ series: { id: series.id }, changed: [{ id: body.id }] });
    expect(
      await world.as('paula', 'calendar.read-series', { params: { original_id: body.id } }),
    ).toMatchObject({ status: 404 });
  });

  test('creating a changed occurrence twice returns the existing row', async () => {
    const series = await created({ event_title: 'Twice' });
    const first = overrideOf(series, '2026-03-10', { event_color: 'red' });
    const second = overrideOf(series, '2026-03-10', { location: '101' });
    expect((await world.as('paula', 'calendar.create', { body: first })).status).toBe(201);
    expect(await world.as('paula', 'calendar.create', { body: second })).toMatchObject({
      status: 412,
      body: { code: 'record.stale', current: { id: first.id, event_color: 'red', version: 1 } },
    });
    const params = { id: first.id };
    expect((await world.as('paula', 'calendar.delete', { params, version: 1 })).status).toBe(204);
    expect(await world.as('paula', 'calendar.create', { body: second })).toMatchObject({
      status: 410,
      body: { code: 'record.deleted' },
    });
    // Nothing is revealed about any other existing row.
    const { version: _, provider: __, ...known } = series;
    expect(await world.as('paula', 'calendar.create', { body: known })).toMatchObject({
      status: 409,
      body: { code: 'record.exists' },
    });
  });

  test("no one changes an occurrence of someone else's series", async () => {
    const series = await created({ event_title: 'Foreign' });
    const body = overrideOf(series, '2026-03-10', { provider: world.people.otto.id });
    const answer = await world.as('otto', 'calendar.create', { body });
    expect(answer).toMatchObject({ status: 422, body: { fields: { original_id: expect.any(String) } } });
  });

  const to10 = { event_start_time: '10:00', event_end_time: '10:30' };
  test.each<[string, Record<string, string>, Record<string, unknown> | null, string[]]>([
    [
      'this one',
      { scope: 'this', date: '2026-03-10' },
      to10,
      ['03-03 09:00', '03-10 10:00', '03-17 09:00', '03-24 09:00'],
    ],
    [
      'this and following',
      { scope: 'following', date: '2026-03-17' },
      to10,
      ['03-03 09:00', '03-10 09:00', '03-17 10:00', '03-24 10:00'],
    ],
    [
      'all',
      { scope: 'all', date: '2026-03-17' },
      to10,
      ['03-03 10:00', '03-10 10:00', '03-17 10:00', '03-24 10:00'],
    ],
    ['the row as it is', {}, to10, ['03-03 10:00', '03-10 10:00', '03-17 10:00', '03-24 10:00']],
    [
      'this one, gone',
      { scope: 'this', date: '2026-03-10' },
      null,
      ['03-03 09:00', '03-17 09:00', '03-24 09:00'],
    ],
    [
      'this and following, gone',
      { scope: 'following', date: '2026-03-17' },
      null,
      ['03-03 09:00', '03-10 09:00'],
    ],
    ['all, gone', { scope: 'all', date: '2026-03-17' }, null, []],
  ])('an edit applies to %s', async (name, query, body, expected) => {
    const series = await created({ event_title: `Edit ${name}` });
    const asked = { params: { id: series.id }, query, version: 1 };
    const answer =
      body === null
        ? await world.as('paula', 'calendar.delete', asked)
        : await world.as('paula', 'calendar.update', { ...asked, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(body === null ? 204 : 200);
    expect(await seen(`Edit ${name}`)).toEqual(expected);
    if (body !== null) expect(answer.body).toMatchObject(to10);
  });

  test('an edit names a day of the series', async () => {
    const series = await created({ event_title: 'Named', excluded_dates: ['2026-03-10'] });
    const days: Record<string, string>[] = [
      { scope: 'this' },
      { scope: 'this', date: '2026-03-11' },
      { scope: 'all', date: '2026-03-10' },
    ];
    for (const query of days) {
      const answer = await world.as('paula', 'calendar.update', {
        params: { id: series.id },
        query,
        version: 1,
        body: to10,
      });
      expect(answer).toMatchObject({ status: 422, body: { fields: { date: expect.any(String) } } });
    }
    const one = await world.as('paula', 'calendar.read', {
      params: { id: series.id },
      query: { date: '2026-03-17' },
    });
    expect(one.body).toEqual(occurrenceOn(series, '2026-03-17'));
  });

  test('deleting a series deletes its changed occurrences', async () => {
    const series = await created({ event_title: 'Gone' });
    const body = overrideOf(series, '2026-03-10', to10);
    await world.as('paula', 'calendar.create', { body });
    await world.as('paula', 'calendar.delete', { params: { id: series.id }, version: 1 });
    expect(await seen('Gone')).toEqual([]);
    expect((await world.as('paula', 'calendar.read', { params: { id: body.id } })).status).toBe(410);
  });

  test.each<[string, Record<string, string>, Record<string, unknown> | null, string[]]>([
    ['its series is moved', {}, to10, ['03-03 10:00', '03-10 09:00', '03-17 10:00', '03-24 10:00']],
    ['its series is deleted', {}, null, ['03-10 09:00']],
    ['its series ends before', {}, { recurring_timeframe: '2026-03-09' }, ['03-03 09:00', '03-10 09:00']],
    [
      'it is taken out',
      {},
      { excluded_dates: ['2026-03-10'] },
      ['03-03 09:00', '03-10 09:00', '03-17 09:00', '03-24 09:00'],
    ],
    [
      'another title is given',
      {},
      { event_title: 'Logged other' },
      ['03-03 09:00', '03-10 09:00', '03-17 09:00', '03-24 09:00'],
    ],
    [
      'this and following move',
      { scope: 'following', date: '2026-03-10' },
      to10,
      ['03-03 09:00', '03-10 09:00', '03-17 10:00', '03-24 10:00'],
    ],
    [
      'all move to another day',
      { scope: 'all', date: '2026-03-03' },
      { event_start_date: '2026-03-04', event_end_date: '2026-03-04' },
      ['03-04 09:00', '03-10 09:00', '03-18 09:00', '03-25 09:00'],
    ],
  ])('a logged occurrence stays where it was when %s', async (name, query, body, expected) => {
    const title = `Logged ${name}`;
    const series = await created({ event_title: title });
    await logged(series, '2026-03-10');
    const asked = { params: { id: series.id }, query, version: 1 };
    if (body === null) await world.as('paula', 'calendar.delete', asked);
    else expect((await world.as('paula', 'calendar.update', { ...asked, body })).status).toBe(200);
    const shown = [
      ...(await seen(title)),
      ...(body?.event_title === undefined ? [] : await seen('Logged other')),
    ];
    expect(shown.toSorted()).toEqual(expected);
  });

  test("a logged occurrence can't be moved or deleted individually", async () => {
    const series = await created({ event_title: 'Fixed' });
    await logged(series, '2026-03-10');
    const asked = { params: { id: series.id }, query: { scope: 'this', date: '2026-03-10' }, version: 1 };
    const refused = { status: 422, body: { fields: { event_start_date: expect.any(String) } } };
    expect(await world.as('paula', 'calendar.update', { ...asked, body: to10 })).toMatchObject(refused);
    expect(await world.as('paula', 'calendar.delete', asked)).toMatchObject(refused);
    const body = overrideOf(series, '2026-03-10', to10);
    expect(await world.as('paula', 'calendar.create', { body })).toMatchObject(refused);
    const kept = overrideOf(series, '2026-03-10', { meeting_notes: 'went well' });
    expect((await world.as('paula', 'calendar.create', { body: kept })).status).toBe(201);
    expect(
      await world.as('paula', 'calendar.update', { params: { id: kept.id }, version: 1, body: to10 }),
    ).toMatchObject(refused);
    expect(await seen('Fixed')).toHaveLength(TUESDAYS.length);
  });

  test("an event is in its invited person's scope until they are uninvited", async () => {
    const series = await created({
      event_title: 'Invited',
      service: SPEECH,
      invites: [world.people.otto.id],
    });
    const read = { params: { id: series.id } };
    const otto = `user:${world.people.otto.id}:fy2025`;
    expect(await world.placesOf(series.id)).toContain(otto);
    expect((await world.as('otto', 'calendar.read', read)).status).toBe(200);
    const query = { start: '2026-03-03', end: '2026-03-03' };
    expect((await world.as('otto', 'calendar.list-mine', { query })).body).toMatchObject([
      { event_title: 'Invited' },
    ]);
    for (const name of ['calendar.update', 'calendar.delete'] as const) {
      const change = {
        ...read,
        version: 1,
        ...(name === 'calendar.update' ? { body: { meeting_notes: 'x' } } : {}),
      };
      expect(await world.as('otto', name, change)).toMatchObject({ status: 403 });
    }
    await world.as('paula', 'calendar.update', { ...read, version: 1, body: { invites: [] } });
    expect(await world.placesOf(series.id)).toContain(`-${otto}`);
    expect((await world.as('otto', 'calendar.read', read)).status).toBe(404);
  });
});
