import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calendar_feeds } from '#server/db/schema/calendar-events.ts';
import { school_closures } from '#server/db/schema/school-closures.ts';
import { users } from '#server/db/schema/users.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { eventBody } from './calendar-bodies.ts';
import { type OfficeWorld, openOfficeWorld, type PersonName } from './office-world.ts';

describe.each(ruleKinds)('the private calendar address on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  async function address(person: PersonName): Promise<string> {
    const made = await world.as(person, 'calendar.feed-create');
    expect(made.status).toBe(201);
    return new URL(made.body.address).pathname;
  }

  async function plan(person: PersonName, changes: Record<string, unknown>): Promise<string> {
    const body = eventBody(changes);
    const answer = await world.as(person, 'calendar.create', { body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return body.id;
  }

  const get = (url: string, headers: Record<string, string> = {}) =>
    world.app.inject({ method: 'GET', url, headers });

  /** What another program reads: `start/end title @place`, in UTC. */
  function entries(text: string): string[] {
    const calendar = new ICAL.Component(ICAL.parse(text));
    for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
    return calendar.getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component);
      const at = (time: ICAL.Time) => time.toJSDate().toISOString().slice(0, 16);
      return `${at(event.startDate)}/${at(event.endDate)} ${event.summary}${event.location ? ` @${event.location}` : ''}`;
    });
  }

  test('is shown once, stored as a hash, and works without a login', async () => {
    expect((await world.as('paula', 'calendar.feed-read')).body).toEqual({
      exists: false,
      created_at: null,
      last_read_at: null,
    });
    const url = await address('paula');
    const secret = /\/api\/calendar\/feed\/([\w-]{43})\.ics$/.exec(url)?.[1] ?? '';
    expect(secret).not.toBe('');
    const stored = JSON.stringify(await world.db.select().from(calendar_feeds));
    expect(stored).not.toContain(secret);
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    const known = await world.as('paula', 'calendar.feed-read');
    expect(known.body).toMatchObject({ exists: true, last_read_at: world.clock.now.toISOString() });
    expect(JSON.stringify(known.body)).not.toContain(secret);
  });

  test('is read by other programs as it was planned', async () => {
    const url = await address('otto');
    await plan('otto', {
      event_title: 'Team, weekly; all\\of us\nplease',
      location: '101',
      meeting_notes: 'nobody else',
    });
    await plan('otto', { event_title: 'ß'.repeat(90), event_start_time: '10:00', event_end_time: '10:30' });
    const series = await plan('otto', {
      event_title: 'Planning',
      recurring: true,
      recurring_type: 'weekly',
      event_start_date: '2026-03-01',
      event_end_date: '2026-03-01',
      recurring_timeframe: '4',
      excluded_dates: ['2026-03-22'],
    });
    await world.db
      .insert(school_closures)
      .values({ id: randomUUID(), closure_date: '2026-03-15', reason: 'Closed', version: 1 });
    const night = { event_start_date: '2026-03-08', event_end_date: '2026-03-08', event_title: 'Night' };
    await plan('otto', { ...night, event_start_time: '01:30', event_end_time: '03:30', duration: 60 });
    await plan('otto', {
      recurring: true,
      recurring_type: 'weekly',
      event_title: 'Gap',
      event_start_time: '02:30',
      event_end_time: '03:15',
      duration: 45,
      event_start_date: '2026-03-01',
      event_end_date: '2026-03-01',
      recurring_timeframe: '2',
    });
    const repeat = { event_start_date: '2026-11-01', event_end_date: '2026-11-01', event_title: 'Repeat' };
    await plan('otto', { ...repeat, event_start_time: '00:30', event_end_time: '02:30', duration: 180 });

    const { body } = await get(url);
    expect(entries(body)).toEqual([
      '2026-03-01T10:30/2026-03-01T11:15 Gap',
      '2026-03-01T17:00/2026-03-01T17:30 Planning',
      '2026-03-08T09:30/2026-03-08T10:30 Night',
      '2026-03-08T10:30/2026-03-08T11:15 Gap',
      '2026-03-08T16:00/2026-03-08T16:30 Planning',
      '2026-03-10T16:00/2026-03-10T16:30 Team, weekly; all\\of us\nplease @Kestrel Hill School',
      `2026-03-10T17:00/2026-03-10T17:30 ${'ß'.repeat(90)}`,
      '2026-11-01T07:30/2026-11-01T10:30 Repeat',
    ]);
    expect(body).not.toContain('nobody else');
    expect(body).not.toContain(series);
    expect(body.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const line of body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const ids = [...body.matchAll(/^UID:(.*)$/gm)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(8);
    expect([...(await get(url)).body.matchAll(/^UID:(.*)$/gm)].map(([, id]) => id)).toEqual(ids);
  });

  test('shows students by their initials only', async () => {
    const url = await address('paula');
    await plan('paula', { event_title: 'SP – Anna A., group', student: world.anna });
    await plan('paula', { event_title: 'Call Anna’s mother', student: world.anna });
    await plan('paula', { event_title: 'About Anna Abara' });
    const { body } = await get(url);
    expect(body).not.toMatch(/Anna|Abara/);
    expect(entries(body).map((entry) => entry.slice(34))).toEqual(
      expect.arrayContaining(['SP – A. A., group', 'Call A.’s mother', 'About A. A.']),
    );
  });

  test('supports conditional requests', async () => {
    const url = await address('sven');
    const first = await get(url);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const tag = String(first.headers.etag);
    const again = await get(url, { 'if-none-match': `W/"other", ${tag}` });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    await plan('sven', { event_title: 'New' });
    expect((await get(url, { 'if-none-match': tag })).statusCode).toBe(200);
  });

  test('has one answer for revoked, replaced, unknown, and deactivated addresses', async () => {
    const url = await address('lead');
    const replaced = url;
    const second = await address('lead');
    expect((await get(second)).statusCode).toBe(200);
    expect((await world.as('lead', 'calendar.feed-revoke')).status).toBe(204);
    expect((await world.as('lead', 'calendar.feed-revoke')).status).toBe(204);
    const unknown = `/api/calendar/feed/${randomBytes(32).toString('base64url')}.ics`;
    const stray = await address('admin');
    await world.db.update(users).set({ is_active: false }).where(eq(users.id, world.people.admin.id));
    const told: unknown[] = [];
    for (const one of [replaced, second, unknown, stray]) {
      const answer = await get(one);
      const { request_id: _, ...body } = answer.json<Record<string, unknown>>();
      told.push([answer.statusCode, body]);
    }
    expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(told[0]).toMatchObject([404, { code: 'record.absent' }]);
    await world.db.update(users).set({ is_active: true }).where(eq(users.id, world.people.admin.id));
  });

  test('limits guessing while the right address keeps working', async () => {
    const url = await address('paula');
    const statuses = new Set<number>();
    for (let guess = 0; guess < 105; guess += 1) {
      statuses.add((await get(`/api/calendar/feed/${randomBytes(32).toString('base64url')}.ics`)).statusCode);
    }
    expect([...statuses]).toEqual([404, 429]);
    expect((await get(url)).statusCode).toBe(200);
  });

  test('requires permission, and is only visible to its owner', async () => {
    expect((await world.as('stray', 'calendar.feed-create')).status).toBe(403);
    expect((await world.call('calendar.feed-create')).status).toBe(401);
    await address('otto');
    expect((await world.as('lead', 'calendar.feed-read')).body.exists).toBe(false);
  });
});
