import { randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EndpointName } from '#contract/index.ts';
import type { UserFile } from '#contract/users.ts';
import { ROLES } from '#domain/access/roles.ts';
import { NO_PASSWORD } from '#server/db/password-hash.ts';
import { audit_entries, scope_members } from '#server/db/schema/sync.ts';
import { users } from '#server/db/schema/users.ts';
import { databaseKinds, ruleKinds } from '#tests/support/database.ts';
import { openApiWorld, type Person } from './api-world.ts';
import { type OfficeWorld, openOfficeWorld, type PersonName, personNames, told } from './office-world.ts';

describe.each(ruleKinds)('users on %s', (kind) => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await openOfficeWorld(kind);
  });
  afterAll(() => world.close());

  const read = async (id: string): Promise<UserFile> =>
    (await world.as('superadmin', 'user.read', { params: { id } })).body;
  const setRole = (by: PersonName, id: string, body: object, version = 1) =>
    world.as(by, 'user.set-role', { params: { id }, body, version });
  const setActive = (by: PersonName, id: string, is_active: boolean, version = 1) =>
    world.as(by, 'user.set-active', { params: { id }, body: { is_active }, version });
  const scopesOf = async (id: string): Promise<string[]> => {
    const members = await world.db
      .select()
      .from(scope_members)
      .where(and(eq(scope_members.user_id, id), eq(scope_members.has_left, false)));
    return members.map(({ scope }) => scope).sort();
  };
  const auditOf = (id: string) =>
    world.db.select().from(audit_entries).where(eq(audit_entries.row_id, id)).orderBy(audit_entries.id);
  const tokenIn = (text = '') => new URL(/https?:\S+/.exec(text)?.[0] ?? '').searchParams.get('token');
  const newcomer = (body: object = {}) => {
    const username = `new-${randomUUID().slice(0, 8)}`;
    return {
      ...{ id: randomUUID(), username, email: `${username}@test.example` },
      ...{ role: ROLES.admin, emp: 'w2_exempt', ...body },
    };
  };

  describe('are managed', () => {
    const OFFICE: PersonName[] = ['superadmin', 'admin'];
    const calls: [EndpointName, PersonName[], (id: string) => object][] = [
      ['user.list', OFFICE, () => ({})],
      ['user.read', OFFICE, (id) => ({ params: { id } })],
      ['auth.list-logins', OFFICE, () => ({})],
      ['user.invite', ['superadmin'], () => ({ body: newcomer() })],
      ['user.invite', ['superadmin'], () => ({ body: newcomer({ role: ROLES.superAdmin }) })],
      ['user.set-role', ['superadmin'], (id) => ({ params: { id }, body: { role: '0', grants: [] } })],
      ['user.set-active', OFFICE, (id) => ({ params: { id }, body: { is_active: false }, version: 1 })],
      // Of an admin.
      [
        'user.set-active',
        ['superadmin'],
        (id) => ({ params: { id }, body: { is_active: true }, version: 1 }),
      ],
      // Of an invited admin.
      ['user.send-invitation', ['superadmin'], (id) => ({ params: { id } })],
    ];
    test.each(calls)('with %s by %j alone', async (name, allowed, asked) => {
      for (const person of personNames) {
        const { body } = await world.as('superadmin', 'user.invite', { body: newcomer() });
        const { status } = await world.as(person, name, asked(body.id));
        expect(status < 300, `${person}: ${status}`).toBe(allowed.includes(person));
        if (!allowed.includes(person)) expect(status).toBe(403);
      }
    });

    test('by admins without anything about super admins', async () => {
      const { superadmin, admin, paula } = world.people;
      const named = async (by: PersonName) => (await world.as(by, 'user.list')).body.map(({ id }) => id);
      expect(await named('superadmin')).toEqual(expect.arrayContaining([superadmin.id, admin.id, paula.id]));
      expect(await named('admin')).toEqual(expect.arrayContaining([admin.id, paula.id]));
      expect(await named('admin')).not.toContain(superadmin.id);
      const absent = told(await world.as('admin', 'user.read', { params: { id: randomUUID() } }));
      expect(told(await world.as('admin', 'user.read', { params: { id: superadmin.id } }))).toEqual(absent);
      expect(told(await setActive('admin', superadmin.id, false))).toEqual(absent);
      await world.signIn(superadmin);
      const ofBoss = { query: { user: superadmin.id } };
      expect((await world.as('admin', 'auth.list-logins', ofBoss)).body).toEqual([]);
      expect((await world.as('superadmin', 'auth.list-logins', ofBoss)).body.length).toBeGreaterThan(0);
    });
  });

  test('are listed by name with their role, grants, and last login, and read one by one', async () => {
    const { paula } = world.people;
    await world.signIn(paula);
    const { body } = await world.as('superadmin', 'user.list');
    const listed = body.find(({ id }) => id === paula.id);
    expect(listed).toMatchObject({
      ...{ id: paula.id, name: `Robin ${paula.username}`, username: paula.username, email: paula.email },
      ...{ role: '2', grants: [], emp: 'w2_nonexempt', is_active: true, version: 1 },
      ...{ is_provider: true, is_invited: false, last_login_at: world.clock.now.toISOString(), unsynced: 0 },
    });
    expect(listed?.open_logins).toBeGreaterThan(0);
    expect(await read(paula.id)).toEqual(listed);
    expect(body.map(({ name }) => name.toLowerCase())).toEqual(
      body.map(({ name }) => name.toLowerCase()).sort(),
    );
    expect(JSON.stringify(body)).not.toContain('argon2');
  });

  test('of a new role and grants have its permissions and scopes with the next call, and lose them again', async () => {
    const person = await world.addPerson({ role: ROLES.provider });
    const { token } = await world.signIn(person);
    const statusOf = async (name: 'user.list' | 'session.report' | 'client.list-archived') =>
      (await world.call(name as 'user.list', { token })).status;
    const before = await scopesOf(person.id);
    expect(before).toEqual(['global', `user:${person.id}`]);
    expect(await statusOf('user.list')).toBe(403);

    const promoted = await setRole('superadmin', person.id, { role: '1', grants: ['billing.view'] });
    expect(promoted).toMatchObject({
      status: 200,
      body: { role: '1', grants: ['billing.view'], version: 2 },
    });
    expect(await statusOf('user.list')).toBe(200);
    expect(await scopesOf(person.id)).toEqual(['global', 'org', `user:${person.id}`]);
    const pulled = await world.call('sync.pull', { token, query: {} });
    expect(pulled.body.scopes_added).toContain('org');

    const demoted = await setRole('superadmin', person.id, { role: '2', grants: [] }, 2);
    expect(demoted).toMatchObject({ status: 200, body: { role: '2', grants: [], version: 3 } });
    expect(await statusOf('user.list')).toBe(403);
    expect(await statusOf('client.list-archived')).toBe(403);
    expect(await scopesOf(person.id)).toEqual(before);
    const { body } = await world.call('sync.pull', { token, query: { cursor: pulled.body.cursor } });
    expect(body.scopes_removed).toContain('org');
    const entries = (await auditOf(person.id)).filter(({ action }) => action === 'user.update');
    expect(entries.map(({ changes }) => changes)).toEqual([
      { role: ['2', '1'], grants: [[], ['billing.view']] },
      { role: ['1', '2'], grants: [['billing.view'], []] },
    ]);
    expect(entries[0]).toMatchObject({ user_id: world.people.superadmin.id, entity: 'user', row_version: 2 });
  });

  test('keep what someone else changed since the page was opened', async () => {
    const person = await world.addPerson({ role: ROLES.supervisor });
    await setRole('superadmin', person.id, { role: '3', grants: [] });
    const stale = await setRole('superadmin', person.id, { role: '1', grants: [] }, 1);
    expect(stale).toMatchObject({
      status: 412,
      body: {
        code: 'record.stale',
        current: { role: '3', version: 2 },
        changed: { by: world.people.superadmin.id, by_name: expect.any(String), at: expect.any(String) },
      },
    });
    expect((await setActive('admin', person.id, false, 1)).status).toBe(412);
    expect(await read(person.id)).toMatchObject({ role: '3', is_active: true, version: 2 });
  });

  test.each([ROLES.provider, ROLES.serviceLead, ROLES.supervisor])(
    "can't have the role %s without being listed under Providers",
    async (role) => {
      const invited = await world.as('superadmin', 'user.invite', { body: newcomer({ role }) });
      expect(invited).toMatchObject({
        status: 422,
        body: { fields: { role: 'Add providers, service leads, and supervisors under Providers.' } },
      });
      const { body } = await world.as('superadmin', 'user.invite', { body: newcomer() });
      expect(await setRole('superadmin', body.id, { role, grants: [] })).toMatchObject({
        status: 422,
        body: { fields: { role: 'Only people listed under Providers can have this role.' } },
      });
      expect(await read(body.id)).toMatchObject({ role: ROLES.admin, version: 1 });
    },
  );

  test('who lead without being listed under Providers keep their role while their grants change', async () => {
    const lead = await world.addPerson({ role: ROLES.serviceLead, isProvider: false });
    const changed = await setRole('superadmin', lead.id, { role: '3', grants: ['billing.view'] });
    expect(changed).toMatchObject({ status: 200, body: { role: '3', grants: ['billing.view'] } });
  });

  test('have only known roles and grants', async () => {
    const { body } = await world.as('superadmin', 'user.invite', { body: newcomer() });
    expect((await setRole('superadmin', body.id, { role: '5', grants: [] })).status).toBe(422);
    expect((await setRole('superadmin', body.id, { role: '1', grants: ['all'] })).status).toBe(422);
  });

  describe('of the office', () => {
    const rename = (by: PersonName, id: string, body: object, version = 1) =>
      world.as(by, 'user.rename', { params: { id }, body, version });

    test('get another name, and another email address until they have chosen a password', async () => {
      const body = newcomer();
      await world.as('superadmin', 'user.invite', { body });
      const old = tokenIn(world.mails.at(-1)?.text);
      const email = `right-${body.email}`;
      expect(
        await rename('superadmin', body.id, { full_name: ' Ines Alder ', email: email.toUpperCase() }),
      ).toMatchObject({
        status: 200,
        body: { full_name: 'Ines Alder', name: 'Ines Alder', email, version: 2 },
      });
      // The wrong person can't use the link that they got.
      expect(await read(body.id)).toMatchObject({ invitation: { sent_at: null, expires_at: null } });
      const password = 'a quite different one';
      expect((await world.call('auth.confirm-reset', { body: { token: old, password } })).status).not.toBe(
        200,
      );
      await world.as('superadmin', 'user.send-invitation', { params: { id: body.id } });
      expect(world.mails.at(-1)).toMatchObject({ to: email });
      const token = tokenIn(world.mails.at(-1)?.text);
      expect((await world.call('auth.confirm-reset', { body: { token, password } })).status).toBe(200);
      const moved = await rename('superadmin', body.id, { full_name: 'Ines', email: body.email }, 2);
      expect(moved).toMatchObject({
        status: 422,
        body: { fields: { email: expect.stringMatching(/login/) } },
      });
      expect((await rename('admin', body.id, { full_name: 'Ines', email }, 2)).body).toMatchObject({
        ...{ name: 'Ines', email, version: 3 },
      });
    });

    test("don't get an email address that someone else has", async () => {
      const [body, taken] = [newcomer(), await world.addPerson()];
      await world.as('superadmin', 'user.invite', { body });
      expect(await rename('superadmin', body.id, { full_name: '', email: taken.email })).toMatchObject({
        status: 422,
        body: { fields: { email: 'Someone else has this email address.' } },
      });
    });

    test('get another email address and the link again from super admins only', async () => {
      const body = newcomer();
      await world.as('superadmin', 'user.invite', { body });
      const params = { id: body.id };
      const moved = { full_name: '', email: `mine-${body.email}` };
      expect(await rename('admin', body.id, moved)).toMatchObject({
        status: 422,
        body: { fields: { email: 'Only a super admin can change the email address of an admin.' } },
      });
      expect(await world.as('admin', 'user.send-invitation', { params })).toMatchObject({
        status: 403,
        body: { message: 'Only a super admin can invite an admin.' },
      });
      expect((await rename('superadmin', body.id, moved)).status).toBe(200);
      expect((await world.as('superadmin', 'user.send-invitation', { params })).status).toBe(204);
    });

    test('who are listed under Providers, or have grants, get another email address there from super admins only', async () => {
      const admin = await world.addPerson({ role: ROLES.admin });
      const granted = await world.addPerson({ grants: ['payroll.view'] });
      // Only invited: an email address that is a login stays.
      const invited = inArray(users.id, [admin.id, granted.id]);
      await world.db.update(users).set({ password_hash: NO_PASSWORD }).where(invited);
      const change = (by: PersonName, { id }: Person, body: object) =>
        world.as(by, 'provider.update', { params: { id }, body, version: 1 });
      const email = `mine-${randomUUID()}@test.example`;
      expect((await change('admin', admin, { email })).body.fields).toEqual({
        email: 'Only a super admin can change the email address of an admin.',
      });
      expect((await change('admin', granted, { email })).body.fields).toEqual({
        email: 'Only a super admin can change the email address of someone with grants.',
      });
      expect((await change('superadmin', granted, { email })).status).toBe(200);
    });

    test('are not providers, whose name and address are under Providers', async () => {
      const { paula } = world.people;
      const { email } = await read(paula.id);
      expect(await rename('admin', paula.id, { full_name: 'Paula', email })).toMatchObject({
        status: 422,
        body: { fields: { full_name: expect.stringMatching(/under Providers/) } },
      });
    });
  });

  test("don't change their own role or lock themselves", async () => {
    const { superadmin, admin } = world.people;
    expect(await setRole('superadmin', superadmin.id, { role: '1', grants: [] })).toMatchObject({
      ...{ status: 403, body: { code: 'access.denied', message: expect.stringMatching(/your own role/) } },
    });
    expect((await setActive('superadmin', superadmin.id, false)).status).toBe(403);
    expect((await setActive('admin', admin.id, false)).status).toBe(403);
    expect(await read(superadmin.id)).toMatchObject({ role: '0', is_active: true, version: 1 });
  });

  test.each([
    ['an admin', ROLES.admin, [] as string[]],
    ['someone with grants', ROLES.provider, ['payroll.view']],
  ])(
    'of whom one is %s are locked by admins, and unlocked by super admins only',
    async (whom, role, grants) => {
      const person = await world.addPerson({ role, grants });
      expect(await setActive('admin', person.id, false)).toMatchObject({
        status: 200,
        body: { is_active: false },
      });
      // Also a lock that is asked for again.
      expect((await setActive('admin', person.id, false, 2)).status).toBe(200);
      const { version } = await read(person.id);
      for (const by of personNames) {
        if (by === 'superadmin') continue;
        const refused = await setActive(by, person.id, true, version);
        expect([by, refused.status]).toEqual([by, 403]);
        if (by === 'admin')
          expect(refused.body).toMatchObject({ message: `Only a super admin can unlock ${whom}.` });
      }
      expect(await read(person.id)).toMatchObject({ is_active: false });
      expect((await setActive('superadmin', person.id, true, version)).body).toMatchObject({
        is_active: true,
      });
    },
  );

  test('who have grants and are deactivated under Providers are activated by super admins only', async () => {
    const person = await world.addPerson({ grants: ['payroll.view'] });
    const set = (by: PersonName, how: 'deactivate' | 'reactivate', version: number) =>
      world.as(by, `provider.${how}`, { params: { id: person.id }, version });
    const off = await set('admin', 'deactivate', 1);
    expect(off.status).toBe(200);
    expect(await set('admin', 'reactivate', off.body.version)).toMatchObject({
      status: 403,
      body: { message: 'Only a super admin can reactivate someone with grants.' },
    });
    expect((await set('superadmin', 'reactivate', off.body.version)).status).toBe(200);
  });

  test('who are locked are logged out everywhere, and log in again once they are unlocked', async () => {
    const person = await world.addPerson({ role: ROLES.supervisor });
    const [phone, laptop] = [await world.signIn(person), await world.signIn(person)];
    const locked = await setActive('admin', person.id, false);
    expect(locked).toMatchObject({ status: 200, body: { is_active: false, open_logins: 0, version: 2 } });
    for (const { token, refresh } of [phone, laptop]) {
      expect((await world.call('auth.user-id', { token })).status).toBe(401);
      expect((await world.call('auth.refresh', { body: { refresh } })).status).toBe(401);
    }
    expect(await scopesOf(person.id)).toEqual([]);
    await expect(world.signIn(person)).rejects.toThrow(/401/);
    expect((await setActive('admin', person.id, true, 2)).body).toMatchObject({
      is_active: true,
      version: 3,
    });
    expect((await world.call('auth.user-id', { token: phone.token })).status).toBe(401);
    world.clock.now = new Date(world.clock.now.getTime() + 1_000);
    const { token } = await world.signIn(person);
    expect((await world.call('auth.user-id', { token })).status).toBe(200);
    expect(await scopesOf(person.id)).toContain(`team:${person.id}`);
    expect((await auditOf(person.id)).map(({ changes }) => changes)).toEqual([
      { is_active: [true, false] },
      { is_active: [false, true] },
    ]);
  });

  test('are invited by email to work in the office, and again until they have chosen a password', async () => {
    const body = newcomer({ role: ROLES.admin });
    const invited = await world.as('superadmin', 'user.invite', { body });
    expect(invited).toMatchObject({
      ...{ status: 201, body: { id: body.id, role: '1', is_provider: false, is_invited: true } },
    });
    expect(world.mails.at(-1)).toMatchObject({ to: body.email });
    const day = 24 * 3_600_000;
    const sent = (at: Date) => ({
      invitation: { sent_at: at.toISOString(), expires_at: new Date(at.getTime() + 7 * day).toISOString() },
    });
    const began = world.clock.now;
    expect(await read(body.id)).toMatchObject(sent(began));
    world.clock.now = new Date(began.getTime() + 5_000);
    const again = () => world.as('superadmin', 'user.send-invitation', { params: { id: body.id } });
    expect((await again()).status).toBe(204);
    expect(await read(body.id)).toMatchObject(sent(world.clock.now));
    const token = tokenIn(world.mails.at(-1)?.text);
    const password = 'a quite different one';
    expect((await world.call('auth.confirm-reset', { body: { token, password } })).status).toBe(200);
    expect(await read(body.id)).toMatchObject({ is_invited: false, invitation: null });
    expect((await again()).status).toBe(403);
    const taken = await world.as('superadmin', 'user.invite', { body: newcomer({ email: body.email }) });
    expect(taken).toMatchObject({ status: 422, body: { fields: { email: expect.any(String) } } });
  });
});

