import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SoapNote } from '#contract/soap-note.ts';
import { goalEntryId } from '#domain/notes/soap-ids.ts';
import { clients } from '#server/db/schema/clients.ts';
import { providers } from '#server/db/schema/providers.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { ruleKinds } from '#tests/support/database.ts';
import {
  DISTRICT,
  MOTOR,
  type OfficeWorld,
  openOfficeWorld,
  type PersonName,
  SPEECH,
} from './office-world.ts';
import {
  changes,
  givenGoal,
  givenNote,
  givenSession,
  noteBody,
  signatureOf,
  signs,
  WHOLE,
} from './soap-world.ts';

describe.each(ruleKinds)('SOAP notes on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  const needCoSign = (person: PersonName, needs_co_sign: boolean) =>
    world.db.update(providers).set({ needs_co_sign }).where(eq(providers.id, world.people[person].id));
  const stateOf = async (session: string) =>
    (await world.db.select().from(sessions).where(eq(sessions.id, session)))[0]?.state;

  describe('a new note', () => {
    test("takes its day, service, and author from the session, and is in its readers' scopes", async () => {
      const session = await givenSession(world, 'otto');
      const body = noteBody(session, { plan: 'Go on.', service: SPEECH, note_date: '2026-01-01' });
      const answer = await world.as('otto', 'soap.create', { body });
      expect(answer).toMatchObject({
        status: 201,
        body: {
          ...{ service: MOTOR, note_date: session.session_date, provider: world.people.otto.id },
          ...{ state: 'draft', plan: 'Go on.', version: 1, steps: [], amendments: [] },
        },
      });
      expect(SoapNote.parse(answer.body)).toEqual(answer.body);
      expect(await world.placesOf(body.id)).toEqual(
        [
          `service:${MOTOR}:2026-03`,
          `team:${world.people.sven.id}:2026-03`,
          `user:${world.people.otto.id}:fy2025`,
          `user:${world.people.otto.id}:open`,
        ].sort(),
      );
      expect((await world.auditOf(body.id)).map(({ action }) => action)).toEqual(['soap_note.create']);
    });

    test('created by two devices is one: the second gets what the first wrote', async () => {
      const session = await givenSession(world);
      const body = noteBody(session, { plan: 'first' });
      const first = await world.as('paula', 'soap.create', { body });
      const second = await world.as('paula', 'soap.create', { body: { ...body, plan: 'second' } });
      expect(second).toMatchObject({ status: 412, body: { code: 'record.stale', current: first.body } });
      const stranger = await world.as('paula', 'soap.create', { body: { ...body, id: randomUUID() } });
      expect(stranger).toMatchObject({ status: 409, body: { code: 'soap-note.exists' } });
    });

    test.each<[string, PersonName, () => Record<string, unknown>, string]>([
      ["of no one's session", 'paula', () => ({ session: randomUUID() }), 'session'],
      ['of a session that someone else gave', 'lead', () => ({}), 'session'],
      ['of a session out of sight', 'otto', () => ({}), 'session'],
      ['of a student who takes no part', 'paula', () => ({ student: world.ben }), 'student'],
    ])('%s is rejected', async (_, person, different, field) => {
      const session = await givenSession(world);
      const answer = await world.as(person, 'soap.create', { body: noteBody(session, different()) });
      expect(answer).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } });
    });

    test('that was discarded is started again under its id', async () => {
      const note = await givenNote(world);
      const gone = await changes(world, 'paula', 'soap.delete', { params: { id: note.id }, version: 1 });
      expect(gone.status).toBe(204);
      expect((await world.placesOf(note.id)).every((place) => place.startsWith('-'))).toBe(true);
      const session = {
        ...note,
        id: note.session,
        session_date: note.note_date,
        student_ids: [note.student],
      };
      const again = await world.as('paula', 'soap.create', { body: noteBody(session, { plan: 'again' }) });
      expect(again).toMatchObject({ status: 201, body: { plan: 'again', version: 3 } });
      expect((await world.placesOf(note.id)).some((place) => place.startsWith('-'))).toBe(false);
    });
  });

  describe('by the permission table', () => {
    const OK = 200;
    /** About Otto's note in motor: Sven supervises him, the lead leads speech. */
    const byPerson: Record<PersonName, { change: number; coSign: number; read: number }> = {
      superadmin: { change: 403, coSign: 403, read: 1 },
      admin: { change: 403, coSign: 403, read: 1 },
      paula: { change: 404, coSign: 403, read: 404 },
      otto: { change: OK, coSign: 403, read: 1 },
      lead: { change: 404, coSign: 404, read: 404 },
      sven: { change: 403, coSign: OK, read: 1 },
      stray: { change: 403, coSign: 403, read: 403 },
    };
    let note: SoapNote;
    beforeEach(async () => {
      await needCoSign('otto', true);
      note = await givenNote(world, 'otto');
    });

    test.each(Object.entries(byPerson) as [PersonName, (typeof byPerson)[PersonName]][])(
      '%s gets %j',
      async (person, expected) => {
        const params = { id: note.id };
        const change = await changes(world, person, 'soap.update', { params, body: { plan: 'x' } });
        expect(change.status).toBe(expected.change);
        const signed = await signs(world, 'otto', { ...note, plan: person === 'otto' ? 'x' : note.plan });
        expect(signed.status, JSON.stringify(signed.body)).toBe(OK);
        const read = await world.as(person, 'soap.list-of-student', { params: { id: world.ben } });
        expect(read.status === OK ? 1 : read.status).toBe(expected.read);
        expect((await signs(world, person, signed.body, 'soap.co-sign')).status).toBe(expected.coSign);
      },
    );

    test('a lead co-signs in their service, and no one their own note', async () => {
      await needCoSign('paula', true);
      await needCoSign('lead', true);
      const signed = await signs(world, 'paula', await givenNote(world));
      expect((await signs(world, 'lead', signed.body, 'soap.co-sign')).body).toMatchObject({
        state: 'co-signed',
        co_signed_by: world.people.lead.id,
      });
      const session = await givenSession(world, 'lead');
      const own = await world.as('lead', 'soap.create', { body: noteBody(session, WHOLE) });
      const ownSigned = await signs(world, 'lead', own.body);
      expect(await signs(world, 'lead', ownSigned.body, 'soap.co-sign')).toMatchObject({
        status: 403,
        body: { code: 'decision.own' },
      });
      await needCoSign('paula', false);
      await needCoSign('lead', false);
    });
  });

  describe('two people editing one note', () => {
    test('the later one gets the newer text, and nothing is silently overwritten', async () => {
      const note = await givenNote(world);
      const params = { id: note.id };
      const first = await changes(world, 'paula', 'soap.update', { params, body: { plan: 'a' }, version: 1 });
      expect(first.body).toMatchObject({ plan: 'a', version: 2 });
      const late = await changes(world, 'paula', 'soap.update', { params, body: { plan: 'b' }, version: 1 });
      expect(late).toMatchObject({ status: 412, body: { code: 'record.stale', current: { plan: 'a' } } });
      expect(late.body).not.toHaveProperty('current.supervisors');
    });

    test('a signature covers what was seen: a change in between invalidates it', async () => {
      const note = await givenNote(world);
      await changes(world, 'paula', 'soap.update', { params: { id: note.id }, body: { plan: 'other' } });
      expect(await signs(world, 'paula', note)).toMatchObject({
        status: 409,
        body: { code: 'soap-note.changed' },
      });
      expect((await signs(world, 'paula', { ...note, plan: 'other' })).status).toBe(200);
    });
  });

  describe('a signed note', () => {
    test('completes its session and never changes again; amendments are added', async () => {
      const note = await givenNote(world);
      const params = { id: note.id };
      const signed = await signs(world, 'paula', note);
      expect(signed.body).toMatchObject({ state: 'signed', signed_by: world.people.paula.id, version: 2 });
      expect(await stateOf(note.session)).toBe('completed');
      expect(await world.placesOf(note.session)).toContain(`user:${world.people.paula.id}:fy2025`);
      for (const [version, code] of [
        [undefined, 'soap-note.signed'],
        [1, 'record.stale'],
      ] as const) {
        const late = await changes(world, 'paula', 'soap.update', {
          params,
          body: { plan: 'late' },
          ...(version === undefined ? {} : { version }),
        });
        expect(late.body).toMatchObject({ code });
      }
      expect((await changes(world, 'paula', 'soap.delete', { params })).body).toMatchObject({
        code: 'soap-note.signed',
      });
      const body = { id: randomUUID(), text: ' He asked twice. ' };
      await changes(world, 'paula', 'soap.amend', { params, body });
      const amended = await changes(world, 'paula', 'soap.amend', { params, body });
      expect(amended.body).toMatchObject({
        ...WHOLE,
        amendments: [{ id: body.id, text: 'He asked twice.', added_by: world.people.paula.id }],
        version: 3,
      });
      const taken = await changes(world, 'paula', 'session.delete', { params: { id: note.session } });
      // Its author can only send the office a request.
      expect(taken.status).toBe(204);
      expect(await stateOf(note.session)).toBe('completed');
    });

    test('of a group completes the session with the last of them', async () => {
      const session = await givenSession(world, 'paula', {
        ...{ student_ids: [world.anna, world.dora].filter((id) => id !== world.dora), setting: 'group' },
      });
      await world.db
        .update(sessions)
        .set({ student_ids: [world.anna, world.ben] })
        .where(eq(sessions.id, session.id));
      for (const [at, student] of [world.anna, world.ben].entries()) {
        const body = noteBody(session, { ...WHOLE, student });
        const { body: note } = await world.as('paula', 'soap.create', { body });
        await signs(world, 'paula', note);
        expect(await stateOf(session.id)).toBe(['logged', 'completed'][at]);
      }
    });

    test('waits if its author needs a co-signature: returned with a comment, signed again, co-signed', async () => {
      await needCoSign('otto', true);
      const note = await givenNote(world, 'otto');
      const params = { id: note.id };
      const signed = await signs(world, 'otto', note);
      expect(signed.body).toMatchObject({ state: 'signed', needs_co_sign: true });
      expect(await stateOf(note.session)).toBe('logged');
      expect(await changes(world, 'sven', 'soap.return', { params, body: { comment: ' ' } })).toMatchObject({
        status: 422,
      });
      const returned = await changes(world, 'sven', 'soap.return', { params, body: { comment: 'Say how.' } });
      expect(returned.body).toMatchObject({ state: 'returned', return_comment: 'Say how.' });
      expect((await signs(world, 'sven', returned.body, 'soap.co-sign')).body).toMatchObject({
        code: 'soap-note.stands',
      });
      const { body: better } = await changes(world, 'otto', 'soap.update', {
        params,
        body: { plan: 'How.' },
      });
      const again = await signs(world, 'otto', better);
      expect(again.body).toMatchObject({ state: 'signed', return_comment: '' });
      expect(await signs(world, 'sven', note, 'soap.co-sign')).toMatchObject({
        body: { code: 'soap-note.changed' },
      });
      const done = await signs(world, 'sven', again.body, 'soap.co-sign');
      expect(done.body).toMatchObject({ state: 'co-signed', co_signed_by: world.people.sven.id });
      expect(done.body.steps.map(({ step }) => step)).toEqual(['sign', 'return', 'sign', 'co-sign']);
      expect(await stateOf(note.session)).toBe('completed');
    });

    test('can be withdrawn by its author for ten minutes, which reopens its session', async () => {
      const note = await givenNote(world);
      await signs(world, 'paula', note);
      expect(await stateOf(note.session)).toBe('completed');
      const withdraw = { params: { id: note.id }, body: {} };
      expect((await changes(world, 'otto', 'soap.withdraw', withdraw)).status).toBe(404);
      const open = await changes(world, 'paula', 'soap.withdraw', withdraw);
      expect(open.body).toMatchObject({ state: 'draft', signed_by: null, signed_at: null, version: 3 });
      expect(await stateOf(note.session)).toBe('logged');
      expect((await changes(world, 'paula', 'soap.withdraw', withdraw)).body.code).toBe('soap-note.stands');

      await signs(world, 'paula', open.body);
      expect(await stateOf(note.session)).toBe('completed');
      const signedAt = world.clock.now;
      world.clock.now = new Date(signedAt.getTime() + 11 * 60_000);
      const late = await changes(world, 'paula', 'soap.withdraw', withdraw);
      world.clock.now = signedAt;
      expect(late.body).toMatchObject({ code: 'soap-note.stands' });
      expect(await stateOf(note.session)).toBe('completed');
    });

    test('keeps its signature once its session is approved', async () => {
      const note = await givenNote(world);
      await signs(world, 'paula', note);
      await world.db.update(sessions).set({ state: 'approved' }).where(eq(sessions.id, note.session));
      const answer = await changes(world, 'paula', 'soap.withdraw', { params: { id: note.id }, body: {} });
      expect(answer.body).toMatchObject({
        code: 'soap-note.stands',
        message: expect.stringMatching(/approved/),
      });
      expect(await stateOf(note.session)).toBe('approved');
    });

    test('that needs a co-signature can be withdrawn until it is co-signed', async () => {
      await needCoSign('otto', true);
      const note = await givenNote(world, 'otto');
      const withdraw = { params: { id: note.id }, body: {} };
      await signs(world, 'otto', note);
      const open = await changes(world, 'otto', 'soap.withdraw', withdraw);
      expect(open.body).toMatchObject({ state: 'draft' });
      expect((await signs(world, 'sven', open.body, 'soap.co-sign')).body.code).toBe('soap-note.stands');
      const again = await signs(world, 'otto', open.body);
      await signs(world, 'sven', again.body, 'soap.co-sign');
      const late = await changes(world, 'otto', 'soap.withdraw', withdraw);
      expect(late.body).toMatchObject({
        code: 'soap-note.stands',
        message: expect.stringMatching(/co-signed/),
      });
      expect((await changes(world, 'sven', 'soap.withdraw', withdraw)).status).toBe(403);
    });

    test('must be complete: empty parts and missing codes prevent signing', async () => {
      const note = await givenNote(world, 'paula', { plan: '' });
      expect(await signs(world, 'paula', note)).toMatchObject({
        status: 422,
        body: { fields: { plan: expect.any(String) } },
      });
      await world.db.update(clients).set({ needs_codes: true }).where(eq(clients.id, DISTRICT));
      const other = await givenNote(world);
      expect(await signs(world, 'paula', other)).toMatchObject({
        body: { fields: { cpt_codes: expect.any(String), dx_codes: expect.any(String) } },
      });
      await world.db.update(clients).set({ needs_codes: false }).where(eq(clients.id, DISTRICT));
    });
  });

  describe('the session of a note', () => {
    test('moves a draft with it, and deletes it with it', async () => {
      const note = await givenNote(world);
      const goal = await givenGoal(world, world.anna);
      const entry = entryBody(note, goal);
      await world.as('paula', 'goal-entry.create', { body: entry });
      const params = { id: note.session };
      await changes(world, 'paula', 'session.update', { params, body: { session_date: '2026-03-09' } });
      const { body: notes } = await world.as('paula', 'soap.list-of-student', { params: { id: world.anna } });
      expect(notes.find(({ id }) => id === note.id)).toMatchObject({ note_date: '2026-03-09', version: 2 });
      expect((await changes(world, 'paula', 'session.delete', { params })).status).toBe(204);
      for (const id of [note.id, entry.id]) {
        expect((await world.placesOf(id)).every((place) => place.startsWith('-'))).toBe(true);
      }
    });
  });

  const entryBody = (note: SoapNote, goal: string, changes: Record<string, unknown> = {}) => ({
    ...{ id: goalEntryId(note.id, goal), soap_note: note.id, student: note.student, goal, pg_num: 1 },
    ...{ trials: 10, correct: 8, prompt_level: 'verbal', comment: '' },
    ...changes,
  });

  describe('the notes of a student', () => {
    test('come in pages, and none is skipped or repeated', async () => {
      for (let at = 0; at < 5; at += 1) await givenNote(world);
      const params = { id: world.anna };
      const whole = await world.as('admin', 'soap.list-of-student', { params });
      const all = whole.body.map(({ id }) => id);
      expect(all.length).toBeGreaterThanOrEqual(5);
      const found: string[] = [];
      for (let after: string | undefined; ; after = found.at(-1)) {
        const query = { limit: '2', ...(after !== undefined && { after }) };
        const { status, body } = await world.as('admin', 'soap.list-of-student', { params, query });
        expect(status).toBe(200);
        found.push(...body.map(({ id }) => id));
        if (body.length < 2) break;
      }
      expect(found).toEqual(all);
      // Readers who see fewer notes get full pages of theirs.
      const own = await world.as('paula', 'soap.list-of-student', { params, query: { limit: '3' } });
      expect(own.body.map(({ id }) => id)).toEqual(
        (await world.as('paula', 'soap.list-of-student', { params })).body.slice(0, 3).map(({ id }) => id),
      );
      const query = { after: randomUUID() };
      const unknown = await world.as('admin', 'soap.list-of-student', { params, query });
      expect(unknown).toMatchObject({ status: 422, body: { fields: { after: expect.any(String) } } });
    });
  });

  describe('older notes', () => {
    test('are the ones of sessions before a day that the caller may see, and asking for their ids is no reading', async () => {
      const [early, late] = [await givenNote(world), await givenNote(world)];
      const back = { params: { id: early.session }, body: { session_date: '2026-03-04' } };
      expect((await changes(world, 'paula', 'session.update', back)).status).toBe(200);
      const params = { id: world.anna };
      const readings = async () =>
        (await world.auditOf(world.anna)).filter(({ action }) => action === 'soap_note.read').length;
      const before = await readings();
      const ask = (person: PersonName, day: string, limit = '500') =>
        world.as(person, 'soap.list-older', { params, query: { before: day, limit } });
      expect((await ask('paula', '2026-03-04')).body).not.toContain(early.id);
      const older = (await ask('paula', late.note_date)).body;
      expect(older).toContain(early.id);
      expect(older).not.toContain(late.id);
      expect((await ask('paula', '2026-03-05', '1')).body).toEqual([early.id]);
      expect((await ask('otto', '2026-03-05')).status).toBe(404);
      expect(await readings()).toBe(before);
    });
  });

  describe('the notes of a session', () => {
    test('are read by the office from the server, and the access record of their student says so', async () => {
      const note = await givenNote(world);
      const goal = await givenGoal(world, note.student);
      const { body: entry } = await world.as('paula', 'goal-entry.create', { body: entryBody(note, goal) });
      const params = { id: note.session };
      const read = await world.as('admin', 'soap.list-of-session', { params });
      expect(read).toMatchObject({ status: 200, body: [{ id: note.id, goal_entries: [{ id: entry.id }] }] });
      const readings = (await world.auditOf(note.student)).filter(
        ({ action }) => action === 'soap_note.read',
      );
      expect(readings.at(-1)).toMatchObject({ user_id: world.people.admin.id });
      expect(await world.placesOf(note.id)).not.toContain('org');
    });
  });

  describe('a goal entry', () => {
    test("is at its position in the note, in the note's scopes", async () => {
      const note = await givenNote(world);
      const [one, two] = [await givenGoal(world, world.anna), await givenGoal(world, world.anna)];
      const first = await world.as('paula', 'goal-entry.create', { body: entryBody(note, one) });
      expect(first).toMatchObject({ status: 201, body: { pg_num: 1, provider: world.people.paula.id } });
      expect(await world.placesOf(first.body.id)).toEqual(await world.placesOf(note.id));
      const second = await world.as('paula', 'goal-entry.create', { body: entryBody(note, two) });
      expect(second.body).toMatchObject({ pg_num: 2 });
      const changed = await changes(world, 'paula', 'goal-entry.update', {
        params: { id: second.body.id },
        body: { correct: 9 },
        version: 1,
      });
      expect(changed.body).toMatchObject({ trials: 10, correct: 9, version: 2 });
      const params = { soap_id: note.id, pg_num: '2' };
      expect((await world.as('lead', 'goal-entry.read', { params })).body).toEqual(changed.body);
      expect((await world.as('otto', 'goal-entry.read', { params })).status).toBe(404);
      const { body: notes } = await world.as('admin', 'soap.list-of-student', { params: { id: world.anna } });
      expect(notes.find(({ id }) => id === note.id)?.goal_entries.map(({ goal }) => goal)).toEqual([
        one,
        two,
      ]);
      const signed = await changes(world, 'paula', 'soap.sign', {
        params: { id: note.id },
        body: await signatureOf(note, [first.body, changed.body]),
      });
      expect(signed.status, JSON.stringify(signed.body)).toBe(200);
      const late = await changes(world, 'paula', 'goal-entry.update', {
        params: { id: first.body.id },
        body: { correct: 1 },
      });
      expect(late.body).toMatchObject({ code: 'soap-note.signed' });
    });

    test.each<[string, () => Promise<Record<string, unknown>>, string]>([
      ['more correct than tried', async () => ({ correct: 11 }), 'correct'],
      ['correct without trials', async () => ({ trials: null }), 'trials'],
      ['a goal of a different student', async () => ({ goal: await givenGoal(world, world.ben) }), 'goal'],
      ['a different student', async () => ({ student: world.ben }), 'student'],
    ])('%s is rejected', async (_, different, field) => {
      const note = await givenNote(world);
      const goal = await givenGoal(world, world.anna);
      const body = entryBody(note, goal, await different());
      const answer = await world.as('paula', 'goal-entry.create', { body });
      expect(answer).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } });
    });

    test('created twice is one, and can come back after a deletion', async () => {
      const note = await givenNote(world);
      const body = entryBody(note, await givenGoal(world, world.anna));
      const first = await world.as('paula', 'goal-entry.create', { body });
      expect(await world.as('paula', 'goal-entry.create', { body })).toMatchObject({
        status: 412,
        body: { current: first.body },
      });
      expect(
        (await world.as('paula', 'goal-entry.create', { body: { ...body, id: randomUUID() } })).body,
      ).toMatchObject({ fields: { goal: expect.any(String) } });
      const params = { id: body.id };
      expect((await changes(world, 'lead', 'goal-entry.delete', { params })).status).toBe(403);
      expect((await changes(world, 'paula', 'goal-entry.delete', { params, version: 1 })).status).toBe(204);
      expect((await world.as('paula', 'goal-entry.create', { body })).body).toMatchObject({ version: 3 });
    });
  });
});
