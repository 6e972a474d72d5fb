import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EndpointName } from '#contract/index.ts';
import { deliveredMinutes, plannedMinutes } from '#domain/reports/service-minutes.ts';
import { assigned_services } from '#server/db/schema/assigned-services.ts';
import { clients } from '#server/db/schema/clients.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { users } from '#server/db/schema/users.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { eventBody } from './calendar-bodies.ts';
import {
  DISTRICT,
  FAMILY,
  MOTOR,
  type OfficeWorld,
  openOfficeWorld,
  type PersonName,
  plannedEvent,
  SPEECH,
  sessionApart,
} from './office-world.ts';
import { noteBody, signs, WHOLE } from './soap-world.ts';

const DAYS = { start_date: '2026-03-01', end_date: '2026-03-31' };

describe.each(ruleKinds)('the reports on %s', (kind) => {
  let world: OfficeWorld;
  /** Paula's sessions with Anna: delivered, absent, changed from 30 to 10 minutes, and Otto's with Ben. */
  let ids: Record<'delivered' | 'absent' | 'changed' | 'motor', string>;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
    const recorded = async (person: PersonName, changes: Record<string, unknown> = {}) => {
      const answer = await world.as(person, 'session.create', { body: sessionApart(world, changes) });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body;
    };
    const delivered = await recorded('paula');
    const absent = await recorded('paula', { attendance: 'student-absent', reason: 'Illness' });
    const changed = await recorded('paula', {
      calendar_event_id: await plannedEvent(world),
      ...{ scheduled_minutes: 30, duration_reason: 'Fire drill.' },
    });
    const motor = await recorded('otto', { service: MOTOR, student_ids: [world.ben] });
    ids = { delivered: delivered.id, absent: absent.id, changed: changed.id, motor: motor.id };
    const note = await world.as('paula', 'soap.create', {
      body: noteBody(delivered, { student: world.anna, ...WHOLE }),
    });
    expect(note.status, JSON.stringify(note.body)).toBe(201);
    await signs(world, 'paula', note.body);
    // Planned for Anna, without a session: one on a single day and three of a series.
    const speech = { student: world.anna, service: SPEECH };
    for (const body of [
      eventBody({ ...speech, event_start_date: '2026-03-12', event_end_date: '2026-03-12' }),
      eventBody({
        ...{ ...speech, event_start_date: '2026-03-16', event_end_date: '2026-03-16' },
        ...{
          recurring: true,
          recurring_type: 'weekly',
          recurring_timeframe: '2026-04-30',
          recurring_days: [1],
        },
      }),
    ]) {
      expect((await world.as('paula', 'calendar.create', { body })).status).toBe(201);
    }
  });
  afterAll(() => world.close());

  async function answered<Name extends EndpointName>(
    person: PersonName,
    name: Name,
    query: Record<string, string> | undefined = DAYS,
  ) {
    const { status, body } = await world.as(person, name, { query });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  }

  async function openOf(person: PersonName, student: string) {
    const { status, body } = await world.as(person, 'report.open-notes', {
      params: { id: student },
      query: DAYS,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.notes.map(({ session }) => session);
  }

  test('minutes are those of the rule, session by session, with what is planned without one', async () => {
    const { services } = await answered('admin', 'report.grouped-clients');
    const rows = await world.db.select().from(sessions).where(eq(sessions.service, SPEECH));
    const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0);
    const anna = services.find(({ student }) => student === world.anna);
    expect(anna).toMatchObject({
      ...{ client: DISTRICT, service_name: 'Speech', sessions: 2, missed: 1 },
      // The changed duration isn't decided: it counts as planned.
      delivered_minutes: sum(deliveredMinutes),
      planned_minutes: sum(plannedMinutes) + 4 * 30,
      amount_cents: null,
    });
    expect(anna?.delivered_minutes).toBe(40);
    expect(services.find(({ student }) => student === world.ben)).toMatchObject({
      client: FAMILY,
      sessions: 1,
    });
  });

  test('each service of a client is the sum of its students', async () => {
    const { services } = await answered('admin', 'report.client-services');
    const grouped = (await answered('admin', 'report.grouped-clients')).services;
    expect(services.map(({ client, service }) => [client, service])).toEqual([
      [FAMILY, MOTOR],
      [DISTRICT, SPEECH],
    ]);
    for (const one of services) {
      const own = grouped.filter(({ client, service }) => client === one.client && service === one.service);
      expect(one).toMatchObject({ students: own.length, providers: 1 });
      expect(one.delivered_minutes).toBe(own.reduce((sum, row) => sum + row.delivered_minutes, 0));
    }
  });

  test('money is for people who see rates, and never for a service lead', async () => {
    const amounts = async (person: PersonName) =>
      (await answered(person, 'report.grouped-clients')).services.map(({ amount_cents }) => amount_cents);
    expect(await amounts('admin')).toEqual([null, null]);
    // Without a rate nothing can be billed: a blocked session isn't zero.
    const office = (await answered('superadmin', 'report.grouped-clients')).services;
    expect(office.map(({ amount_cents, unbillable }) => [amount_cents, unbillable > 0])).toEqual([
      [0, true],
      [0, true],
    ]);
    await world.db
      .update(users)
      .set({ grants: ['billing.view'] })
      .where(eq(users.id, world.people.lead.id));
    expect(await amounts('lead')).toEqual([null]);
    await world.db.update(users).set({ grants: [] }).where(eq(users.id, world.people.lead.id));
  });

  test.each([
    ['admin', ['anna', 'ben']],
    ['lead', ['anna']],
    ['sven', ['ben']],
    ['paula', ['anna']],
    ['otto', ['ben']],
  ] as const)('%s sees the students %j, and their sessions', async (person, names) => {
    const { students } = await answered(person, 'report.student-notes');
    expect(students.map(({ student }) => student)).toEqual(names.map((name) => world[name]));
    expect(students.every(({ needed }) => needed > 0)).toBe(true);
  });

  test.each([
    ['superadmin', 'anna anna ben'],
    ['lead', 'anna anna'],
    ['sven', 'ben'],
  ] as const)('the notes that %s sees are of %s', async (person, names) => {
    const { notes } = await answered(person, 'report.provider-notes');
    const nameOf = (student: string) => (student === world.anna ? 'anna' : 'ben');
    expect(
      notes
        .map(({ student }) => nameOf(student))
        .sort()
        .join(' '),
    ).toBe(names);
  });

  test.each([
    ['paula', 'report.provider-notes'],
    ['paula', 'report.grouped-clients'],
    ['sven', 'report.grouped-clients'],
    ['lead', 'report.client-services'],
    ['paula', 'report.authorizations'],
    ['paula', 'report.sum-authorizations'],
    ['paula', 'report.productivity'],
    ['otto', 'report.cancellations'],
    ['otto', 'report.make-ups'],
    ['paula', 'report.note-completion'],
    ['paula', 'report.meal-compliance'],
    ['superadmin', 'report.count-pending'],
    ['stray', 'report.student-notes'],
  ] as const)('%s may not read %s', async (person, name) => {
    const query = name === 'report.count-pending' || name.endsWith('authorizations') ? {} : DAYS;
    expect((await world.as(person, name, { query })).status).toBe(403);
  });

  test('notes are counted for each provider as the list has them', async () => {
    const { providers } = await answered('admin', 'report.note-completion');
    const ofPaula = providers.find(({ provider }) => provider === world.people.paula.id);
    expect(ofPaula).toMatchObject({ needed: 2, signed: 1, open: 1, late_week: 0, signed_late: 0 });
    const own = await answered('admin', 'report.provider-notes', {
      ...DAYS,
      provider: world.people.paula.id,
    });
    expect(own.notes.map(({ provider }) => provider)).toEqual(Array(2).fill(world.people.paula.id));
    const seen = await answered('sven', 'report.note-completion');
    expect(seen.providers.map(({ provider }) => provider)).toEqual([world.people.otto.id]);
  });

  test('a delivered session needs a note for each student, and an absence needs none', async () => {
    const { notes } = await answered('admin', 'report.provider-notes');
    const statuses = Object.fromEntries(notes.map(({ session, status }) => [session, status]));
    expect(statuses).toEqual({
      [ids.delivered]: 'done',
      [ids.changed]: 'not-started',
      [ids.motor]: 'not-started',
    });
    const { students } = await answered('paula', 'report.student-notes');
    expect(students[0]).toMatchObject({
      needed: 2,
      done: 1,
      not_started: 1,
      late: 0,
      last_note_date: '2026-03-10',
    });
    expect(await openOf('paula', world.anna)).toEqual([ids.changed]);
  });

  test("each student's figures are those of the notes, one by one, late ones too", async () => {
    const { now } = world.clock;
    world.clock.now = new Date('2026-03-18T18:00:00.000Z');
    const { notes } = await answered('admin', 'report.provider-notes');
    const { students } = await answered('admin', 'report.student-notes');
    expect(students.map(({ student }) => student)).toEqual([world.anna, world.ben]);
    for (const { student, needed, done, to_co_sign, started, not_started, late } of students) {
      const own = notes.filter((note) => note.student === student);
      const count = (...statuses: string[]) => own.filter(({ status }) => statuses.includes(status)).length;
      expect({ needed, done, to_co_sign, started, not_started, late }).toEqual({
        needed: own.length,
        done: count('done'),
        to_co_sign: count('to-co-sign'),
        started: count('draft', 'returned'),
        not_started: count('not-started'),
        late: own.filter(({ is_late }) => is_late).length,
      });
      expect(await openOf('admin', student)).toHaveLength(started + not_started);
    }
    expect(students.some(({ late }) => late > 0)).toBe(true);
    world.clock.now = now;
  });

  test('who may not see a student learns nothing of the notes, and a lead sees those of the own service', async () => {
    expect(await openOf('lead', world.anna)).toEqual([ids.changed]);
    const others = await world.as('paula', 'report.open-notes', { params: { id: world.ben }, query: DAYS });
    expect([others.status, others.body.code]).toEqual([404, 'record.absent']);
  });

  test('pages of notes add up to the whole, and an unknown position is refused', async () => {
    const whole = await answered('admin', 'report.provider-notes');
    const paged: string[] = [];
    let after: string | null = null;
    do {
      const position: Record<string, string> = after === null ? {} : { after };
      const page = await answered('admin', 'report.provider-notes', { ...DAYS, limit: '1', ...position });
      paged.push(...page.notes.map(({ session }) => session));
      after = page.next;
    } while (after !== null);
    expect(paged).toEqual(whole.notes.map(({ session }) => session));
    const wrong = await world.as('admin', 'report.provider-notes', {
      query: { ...DAYS, after: '2026-03-10_x' },
    });
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([422, ['after']]);
  });

  test('refuses more than a year, and an end before the start', async () => {
    for (const query of [
      { start_date: '2025-03-01', end_date: '2026-03-02' },
      { start_date: '2026-03-02', end_date: '2026-03-01' },
    ]) {
      const { status, body } = await world.as('admin', 'report.grouped-clients', { query });
      expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['end_date']]);
    }
  });

  test('authorizations say what was delivered, month by month, and whether they are renewed', async () => {
    const row = {
      ...{
        student: world.anna,
        service: SPEECH,
        provider: world.people.paula.id,
        deleted_at: null,
        version: 1,
      },
      ...{ authorised_minutes: 60, authorised_per: 'month' as const },
    };
    const [first, second] = [randomUUID(), randomUUID()];
    await world.db.insert(assigned_services).values([
      { ...row, id: first, start_date: '2026-02-01', end_date: '2026-03-31' },
      { ...row, id: second, start_date: '2026-04-01', end_date: null },
    ]);
    const { services, from, to } = await answered('admin', 'report.authorizations', {});
    expect([from, to]).toEqual(['2025-07-01', '2026-06-30']);
    expect(
      services.map(({ id, is_renewed, total_minutes, delivered_minutes }) => [
        id,
        is_renewed,
        total_minutes,
        delivered_minutes,
      ]),
    ).toEqual([
      [first, true, 120, 40],
      [second, false, 180, 0],
    ]);
    const march = services[0]?.months.find(({ month }) => month === '2026-03');
    expect(march?.delivered_minutes).toBe(40);
    expect((await answered('sven', 'report.authorizations', {})).services).toEqual([]);
    expect((await answered('lead', 'report.authorizations', {})).services).toHaveLength(2);
    await world.db.delete(assigned_services).where(eq(assigned_services.student, world.anna));
  });

  test('cancellations name the reason, the sessions, and what was planned for them', async () => {
    const { cancellations } = await answered('admin', 'report.cancellations');
    expect(cancellations).toEqual([
      expect.objectContaining({
        ...{
          attendance: 'student-absent',
          reason: 'Illness',
          service_name: 'Speech',
          sessions: 1,
          students: 1,
        },
        ...{ scheduled_minutes: 10, made_up: 0 },
        newest: [{ session: ids.absent, session_date: '2026-03-10', minutes: 10 }],
      }),
    ]);
    expect((await answered('sven', 'report.cancellations')).cancellations).toEqual([]);
    const made = await world.as('paula', 'session.create', {
      body: sessionApart(world, { attendance: 'make-up', make_up_of: ids.absent }),
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect((await answered('admin', 'report.cancellations')).cancellations[0]?.made_up).toBe(1);
    await world.db.delete(sessions).where(eq(sessions.id, made.body.id));
  });

  test('productivity says who has how many students, and what they did with their time', async () => {
    const of = async (person: PersonName) => (await answered(person, 'report.productivity')).providers;
    const paula = (await of('admin')).find(({ provider }) => provider === world.people.paula.id);
    // Dora is archived. An absence is worked time, but no delivered session.
    expect(paula).toMatchObject({
      students: 1,
      sessions: 3,
      missed: 1,
      direct_minutes: 30,
      worked_minutes: null,
    });
    // The month of the trend that is the period has the period's figures.
    for (const one of await of('admin')) {
      const { direct_minutes, indirect_minutes, entered } = one.months.at(-1) ?? {
        ...{ direct_minutes: 0, indirect_minutes: 0, entered: 0 },
      };
      expect([direct_minutes, indirect_minutes]).toEqual([one.direct_minutes, one.indirect_minutes]);
      expect(entered).toBeGreaterThanOrEqual(one.sessions);
    }
    await world.db.update(sessions).set({ late_for_client: true }).where(eq(sessions.id, ids.changed));
    const late = (await of('admin')).flatMap(({ months }) => months.map((month) => month.late));
    expect(late.reduce((sum, one) => sum + one, 0)).toBe(1);
    await world.db.update(sessions).set({ late_for_client: false }).where(eq(sessions.id, ids.changed));
    const names = async (person: PersonName) => (await of(person)).map(({ provider }) => provider).sort();
    expect(await names('lead')).toEqual([world.people.paula.id, world.people.lead.id].sort());
    expect(await names('sven')).toEqual([world.people.otto.id, world.people.sven.id].sort());
  });

  test('the pending count is the sum of what it is made of, and goes down with a decision', async () => {
    const count = () => answered('admin', 'report.count-pending', {});
    const before = await count();
    expect(before.made_of).toEqual([{ kind: 'duration', count: 1, from: '2026-03-10', to: '2026-03-10' }]);
    expect(before.pending).toBe(1);
    const [row] = await world.db.select().from(sessions).where(eq(sessions.id, ids.changed));
    const decided = await world.as('admin', 'session.decide-duration', {
      params: { id: ids.changed },
      version: row?.version ?? 0,
      body: { asked_at: row?.requests[0]?.asked_at, decision: 'approved', note: '' },
    });
    expect(decided.status, JSON.stringify(decided.body)).toBe(200);
    expect(await count()).toMatchObject({ pending: 0, made_of: [] });
    const { services } = await answered('admin', 'report.grouped-clients');
    expect(services.find(({ student }) => student === world.anna)?.delivered_minutes).toBe(20);
  });

  test('a missed session owes a makeup, until it is made up or too old', async () => {
    const asked = async (person: PersonName = 'admin') =>
      (await answered(person, 'report.make-ups')).make_ups;
    expect(await asked()).toMatchObject([
      {
        ...{ session: ids.absent, student: world.anna, student_name: 'Anna Abara', state: 'owed' },
        ...{ owed_minutes: 10, made_up_minutes: 0, session_date: '2026-03-10', until: '2026-05-09' },
      },
    ]);
    expect(await asked('sven')).toEqual([]);
    // As agreed with the client on the day of the missed session; devices learn it with the client.
    const condition = {
      ...{ id: randomUUID(), client: DISTRICT, type: 'makeup_window', starts_on: '2026-03-01', days: 20 },
      ...{ percent: null, minutes: null, choice: null, service: null, note: '' },
    };
    const agreed = await world.as('superadmin', 'billing-condition.create', { body: condition });
    expect(agreed.status, JSON.stringify(agreed.body)).toBe(201);
    expect(await asked()).toMatchObject([{ until: '2026-03-30' }]);
    const windowsOf = async () =>
      (await world.db.select().from(clients).where(eq(clients.id, DISTRICT))).map(
        ({ makeup_windows, version }) => ({ makeup_windows, version }),
      );
    expect(await windowsOf()).toEqual([
      { makeup_windows: [{ starts_on: '2026-03-01', days: 20 }], version: 2 },
    ]);
    const archived = await world.as('superadmin', 'billing-condition.archive', {
      params: { id: condition.id, type: 'makeup_window' },
      ...{ body: { archived: true }, version: 1 },
    });
    expect(archived.status, JSON.stringify(archived.body)).toBe(200);
    expect(await windowsOf()).toEqual([{ makeup_windows: [], version: 3 }]);
    expect(await asked()).toMatchObject([{ until: '2026-05-09' }]);
    const makeUp = sessionApart(world, { attendance: 'make-up', make_up_of: ids.absent });
    expect((await world.as('paula', 'session.create', { body: makeUp })).status).toBe(201);
    expect(await asked()).toMatchObject([{ made_up_minutes: 10, state: 'made-up' }]);
  });
});
