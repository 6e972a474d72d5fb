import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { EndpointName } from '#contract/index.ts';
import { EMPLOYMENT_FIELDS, type ProviderBody } from '#contract/providers.ts';
import { migrationsFolder } from '#server/db/migrate.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { goal_entries, soap_notes } from '#server/db/schema/soap-notes.ts';
import { student_providers } from '#server/db/schema/students.ts';
import { devices } from '#server/db/schema/sync.ts';
import { users } from '#server/db/schema/users.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { PASSWORD } from './api-world.ts';
import { eventBody } from './calendar-bodies.ts';
import {
  MOTOR,
  type OfficeWorld,
  openOfficeWorld,
  type PersonName,
  personNames,
  SPEECH,
  told,
} from './office-world.ts';
import { givenNote, givenSession } from './soap-world.ts';
import { decide, submitted } from './timesheet-world.ts';

const NEW_PASSWORD = 'a quite different one';

function bodyOf(changes: Partial<ProviderBody> = {}): ProviderBody {
  const username = `new-${randomUUID().slice(0, 8)}`;
  return {
    ...{ id: randomUUID(), provider_first: 'Nadia', provider_last: 'Okafor', credentials: 'M.S., CCC-SLP' },
    ...{ services: [], supervisors: [], supervisees: [], needs_co_sign: false },
    ...{ username, email: `${username}@test.example`, role: '2', emp: 'w2_nonexempt' },
    ...{ phone: '', npi: '', license_number: '', license_state: '', taxonomy_code: '' },
    ...{ credential_records: [], payroll_id: '', hired_on: null, left_on: null, max_caseload: null },
    ...{ availability: '', time_off: '', ...changes },
  };
}

