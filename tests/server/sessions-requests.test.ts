import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '#contract/session.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { ruleKinds } from '#tests/support/database.ts';
import {
  type OfficeWorld,
  openOfficeWorld,
  type PersonName,
  plannedEvent,
  SPEECH,
  sessionApart,
} from './office-world.ts';

/** In the locked half of February. */
const LOCKED = '2026-02-10';
const LATER = '2026-03-10T17:30:00.000Z';

describe.each(ruleKinds)('requests about sessions on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  async function created(changes: Record<string, unknown> = {}, person: PersonName = 'paula') {
    const answer = await world.as(person, 'session.create', { body: sessionApart(world, changes) });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }

  async function stored(id: string) {
    const [row] = await world.db.select().from(sessions).where(eq(sessions.id, id));
    if (row === undefined) throw new Error('The session is not stored.');
    return row;
  }

  const changed = async () =>
    created({
      calendar_event_id: await plannedEvent(world),
      ...{ scheduled_minutes: 30, duration_reason: 'Fire drill.' },
    });

  /** A session of a day whose pay period has been locked since. */
  async function locked(changes: Record<string, unknown> = {}) {
    const session = await created(changes);
    await world.db.update(sessions).set({ session_date: LOCKED }).where(eq(sessions.id, session.id));
    return session;
  }

  const ask = (person: PersonName, id: string, body: object, version = 1) =>
    world.as(person, 'session.request', { params: { id }, body, version, captured_at: LATER });

  const decide = (
    person: PersonName,
    session: Pick<Session, 'id' | 'requests'>,
    decision: object = {},
    name: 'session.decide-duration' | 'session.decide-request' = 'session.decide-request',
  ) =>
    world.as(person, name, {
      params: { id: session.id },
      body: { asked_at: session.requests?.at(-1)?.asked_at, decision: 'approved', ...decision },
    });

  describe('a changed duration', () => {
    test('is decided by a lead of the service; who, when, and why are kept', async () => {
      const session = await changed();
      const answer = await decide('lead', session, { note: 'Seen the log.' }, 'session.decide-duration');
      expect(answer).toMatchObject({
        status: 200,
        body: {
          ...{ approval_request: 'approved', changeDuration: true, actual_minutes: 10, version: 2 },
          requests: [
            {
              ...{ kind: 'duration', state: 'approved', reason: 'Fire drill.', note: 'Seen the log.' },
              ...{ before: { actual_minutes: 30 }, changes: { actual_minutes: 10 } },
              ...{ asked_by: world.people.paula.id, decided_by: world.people.lead.id },
              decided_at: world.clock.now.toISOString(),
            },
          ],
        },
      });
      expect(await world.auditOf(session.id)).toContainEqual({
        action: 'session.decide-duration',
        user_id: world.people.lead.id,
        details: { kind: 'duration', decision: 'approved', on_behalf_of: world.people.paula.id },
      });
      expect(await world.placesOf(session.id)).toContain(`user:${world.people.paula.id}:fy2025`);
    });

    test.each<[PersonName, number, string]>([
      ['paula', 403, 'access.denied'],
      ['otto', 403, 'access.denied'],
      ['sven', 403, 'access.denied'],
      ['stray', 403, 'access.denied'],
    ])("can't be decided by %s", async (person, status, code) => {
      const answer = await decide(person, await changed(), {}, 'session.decide-duration');
      expect(answer).toMatchObject({ status, body: { code } });
    });

    test("can't be decided by its own provider, not even for a colleague", async () => {
      const mine = await created(
        {
          calendar_event_id: await plannedEvent(world),
          ...{ scheduled_minutes: 30, duration_reason: 'Late bus.', provider: world.people.paula.id },
        },
        'lead',
      );
      const own = await decide('lead', mine, {}, 'session.decide-duration');
      expect(own).toMatchObject({ status: 403, body: { code: 'decision.own' } });
      expect((await decide('admin', mine, {}, 'session.decide-duration')).status).toBe(200);
    });

    test('is decided once, by someone who has read the newest, with a reason to deny', async () => {
      const session = await changed();
      const wordless = await decide('admin', session, { decision: 'refused' }, 'session.decide-duration');
      expect(wordless).toMatchObject({ status: 422, body: { fields: { note: expect.any(String) } } });
      const old = await decide('admin', session, { asked_at: LATER }, 'session.decide-duration');
      expect(old).toMatchObject({ status: 409, body: { code: 'decision.made' } });
      const refused = { decision: 'refused', note: 'By the schedule.' };
      const two = await Promise.all(
        (['admin', 'superadmin'] as const).map((person) =>
          decide(person, session, refused, 'session.decide-duration'),
        ),
      );
      expect(two.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
      expect((await stored(session.id)).approval_request).toBe('refused');
      const other = await decide('admin', session, {}, 'session.decide-request');
      expect(other).toMatchObject({ status: 409, body: { code: 'decision.made' } });
    });

    test('is listed for those who see payroll', async () => {
      const session = await changed();
      const range = { query: { start_date: '2026-03-10', end_date: '2026-03-10' } };
      const list = await world.as('superadmin', 'session.list-durations', range);
      expect(list.body.map(({ id }) => id)).toContain(session.id);
      expect(list.body.every(({ changeDuration }) => changeDuration)).toBe(true);
      expect((await world.as('admin', 'session.list-durations', range)).status).toBe(403);
    });
  });

  describe('a list whose answer is the rows alone', () => {
    test.each(['session.list-of-student', 'session.list-durations'] as const)(
      '%s comes in pages within the days, and none is skipped or repeated',
      async (call) => {
        for (let at = 0; at < 5; at += 1) await changed();
        const days = { start_date: '2026-03-10', end_date: '2026-03-10' };
        const list = (query: Record<string, string>) =>
          call === 'session.list-durations'
            ? world.as('superadmin', call, { query })
            : world.as('superadmin', call, { params: { id: world.anna }, query });
        const all = (await list(days)).body.map(({ id }) => id);
        expect(all.length).toBeGreaterThanOrEqual(5);
        const found: string[] = [];
        for (let after: string | undefined; ; after = found.at(-1)) {
          const { status, body } = await list({ ...days, limit: '2', ...(after !== undefined && { after }) });
          expect(status).toBe(200);
          found.push(...body.map(({ id }) => id));
          if (body.length < 2) break;
        }
        expect(found).toEqual(all);
        expect((await list({ start_date: '2026-03-11', end_date: '2026-03-09' })).status).toBe(422);
        expect((await list({ start_date: '2031-03-11' })).body).toEqual([]);
        const unknown = await list({ after: randomUUID() });
        expect(unknown).toMatchObject({ status: 422, body: { fields: { after: expect.any(String) } } });
      },
    );
  });

  describe('a late entry', () => {
    test('counts once it is accepted, and is late by its capture time', async () => {
      const draft = await created({ session_date: LOCKED });
      expect(draft).toMatchObject({ state: 'draft', approval_request: 'pending', late_for_payroll: true });
      const accepted = await decide('admin', draft);
      expect(accepted.body).toMatchObject({ state: 'logged', approval_request: 'approved', version: 2 });
      const again = await ask('paula', draft.id, { kind: 'deletion', reason: 'Twice.' }, 2);
      expect(again.body).toMatchObject({ state: 'logged', requests: [{}, { kind: 'deletion' }] });
    });

    test('can be corrected and withdrawn by its author until it is accepted', async () => {
      const draft = await created({ session_date: LOCKED });
      const change = { params: { id: draft.id }, body: { notes: 'Forgot it.' }, version: 1 };
      const corrected = await world.as('paula', 'session.update', { ...change, captured_at: LATER });
      expect(corrected.body).toMatchObject({ notes: 'Forgot it.', requests: [{ asked_at: LATER }] });
      expect((await decide('admin', draft)).body.code).toBe('decision.made');
      const refused = await decide('admin', corrected.body, { decision: 'refused', note: 'Not seen.' });
      expect(refused.body).toMatchObject({ state: 'draft', approval_request: 'refused' });
      const target = { params: { id: draft.id }, version: 3 };
      expect((await world.as('paula', 'session.delete', target)).status).toBe(204);
      expect((await stored(draft.id)).deleted_at).not.toBeNull();
    });

    test('that moves to an open day is an ordinary entry', async () => {
      const draft = await created({ session_date: LOCKED });
      const move = { params: { id: draft.id }, body: { session_date: '2026-03-10' }, version: 1 };
      const moved = await world.as('paula', 'session.update', move);
      expect(moved.body).toMatchObject({ state: 'logged', approval_request: 'none', requests: [] });
    });
  });

  describe('an edit after the lock', () => {
    const edit = (changes: object) => ({ kind: 'edit', changes, reason: 'Wrong time.' });
    const later = { start_time: '23:40', end_time: '23:50' };

    test('takes effect when it is approved, by the rules of changes', async () => {
      const session = await locked();
      const asked = await ask('paula', session.id, edit(later));
      expect(asked.body).toMatchObject({ start_time: session.start_time, approval_request: 'pending' });
      const approved = await decide('lead', asked.body as Session);
      expect(approved.body).toMatchObject({ ...later, approval_request: 'approved', version: 3 });
      expect(approved.body?.requests).toMatchObject([
        { kind: 'edit', before: { start_time: session.start_time }, decided_by: world.people.lead.id },
      ]);
    });

    test('leaves the session alone when it is denied', async () => {
      const session = await locked();
      const asked = await ask('paula', session.id, edit(later));
      const refused = await decide('admin', asked.body as Session, { decision: 'refused', note: 'No.' });
      expect(refused.body).toMatchObject({ start_time: session.start_time, approval_request: 'refused' });
    });

    test.each([
      ['changes nothing', edit({}), 'changes'],
      ['breaks a rule', edit({ end_time: '00:01' }), 'end_time'],
      ['names a foreign student', edit({ student_ids: [SPEECH] }), 'student_ids'],
      ['says no reason', { ...edit(later), reason: ' ' }, 'reason'],
    ])('is rejected when it %s', async (_, body, field) => {
      const answer = await ask('paula', (await locked()).id, body);
      expect(answer).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } });
    });

    test('runs immediately if the office has reopened the session', async () => {
      const session = await created();
      const answer = await ask('paula', session.id, edit({ notes: 'Calm.' }));
      expect(answer.body).toMatchObject({ notes: 'Calm.', approval_request: 'none', version: 2 });
      const gone = await ask('paula', session.id, { kind: 'deletion', reason: 'Twice.' }, 2);
      expect(gone).toMatchObject({ status: 200, body: null });
      expect((await stored(session.id)).deleted_at).not.toBeNull();
    });

    test("can't be requested by someone who may not change the session", async () => {
      const session = await locked();
      for (const person of ['otto', 'sven'] as const) {
        expect((await ask(person, session.id, edit(later))).status, person).toBe(404);
      }
    });
  });

  test('a deletion after the lock deletes the session when it is approved', async () => {
    const session = await locked();
    const asked = await ask('paula', session.id, { kind: 'deletion', reason: 'Never happened.' });
    expect(await decide('paula', asked.body as Session)).toMatchObject({ status: 403 });
    expect(await decide('admin', asked.body as Session)).toMatchObject({ status: 200, body: null });
    expect((await stored(session.id)).deleted_at).not.toBeNull();
    expect((await world.placesOf(session.id)).every((place) => place.startsWith('-'))).toBe(true);
  });
});
