import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBlobs } from '#server/blob-store.ts';
import { calendar_events } from '#server/db/schema/calendar-events.ts';
import { locations } from '#server/db/schema/locations.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { student_transfers } from '#server/db/schema/student-transfers.ts';
import { students } from '#server/db/schema/students.ts';
import { sweep } from '#server/modules/operations/sweep.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { eventBody } from './calendar-bodies.ts';
import {
  DISTRICT,
  FAMILY,
  GONE,
  type OfficeWorld,
  openOfficeWorld,
  SPEECH,
  sessionApart,
} from './office-world.ts';

const MARCH_10 = new Date('2026-03-10T18:00:00.000Z');

describe.each(ruleKinds)('a transfer to another client on %s', (kind) => {
  let world: OfficeWorld;
  let service: string;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  beforeEach(async () => {
    world.clock.now = MARCH_10;
    await world.db.delete(calendar_events);
    await world.db.delete(sessions);
    await world.db.delete(student_transfers);
    await world.db.update(students).set({ client: DISTRICT }).where(eq(students.id, world.anna));
    for (const { id, version } of await services()) {
      await world.as('admin', 'student-service.delete', { params: { id }, version });
    }
    service = randomUUID();
    const body = {
      ...{ id: service, service: SPEECH, provider: world.people.paula.id, authorised_minutes: 120 },
      ...{ authorised_per: 'month', start_date: '2026-03-01', end_date: null },
    };
    await world.as('admin', 'student-service.create', { params: { id: world.anna }, body });
    const series = eventBody({
      ...{ student: world.anna, service: SPEECH, event_title: 'Anna', location: '101' },
      ...{ event_start_date: '2026-03-16', event_end_date: '2026-03-16' },
      ...{
        recurring: true,
        recurring_type: 'weekly',
        recurring_timeframe: '2026-06-12',
        recurring_days: [1],
      },
    });
    expect((await world.as('paula', 'calendar.create', { body: series })).status).toBe(201);
  });

  async function services() {
    const { body } = await world.as('admin', 'student-service.list', { params: { id: world.anna } });
    return body.toSorted((a, b) => a.start_date.localeCompare(b.start_date));
  }
  const datedServices = async () =>
    (await services()).map(({ start_date, end_date }) => `${start_date} ${end_date}`);
  async function plannedDays() {
    const { body } = await world.as('admin', 'calendar.of-provider', {
      params: { id: world.people.paula.id },
      query: { start: '2026-03-11', end: '2026-06-12' },
    });
    return body.map(({ event_start_date }) => event_start_date);
  }
  const clientNow = async () =>
    (await world.as('admin', 'student.read', { params: { id: world.anna } })).body.client;
  const transfer = (changes: object = {}) =>
    world.as('admin', 'student-transfer.create', {
      params: { id: world.anna },
      body: {
        ...{ id: randomUUID(), client: FAMILY, location: null, start_date: '2026-04-01', continued: [] },
        ...changes,
      },
    });
  async function newClient(): Promise<{ id: string; name: string }> {
    const answer = await world.as('admin', 'client.create', {
      body: {
        ...{
          id: randomUUID(),
          name: 'Lantern Hill School',
          needs_codes: false,
          district: null,
          manager: null,
        },
        ...{ services: [], regions: [], is_insurance: false, contacts: [], contract_number: '' },
        ...{ contract_start: null, contract_end: null, contract_cap_cents: null, purchase_order: '' },
        invoice_address: '',
      },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }
  const undo = (id: string) => world.as('admin', 'bulk-change.undo', { params: { id } });
  async function sessionOn(session_date: string) {
    const { status, body } = await world.as('paula', 'session.create', {
      body: sessionApart(world, { session_date }),
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  }
  const billedTo = async (id: string) =>
    (await world.db.select().from(sessions).where(eq(sessions.id, id)))[0]?.client;
  const night = (day: string) => sweep(world.db, openBlobs(world.config), new Date(`${day}T20:00:00Z`));

  test('says before what ends and who is billed', async () => {
    await sessionOn('2026-03-09');
    const { body } = await world.as('admin', 'student-transfer.read-preview', {
      params: { id: world.anna },
      query: { client: FAMILY, start_date: '2026-03-20' },
    });
    const planned = (await plannedDays()).filter((day) => day >= '2026-03-20').length;
    expect(body).toEqual({
      ...{ from: { id: DISTRICT, name: 'Quailhaven District' }, to: { id: FAMILY, name: 'Abara Family' } },
      start_date: '2026-03-20',
      services: [
        expect.objectContaining({
          id: service,
          service_name: 'Speech',
          from: '2026-03-20',
          planned,
          rate: null,
        }),
      ],
      ...{ stay_billed: 1, rebilled: 0 },
    });
    const super_ = await world.as('superadmin', 'student-transfer.read-preview', {
      params: { id: world.anna },
      query: { client: FAMILY, start_date: '2026-03-20' },
    });
    expect(super_.body.services[0]?.rate).toMatch(/^No rate for 2025/);
  });

  test('ends services before its day, and bills each session by its day, whenever it is entered', async () => {
    const all = await plannedDays();
    const { status, body: change } = await transfer();
    expect([status, change.about]).toEqual([
      ...[201, 'Anna Abara: Quailhaven District → Abara Family from 04/01/2026'],
    ]);
    expect(await datedServices()).toEqual(['2026-03-01 2026-03-31']);
    expect(await plannedDays()).toEqual(all.filter((day) => day < '2026-04-01'));
    expect(await clientNow()).toBe(DISTRICT);
    const early = await sessionOn('2026-03-10');
    expect(early.client).toBe(DISTRICT);

    // On its day, before the server has moved the student, and after.
    world.clock.now = new Date('2026-04-01T18:00:00.000Z');
    const first = await world.as('admin', 'session.create', {
      body: sessionApart(world, { session_date: '2026-04-01', provider: world.people.paula.id }),
    });
    expect(first.body.client).toBe(FAMILY);
    await night('2026-04-01');
    expect(await clientNow()).toBe(FAMILY);
    expect(await world.auditOf(world.anna)).toContainEqual({
      ...{ action: 'student.update', user_id: world.people.admin.id },
      details: { fields: ['client', 'location'] },
    });
    const late = await world.as('admin', 'session.create', {
      body: sessionApart(world, { session_date: '2026-03-11', provider: world.people.paula.id }),
    });
    expect(late.body.client).toBe(DISTRICT);
    const edited = await world.as('admin', 'session.update', {
      params: { id: early.id },
      version: early.version,
      body: { notes: 'Corrected.' },
    });
    expect([edited.status, edited.body.client]).toEqual([200, DISTRICT]);

    expect((await undo(change.id)).status).toBe(200);
    expect([await clientNow(), await billedTo(first.body.id)]).toEqual([DISTRICT, DISTRICT]);
    expect(await datedServices()).toEqual(['2026-03-01 null']);
    expect(await plannedDays()).toEqual(all);
  });

  test('from a day that is past it takes recorded sessions along, and brings them back', async () => {
    const [before, since] = [await sessionOn('2026-03-04'), await sessionOn('2026-03-09')];
    const { body } = await transfer({ start_date: '2026-03-08', continued: [service] });
    expect([await clientNow(), await billedTo(before.id), await billedTo(since.id)]).toEqual([
      ...[FAMILY, DISTRICT, FAMILY],
    ]);
    expect(await datedServices()).toEqual(['2026-03-01 2026-03-07', '2026-03-08 null']);
    expect(await plannedDays()).toContain('2026-03-23');
    expect((await undo(body.id)).status).toBe(200);
    expect([await clientNow(), await billedTo(since.id), await datedServices()]).toEqual([
      ...[DISTRICT, DISTRICT, ['2026-03-01 null']],
    ]);
  });

  test('is listed with the student, waits for its day, and is taken back before it', async () => {
    const { body } = await transfer({ continued: [service] });
    const listed = await world.as('admin', 'student-transfer.list', { params: { id: world.anna } });
    expect(listed.body).toMatchObject([{ id: body.id, is_applied: false, to: { name: 'Abara Family' } }]);
    await night('2026-03-31');
    expect(await clientNow()).toBe(DISTRICT);
    expect((await transfer({ start_date: '2026-05-01' })).body.fields).toHaveProperty('start_date');
    await undo(body.id);
    await night('2026-04-02');
    expect(await clientNow()).toBe(DISTRICT);
    expect(await datedServices()).toEqual(['2026-03-01 null']);
  });

  test('that is due and finds its client archived says so, and is made once the client is active again', async () => {
    const { id, name } = await newClient();
    const { body } = await transfer({ client: id });
    const setActive = async (active: number) => {
      const { version } = (await world.as('admin', 'client.read', { params: { id } })).body.client;
      const set = await world.as('admin', 'client.set-active', { params: { id }, version, body: { active } });
      expect(set.status, JSON.stringify(set.body)).toBe(200);
    };
    const listed = async () =>
      (await world.as('admin', 'student-transfer.list', { params: { id: world.anna } })).body.map(
        ({ is_applied, refusal }) => [is_applied, refusal],
      );
    await setActive(0);
    expect(await listed()).toEqual([[false, '']]);
    await night('2026-04-01');
    world.clock.now = new Date('2026-04-01T20:00:00.000Z');
    expect(await listed()).toEqual([[false, `${name} is archived. Activate it to make the transfer.`]]);
    expect(await clientNow()).toBe(DISTRICT);
    await setActive(1);
    expect(await listed()).toEqual([[false, '']]);
    await night('2026-04-01');
    expect([await listed(), await clientNow()]).toEqual([[[true, '']], id]);
    await undo(body.id);
  });

  test('that is due and finds its school archived says so', async () => {
    await world.db.insert(locations).values({ id: '102', name: 'Heron School', is_billable: true });
    const { body } = await transfer({ location: '102' });
    await world.db.update(locations).set({ archived: true }).where(eq(locations.id, '102'));
    await night('2026-04-01');
    world.clock.now = new Date('2026-04-01T20:00:00.000Z');
    const listed = await world.as('admin', 'student-transfer.list', { params: { id: world.anna } });
    expect(listed.body).toMatchObject([
      { is_applied: false, refusal: 'Heron School is archived. Restore it to make the transfer.' },
    ]);
    await undo(body.id);
    await world.db.delete(locations).where(eq(locations.id, '102'));
  });

  test.each([
    [{ client: DISTRICT }, 'client'],
    [{ client: GONE }, 'client'],
    [{ start_date: '2026-02-01' }, 'start_date'],
    [{ location: 'nowhere' }, 'location'],
    [{ continued: [randomUUID()] }, 'continued'],
  ])('refuses %o', async (changes, field) => {
    const { status, body } = await transfer(changes);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]]);
    expect(await datedServices()).toEqual(['2026-03-01 null']);
  });
});
