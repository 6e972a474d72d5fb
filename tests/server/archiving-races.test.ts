import { randomUUID } from 'node:crypto';
import { eq, type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transaction } from '#server/db/database.ts';
import { providers } from '#server/db/schema/providers.ts';
import { eventBody } from './calendar-bodies.ts';
import { queuedWrite } from './locked-device.ts';
import { DISTRICT, type OfficeWorld, openOfficeWorld, SPEECH } from './office-world.ts';

const TODAY = '2026-03-10';

/** On PostgreSQL alone: the embedded database has one connection. */
describe('archiving while something is assigned on another connection', () => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld('postgres');
  });
  afterAll(() => world.close());

  /**
   * How many wait for this transaction, or for one that waits for it. Counting every lock that is waited for would also
   * count what the server finishes after an earlier call.
   */
  async function waitersOf(tx: Transaction): Promise<() => Promise<number>> {
    const { rows: holders } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    return async () => {
      const { rows } = await world.db.execute<{ count: number }>(
        sql`with recursive queue as (
            select ${holders[0]?.pid}::int as pid
            union
            select a.pid from pg_stat_activity a join queue q on q.pid = any(pg_blocking_pids(a.pid))
          )
          select count(*)::int - 1 as count from queue`,
      );
      return rows[0]?.count ?? 0;
    };
  }

  /** Both calls at once: each waits for the row that this holds, the first one in front, until both are there. */
  async function together<First, Second>(
    row: SQL,
    first: () => Promise<First>,
    second: () => Promise<Second>,
  ): Promise<[First, Second]> {
    const answers = await world.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from ${row} for update`);
      const waiting = await waitersOf(tx);
      const one = first();
      await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
      const other = second();
      await expect.poll(waiting, { timeout: 10_000 }).toBe(2);
      return { one, other };
    });
    return Promise.all([answers.one, answers.other]);
  }

  async function newStudent(changes: Record<string, unknown> = {}) {
    const answer = await world.as('admin', 'student.create', { body: studentOf(changes) });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }
  const studentOf = (changes: Record<string, unknown>) => ({
    ...{ id: randomUUID(), first_name: 'Rosa', last_name: 'Race', grade: '3', date_of_birth: '2017-05-04' },
    ...{ home_language: 'en', qualifications: [], client: null, location: null, has_esy: false },
    ...{ iep_annual_date: null, iep_triennial_date: null, district_student_id: '', case_manager: '' },
    ...{ payer: '', member_id: '', sex: '', street: '', city: '', state: '', zip: '' },
    ...{ consent_date: null, release_date: null, ...changes },
  });
  const archive = (id: string) => () =>
    world.as('admin', 'student.set-archived', { params: { id }, version: 1, body: { archived: true } });
  /** Whatever was changed before. */
  const archiveNow = async (id: string) => {
    const { version } = (await world.as('admin', 'student.read', { params: { id } })).body;
    return world.as('admin', 'student.set-archived', { params: { id }, version, body: { archived: true } });
  };
  const assign = (id: string) => () =>
    world.as('admin', 'student-service.create', {
      params: { id },
      body: {
        ...{ id: randomUUID(), service: SPEECH, provider: world.people.paula.id, start_date: TODAY },
        ...{ authorised_minutes: 120, authorised_per: 'month', end_date: null },
      },
    });
  const servicesOf = async (id: string) =>
    (await world.as('admin', 'student-service.list', { params: { id } })).body.map(
      ({ end_date }) => end_date,
    );
  const linksOf = async (id: string) => {
    const { rows } = await world.db.execute<{ links: number; entries: number }>(
      sql`select (select count(*)::int from student_providers where student = ${id}) as links,
        (select count(*)::int from change_index where entity = 'student_service' and not has_left
          and id in (select a.id::text from assigned_services a where a.student = ${id} and a.end_date is null)) as entries`,
    );
    return rows[0];
  };

  test('a student who is archived first gets no service, and nothing of it is stored', async () => {
    const { id } = await newStudent();
    const row = sql`students where id = ${id}`;
    const [archived, assigned] = await together(row, archive(id), assign(id));
    expect(archived).toMatchObject({ status: 200, body: { archived: true } });
    expect(assigned).toMatchObject({
      status: 422,
      body: { fields: { service: 'This student is archived. Restore the student first.' } },
    });
    expect(await servicesOf(id)).toEqual([]);
    expect(await linksOf(id)).toEqual({ links: 0, entries: 0 });
  });

  test('a student who gets a service first is not archived with it unseen, and is archived when asked again', async () => {
    const { id } = await newStudent();
    const row = sql`students where id = ${id}`;
    const [assigned, archived] = await together(row, assign(id), archive(id));
    expect(assigned.status).toBe(201);
    expect(archived).toMatchObject({ status: 412, body: { code: 'record.stale' } });
    expect((await world.as('admin', 'student.read', { params: { id } })).body.archived).toBe(false);
    expect(await servicesOf(id)).toEqual([null]);
    expect(await linksOf(id)).toMatchObject({ links: 1 });
    expect((await archive(id)()).status).toBe(200);
    expect(await servicesOf(id)).toEqual([TODAY]);
  });

  test('a service of an archived student is not extended, and can still be ended earlier', async () => {
    const { id } = await newStudent();
    const { body: service } = await assign(id)();
    expect((await archive(id)()).status).toBe(200);
    const change = (end_date: string | null) =>
      world.as('admin', 'student-service.update', {
        ...{ params: { id: service.id }, version: 2, body: { end_date } },
      });
    expect(await change(null)).toMatchObject({
      status: 422,
      body: { fields: { service: expect.any(String) } },
    });
    expect(await servicesOf(id)).toEqual([TODAY]);
    expect(await change(TODAY)).toMatchObject({ status: 200 });
  });

  const plan = (student: string, changes: object = {}) =>
    world.as('admin', 'calendar.create', {
      body: eventBody({
        ...{ student, provider: world.people.paula.id, service: SPEECH },
        ...{ event_start_date: '2026-03-17', event_end_date: '2026-03-17', ...changes },
      }),
    });
  const plannedFor = async (student: string) => {
    const { rows } = await world.db.execute<{ day: string }>(
      sql`select event_start_date::text as day from calendar_events where student = ${student} and deleted_at is null`,
    );
    return rows.map(({ day }) => day);
  };
  const IS_ARCHIVED = { status: 422, body: { fields: { student: expect.stringContaining('is archived') } } };

  test('a student who is archived first is not planned for, and one who is planned for first keeps no plan', async () => {
    const first = await newStudent();
    const row = (id: string) => sql`students where id = ${id}`;
    const [archived, refused] = await together(row(first.id), archive(first.id), () => plan(first.id));
    expect(archived).toMatchObject({ status: 200, body: { archived: true } });
    expect(refused).toMatchObject(IS_ARCHIVED);
    const other = await newStudent();
    const [, done] = await together(row(other.id), () => plan(other.id), archive(other.id));
    expect(done).toMatchObject({ status: 200, body: { archived: true } });
    expect([...(await plannedFor(first.id)), ...(await plannedFor(other.id))]).toEqual([]);
  });

  const pushPlan = async (student: string) => {
    const planned = { event_start_date: '2026-03-17', event_end_date: '2026-03-17' };
    const { body } = await world.as('paula', 'sync.push', {
      body: {
        device: {
          ...{ device_id: randomUUID(), device_now: world.clock.now.toISOString(), app_version: '1.0.0' },
          ...{ unsent_count: 0, unsent_since: null },
        },
        writes: [
          queuedWrite('calendar.create', { body: eventBody({ student, service: SPEECH, ...planned }) }),
        ],
      },
    });
    return body.answers[0];
  };
  const planFromOffice = (student: string) => plan(student);

  test.each([
    ['the office', planFromOffice],
    ['the device of a provider', pushPlan],
  ])(
    'a plan from %s that is being stored while its student is archived is removed with the others',
    async (_, planning) => {
      const { id } = await newStudent();
      expect((await assign(id)()).status).toBe(201);
      const { planned, archived } = await world.db.transaction(async (tx) => {
        // Nothing can be stored meanwhile, but read: the plan was already checked when the archiving begins.
        await tx.execute(sql`lock table calendar_events in share mode`);
        const waiting = await waitersOf(tx);
        const plannedThen = planning(id);
        await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
        const archivedThen = archiveNow(id);
        await expect.poll(waiting, { timeout: 10_000 }).toBe(2);
        return { planned: plannedThen, archived: archivedThen };
      });
      expect((await planned)?.status).toBe(201);
      expect(await archived).toMatchObject({ status: 200, body: { archived: true } });
      expect(await plannedFor(id)).toEqual([]);
    },
  );

  test('a provider moves an earlier event of an archived student to no later day', async () => {
    const { id } = await newStudent();
    await assign(id)();
    const today = { event_start_date: TODAY, event_end_date: TODAY };
    const { body: event } = await plan(id, today);
    expect((await archiveNow(id)).status).toBe(200);
    const later = { event_start_date: '2026-03-11', event_end_date: '2026-03-11' };
    const change = (changes: object) =>
      world.as('paula', 'calendar.update', { params: { id: event.id }, version: 1, body: changes });
    expect(await change(later)).toMatchObject({
      status: 422,
      body: { fields: { student: "Student not found, or you don't have access." } },
    });
    expect((await change({ meeting_notes: 'Last visit.' })).status).toBe(200);
  });

  test('what was until today can be entered for an archived student, and not moved to a later day', async () => {
    const past = { event_start_date: TODAY, event_end_date: TODAY };
    const { status, body } = await plan(world.dora, past);
    expect(status, JSON.stringify(body)).toBe(201);
    const change = (changes: object) =>
      world.as('admin', 'calendar.update', { params: { id: body.id }, version: 1, body: changes });
    const later = { event_start_date: '2026-03-11', event_end_date: '2026-03-11' };
    expect(await change(later)).toMatchObject(IS_ARCHIVED);
    const daily = { recurring: true, recurring_type: 'daily', recurring_timeframe: '3', recurring_days: [] };
    expect(await change(daily)).toMatchObject(IS_ARCHIVED);
    expect((await change({ meeting_notes: 'Last visit.' })).status).toBe(200);
    const { body: others } = await plan(world.anna);
    const named = { params: { id: others.id }, version: 1, body: { student: world.dora } };
    expect(await world.as('admin', 'calendar.update', named)).toMatchObject(IS_ARCHIVED);
  });

  test('nothing is planned for a deactivated provider', async () => {
    await world.db.update(providers).set({ archived: true }).where(eq(providers.id, world.people.otto.id));
    expect(await plan(world.anna, { provider: world.people.otto.id })).toMatchObject({
      status: 422,
      body: { fields: { provider: 'Choose an active provider.' } },
    });
    await world.db.update(providers).set({ archived: false }).where(eq(providers.id, world.people.otto.id));
  });

  const clientBody = (changes: { district?: string | null }) => ({
    ...{ id: randomUUID(), name: 'Racing School', needs_codes: false, district: DISTRICT, manager: null },
    ...{ services: [], regions: [], is_insurance: false, contacts: [], contract_number: '' },
    ...{ contract_start: null, contract_end: null, contract_cap_cents: null, purchase_order: '' },
    ...{ invoice_address: '', ...changes },
  });
  async function newClient(changes: { district?: string | null } = {}) {
    const answer = await world.as('admin', 'client.create', { body: clientBody(changes) });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.id;
  }
  const close = (id: string) => () =>
    world.as('admin', 'client.set-active', { params: { id }, version: 1, body: { active: 0 } });
  const remove = (id: string) => () =>
    world.as('superadmin', 'client.delete', { params: { id }, version: 1 });

  test('a client that is archived first gets no student, and no part of the student is stored', async () => {
    const client = await newClient();
    const body = studentOf({ client });
    const row = sql`clients where id = ${client}`;
    const [closed, created] = await together(row, close(client), () =>
      world.as('admin', 'student.create', { body }),
    );
    expect(closed).toMatchObject({ status: 200, body: { active: 0 } });
    expect(created).toMatchObject({
      status: 422,
      body: { fields: { client: "Choose a client that isn't archived." } },
    });
    expect((await world.as('admin', 'student.read', { params: { id: body.id } })).status).toBe(404);
    expect(await world.placesOf(body.id)).toEqual([]);
  });

  const newSchool = (district: string) => () =>
    world.as('admin', 'client.create', {
      body: { ...clientBody({ district }), name: 'Lantern Hill School' },
    });

  test.each([
    ['archived', async (id: string) => (await close(id)()).status, 200],
    ['deleted', async (id: string) => (await remove(id)()).status, 204],
  ])('a district that is %s first gets no client', async (_, leave, expected) => {
    const district = await newClient({ district: null });
    const row = sql`client_accounts where id = ${district}`;
    const [status, created] = await together(row, () => leave(district), newSchool(district));
    expect(status).toBe(expected);
    expect(created).toMatchObject({
      status: 422,
      body: { fields: { district: "Choose a district that isn't archived." } },
    });
  });

  const transferTo = (client: string, student: string) => () =>
    world.as('admin', 'student-transfer.create', {
      params: { id: student },
      body: { id: randomUUID(), client, location: null, start_date: '2026-04-01', continued: [] },
    });

  test('a client that a transfer is planned to first is not deleted', async () => {
    const [{ id: student }, client] = [await newStudent(), await newClient()];
    const row = sql`clients where id = ${client}`;
    const [planned, removed] = await together(row, transferTo(client, student), remove(client));
    expect(planned.status, JSON.stringify(planned.body)).toBe(201);
    expect(removed).toMatchObject({ status: 409, body: { code: 'record.in-use' } });
  });

  test('a client that is deleted first gets no transfer', async () => {
    const [{ id: student }, client] = [await newStudent(), await newClient()];
    const row = sql`clients where id = ${client}`;
    const [removed, planned] = await together(row, remove(client), transferTo(client, student));
    expect(removed.status).toBe(204);
    expect(planned).toMatchObject({
      status: 422,
      body: { fields: { client: "Choose a client that isn't archived." } },
    });
  });

  test('a client that gets its student first is archived with it', async () => {
    const client = await newClient();
    const body = studentOf({ client });
    const row = sql`clients where id = ${client}`;
    const [created, closed] = await together(
      row,
      () => world.as('admin', 'student.create', { body }),
      close(client),
    );
    expect([created.status, closed.status]).toEqual([201, 200]);
    expect((await world.as('admin', 'client.read', { params: { id: client } })).body).toMatchObject({
      ...{ client: { active: 0 }, uses: { students: 1 } },
    });
  });
});
