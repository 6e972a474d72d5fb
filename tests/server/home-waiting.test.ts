import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assigned_services } from '#server/db/schema/assigned-services.ts';
import { invoices } from '#server/db/schema/invoices.ts';
import { provider_accounts } from '#server/db/schema/provider-accounts.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { students } from '#server/db/schema/students.ts';
import { devices } from '#server/db/schema/sync.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { eventBody } from './calendar-bodies.ts';
import {
  DISTRICT,
  MOTOR,
  type OfficeWorld,
  openOfficeWorld,
  type PersonName,
  plannedEvent,
  SPEECH,
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
    const office = {
      ...{ timesheet: 2, ...requests, 'lunch-card': 0, 'held-change': 0, device: 1, credential: 0 },
      'note-late': 0,
      ...{ 'authorization-up': 0, 'authorization-nearly': 0, 'authorization-ending': 0, 'iep-review': 0 },
    };
    expect(await counts('superadmin')).toEqual({ ...office, 'invoice-overdue': 0, 'pay-period': 1 });
    expect(await counts('admin')).toEqual(office);
    // Those of their services.
    expect(await counts('lead')).toEqual({ ...requests, 'held-change': 0, 'note-late': 0 });
    expect(await counts('sven')).toEqual({ 'held-change': 0, 'note-late': 0 });
    expect(await counts('paula')).toEqual({});
  });

  test('leave the devices of super admins out for admins, as their list does', async () => {
    const device = async (person: PersonName) => (await counts(person)).device ?? 0;
    const id = randomUUID();
    const before = await device('admin');
    await world.db.insert(devices).values({
      ...{
        id,
        user_id: world.people.superadmin.id,
        app_version: '1',
        last_contact_at: LATER,
        unsent_count: 2,
      },
      ...{ sealed_data_key: 'sealed', upload_token_hash: randomUUID() },
    });
    expect([await device('superadmin'), await device('admin')]).toEqual([before + 1, before]);
    await world.db.delete(devices).where(eq(devices.id, id));
  });

  test('are for a lead the requests of their services that others made', async () => {
    const before = await counts('lead');
    const longer = { scheduled_minutes: 30, duration_reason: 'Took longer.' };
    const { id: elsewhere } = await asked('paula', longer);
    await world.db.update(sessions).set({ service: MOTOR }).where(eq(sessions.id, elsewhere));
    const { id: own } = await asked('paula', longer);
    const { lead } = world.people;
    await world.db.update(sessions).set({ provider: lead.id }).where(eq(sessions.id, own));
    expect(await counts('lead')).toEqual(before);
    await asked('paula', longer);
    expect(await counts('lead')).toEqual({ ...before, duration: (before.duration ?? 0) + 1 });
    const list = await world.as('lead', 'session.list', {
      query: { start_date: '2026-01-01', end_date: '2026-03-31', pending: 'duration', limit: '100' },
    });
    const theirs = list.body.sessions.filter(
      ({ service, provider }) => service === SPEECH && provider !== lead.id,
    );
    expect(theirs).toHaveLength((before.duration ?? 0) + 1);
    for (const one of [elsewhere, own]) await world.db.delete(sessions).where(eq(sessions.id, one));
  });

  test('come with the days that their list shows', async () => {
    const { id } = await asked('paula', {});
    await world.db.update(sessions).set({ session_date: '2026-02-20' }).where(eq(sessions.id, id));
    const { waiting } = await told('admin');
    expect(waiting.find(({ kind: name }) => name === 'timesheet')).toMatchObject({
      from: PERIOD.period_start_date,
      to: PERIOD.period_end_date,
    });
    expect(waiting.find(({ kind: name }) => name === 'deletion')).toMatchObject({
      from: '2026-02-10',
      to: '2026-02-10',
    });
    const overdue = waiting.find(({ kind: name }) => name === 'note-late');
    const { from, to } = overdue ?? {};
    expect(overdue).toMatchObject({ count: 1, from: '2026-02-16', to: '2026-03-02' });
    const days = { start_date: from ?? '', end_date: to ?? '', limit: '100' };
    const { notes } = (await world.as('admin', 'report.provider-notes', { query: days })).body;
    expect(notes.filter(({ is_late }) => is_late)).toHaveLength(1);
  });

  test('include what expires, is used up, or is overdue, as its list shows it', async () => {
    const { db, people, anna, ben, dora } = world;
    const before = await counts('superadmin');
    const credential = (expires_on: string | null) => ({ name: 'License', number: '', expires_on });
    for (const [person, dates] of [
      ['paula', ['2026-05-09', null]],
      ['otto', ['2026-05-10', '2027-01-01']],
      ['sven', ['2026-01-31', '2026-04-01']],
    ] as const) {
      await db
        .update(provider_accounts)
        .set({ credential_records: dates.map(credential) })
        .where(eq(provider_accounts.id, people[person].id));
    }
    const assigned = (student: string, service: string, limit: object) => ({
      ...{ id: randomUUID(), student, service, provider: null, start_date: '2025-07-01', version: 1 },
      ...{ authorised_per: 'month' as const, authorised_minutes: null, end_date: null, ...limit },
    });
    // Otto's timesheet is submitted: the session comes from someone else.
    const { id: worked } = await asked('paula', {});
    const motor = { service: MOTOR, student_ids: [ben], session_date: '2026-03-09' };
    await db.update(sessions).set(motor).where(eq(sessions.id, worked));
    await db.insert(assigned_services).values([
      // Ten minutes are used.
      assigned(ben, MOTOR, { authorised_minutes: 10 }),
      assigned(ben, MOTOR, { authorised_minutes: 12 }),
      assigned(ben, MOTOR, { authorised_minutes: 13 }),
      // Used up, but weekly minutes are meant to be.
      assigned(ben, MOTOR, { authorised_minutes: 10, authorised_per: 'week' }),
      // Ends soon, and nothing follows; the other is renewed.
      assigned(anna, SPEECH, { end_date: '2026-04-09' }),
      assigned(anna, MOTOR, { end_date: '2026-04-09' }),
      assigned(anna, MOTOR, { start_date: '2026-04-10' }),
      assigned(dora, SPEECH, { end_date: '2026-03-20' }),
    ]);
    await db.update(students).set({ iep_annual_date: '2026-04-09' }).where(eq(students.id, anna));
    await db.update(students).set({ iep_annual_date: '2026-04-10' }).where(eq(students.id, ben));
    await db.update(students).set({ iep_annual_date: '2026-03-01' }).where(eq(students.id, dora));
    const invoice = {
      ...{ client: DISTRICT, month: '2026-01', kind: 'monthly' as const, client_name: 'Q', bill_to: 'Q' },
      ...{ invoice_address: '', purchase_order: '', contract_number: '', terms_days: 30 },
      ...{ total_cents: 1_000, created_by: people.admin.id, captured_at: LATER },
    };
    await db.insert(invoices).values([
      { ...invoice, id: randomUUID(), status: 'sent', number: 'A-1', due_on: '2026-03-09' },
      { ...invoice, id: randomUUID(), status: 'sent', number: 'A-2', due_on: '2026-03-10' },
      { ...invoice, id: randomUUID(), status: 'paid', number: 'A-3', due_on: '2026-02-01' },
    ]);
    const after = await counts('superadmin');
    const added = Object.fromEntries(
      Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]),
    );
    expect(added).toMatchObject({
      ...{ credential: 2, 'authorization-up': 1, 'authorization-nearly': 1, 'authorization-ending': 1 },
      ...{ 'iep-review': 1, 'invoice-overdue': 1 },
    });
    const { services } = (await world.as('admin', 'report.authorizations')).body;
    expect(services.filter(({ used }) => used === 'up')).toHaveLength(after['authorization-up'] ?? 0);
    expect(services.filter(({ used }) => used === 'nearly')).toHaveLength(1);
    await db.delete(assigned_services);
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
