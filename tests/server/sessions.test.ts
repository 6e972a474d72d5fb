import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Session } from '#contract/session.ts';
import { sessionEnd } from '#domain/sessions/session-rules.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { ruleKinds } from '#tests/support/database.ts';
import {
  FAMILY,
  MOTOR,
  type OfficeWorld,
  openOfficeWorld,
  type PersonName,
  SPEECH,
  sessionApart,
} from './office-world.ts';

describe.each(ruleKinds)('sessions on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  const body = (changes: Record<string, unknown> = {}) => sessionApart(world, changes);

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
    test('gets its owner, author, state, and flags from the server', async () => {
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
          requests: [],
          late_for_payroll: false,
          late_for_client: false,
          has_overlap: false,
          is_possible_duplicate: false,
          received_at: world.clock.now.toISOString(),
          version: 1,
        },
      });
      expect(Session.parse(answer.body)).toEqual(answer.body);
      expect(await world.placesOf(sent.id)).toEqual([
        'org:2026-03',
        `service:${SPEECH}:2026-03`,
        `supervised:${world.people.paula.id}:2026-03`,
        `user:${world.people.paula.id}:fy2025`,
      ]);
    });

    test.each([
      ['state', 'approved'],
      ['captured_by', randomUUID()],
      ['approval_request', 'approved'],
      ['late_for_payroll', false],
      ['version', 7],
    ])('is rejected if it sets its own %s', async (field, value) => {
      const answer = await world.as('paula', 'session.create', { body: body({ [field]: value }) });
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'request.invalid', fields: { [field]: expect.any(String) } },
      });
    });

    test('has one id, in any letter case', async () => {
      const sent = body();
      const session = await created({
        ...sent,
        id: sent.id.toUpperCase(),
        student_ids: [world.anna.toUpperCase()],
        service: SPEECH.toUpperCase(),
      });
      expect(session).toMatchObject({ id: sent.id, student_ids: [world.anna], service: SPEECH });
      expect(await world.placesOf(sent.id)).toHaveLength(4);
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

    test('has no client if it is indirect work', async () => {
      const indirect = { student_ids: [], setting: 'indirect', direct_minutes: 0, indirect_minutes: 10 };
      expect((await created(indirect)).client).toBeNull();
    });

    test('is rejected under an existing id, for every caller', async () => {
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
      ['"Break" as its place', () => ({ location: '5' }), 'location'],
      ['an unknown time zone', () => ({ time_zone: 'Mars/Olympus' }), 'time_zone'],
      ['another provider', () => ({ provider: world.people.otto.id }), 'provider'],
      ['a provider who does not exist', () => ({ provider: randomUUID() }), 'provider'],
      ['a date in the future', () => ({ session_date: '2026-03-12' }), 'session_date'],
    ])('is rejected with %s', async (_, changes, field) => {
      const answer = await world.as('paula', 'session.create', { body: body(changes()) });
      expect(answer).toMatchObject({ status: 422, body: { code: 'request.invalid' } });
      expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
    });

    test('has one answer for inaccessible and unknown students, and for inaccessible and unknown providers', async () => {
      const words = async (changes: Record<string, unknown>) =>
        (await world.as('paula', 'session.create', { body: body(changes) })).body.fields;
      expect(await words({ student_ids: [world.ben] })).toEqual(await words({ student_ids: [randomUUID()] }));
      expect(await words({ provider: world.people.otto.id })).toEqual(
        await words({ provider: randomUUID() }),
      );
    });
  });

  describe('on behalf of others', () => {
    test('the office records for any provider, a lead in their services, audited', async () => {
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

    test('the office must name a provider', async () => {
      const answer = await world.as('admin', 'session.create', { body: body() });
      expect(answer).toMatchObject({ status: 422, body: { fields: { provider: 'Choose a provider.' } } });
    });
  });

  describe('a change', () => {
    test('can\'t move a session to "Break"; an existing one may stay there', async () => {
      const session = await created();
      const update = (changes: Record<string, unknown>, version: number) =>
        world.as('paula', 'session.update', { params: { id: session.id }, version, body: changes });
      const refused = await update({ location: '5' }, 1);
      expect(refused).toMatchObject({ status: 422, body: { code: 'request.invalid' } });
      expect(Object.keys(refused.body.fields ?? {})).toEqual(['location']);
      await world.db.update(sessions).set({ location: '5' }).where(eq(sessions.id, session.id));
      expect(await update({ notes: 'Changed.' }, 1)).toMatchObject({ status: 200, body: { location: '5' } });
      expect(await update({ location: '101' }, 2)).toMatchObject({ status: 200 });
    });

    test('sets only the fields that were sent', async () => {
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

    test('of an old version is answered with the current row', async () => {
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

    test('of one row by two people at once succeeds for one of them', async () => {
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
      'of a session that is %s is asked for',
      async (state) => {
        const session = await created();
        await world.db.update(sessions).set({ state }).where(eq(sessions.id, session.id));
        const change = { params: { id: session.id }, version: 1 };
        const edit = await world.as('paula', 'session.update', { ...change, body: { notes: 'x' } });
        expect(edit.body).toMatchObject({ notes: '', state, requests: [{ kind: 'edit', state: 'pending' }] });
        const deletion = await world.as('admin', 'session.delete', { ...change, version: 2 });
        expect(deletion.status).toBe(204);
        expect(await stored(session.id)).toMatchObject({
          ...{ deleted_at: null, state, approval_request: 'pending' },
          requests: [{ kind: 'deletion', state: 'pending' }],
        });
      },
    );

    test('of only the minutes adjusts the end and the direct minutes', async () => {
      const session = await created({ duration_reason: 'As it went.' });
      const minutes = session.actual_minutes + 5;
      const change = (body: Record<string, unknown>, version: number) =>
        world.as('paula', 'session.update', { params: { id: session.id }, version, body });
      const longer = await change({ actual_minutes: minutes }, 1);
      expect(longer).toMatchObject({
        status: 200,
        body: {
          actual_minutes: minutes,
          end_time: sessionEnd(session, minutes),
          direct_minutes: session.direct_minutes + 5,
          indirect_minutes: session.indirect_minutes,
        },
      });
      const later = await change({ start_time: '08:03' }, 2);
      expect(later).toMatchObject({
        status: 200,
        body: { end_time: sessionEnd({ ...session, start_time: '08:03' }, minutes) },
      });
      const wrong = await change({ actual_minutes: minutes, end_time: '23:59' }, 3);
      expect(wrong).toMatchObject({ status: 422, body: { fields: { end_time: expect.any(String) } } });
    });

    test('of a draft is accepted', async () => {
      const session = await created();
      await world.db.update(sessions).set({ state: 'draft' }).where(eq(sessions.id, session.id));
      const answer = await world.as('paula', 'session.update', {
        params: { id: session.id },
        version: 1,
        body: { notes: 'x' },
      });
      expect(answer.status).toBe(200);
    });

    test('may keep a student who is no longer assigned, but not add one', async () => {
      const session = await created({ student_ids: [world.ben], provider: world.people.paula.id }, 'admin');
      const change = (version: number, changes: object) =>
        world.as('paula', 'session.update', { params: { id: session.id }, version, body: changes });
      expect((await change(1, { notes: 'was mine' })).status).toBe(200);
      expect(await change(2, { student_ids: [world.ben, world.dora], setting: 'group' })).toMatchObject({
        status: 422,
        body: { fields: { student_ids: expect.any(String) } },
      });
    });

    test("by a lead can't move a session out of their service", async () => {
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
      `-service:${SPEECH}:2026-03`,
      'org:2026-03',
      `service:${MOTOR}:2026-03`,
      `supervised:${world.people.paula.id}:2026-03`,
      `user:${world.people.paula.id}:fy2025`,
    ]);
  });

  test('a deleted session is hidden, stays stored, and rejects writes', async () => {
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
