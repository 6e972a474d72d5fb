import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Session } from '#contract/session.ts';
import { sessions } from '#server/db/schema/work.ts';
import { databaseKinds } from '#tests/support/database.ts';
import { sessionBody } from './api-world.ts';
import { FAMILY, MOTOR, type OfficeWorld, openOfficeWorld, type PersonName, SPEECH } from './office-world.ts';

describe.each(databaseKinds)('sessions on %s', (kind) => {
  let world: OfficeWorld;
  /** Each test takes a time of its own, so that flags come only from what it does. */
  let minute = 0;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  function body(changes: Record<string, unknown> = {}) {
    minute += 1;
    const hour = String(6 + Math.floor(minute / 4)).padStart(2, '0');
    const quarter = String((minute % 4) * 15).padStart(2, '0');
    const start_time = `${hour}:${quarter}`;
    const end = Number(hour) * 60 + (minute % 4) * 15 + 10;
    const end_time = `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`;
    return sessionBody(
      { service: SPEECH, student: world.anna },
      { start_time, end_time, scheduled_minutes: 10, actual_minutes: 10, direct_minutes: 10, ...changes },
    );
  }

  async function created(changes: Record<string, unknown> = {}, person: PersonName = 'paula') {
    const answer = await world.as(person, 'session.create', { body: body(changes) });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }

  async function stored(id: string) {
    const [row] = await world.db.select().from(sessions).where(eq(sessions.id, id));
    if (row === undefined) throw new Error('The session is not stored.');
    return row;
  }

  describe('a new session', () => {
    test('has its owner, author, state and flags from the server', async () => {
      const sent = body();
      const answer = await world.as('paula', 'session.create', { body: sent });
      expect(answer).toMatchObject({
        status: 201,
        body: {
          ...sent,
          provider: world.people.paula.id,
          captured_by: world.people.paula.id,
          client: expect.any(String),
          state: 'logged',
          changeDuration: false,
          approval_request: 'none',
          late_for_payroll: false,
          has_overlap: false,
          is_possible_duplicate: false,
          received_at: world.clock.now.toISOString(),
          version: 1,
        },
      });
      expect(Session.parse(answer.body)).toEqual(answer.body);
      expect(await world.placesOf(sent.id)).toEqual([
        'org',
        `service:${SPEECH}`,
        `user:${world.people.paula.id}`,
      ]);
    });

    test.each([
      ['state', 'approved'],
      ['captured_by', randomUUID()],
      ['approval_request', 'approved'],
      ['late_for_payroll', false],
      ['version', 7],
    ])('is refused when it brings its own %s', async (field, value) => {
      const answer = await world.as('paula', 'session.create', { body: body({ [field]: value }) });
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'request.invalid', fields: { [field]: expect.any(String) } },
      });
    });

    test('has one id, in whatever letters it is written', async () => {
      const sent = body();
      const session = await created({
        ...sent,
        id: sent.id.toUpperCase(),
        student_ids: [world.anna.toUpperCase()],
        service: SPEECH.toUpperCase(),
      });
      expect(session).toMatchObject({ id: sent.id, student_ids: [world.anna], service: SPEECH });
      expect(await world.placesOf(sent.id)).toHaveLength(3);
    });

    test('is billed to the client of its first student', async () => {
      const session = await created(
        {
          student_ids: [world.ben, world.anna],
          setting: 'group',
          provider: world.people.otto.id,
          service: MOTOR,
        },
        'admin',
      );
      expect(session.client).toBe(FAMILY);
    });

    test('has no client when it is indirect work', async () => {
      const indirect = { student_ids: [], setting: 'indirect', direct_minutes: 0, indirect_minutes: 10 };
      expect((await created(indirect)).client).toBeNull();
    });

    test('is refused under an id that exists, whoever asks', async () => {
      const session = await created();
      for (const person of ['paula', 'otto'] as const) {
        const again = body({ id: session.id, student_ids: [person === 'paula' ? world.anna : world.ben] });
        const answer = await world.as(person, 'session.create', { body: again });
        expect(answer).toMatchObject({ status: 409, body: { code: 'record.exists' } });
      }
      expect(await stored(session.id)).toMatchObject({ version: 1, provider: world.people.paula.id });
    });

    test.each([
      ['a student of somebody else', () => ({ student_ids: [world.ben] }), 'student_ids'],
      ['a student who does not exist', () => ({ student_ids: [randomUUID()] }), 'student_ids'],
      ['an archived student', () => ({ student_ids: [world.dora] }), 'student_ids'],
      [
        'one good and one foreign student',
        () => ({ student_ids: [world.anna, world.ben], setting: 'group' }),
        'student_ids',
      ],
      ['a service that does not exist', () => ({ service: randomUUID() }), 'service'],
      ['a location that does not exist', () => ({ location: '999' }), 'location'],
      ['an unknown time zone', () => ({ time_zone: 'Mars/Olympus' }), 'time_zone'],
      ['another provider', () => ({ provider: world.people.otto.id }), 'provider'],
      ['a provider who does not exist', () => ({ provider: randomUUID() }), 'provider'],
      ['a date in the future', () => ({ session_date: '2026-03-12' }), 'session_date'],
    ])('is refused with %s', async (_, changes, field) => {
      const answer = await world.as('paula', 'session.create', { body: body(changes()) });
      expect(answer).toMatchObject({ status: 422, body: { code: 'request.invalid' } });
      expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
    });

    test('says the same of a foreign and of an unknown student, and of a foreign and an unknown provider', async () => {
      const words = async (changes: Record<string, unknown>) =>
        (await world.as('paula', 'session.create', { body: body(changes) })).body.fields;
      expect(await words({ student_ids: [world.ben] })).toEqual(await words({ student_ids: [randomUUID()] }));
      expect(await words({ provider: world.people.otto.id })).toEqual(
        await words({ provider: randomUUID() }),
      );
    });
  });

  describe('on behalf of others', () => {
    test('the office records for any provider, a lead in the own service, audited', async () => {
      for (const person of ['superadmin', 'admin', 'lead'] as const) {
        const session = await created({ provider: world.people.paula.id }, person);
        expect(session).toMatchObject({
          provider: world.people.paula.id,
          captured_by: world.people[person].id,
        });
        expect(await world.auditOf(session.id)).toEqual([
          {
            action: 'session.create',
            user_id: world.people[person].id,
            details: { on_behalf_of: world.people.paula.id },
          },
        ]);
      }
    });

    test.each([
      [
        'a lead in another service',
        'lead',
        () => ({ provider: world.people.otto.id, service: MOTOR, student_ids: [world.anna] }),
      ],
      ['a lead for a provider without the service', 'lead', () => ({ provider: world.people.otto.id })],
      [
        'a supervisor for a supervisee',
        'sven',
        () => ({ provider: world.people.otto.id, service: MOTOR, student_ids: [world.ben] }),
      ],
    ] as const)('not %s', async (_, person, changes) => {
      const answer = await world.as(person, 'session.create', { body: body(changes()) });
      expect(answer).toMatchObject({ status: 422, body: { fields: { provider: expect.any(String) } } });
    });

    test('the office names a provider, for it is none itself', async () => {
      const answer = await world.as('admin', 'session.create', { body: body() });
      expect(answer).toMatchObject({ status: 422, body: { fields: { provider: 'Choose a provider.' } } });
    });
  });

  describe('a locked pay period', () => {
    test('takes no new session, no move out of it or into it, and no deletion', async () => {
      const open = await created();
      const into = await world.as('paula', 'session.update', {
        params: { id: open.id },
        version: 1,
        body: { session_date: '2026-02-15' },
      });
      const fresh = await world.as('paula', 'session.create', { body: body({ session_date: '2026-02-01' }) });

      const locked = await created();
      await world.db.update(sessions).set({ session_date: '2026-02-10' }).where(eq(sessions.id, locked.id));
      const change = { params: { id: locked.id }, version: 1 };
      const outOf = await world.as('paula', 'session.update', {
        ...change,
        body: { session_date: '2026-03-10' },
      });
      const within = await world.as('admin', 'session.update', {
        ...change,
        body: { notes: 'late thought' },
      });
      const deletion = await world.as('paula', 'session.delete', change);

      for (const answer of [into, fresh, outOf, within, deletion]) {
        expect(answer).toMatchObject({ status: 422, body: { code: 'period.locked' } });
      }
      expect(await stored(open.id)).toMatchObject({ session_date: '2026-03-10', version: 1 });
      expect(await stored(locked.id)).toMatchObject({
        session_date: '2026-02-10',
        version: 1,
        deleted_at: null,
      });
    });

    test('leaves the days beside it alone', async () => {
      expect(await created({ session_date: '2026-02-16' })).toMatchObject({ session_date: '2026-02-16' });
      expect(await created({ session_date: '2026-01-31' })).toMatchObject({ session_date: '2026-01-31' });
    });
  });

  describe('lateness', () => {
    // The server's clock shows 10 March, 18:00 UTC; the period closed on 1 March, 08:00 UTC.
    test.each([
      ['captured in time, though it arrives late', '2026-03-03T08:00:00Z', '2026-03-10T18:00:00Z', false],
      ['captured too late', '2026-03-03T08:00:01Z', '2026-03-10T18:00:00Z', true],
      ['of a device whose clock is not to be trusted', '2026-03-01T09:00:00Z', '2026-03-02T18:00:00Z', true],
      ['of a device whose clock is a little off', '2026-03-01T09:00:00Z', '2026-03-10T17:56:00Z', false],
      ['that claims to be of the future', '2026-03-11T09:00:00Z', '2026-03-10T18:00:00Z', true],
    ])('of work %s', async (_, captured_at, device_now, expected) => {
      const sent = body({ session_date: '2026-02-20' });
      const answer = await world.as('paula', 'session.create', { body: sent, captured_at, device_now });
      expect(answer).toMatchObject({
        status: 201,
        body: { late_for_payroll: expected, captured_at: new Date(captured_at).toISOString() },
      });
    });

    test('does not touch an open period, whenever it is captured', async () => {
      expect((await created()).late_for_payroll).toBe(false);
    });

    test('is judged anew when a session moves into another period, and only then', async () => {
      const session = await created();
      const move = (version: number, session_date: string) =>
        world.as('paula', 'session.update', { params: { id: session.id }, version, body: { session_date } });
      expect((await move(1, '2026-03-09')).body.late_for_payroll).toBe(false);
      expect((await move(2, '2026-02-20')).body.late_for_payroll).toBe(true);
      expect((await move(3, '2026-02-21')).body.late_for_payroll).toBe(true);
      expect((await move(4, '2026-03-09')).body.late_for_payroll).toBe(false);
    });
  });

  describe('a changed duration', () => {
    test('becomes a request, and none again when the minutes agree', async () => {
      const session = await created({ scheduled_minutes: 30, duration_reason: 'Fire drill.' });
      expect(session).toMatchObject({ changeDuration: true, approval_request: 'pending' });
      const even = await world.as('paula', 'session.update', {
        params: { id: session.id },
        version: 1,
        body: { scheduled_minutes: 10 },
      });
      expect(even.body).toMatchObject({ changeDuration: false, approval_request: 'none', version: 2 });
    });

    test('keeps its decision until the minutes change again', async () => {
      const session = await created({ scheduled_minutes: 30, duration_reason: 'Fire drill.' });
      await world.db
        .update(sessions)
        .set({ approval_request: 'approved' })
        .where(eq(sessions.id, session.id));
      const change = (version: number, changes: object) =>
        world.as('paula', 'session.update', { params: { id: session.id }, version, body: changes });
      expect((await change(1, { notes: 'calm' })).body.approval_request).toBe('approved');
      expect((await change(2, { scheduled_minutes: 20 })).body.approval_request).toBe('pending');
    });
  });

  describe('a change', () => {
    test('touches the fields that travel and no others', async () => {
      const session = await created({ notes: 'first' });
      const answer = await world.as('paula', 'session.update', {
        params: { id: session.id },
        version: 1,
        body: { attendance: 'student-absent', location: '101' },
      });
      expect(answer).toEqual({
        ...answer,
        status: 200,
        body: { ...session, attendance: 'student-absent', location: '101', version: 2 },
      });
      expect(await world.auditOf(session.id)).toMatchObject([
        { action: 'session.create', details: {} },
        { action: 'session.update', details: { fields: ['location', 'attendance'] } },
      ]);
    });

    test('upon an old version is answered with the row as it is now', async () => {
      const session = await created();
      const change = { params: { id: session.id }, version: 1 };
      await world.as('paula', 'session.update', { ...change, body: { notes: 'one' } });
      for (const answer of [
        await world.as('paula', 'session.update', { ...change, body: { notes: 'two' } }),
        await world.as('paula', 'session.delete', change),
      ]) {
        expect(answer).toMatchObject({
          status: 412,
          body: { code: 'record.stale', current: { id: session.id, notes: 'one', version: 2 } },
        });
        expect(Session.parse(answer.body.current)).toEqual(answer.body.current);
      }
    });

    test('of one row by two at once is made by one of them', async () => {
      const session = await created();
      const answers = await Promise.all(
        ['one', 'two', 'three', 'four'].map((notes) =>
          world.as('paula', 'session.update', { params: { id: session.id }, version: 1, body: { notes } }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
      expect((await stored(session.id)).version).toBe(2);
    });

    test.each(['completed', 'approved', 'locked'] as const)(
      'of a session that is %s is refused',
      async (state) => {
        const session = await created();
        await world.db.update(sessions).set({ state }).where(eq(sessions.id, session.id));
        const change = { params: { id: session.id }, version: 1 };
        for (const answer of [
          await world.as('paula', 'session.update', { ...change, body: { notes: 'x' } }),
          await world.as('admin', 'session.delete', change),
        ]) {
          expect(answer).toMatchObject({ status: 422, body: { code: 'request.invalid' } });
          expect(answer.body.message).toBe(
            `${state === 'approved' ? 'An' : 'A'} ${state} session can no longer be changed.`,
          );
        }
      },
    );

    test('of a draft is taken', async () => {
      const session = await created();
      await world.db.update(sessions).set({ state: 'draft' }).where(eq(sessions.id, session.id));
      const answer = await world.as('paula', 'session.update', {
        params: { id: session.id },
        version: 1,
        body: { notes: 'x' },
      });
      expect(answer.status).toBe(200);
    });

    test('may keep a student who is no longer assigned, but not bring one', async () => {
      const session = await created({ student_ids: [world.ben], provider: world.people.paula.id }, 'admin');
      const change = (version: number, changes: object) =>
        world.as('paula', 'session.update', { params: { id: session.id }, version, body: changes });
      expect((await change(1, { notes: 'was mine' })).status).toBe(200);
      expect(await change(2, { student_ids: [world.ben, world.dora], setting: 'group' })).toMatchObject({
        status: 422,
        body: { fields: { student_ids: expect.any(String) } },
      });
    });

    test('by a lead cannot carry a session out of the own service', async () => {
      const session = await created();
      const answer = await world.as('lead', 'session.update', {
        params: { id: session.id },
        version: 1,
        body: { service: MOTOR },
      });
      expect(answer).toMatchObject({ status: 422, body: { fields: { service: expect.any(String) } } });
    });
  });

  test('a session that moves to another service leaves the scope of the first', async () => {
    const session = await created();
    await world.as('admin', 'session.update', {
      params: { id: session.id },
      version: 1,
      body: { service: MOTOR },
    });
    expect(await world.placesOf(session.id)).toEqual([
      `-service:${SPEECH}`,
      'org',
      `service:${MOTOR}`,
      `user:${world.people.paula.id}`,
    ]);
  });

  test('a deleted session is out of sight, stays stored, and takes no more writes', async () => {
    const session = await created();
    const change = { params: { id: session.id }, version: 1 };
    expect((await world.as('paula', 'session.delete', change)).status).toBe(204);
    expect(await stored(session.id)).toMatchObject({ version: 2, deleted_at: world.clock.now.toISOString() });
    expect((await world.placesOf(session.id)).every((place) => place.startsWith('-'))).toBe(true);
    for (const version of [1, 2]) {
      for (const answer of [
        await world.as('paula', 'session.update', { ...change, version, body: { notes: 'x' } }),
        await world.as('paula', 'session.delete', { ...change, version }),
      ]) {
        expect(answer).toMatchObject({ status: 410, body: { code: 'record.deleted' } });
      }
    }
    const list = await world.as('paula', 'session.list', { query: { limit: '200' } });
    expect(list.body.sessions.map(({ id }) => id)).not.toContain(session.id);
  });
});