describe.each(databaseKinds)('the last active super admin on %s', (kind) => {
  test('stays, even if two demote or lock each other at once', async () => {
    const world = await openApiWorld(kind);
    try {
      const boss = () => world.addPerson({ role: ROLES.superAdmin, isProvider: false });
      for (const way of ['user.set-role', 'user.set-active'] as const) {
        await world.db.update(users).set({ is_active: false });
        const pair = [await boss(), await boss()] as const;
        const tokens = await Promise.all(pair.map((one) => world.signIn(one)));
        const act = (by: number, on: Person) =>
          world.call(way as 'user.set-role', {
            ...{ params: { id: on.id }, token: tokens[by]?.token ?? '', headers: { 'if-match': '"1"' } },
            body: way === 'user.set-role' ? { role: '1', grants: [] } : { is_active: false },
          });
        const answers = await Promise.all([act(0, pair[1]), act(1, pair[0])]);
        const statuses = answers.map(({ status }) => status);
        expect(statuses.filter((status) => status === 200)).toHaveLength(1);
        expect(statuses.every((status) => [200, 401, 403, 422].includes(status))).toBe(true);
        const { rows } = await world.db.execute<{ left: number }>(
          sql`select count(*)::int as left from users where role = '0' and is_active`,
        );
        expect(rows[0]?.left).toBe(1);
      }
    } finally {
      await world.close();
    }
  });
});
