import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessions } from '#server/db/schema/sessions.ts';
import { devices } from '#server/db/schema/sync.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { eventBody } from './calendar-bodies.ts';
import {
  type OfficeWorld,
  openOfficeWorld,
  type PersonName,
  plannedEvent,
  sessionApart,
} from './office-world.ts';
import { decide, PERIOD, submitted } from './timesheet-world.ts';

const LATER = '2026-03-10T17:30:00.000Z';

describe.each(ruleKinds)('the counts of the home screen on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
    await submitted(world, 'sven');
    await submitted(world, 'otto');
    await asked('paula', { scheduled_minutes: 30, duration_reason: 'Fire drill.' });
    await deletionAsked();
    const device = { user_id: world.people.otto.id, app_version: '1', last_contact_at: LATER };
    for (const unsent_count of [0, 3]) {
      await world.db.insert(devices).values({
        ...{ id: randomUUID(), ...device, unsent_count },
        ...{ sealed_data_key: 'sealed', upload_token_hash: randomUUID() },
      });
    }
  });
  afterAll(() => world.close());

  async function asked(person: PersonName, changes: object) {
    const body = sessionApart(world, { calendar_event_id: await plannedEvent(world), ...changes });
    const answer = await world.as(person, 'session.create', { body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }

  /** A session of a locked day that its provider wants to delete. */
  async function deletionAsked() {
    const { id } = await asked('paula', {});
    await world.db.update(sessions).set({ session_date: '2026-02-10' }).where(eq(sessions.id, id));
    const answer = await world.as('paula', 'session.request', {
      ...{ params: { id }, version: 1, captured_at: LATER },
      body: { kind: 'deletion', reason: 'Entered twice.' },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  }

  async function told(person: PersonName) {
    const { status, body } = await world.as(person, 'home.waiting');
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  }
  const counts = async (person: PersonName) =>
    Object.fromEntries((await told(person)).waiting.map(({ kind: name, count }) => [name, count]));

  test('include each kind for those who may act on it', async () => {
    const requests = { duration: 1, 'late-entry': 0, edit: 0, deletion: 1 };
    const office = { timesheet: 2, ...requests, 'lunch-card': 0, 'held-change': 0, device: 1 };
    expect(await counts('superadmin')).toEqual({ ...office, 'pay-period': 1 });
    expect(await counts('admin')).toEqual(office);
    expect(await counts('lead')).toEqual({ 'held-change': 0 });
    expect(await counts('sven')).toEqual({ 'held-change': 0 });
    expect(await counts('paula')).toEqual({});
  });

  test('come with the days that their list shows', async () => {
    const { waiting } = await told('admin');
    expect(waiting.find(({ kind: name }) => name === 'timesheet')).toMatchObject({
      from: PERIOD.period_start_date,
      to: PERIOD.period_end_date,
    });
    expect(waiting.find(({ kind: name }) => name === 'deletion')).toMatchObject({
      from: '2026-02-10',
      to: '2026-02-10',
    });
  });

  test('exclude what was decided', async () => {
    const sheet = await submitted(world, 'lead');
    expect(await counts('admin')).toMatchObject({ timesheet: 3 });
    expect((await decide(world, 'admin', sheet, 'approved')).status).toBe(200);
    expect(await counts('admin')).toMatchObject({ timesheet: 2 });
  });

  test('include planned and delivered sessions of the week, for the office only', async () => {
    const series = { recurring: true, recurring_type: 'weekly', recurring_timeframe: '' };
    const event = { student: world.anna, service: (await asked('paula', {})).service, event_title: 'Anna' };
    await world.as('paula', 'calendar.create', {
      body: eventBody({
        ...event,
        ...series,
        recurring_days: [2, 4],
        event_start_time: '22:00',
        event_end_time: '22:30',
      }),
    });
    const absent = await asked('paula', { attendance: 'student-absent', reason: 'Illness' });
    expect(absent.attendance).toBe('student-absent');
    const { week } = await told('superadmin');
    expect(week?.map(({ day }) => day)).toEqual(
      ['08', '09', '10', '11', '12', '13', '14'].map((day) => `2026-03-${day}`),
    );
    expect(week?.[4]).toEqual({ day: '2026-03-12', planned: 1, delivered: 0 });
    const delivered = await world.db.select().from(sessions).where(eq(sessions.session_date, '2026-03-10'));
    expect(week?.[2]?.delivered).toBe(delivered.length - 1);
    expect((await told('lead')).week).toBeNull();
    expect((await told('paula')).week).toBeNull();
  });
});
