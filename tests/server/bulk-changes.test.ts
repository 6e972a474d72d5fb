import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BulkChange, BulkOrder } from '#contract/bulk-changes.ts';
import type { RenewalBody, RenewalPlan } from '#contract/year-renewals.ts';
import { assigned_services } from '#server/db/schema/assigned-services.ts';
import { calendar_events } from '#server/db/schema/calendar-events.ts';
import { clients } from '#server/db/schema/clients.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { provider_services, providers } from '#server/db/schema/providers.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { students } from '#server/db/schema/students.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { PASSWORD } from './api-world.ts';
import { eventBody } from './calendar-bodies.ts';
import {
  DISTRICT,
  FAMILY,
  GONE,
  MOTOR,
  type OfficeWorld,
  openOfficeWorld,
  type PersonName,
  SPEECH,
  sessionApart,
} from './office-world.ts';

const YEAR = { start_date: '2026-07-01', end_date: '2027-06-30' };

describe.each(ruleKinds)('changes of many records on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
    await world.db.insert(provider_services).values({ provider: world.people.sven.id, service: SPEECH });
  });
  afterAll(() => world.close());

  beforeEach(async () => {
    world.clock.now = new Date('2026-03-10T18:00:00.000Z');
    await world.db.delete(calendar_events);
    for (const student of [world.anna, world.ben]) {
      for (const { id, version } of await services(student)) {
        await world.as('admin', 'student-service.delete', { params: { id }, version });
      }
    }
  });

  async function assigned(
    student: string,
    service: string,
    provider: PersonName | null,
    changes: object = {},
  ) {
    const body = {
      ...{ id: randomUUID(), service, provider: provider === null ? null : world.people[provider].id },
      ...{ authorised_minutes: 120, authorised_per: 'month', start_date: '2026-03-01', end_date: null },
      ...changes,
    };
    const answer = await world.as('admin', 'student-service.create', { params: { id: student }, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return body.id;
  }
  async function services(student: string) {
    const { body } = await world.as('admin', 'student-service.list', { params: { id: student } });
    return body.toSorted((a, b) => a.start_date.localeCompare(b.start_date));
  }
  async function datedServices(student: string) {
    return (await services(student)).map(({ provider, start_date, end_date, authorised_minutes }) => {
      const [name = 'nobody'] = Object.entries(world.people).find(([, { id }]) => id === provider) ?? [];
      return `${name} ${start_date} ${end_date} ${authorised_minutes}`;
    });
  }
  const student = async (id: string) => (await world.as('admin', 'student.read', { params: { id } })).body;
  async function withGrade(id: string, grade: string) {
    const { version } = await student(id);
    await world.as('admin', 'student.update', { params: { id }, version, body: { grade } });
  }
  async function planned(changes: object = {}) {
    const body = eventBody({
      ...{ student: world.anna, service: SPEECH, event_title: 'Anna' },
      ...{ event_start_date: '2026-03-16', event_end_date: '2026-03-16' },
      ...{
        recurring: true,
        recurring_type: 'weekly',
        recurring_timeframe: '2026-06-12',
        recurring_days: [1],
      },
      ...changes,
    });
    const answer = await world.as('paula', 'calendar.create', { body });
    expect(answer.status).toBe(201);
    return body.id;
  }
  async function daysOf(person: PersonName): Promise<string[]> {
    const { body } = await world.as('admin', 'calendar.of-provider', {
      params: { id: world.people[person].id },
      query: { start: '2026-03-11', end: '2026-06-12' },
    });
    return body.flatMap((event) => (event.student === world.anna ? event.event_start_date : []));
  }
  const check = (order: BulkOrder) => world.as('admin', 'bulk-change.check', { body: { order } });
  const make = (order: BulkOrder) =>
    world.as('admin', 'bulk-change.make', { body: { id: randomUUID(), order } });
  const undo = ({ id }: Pick<BulkChange, 'id'>) => world.as('admin', 'bulk-change.undo', { params: { id } });
  const keptOf = async ({ id }: Pick<BulkChange, 'id'>) =>
    (await world.as('admin', 'bulk-change.read-undo', { params: { id } })).body.kept;

  const plan = (whose: object = {}) =>
    world.as('admin', 'year-renewal.check', {
      body: { ...YEAR, students: [world.anna, world.ben, world.dora], client: null, ...whose },
    });
  const chosen = ({ lines, grades }: RenewalPlan): RenewalBody => ({
    ...{ id: randomUUID(), ...YEAR },
    lines: lines
      .filter(({ reason }) => reason === '')
      .map(({ id, version, next_provider, authorised_minutes }) => ({
        ...{ id, version, provider: next_provider, authorised_minutes },
      })),
    grades: grades.flatMap(({ student: id, next_grade }) => (next_grade === null ? [] : id)),
  });
  const renew = (body: RenewalBody) => world.as('admin', 'year-renewal.create', { body });

  describe('a renewal for a year', () => {
    test('renews services and grades in one step, and takes them back in one', async () => {
      await assigned(world.anna, SPEECH, 'paula');
      await assigned(world.ben, MOTOR, 'otto', { end_date: '2026-06-30' });
      await assigned(world.ben, SPEECH, null, { authorised_minutes: null });
      await withGrade(world.anna, 'K');
      await withGrade(world.ben, '12');
      const { body } = await plan();
      expect(
        body.lines.map(({ student_name, service_name, reason, is_refused }) => [
          ...[student_name, service_name, reason, is_refused],
        ]),
      ).toEqual([
        ['Anna Abara', 'Speech', '', false],
        ['Ben Bello', 'Motor', 'The student finishes grade 12.', false],
        ['Ben Bello', 'Speech', 'No minutes are authorized.', false],
      ]);
      expect(
        body.grades.map(({ grade, next_grade, leaves, reason }) => [grade, next_grade, leaves, reason]),
      ).toEqual([
        ['K', '1', false, ''],
        ['12', null, true, 'Finishes grade 12.'],
        ['', null, false, 'The student is archived.'],
      ]);

      const [anna, motor] = body.lines;
      if (anna === undefined || motor === undefined) throw new TypeError('A line is missing.');
      const order = chosen(body);
      // Ben stays another year, with other minutes and without his provider.
      order.lines.push({ id: motor.id, version: motor.version, provider: null, authorised_minutes: 90 });
      const made = await renew(order);
      expect([made.status, made.body.records, made.body.about]).toEqual([
        ...[201, 2, '07/01/2026 to 06/30/2027: 2 services, 1 grade'],
      ]);
      expect(await datedServices(world.anna)).toEqual([
        'paula 2026-03-01 2026-06-30 120',
        'paula 2026-07-01 2027-06-30 120',
      ]);
      expect(await datedServices(world.ben)).toContain('nobody 2026-07-01 2027-06-30 90');
      expect((await student(world.anna)).grade).toBe('1');
      expect((await student(world.ben)).archived).toBe(false);

      const again = await plan();
      expect(again.body.lines.map(({ reason }) => reason)).toEqual([
        'Already renewed from 07/01/2026.',
        'Already renewed from 07/01/2026.',
        'No minutes are authorized.',
      ]);
      expect(again.body.grades[0]?.reason).toBe('Already moved up for this year.');

      expect((await undo(made.body)).body).toMatchObject({ remaining: 0, undo_refusal: 'Already undone.' });
      expect(await datedServices(world.anna)).toEqual(['paula 2026-03-01 null 120']);
      expect((await student(world.anna)).grade).toBe('K');
      expect((await plan()).body.grades[0]?.reason).toBe('');
    });

    test('an undo skips a student whose records have changed since', async () => {
      await assigned(world.anna, SPEECH, 'paula');
      await assigned(world.ben, MOTOR, 'otto');
      await withGrade(world.anna, '3');
      await withGrade(world.ben, '4');
      const made = await renew(chosen((await plan()).body));
      await withGrade(world.ben, '6');
      expect(await keptOf(made.body)).toEqual([
        { id: world.ben, name: 'Ben Bello', because: 'Changed since.' },
      ]);
      expect((await undo(made.body)).body).toMatchObject({ records: 2, remaining: 1 });
      expect(await datedServices(world.anna)).toHaveLength(1);
      expect(await datedServices(world.ben)).toHaveLength(2);
      expect([(await student(world.anna)).grade, (await student(world.ben)).grade]).toEqual(['3', '6']);
    });

    test('refuses what has changed since the preview, and says it at its field', async () => {
      const id = await assigned(world.anna, SPEECH, 'paula');
      await withGrade(world.anna, '3');
      const { body } = await plan({ students: null, client: DISTRICT });
      const order = chosen(body);
      expect(order.lines).toHaveLength(1);
      const otto = world.people.otto.id;
      const wrong: [object, string][] = [
        [{ lines: order.lines.map((line) => ({ ...line, provider: otto })) }, 'lines'],
        [{ lines: [], grades: [] }, 'lines'],
        [{ lines: [], grades: [world.dora] }, 'grades'],
        [{ end_date: '2026-06-01' }, 'end_date'],
      ];
      for (const [changes, field] of wrong) {
        const answer = await renew({ ...order, ...changes });
        expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, [field]]);
      }
      await world.as('admin', 'student-service.update', {
        params: { id },
        version: 1,
        body: { authorised_minutes: 60 },
      });
      expect((await renew(order)).body.fields).toHaveProperty('lines');
      expect(await datedServices(world.anna)).toEqual(['paula 2026-03-01 null 60']);
    });

    test('can be undone for 30 days', async () => {
      await assigned(world.anna, SPEECH, 'paula');
      const made = await renew({ ...chosen((await plan()).body), grades: [] });
      world.clock.now = new Date('2026-04-10T18:00:00.000Z');
      expect((await undo(made.body)).body.fields).toHaveProperty('change');
    });
  });

  describe('orders', () => {
    test('archive students with what is planned, refuse others, and bring everything back', async () => {
      await assigned(world.anna, SPEECH, 'paula');
      await planned();
      const before = await daysOf('paula');
      const order: BulkOrder = { kind: 'archive-students', records: [world.anna, world.dora] };
      const shown = await check(order);
      expect(shown.body.lines).toEqual([
        {
          ...{ id: world.anna, name: 'Anna Abara', refusal: '' },
          effect: `ends 1 service, removes ${before.length} planned sessions`,
        },
        { id: world.dora, name: 'Dora Dang', effect: '', refusal: 'Already archived.' },
      ]);
      // A check changes nothing.
      expect([(await student(world.anna)).archived, await daysOf('paula')]).toEqual([false, before]);

      const { body } = await make(order);
      expect([body.change?.records, body.lines]).toEqual([1, shown.body.lines]);
      expect([(await student(world.anna)).archived, await daysOf('paula')]).toEqual([true, []]);
      expect(await datedServices(world.anna)).toEqual(['paula 2026-03-01 2026-03-10 120']);
      expect((await undo({ id: body.change?.id ?? '' })).status).toBe(200);
      expect(await student(world.anna)).toMatchObject({
        ...{ archived: false, providers: [world.people.paula.id] },
      });
      expect(await datedServices(world.anna)).toEqual(['paula 2026-03-01 null 120']);
      expect(await daysOf('paula')).toEqual(before);
    });

    test('assign a provider from a day on, with what is planned', async () => {
      await assigned(world.anna, SPEECH, 'paula');
      await planned();
      const before = await daysOf('paula');
      const order: Extract<BulkOrder, { kind: 'assign-provider' }> = {
        kind: 'assign-provider',
        records: [world.anna, world.ben],
        ...{ service: SPEECH, provider: world.people.sven.id, start_date: '2026-04-06' },
      };
      const { body } = await make(order);
      expect(body.lines.map(({ name, refusal }) => [name, refusal])).toEqual([
        ['Anna Abara', ''],
        ['Ben Bello', "Speech isn't assigned on or after this day."],
      ]);
      expect(await datedServices(world.anna)).toEqual([
        'paula 2026-03-01 2026-04-05 120',
        'sven 2026-04-06 null 120',
      ]);
      expect(await daysOf('sven')).toEqual(before.filter((day) => day >= '2026-04-06'));
      expect((await make({ ...order, provider: world.people.otto.id })).body.fields).toHaveProperty(
        'provider',
      );
      expect((await undo({ id: body.change?.id ?? '' })).status).toBe(200);
      expect([await datedServices(world.anna), await daysOf('paula'), await daysOf('sven')]).toEqual([
        ...[['paula 2026-03-01 null 120'], before, []],
      ]);
    });

    test('an undo withdraws unread notices, and tells a provider who keeps some of the students', async () => {
      const titles = async (person: PersonName) => {
        const { unread } = (await world.as(person, 'notification.list')).body;
        return unread.flatMap(({ event, title }) => (event?.startsWith('caseload') ? title : []));
      };
      await assigned(world.anna, SPEECH, 'paula');
      await assigned(world.ben, SPEECH, 'paula');
      await world.db.delete(notifications);
      const assign = () =>
        make({
          kind: 'assign-provider',
          records: [world.anna, world.ben],
          ...{ service: SPEECH, provider: world.people.sven.id, start_date: '2026-03-10' },
        });
      const first = await assign();
      expect([await titles('sven'), await titles('paula')]).toEqual([
        ["Colleague's caseload handed over to you"],
        ['Your caseload was handed over'],
      ]);
      expect((await undo({ id: first.body.change?.id ?? '' })).status).toBe(200);
      expect([await titles('sven'), await titles('paula')]).toEqual([[], []]);

      const second = await assign();
      const session = await world.as('sven', 'session.create', { body: sessionApart(world) });
      expect(session.status, JSON.stringify(session.body)).toBe(201);
      expect((await undo({ id: second.body.change?.id ?? '' })).body).toMatchObject({ remaining: 1 });
      expect((await titles('sven')).toSorted()).toEqual([
        'Caseload change undone',
        "Colleague's caseload handed over to you",
      ]);
    });

    test('an undo skips a student with a session recorded by the new provider', async () => {
      await assigned(world.anna, SPEECH, 'paula');
      const { body } = await make({
        kind: 'assign-provider',
        records: [world.anna],
        ...{ service: SPEECH, provider: world.people.sven.id, start_date: '2026-03-10' },
      });
      const session = await world.as('sven', 'session.create', { body: sessionApart(world) });
      expect(session.status, JSON.stringify(session.body)).toBe(201);
      const change = { id: body.change?.id ?? '' };
      expect(await keptOf(change)).toMatchObject([{ because: 'A session was recorded since.' }]);
      expect((await undo(change)).body.fields).toHaveProperty('change');
    });

    test('give providers another supervisor', async () => {
      const supervisors = async (person: PersonName) =>
        (await world.as('admin', 'provider.read', { params: { id: world.people[person].id } })).body.provider
          .supervisors;
      const order: Extract<BulkOrder, { kind: 'set-supervisor' }> = {
        kind: 'set-supervisor',
        supervisor: world.people.sven.id,
        records: [world.people.otto.id, world.people.paula.id, world.people.sven.id],
      };
      const { body } = await make(order);
      expect(body.lines.map(({ refusal }) => refusal === '')).toEqual([false, true, false]);
      expect(await supervisors('paula')).toEqual([world.people.sven.id]);
      expect((await make({ ...order, supervisor: world.people.otto.id })).body.fields).toHaveProperty(
        'supervisor',
      );
      expect((await undo({ id: body.change?.id ?? '' })).status).toBe(200);
      expect([await supervisors('paula'), await supervisors('otto')]).toEqual([[], [world.people.sven.id]]);
    });

    test.each<[string, string[], string, string[]]>([
      ['all continuing', [], 'Motor and Speech continue', ['otto', 'paula']],
      ['one ending', [SPEECH], 'Motor continues, Speech ends, removes', ['otto']],
      ['all ending', [MOTOR, SPEECH], 'Motor and Speech end, removes', []],
    ])(
      'transfer students to another client on a day, services %s',
      async (_, ended_services, words, goOnWith) => {
        await assigned(world.anna, SPEECH, 'paula');
        await assigned(world.anna, MOTOR, 'otto');
        await planned();
        const before = await daysOf('paula');
        const assignedBefore = (await datedServices(world.anna)).toSorted();
        const order: Extract<BulkOrder, { kind: 'transfer-students' }> = {
          ...{ kind: 'transfer-students', records: [world.anna, world.ben, world.dora] },
          ...{ client: FAMILY, location: null, start_date: '2026-03-10', ended_services },
        };
        const shown = await check(order);
        const moves = `Quailhaven District → Abara Family, ${words}`;
        expect(shown.body.lines.map(({ name, effect, refusal }) => [name, effect || refusal])).toEqual([
          ['Anna Abara', words.endsWith('removes') ? `${moves} ${before.length} planned sessions` : moves],
          ['Ben Bello', 'Choose another client.'],
          ['Dora Dang', 'This student is archived.'],
        ]);
        const { body } = await make(order);
        expect([body.change?.records, body.lines]).toEqual([1, shown.body.lines]);
        expect((await student(world.anna)).client).toBe(FAMILY);
        expect(await daysOf('paula')).toEqual(goOnWith.includes('paula') ? before : []);
        const later = (await services(world.anna)).filter(({ end_date }) => end_date === null);
        expect(later.map(({ provider, start_date }) => [provider, start_date]).toSorted()).toEqual(
          goOnWith.map((person) => [world.people[person as PersonName].id, '2026-03-10']).toSorted(),
        );
        const transfers = await world.as('admin', 'student-transfer.list', { params: { id: world.anna } });
        expect(transfers.body).toMatchObject([{ start_date: '2026-03-10', change: { id: body.change?.id } }]);
        expect((await undo({ id: body.change?.id ?? '' })).status).toBe(200);
        expect((await student(world.anna)).client).toBe(DISTRICT);
        expect(await daysOf('paula')).toEqual(before);
        expect((await datedServices(world.anna)).toSorted()).toEqual(assignedBefore);
        const left = await world.as('admin', 'student-transfer.list', { params: { id: world.anna } });
        expect(left.body).toEqual([]);
      },
    );

    test.each([
      ['a client that is archived', { client: GONE }, 'client'],
      ['a school that nobody knows', { location: 'nowhere' }, 'location'],
      ['a day too long ago', { start_date: '2025-12-01' }, 'start_date'],
    ])('refuse a transfer of all to %s', async (_, changes, field) => {
      const order = { kind: 'transfer-students', records: [world.anna], client: FAMILY, location: null };
      const answer = await check({
        ...{ ...order, start_date: '2026-03-20', ended_services: [] },
        ...changes,
      } as BulkOrder);
      expect(answer).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } });
    });

    test('deactivate clients without active students', async () => {
      const { body } = await make({ kind: 'archive-clients', records: [DISTRICT, FAMILY, GONE] });
      expect([body.change, ...body.lines.map(({ refusal }) => refusal)]).toEqual([
        ...[null, 'Has 1 active student. Transfer or archive them first.'],
        ...['Has 1 active student. Transfer or archive them first.', 'Already inactive.'],
      ]);
    });

    test('restore archived students, refuse others, and archive them again unless they are used', async () => {
      const order: BulkOrder = { kind: 'restore-students', records: [world.dora, world.anna] };
      const shown = await check(order);
      expect(shown.body.lines.map(({ name, effect, refusal }) => [name, effect || refusal])).toEqual([
        ['Dora Dang', 'is restored, without services'],
        ['Anna Abara', 'Already active.'],
      ]);
      expect((await student(world.dora)).archived).toBe(true);
      const { body } = await make(order);
      expect([body.change?.records, body.lines]).toEqual([1, shown.body.lines]);
      expect((await student(world.dora)).archived).toBe(false);

      const change = { id: body.change?.id ?? '' };
      await assigned(world.dora, SPEECH, 'paula');
      expect(await keptOf(change)).toMatchObject([{ because: 'Services changed since.' }]);
      expect((await undo(change)).body.fields).toHaveProperty('change');
      await world.db.delete(assigned_services).where(eq(assigned_services.student, world.dora));
      expect((await undo(change)).status).toBe(200);
      expect((await student(world.dora)).archived).toBe(true);
    });

    test('activate clients, and deactivate them again unless they have active students', async () => {
      const activeOf = async (id: string) =>
        (await world.as('admin', 'client.read', { params: { id } })).body.client.active;
      const { body } = await make({ kind: 'restore-clients', records: [GONE, DISTRICT] });
      expect(body.lines.map(({ effect, refusal }) => effect || refusal)).toEqual([
        'is activated',
        'Already active.',
      ]);
      expect(await activeOf(GONE)).toBe(1);
      const change = { id: body.change?.id ?? '' };
      const move = (client: string) =>
        world.db.update(students).set({ client }).where(eq(students.id, world.ben));
      const [{ client: before } = { client: null }] = await world.db
        .select({ client: students.client })
        .from(students)
        .where(eq(students.id, world.ben));
      await move(GONE);
      expect(await keptOf(change)).toMatchObject([{ because: 'Has active students.' }]);
      await move(before ?? '');
      expect((await undo(change)).status).toBe(200);
      expect(await activeOf(GONE)).toBe(0);
    });

    test('activate providers, who log in again, and deactivate them again', async () => {
      const { id, email } = await world.addPerson({ role: '2', isProvider: true });
      const fileOf = async () => (await world.as('admin', 'provider.read', { params: { id } })).body.provider;
      const { version } = await fileOf();
      await world.as('admin', 'provider.deactivate', { params: { id }, version });
      const { body } = await make({ kind: 'restore-providers', records: [id, world.people.paula.id] });
      expect(body.lines.map(({ effect, refusal }) => effect || refusal)).toEqual([
        'is activated and can log in again',
        'Already active.',
      ]);
      expect((await fileOf()).archived).toBe(false);
      const login = () => world.call('auth.login', { body: { email, password: PASSWORD } });
      expect((await login()).status).toBe(200);
      expect((await undo({ id: body.change?.id ?? '' })).status).toBe(200);
      expect((await fileOf()).archived).toBe(true);
      expect((await login()).status).toBe(401);
    });

    test('leave, when undone, providers with students, sessions, events, or supervisees since', async () => {
      const person = await world.addPerson({ role: '4', isProvider: true });
      const { id } = person;
      await world.db.insert(provider_services).values({ provider: id, service: SPEECH });
      const { body: file } = await world.as('admin', 'provider.read', { params: { id } });
      const { version } = file.provider;
      await world.as('admin', 'provider.deactivate', { params: { id }, version });
      const { body } = await make({ kind: 'restore-providers', records: [id] });
      const change = { id: body.change?.id ?? '' };
      const reasons = async () => (await keptOf(change)).map(({ because }) => because);
      expect(await reasons()).toEqual([]);

      const service = await assigned(world.anna, SPEECH, null, { provider: id });
      expect(await reasons()).toEqual(['Services changed since.']);
      expect((await undo(change)).body.fields).toEqual({ change: 'Nothing in it can be undone now.' });
      const { token } = await world.signIn(person);
      const write = () => ({ token, headers: { 'idempotency-key': randomUUID() } });
      const session = sessionApart(world);
      const recorded = await world.call('session.create', { body: session, ...write() });
      expect(recorded.status, JSON.stringify(recorded.body)).toBe(201);
      await world.db.delete(assigned_services).where(eq(assigned_services.id, service));
      expect(await reasons()).toEqual(['A session was recorded since.']);
      await world.db.delete(sessions).where(eq(sessions.id, session.id));
      expect(await reasons()).toEqual([]);

      const led = await make({ kind: 'set-supervisor', records: [world.people.paula.id], supervisor: id });
      expect(await reasons()).toEqual(['Supervisees changed since.']);
      expect((await undo({ id: led.body.change?.id ?? '' })).status).toBe(200);
      expect(await reasons()).toEqual([]);

      const event = await world.call('calendar.create', { body: eventBody(), ...write() });
      expect(event.status).toBe(201);
      expect(await reasons()).toEqual(['Calendar changed since.']);
      await world.db.delete(calendar_events);
      expect((await undo(change)).status).toBe(200);
    });

    const setArchived = (person: PersonName, archived: boolean) =>
      world.db.update(providers).set({ archived }).where(eq(providers.id, world.people[person].id));

    test('leave, when undone, students whose former provider was deactivated since', async () => {
      await assigned(world.anna, SPEECH, 'paula');
      await assigned(world.ben, SPEECH, 'lead');
      const { body } = await make({
        ...{ kind: 'assign-provider', records: [world.anna, world.ben] },
        ...{ service: SPEECH, provider: world.people.sven.id, start_date: '2026-03-20' },
      });
      const change = { id: body.change?.id ?? '' };
      await setArchived('paula', true);
      const because = expect.stringMatching(/ is deactivated\.$/);
      expect(await keptOf(change)).toEqual([{ id: world.anna, name: 'Anna Abara', because }]);
      expect((await undo(change)).body).toMatchObject({ records: 2, remaining: 1 });
      expect(await datedServices(world.ben)).toEqual(['lead 2026-03-01 null 120']);
      expect((await datedServices(world.anna)).at(-1)).toBe('sven 2026-03-20 null 120');
      await setArchived('paula', false);
    });

    test('leave, when undone, students whose former client was archived since', async () => {
      const { body } = await make({
        ...{ kind: 'transfer-students', records: [world.ben], client: DISTRICT, location: null },
        ...{ start_date: '2026-03-10', ended_services: [] },
      });
      expect(body.change?.records).toBe(1);
      await world.db.update(clients).set({ active: 0 }).where(eq(clients.id, FAMILY));
      const change = { id: body.change?.id ?? '' };
      const because = 'Abara Family is archived.';
      expect(await keptOf(change)).toMatchObject([{ id: world.ben, because }]);
      expect((await undo(change)).body.fields).toEqual({ change: 'Nothing in it can be undone now.' });
      await world.db.update(clients).set({ active: 1 }).where(eq(clients.id, FAMILY));
      expect((await undo(change)).status).toBe(200);
      expect((await student(world.ben)).client).toBe(FAMILY);
    });

    // The last one: who was logged out stays logged out.
    test('archive providers, say what is open of theirs, and let them back in', async () => {
      await assigned(world.anna, SPEECH, 'paula');
      await planned();
      const { paula, admin, otto } = world.people;
      const order: BulkOrder = { kind: 'archive-providers', records: [paula.id, otto.id, admin.id] };
      const shown = await check(order);
      expect(shown.body.lines.map(({ effect, refusal }) => effect || refusal)).toEqual([
        'is archived, still open: 1 active student, 1 future calendar event',
        'is archived, nothing is open',
        'Already archived.',
      ]);
      expect((await world.as('paula', 'student.list-mine')).status).toBe(200);

      const { body } = await make(order);
      expect([body.change?.records, body.lines]).toEqual([2, shown.body.lines]);
      expect((await world.as('paula', 'student.list-mine')).status).toBe(401);
      const { body: file } = await world.as('admin', 'provider.read', { params: { id: otto.id } });
      // Otto was let back in meanwhile, and stays.
      await world.as('admin', 'provider.reactivate', {
        params: { id: otto.id },
        version: file.provider.version,
      });
      const change = { id: body.change?.id ?? '' };
      expect(await keptOf(change)).toMatchObject([{ id: otto.id, because: 'Changed since.' }]);
      expect((await undo(change)).body).toMatchObject({ records: 2, remaining: 1 });
      world.clock.now = new Date('2026-03-10T19:00:00.000Z');
      expect((await world.as('paula', 'student.list-mine')).status).toBe(200);
    });
  });
});