describe.each(ruleKinds)('providers on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  const create = (body: ProviderBody, person: PersonName = 'admin') =>
    world.as(person, 'provider.create', { body });
  async function made(changes: Partial<ProviderBody> = {}, person: PersonName = 'superadmin') {
    const answer = await create(bodyOf(changes), person);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }
  const read = async (id: string, person: PersonName = 'admin') =>
    world.as(person, 'provider.read', { params: { id } });
  const change = async (id: string, body: object, person: PersonName = 'admin') => {
    const { version } = (await read(id)).body.provider;
    return world.as(person, 'provider.update', { params: { id }, version, body });
  };
  const setActive = async (id: string, verb: 'deactivate' | 'reactivate', person: PersonName = 'admin') => {
    const { version } = (await read(id)).body.provider;
    return world.as(person, `provider.${verb}`, { params: { id }, version });
  };
  const membersOf = async (id: string) => {
    const { rows } = await world.db.execute<{ scope: string }>(
      sql`select scope from scope_members where user_id = ${id} and not has_left order by scope`,
    );
    return rows.map(({ scope }) => scope);
  };
  const idsIn = (body: unknown) => (body as readonly { id: string }[]).map(({ id }) => id);

  test('are added with a user who chooses a password by email, and reach devices by name', async () => {
    const { sven } = world.people;
    const body = bodyOf({
      ...{ services: [SPEECH], supervisors: [sven.id], needs_co_sign: true, phone: '(209) 555-0101' },
      ...{ npi: '1234567893', license_number: '12345', license_state: 'CA', taxonomy_code: '235Z00000X' },
      credential_records: [{ name: 'SLP license', number: '12345', expires_on: '2026-04-01' }],
      ...{ hired_on: '1998-03-01', max_caseload: 25, availability: 'Mornings' },
    });
    const created = (await create(body)).body;
    const { supervisees, ...shown } = body;
    expect(supervisees).toEqual([]);
    expect(created).toMatchObject({
      ...{ ...shown, archived: false, version: 1, student_count: 0, supervisee_list: [] },
      supervisor_list: [{ id: sven.id, name: expect.stringContaining('Robin') }],
    });
    expect(await world.placesOf(body.id)).toEqual(
      ['org', `service:${SPEECH}`, `team:${sven.id}`, `user:${body.id}`].sort(),
    );
    await vi.waitFor(() => expect(world.mails.at(-1)?.to).toBe(body.email));
    const link = /https?:\S+/.exec(world.mails.at(-1)?.text ?? '')?.[0] ?? '';
    const token = new URL(link).searchParams.get('token') ?? '';
    await world.call('auth.confirm-reset', { body: { token, password: NEW_PASSWORD } });
    const signedIn = await world.signIn({ ...body }, NEW_PASSWORD);
    expect(signedIn).toMatchObject({ provider_id: body.id, auth: '2', emp: 'w2_nonexempt' });
    expect(idsIn((await world.as('admin', 'provider.list-files')).body)).toContain(body.id);
    expect((await world.auditOf(body.id)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['user.create', 'user.invite', 'provider.create', 'provider_account.create']),
    );
  });

  test('are changed under one version, with what changed noted in the audit', async () => {
    const { id } = await made();
    const update = (version: number, body: object) =>
      world.as('admin', 'provider.update', { params: { id }, version, body });
    const email = `changed-${id.slice(0, 8)}@test.example`;
    const body = { provider_last: 'Adeyemi', services: [MOTOR], email, max_caseload: 30 };
    expect(await update(1, body)).toMatchObject({ status: 200, body: { ...body, version: 2 } });
    expect((await update(1, { provider_last: 'Too late' })).status).toBe(412);
    expect(await membersOf(id)).toEqual(['global', `user:${id}`]);
    const entries = (await world.auditOf(id)).map(({ action, details }) => [action, details]);
    expect(entries.slice(-3)).toEqual([
      ['user.update', { fields: ['email'] }],
      ['provider.update', { fields: ['provider_last', 'services'] }],
      ['provider_account.update', { fields: ['max_caseload'] }],
    ]);
    expect(await update(2, { email: world.people.otto.email.toUpperCase() })).toMatchObject({
      ...{ status: 422, body: { fields: { email: expect.any(String) } } },
    });
  });

  test.each<[string, () => Partial<ProviderBody> | Record<string, unknown>]>([
    ['provider_first', () => ({ provider_first: ' ' })],
    ['npi', () => ({ npi: '1234567890' })],
    ['license_state', () => ({ license_number: '1', license_state: '' })],
    ['license_state', () => ({ license_state: 'ZZ' })],
    ['taxonomy_code', () => ({ taxonomy_code: '235Z' })],
    ['credential_records', () => ({ credential_records: [{ name: ' ', number: '', expires_on: null }] })],
    ['left_on', () => ({ hired_on: '2026-03-02', left_on: '2026-03-01' })],
    ['max_caseload', () => ({ max_caseload: 0 })],
    ['services', () => ({ services: [randomUUID()] })],
    ['supervisors', () => ({ supervisors: [world.people.paula.id] })],
    ['supervisees', () => ({ supervisees: [world.people.paula.id] })],
    ['supervisees', () => ({ role: '4', supervisees: [randomUUID()] })],
    ['username', () => ({ username: world.people.otto.username })],
    ['email', () => ({ email: world.people.otto.email })],
    ['email', () => ({ email: 'nowhere' })],
    ['role', () => ({ role: '1' })],
    ['emp', () => ({ emp: 'volunteer' })],
  ])('say at the field %s what is wrong, and nobody is added', async (field, changes) => {
    const body = bodyOf(changes() as Partial<ProviderBody>);
    const answer = await create(body, 'superadmin');
    expect(answer).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } });
    expect(await world.db.select().from(users).where(eq(users.id, body.id))).toEqual([]);
  });

  describe('get another email address', () => {
    const LOGIN = /login, so it can't change here/;
    const SUPER_ADMIN = /Only a super admin/;
    test.each<[PersonName, 'invited' | 'logging in', string[], RegExp | null]>([
      ['admin', 'invited', [], null],
      ['admin', 'invited', ['payroll.view'], SUPER_ADMIN],
      ['admin', 'logging in', [], LOGIN],
      ['admin', 'logging in', ['payroll.view'], LOGIN],
      ['superadmin', 'invited', [], null],
      ['superadmin', 'invited', ['payroll.view'], null],
      ['superadmin', 'logging in', [], LOGIN],
      ['superadmin', 'logging in', ['payroll.view'], LOGIN],
    ])('from %s while %s with grants %j: refused with %s', async (by, state, grants, refusal) => {
      const { id, email } = await made();
      const password_hash = state === 'logging in' ? { password_hash: 'chosen' } : {};
      await world.db
        .update(users)
        .set({ grants, ...password_hash })
        .where(eq(users.id, id));
      expect((await read(id, by)).body.provider).toMatchObject({ is_invited: state === 'invited', grants });

      const answer = await change(id, { email: `mine-${email}` }, by);
      if (refusal === null) {
        expect(answer).toMatchObject({ status: 200, body: { email: `mine-${email}` } });
      } else {
        expect(answer).toMatchObject({
          ...{ status: 422, body: { fields: { email: expect.stringMatching(refusal) } } },
        });
        expect((await read(id, by)).body.provider).toMatchObject({ email, version: 1 });
        // The form sends the address that they have with every change.
        expect((await change(id, { email: email.toUpperCase(), phone: '1' }, by)).status).toBe(200);
      }
    });

    test("and the link that was sent to the old one doesn't work", async () => {
      const { id, email } = await made();
      await vi.waitFor(() => expect(world.mails.at(-1)?.to).toBe(email));
      const link = /https?:\S+/.exec(world.mails.at(-1)?.text ?? '')?.[0] ?? '';
      expect((await change(id, { email: `right-${email}` })).status).toBe(200);
      const token = new URL(link).searchParams.get('token') ?? '';
      const used = await world.call('auth.confirm-reset', { body: { token, password: NEW_PASSWORD } });
      expect(used.status).toBe(422);
    });
  });

  test('get another role from a super admin alone', async () => {
    expect(await create(bodyOf({ role: '4' }))).toMatchObject({
      status: 422,
      body: { fields: { role: expect.any(String) } },
    });
    const { id } = await made();
    expect(await change(id, { role: '3' })).toMatchObject({
      ...{ status: 422, body: { fields: { role: expect.any(String) } } },
    });
    expect(await change(id, { role: '3', services: [SPEECH] }, 'superadmin')).toMatchObject({ status: 200 });
    expect(await membersOf(id)).toContain(`service:${SPEECH}`);
    // What isn't changed may stay.
    expect((await change(id, { role: '3', phone: '1' })).status).toBe(200);
  });

  test('a supervisor gets the students and notes of a supervisee, and loses them again', async () => {
    const supervisor = await made({ role: '4' });
    const paula = world.people.paula.id;
    const note = await givenNote(world);
    const entry = { id: randomUUID(), soap_note: note.id, student: world.anna, provider: paula };
    await world.db.insert(goal_entries).values({
      ...{ ...entry, goal: randomUUID(), pg_num: 1, trials: 5, correct: 4, prompt_level: 'verbal' },
      ...{ comment: '', version: 1 },
    });
    const team = `team:${supervisor.id}`;

    const given = await change(supervisor.id, { supervisees: [paula] });
    expect(given.body.supervisee_list.map(({ id }) => id)).toEqual([paula]);
    expect((await read(paula)).body.provider).toMatchObject({ supervisors: [supervisor.id], version: 2 });
    expect(await membersOf(supervisor.id)).toContain(`supervised:${paula}`);
    const places = { [paula]: team, [note.id]: `${team}:2026-03`, [entry.id]: `${team}:2026-03` };
    for (const [id, place] of Object.entries(places)) expect(await world.placesOf(id)).toContain(place);

    const taken = await change(paula, { supervisors: [] });
    expect(taken.body.supervisor_list).toEqual([]);
    expect(await membersOf(supervisor.id)).not.toContain(`supervised:${paula}`);
    for (const [id, place] of Object.entries(places)) expect(await world.placesOf(id)).toContain(`-${place}`);
    await world.db.delete(goal_entries).where(eq(goal_entries.id, entry.id));
    await world.db.delete(soap_notes).where(eq(soap_notes.id, note.id));
  });

  test('two people never supervise each other, and a supervisor with a team keeps the role', async () => {
    const first = await made({ role: '4' });
    const second = await made({ role: '4', supervisors: [first.id] });
    const changed = await change(first.id, { supervisors: [second.id] }, 'superadmin');
    expect(changed).toMatchObject({ status: 422, body: { fields: { supervisees: expect.any(String) } } });
    const demoted = await change(first.id, { role: '2' }, 'superadmin');
    expect(demoted).toMatchObject({ status: 422, body: { fields: { role: expect.any(String) } } });
  });

  test('deactivated, are archived and logged out, and reactivated log in as before', async () => {
    const { id, username, email } = await made({ services: [SPEECH] });
    const [otto] = await world.db.select().from(users).where(eq(users.id, world.people.otto.id));
    await world.db
      .update(users)
      .set({ password_hash: otto?.password_hash ?? '' })
      .where(eq(users.id, id));
    const { token } = await world.signIn({ id, username, email });
    const stale = await world.as('admin', 'provider.deactivate', { params: { id }, version: 7 });
    expect(stale.status).toBe(412);

    expect(await setActive(id, 'deactivate')).toMatchObject({ body: { archived: true, version: 2 } });
    expect((await world.call('auth.user-id', { token })).status).toBe(401);
    expect((await world.call('auth.login', { body: { email, password: PASSWORD } })).status).toBe(401);
    expect(await membersOf(id)).toEqual([]);
    expect(idsIn((await world.as('admin', 'provider.list-archived')).body)).toContain(id);
    expect(idsIn((await world.as('admin', 'provider.list-files')).body)).not.toContain(id);
    // Once more changes nothing.
    expect(await setActive(id, 'deactivate')).toMatchObject({ body: { archived: true, version: 2 } });

    expect(await setActive(id, 'reactivate')).toMatchObject({ body: { archived: false, version: 3 } });
    expect((await world.call('auth.user-id', { token })).status).toBe(401);
    await world.signIn({ id, username, email });
    expect(await membersOf(id)).toEqual(['global', `user:${id}`]);
    const ofUser = (await world.auditOf(id)).filter(({ action }) => action === 'user.update');
    expect(ofUser.map(({ details }) => details)).toEqual([
      { fields: ['is_active'] },
      { fields: ['is_active'] },
    ]);
  });

  test('say what is open under their name before they are deactivated', async () => {
    const { otto } = world.people;
    expect((await read(otto.id)).body.open_work).toEqual({
      ...{ students: 1, supervisees: 0, events: 0, notes: 0, timesheets: 0 },
      ...{ timesheets_to_submit: 0, devices: 0 },
    });
    const planned = await world.as('otto', 'calendar.create', {
      body: eventBody({
        student: world.ben,
        service: MOTOR,
        event_start_date: '2026-03-20',
        event_end_date: '2026-03-20',
      }),
    });
    expect(planned.status, JSON.stringify(planned.body)).toBe(201);
    await world.db.insert(devices).values({
      ...{ id: randomUUID(), user_id: otto.id, app_version: '1', upload_token_hash: randomUUID() },
      ...{ last_contact_at: world.clock.now.toISOString(), sealed_data_key: 'sealed', unsent_count: 3 },
    });
    expect((await read(otto.id)).body.open_work).toMatchObject({ students: 1, events: 1, devices: 1 });
    const { provider: sven, open_work } = (await read(world.people.sven.id)).body;
    expect(sven.supervisee_list.map(({ id }) => id)).toContain(otto.id);
    expect(open_work?.supervisees).toBe(sven.supervisee_list.length);
    expect((await read(otto.id, 'sven')).body.open_work).toBeNull();
    await world.db.delete(devices).where(eq(devices.user_id, otto.id));
  });

  test('have notes and timesheets open that they still have to write and submit', async () => {
    const { otto } = world.people;
    const openOf = async () => (await read(otto.id)).body.open_work;
    const sheet = await submitted(world, 'otto');
    expect(await openOf()).toMatchObject({ timesheets: 1, timesheets_to_submit: 0 });
    expect((await decide(world, 'otto', sheet, 'withdrawn')).status).toBe(200);
    expect(await openOf()).toMatchObject({ timesheets: 0, timesheets_to_submit: 1, notes: 0 });
    // Work in a period that was never submitted counts, in a locked one it doesn't.
    for (const session_date of ['2026-02-20', '2026-02-10']) {
      const old = await givenSession(world, 'otto', { attendance: 'no-show' });
      await world.db.update(sessions).set({ session_date }).where(eq(sessions.id, old.id));
    }
    expect(await openOf()).toMatchObject({ timesheets: 0, timesheets_to_submit: 2 });
    await world.db.delete(sessions).where(eq(sessions.provider, otto.id));
    expect(await openOf()).toMatchObject({ timesheets_to_submit: 1 });
    // One that isn't started, one that is a draft, and one that needs no note.
    await givenSession(world, 'otto');
    await givenNote(world, 'otto');
    await givenSession(world, 'otto', { attendance: 'no-show' });
    expect(await openOf()).toMatchObject({ notes: 2 });
    const again = await submitted(world, 'otto');
    expect(await openOf()).toMatchObject({ timesheets: 1, timesheets_to_submit: 0 });
    expect((await decide(world, 'otto', again, 'withdrawn')).status).toBe(200);
  });

  test('no one deactivates themselves, and no admin a super admin', async () => {
    const own = await world.addPerson({ role: '1' });
    const { token } = await world.signIn(own);
    const headers = { 'idempotency-key': randomUUID(), 'if-match': '"1"' };
    const params = { id: own.id };
    expect((await world.call('provider.deactivate', { token, params, headers })).status).toBe(403);
    const chief = await world.addPerson({ role: '0' });
    expect((await setActive(chief.id, 'deactivate')).status).toBe(403);
    expect((await change(chief.id, { provider_first: 'Other' })).status).toBe(403);
    expect((await setActive(chief.id, 'deactivate', 'superadmin')).status).toBe(200);
  });

  test('a super admin gives up the role neither here nor in Admin', async () => {
    const chief = await world.addPerson({ role: '0' });
    const { token } = await world.signIn(chief);
    const headers = { 'idempotency-key': randomUUID(), 'if-match': '"1"' };
    const asked = { token, headers, params: { id: chief.id }, body: { role: '2' } };
    expect(await world.call('provider.update', asked)).toMatchObject({
      ...{ status: 422, body: { fields: { role: expect.stringContaining('own role') } } },
    });
    expect((await change(chief.id, { role: '2' }, 'superadmin')).status).toBe(200);
  });

  test('are grouped by supervisor, and those without one come last', async () => {
    const { otto, sven, paula } = world.people;
    const { body } = await world.as('admin', 'provider.list-groups');
    const team = body.find(({ supervisor }) => supervisor?.id === sven.id);
    expect(team?.providers.map(({ id }) => id)).toContain(otto.id);
    expect(body.at(-1)?.supervisor).toBeNull();
    expect(body.at(-1)?.providers.map(({ id }) => id)).toContain(paula.id);
    const { body: supervisors } = await world.as('lead', 'provider.list-supervisors');
    expect(idsIn(supervisors)).toContain(sven.id);
    expect(idsIn(supervisors)).not.toContain(paula.id);
  });

  test('have a load of active students', async () => {
    const { id } = await made();
    await world.db.insert(student_providers).values([
      { student: world.anna, provider: id },
      { student: world.dora, provider: id },
    ]);
    expect((await read(id)).body.provider.student_count).toBe(1);
    await world.db.delete(student_providers).where(eq(student_providers.provider, id));
  });

  describe('by the permission table', () => {
    const office = ['superadmin', 'admin'];
    const leading = [...office, 'lead', 'sven'];
    let gone: string;
    beforeAll(async () => {
      gone = (await made({ services: [SPEECH], supervisors: [world.people.sven.id] })).id;
      await setActive(gone, 'deactivate');
    });

    test.each<readonly [EndpointName, readonly string[]]>([
      ['provider.list-files', leading],
      ['provider.list-archived', office],
      ['provider.list-supervisors', leading],
      ['provider.list-groups', leading],
    ])('%s answers %j', async (name, allowed) => {
      for (const person of personNames) {
        const { status } = await world.as(person, name);
        expect([person, status]).toEqual([person, allowed.includes(person) ? 200 : 403]);
      }
    });

    test('a lead sees providers of own services, a supervisor the team, both themselves', async () => {
      const { lead, paula, otto, sven } = world.people;
      const seen = async (person: PersonName) => idsIn((await world.as(person, 'provider.list-files')).body);
      const [byLead, bySven] = [await seen('lead'), await seen('sven')];
      expect([lead.id, paula.id, otto.id, sven.id, gone].map((id) => byLead.includes(id))).toEqual([
        ...[true, true, false, false, false],
      ]);
      expect([lead.id, paula.id, otto.id, sven.id, gone].map((id) => bySven.includes(id))).toEqual([
        ...[false, false, true, true, false],
      ]);
    });

    test('they see nothing of employment', async () => {
      await change(world.people.paula.id, { hired_on: '2025-01-01', left_on: '2027-01-01' });
      const { provider } = (await read(world.people.paula.id, 'lead')).body;
      for (const field of EMPLOYMENT_FIELDS) expect(provider[field] || null).toBeNull();
      expect(provider).toMatchObject({ is_invited: false, grants: [] });
      expect((await read(world.people.paula.id)).body.provider.hired_on).toBe('2025-01-01');
    });

    /** Whose people are whose: Paula is the lead's, Otto the supervisor's. */
    const TARGETS = {
      paula: () => world.people.paula.id,
      otto: () => world.people.otto.id,
      archived: () => gone,
      random: () => randomUUID(),
    };
    const REACHED: Partial<Record<PersonName, readonly string[]>> = { lead: ['paula'], sven: ['otto'] };
    const CALLS: readonly [EndpointName, object | undefined, readonly string[]][] = [
      ['provider.read', undefined, leading],
      ['provider.update', { phone: '(209) 555-0102' }, office],
      ['provider.deactivate', undefined, office],
      ['provider.reactivate', undefined, office],
    ];
    test.each(CALLS)('%s', async (name, body, allowed) => {
      for (const person of personNames) {
        for (const [target, idOf] of Object.entries(TARGETS)) {
          const id = idOf();
          const version = (await read(id)).body.provider?.version ?? 1;
          const answer = await world.as(person, name, {
            ...{ params: { id }, version },
            ...(body === undefined ? {} : { body }),
          });
          const found =
            target !== 'random' && (office.includes(person) || REACHED[person]?.includes(target) === true);
          const expected = !allowed.includes(person) ? 403 : found ? 200 : 404;
          expect([person, target, answer.status]).toEqual([person, target, expected]);
          if (target === 'random' || expected !== 200) continue;
          // As it was.
          if (name === 'provider.deactivate' && target !== 'archived') {
            await setActive(id, 'reactivate');
            // They were logged out, and log in again.
            world.clock.now = new Date(world.clock.now.getTime() + 1_000);
          }
          if (name === 'provider.reactivate' && target === 'archived') await setActive(id, 'deactivate');
        }
      }
    });

    test('only the office adds providers', async () => {
      for (const person of personNames) {
        const { status } = await create(bodyOf(), person);
        expect([person, status]).toEqual([person, office.includes(person) ? 201 : 403]);
      }
    });

    test('an inaccessible provider and one that does not exist answer the same', async () => {
      const [other, none] = [await read(world.people.otto.id, 'lead'), await read(randomUUID(), 'lead')];
      expect(told(other)).toEqual(told(none));
    });

    describe('pay rates', () => {
      /** Those with the grant see the rates of the providers whom their role gives them. */
      const paying: readonly PersonName[] = ['superadmin', 'lead', 'paula'];
      beforeAll(async () => {
        for (const person of ['lead', 'paula'] as const) {
          await world.db
            .update(users)
            .set({ grants: ['payroll.view'] })
            .where(eq(users.id, world.people[person].id));
        }
      });
      const rate = (changes: object = {}) => ({
        ...{ id: randomUUID(), service: SPEECH, start_year: 2026, amount_cents: 4_850, ...changes },
      });
      const add = (id: string, body: object, person: PersonName = 'superadmin') =>
        world.as(person, 'provider-rate.create', { params: { id }, body });

      test('are there once for a service and fiscal year, and change under their version', async () => {
        const { id } = world.people.otto;
        const first = rate();
        expect(await add(id, first)).toMatchObject({
          status: 201,
          body: { ...first, provider: id, version: 1 },
        });
        expect(await add(id, rate())).toMatchObject({
          ...{ status: 422, body: { fields: { service: expect.stringContaining('$48.50 an hour') } } },
        });
        await add(id, rate({ start_year: 2027 }));
        for (const [field, changes] of [
          ['amount_cents', { amount_cents: 0 }],
          ['service', { service: randomUUID() }],
          ['start_year', { start_year: 1999 }],
        ] as const) {
          expect(await add(id, rate({ start_year: 2030, ...changes }))).toMatchObject({
            ...{ status: 422, body: { fields: { [field]: expect.any(String) } } },
          });
        }
        const { body: listed } = await world.as('superadmin', 'provider-rate.list', { params: { id } });
        expect(listed.map(({ start_year }) => start_year)).toEqual([2027, 2026]);
        const one = { params: { id: first.id } };
        const update = (version: number) =>
          world.as('superadmin', 'provider-rate.update', { ...one, version, body: { amount_cents: 5_000 } });
        expect(await update(1)).toMatchObject({ status: 200, body: { amount_cents: 5_000, version: 2 } });
        expect((await update(1)).status).toBe(412);
        const remove = await world.as('superadmin', 'provider-rate.delete', { ...one, version: 2 });
        expect(remove.status).toBe(204);
        expect((await add(id, rate())).status).toBe(201);
      });

      test('added twice at the same time are added once', async () => {
        const body = { start_year: 2040 };
        const both = await Promise.all([1, 2].map(() => add(world.people.otto.id, rate(body))));
        expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
      });

      test('each call for each person and provider', async () => {
        for (const person of personNames) {
          for (const [target, idOf] of Object.entries(TARGETS)) {
            const id = idOf();
            const known = rate({ start_year: 2050 });
            if (target !== 'random') await add(id, known);
            const one = { params: { id: target === 'random' ? randomUUID() : known.id } };
            const answers = [
              await world.as(person, 'provider-rate.list', { params: { id } }),
              await add(id, rate({ start_year: 2051 }), person),
              await world.as(person, 'provider-rate.update', {
                ...{ ...one, version: 1, body: { amount_cents: 100 } },
              }),
              await world.as(person, 'provider-rate.delete', { ...one, version: 2 }),
            ];
            // A provider with the grant sees their own, and nobody decides on their own pay.
            const reached = { ...REACHED, paula: ['paula'], superadmin: ['paula', 'otto', 'archived'] };
            const found = (reached as Record<string, readonly string[]>)[person]?.includes(target) === true;
            const expected = !paying.includes(person) ? [403, 403, 403, 403] : [];
            const isOwn = found && target === person;
            const done = isOwn ? [200, 403, 403, 403] : found ? [200, 201, 200, 204] : [404, 404, 404, 404];
            expect([person, target, ...answers.map(({ status }) => status)]).toEqual([
              ...[person, target, ...(expected.length > 0 ? expected : done)],
            ]);
            await world.db.execute(sql`delete from provider_rates where start_year >= 2050`);
          }
        }
      });
    });
  });

  test('that were there before get their details with the update of the database', async () => {
    const folder = migrationsFolder();
    const name = readdirSync(folder).find((one) => one.endsWith('_providers.sql')) ?? '';
    const file = readFileSync(join(folder, name), 'utf8');
    const filling = file.split('--> statement-breakpoint').at(-1) ?? '';
    await world.db.execute(sql`delete from provider_accounts`);
    await world.db.execute(sql.raw(filling));
    expect((await read(world.people.paula.id)).body.provider).toMatchObject({
      ...{ npi: '', credential_records: [], max_caseload: null, version: 1 },
    });
  });
});
