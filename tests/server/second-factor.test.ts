import { desc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ROLES } from '#domain/access/roles.ts';
import { resetSecondFactorCommand } from '#server/commands.ts';
import { second_factors } from '#server/db/schema/sign-ins.ts';
import { audit_entries } from '#server/db/schema/sync.ts';
import { users } from '#server/db/schema/users.ts';
import { ATTEMPT_LIMITS } from '#server/plugins/attempts.ts';
import { codeOf } from '#tests/support/authenticator.ts';
import { databaseKinds } from '#tests/support/database.ts';
import { type ApiWorld, openApiWorld, PASSWORD, type Person } from './api-world.ts';

const PERIOD_MS = 30_000;
const password = PASSWORD;

describe.each(databaseKinds)('the second factor on %s', (kind) => {
  let world: ApiWorld;
  beforeAll(async () => {
    world = await openApiWorld(kind);
  });
  afterEach(() => {
    world.config.secondFactor = 'offered';
  });
  afterAll(() => world.close());

  const pass = (ms: number) => {
    world.clock.now = new Date(world.clock.now.getTime() + ms);
  };
  const code = (secret: string, periods = 0) =>
    codeOf(secret, new Date(world.clock.now.getTime() + periods * PERIOD_MS));
  const login = ({ email }: Person, more: object = {}) =>
    world.call('auth.login', { body: { email, password, ...more } });
  const actionsOf = async (id: string) => {
    const entries = await world.db
      .select({ action: audit_entries.action })
      .from(audit_entries)
      .where(eq(audit_entries.user_id, id))
      .orderBy(desc(audit_entries.id));
    return entries.map(({ action }) => action);
  };
  /** Someone with an app; the code that confirmed it is used up. */
  const protectedPerson = async (role: string = ROLES.provider) => {
    const person = await world.addPerson({ role });
    const { token } = await world.signIn(person);
    const { body: setup } = await world.call('auth.set-up-second-factor', { token, body: { password } });
    const confirmed = await world.call('auth.confirm-second-factor', {
      token,
      body: { code: code(setup.secret) },
    });
    expect(confirmed.body).toMatchObject({ is_on: true, recovery_codes_left: 10 });
    pass(PERIOD_MS);
    return { person, token, setup };
  };

  describe('is turned on', () => {
    test('with the password and a code, and the login then asks for one', async () => {
      const { person, setup } = await protectedPerson();
      expect(setup.uri).toContain(`secret=${setup.secret}`);
      expect(setup.recovery_codes).toHaveLength(10);
      expect(await actionsOf(person.id)).toContain('auth.confirm-second-factor');
      expect(await login(person)).toMatchObject({ status: 401, body: { code: 'login.code-needed' } });
      expect((await login(person)).body.fields).toBeUndefined();
      expect((await login(person, { code: code(setup.secret) })).status).toBe(200);
    });

    test('only with the right password', async () => {
      const person = await world.addPerson();
      const { token } = await world.signIn(person);
      const body = { password: 'not the password' };
      expect((await world.call('auth.set-up-second-factor', { token, body })).body.fields).toEqual({
        password: "That isn't your current password.",
      });
      const early = await world.call('auth.confirm-second-factor', { token, body: { code: '123456' } });
      expect(early).toMatchObject({
        status: 422,
        body: { fields: { code: expect.stringMatching(/Start/) } },
      });
    });

    test('only once a code has confirmed it: until then the login asks for none', async () => {
      const person = await world.addPerson();
      const { token } = await world.signIn(person);
      const { body } = await world.call('auth.set-up-second-factor', { token, body: { password } });
      const wrong = code(body.secret, 50);
      expect((await world.call('auth.confirm-second-factor', { token, body: { code: wrong } })).status).toBe(
        422,
      );
      expect((await login(person)).status).toBe(200);
    });

    test('with an encrypted secret and hashed recovery codes', async () => {
      const { person, setup } = await protectedPerson();
      const rows = await world.db.select().from(second_factors).where(eq(second_factors.user_id, person.id));
      expect(rows).toHaveLength(1);
      const stored = JSON.stringify(rows);
      expect(stored).not.toContain(setup.secret);
      for (const written of setup.recovery_codes) {
        expect(stored).not.toContain(written);
        expect(stored).not.toContain(written.replace('-', ''));
      }
    });

    test('again on another phone: the first counts until the second is confirmed', async () => {
      const { person, token, setup } = await protectedPerson();
      const { body: next } = await world.call('auth.set-up-second-factor', { token, body: { password } });
      expect((await login(person, { code: code(next.secret) })).status).toBe(401);
      expect((await login(person, { code: code(setup.secret) })).status).toBe(200);
      await world.call('auth.confirm-second-factor', { token, body: { code: code(next.secret) } });
      pass(PERIOD_MS);
      expect((await login(person, { code: code(setup.secret) })).status).toBe(401);
      expect((await login(person, { code: setup.recovery_codes[0] })).status).toBe(401);
      expect((await login(person, { code: code(next.secret) })).status).toBe(200);
    });
  });

  describe('a code from the app', () => {
    test('is asked for only after the right password', async () => {
      const { person, setup } = await protectedPerson();
      const { email } = person;
      const body = { email, password: 'not the password', code: code(setup.secret) };
      expect((await world.call('auth.login', { body })).body.code).toBe('login.rejected');
      // It was not used up.
      expect((await login(person, { code: code(setup.secret) })).status).toBe(200);
    });

    test.each([-1, 0, 1])('works %i periods off', async (periods) => {
      const { person, setup } = await protectedPerson();
      pass(2 * PERIOD_MS);
      expect((await login(person, { code: code(setup.secret, periods) })).status).toBe(200);
    });

    test.each([-2, 2])("doesn't work %i periods off", async (periods) => {
      const { person, setup } = await protectedPerson();
      pass(3 * PERIOD_MS);
      const { status, body } = await login(person, { code: code(setup.secret, periods) });
      expect(status).toBe(401);
      expect(body).toMatchObject({
        code: 'login.code-needed',
        fields: { code: "That code didn't work. Enter the newest one from your app." },
      });
      expect(await actionsOf(person.id)).toContain('auth.reject-code');
    });

    test('works once, and an older one not after it', async () => {
      const { person, setup } = await protectedPerson();
      pass(PERIOD_MS);
      const used = code(setup.secret);
      const older = code(setup.secret, -1);
      expect((await login(person, { code: used })).status).toBe(200);
      expect((await login(person, { code: used })).status).toBe(401);
      expect((await login(person, { code: older })).status).toBe(401);
      pass(PERIOD_MS);
      expect((await login(person, { code: code(setup.secret) })).status).toBe(200);
    });

    test('works once among concurrent logins', async () => {
      const { person, setup } = await protectedPerson();
      const same = { code: code(setup.secret) };
      const statuses = await Promise.all([1, 2, 3].map(async () => (await login(person, same)).status));
      expect(statuses.sort()).toEqual([200, 401, 401]);
    });

    test("can't be guessed: attempts are limited, and a right one ends the count", async () => {
      const { person, setup } = await protectedPerson();
      for (let attempt = 1; attempt < ATTEMPT_LIMITS.account; attempt += 1) {
        expect((await login(person, { code: '000000' })).status).toBe(401);
      }
      expect((await login(person, { code: code(setup.secret) })).status).toBe(200);
      for (let attempt = 1; attempt <= ATTEMPT_LIMITS.account; attempt += 1) {
        expect((await login(person, { code: '000000' })).status).toBe(401);
      }
      pass(PERIOD_MS);
      expect(await login(person, { code: code(setup.secret) })).toMatchObject({
        status: 429,
        body: { code: 'request.too-many' },
      });
      pass(15 * 60_000);
      expect((await login(person, { code: code(setup.secret) })).status).toBe(200);
    });

    test("isn't needed to renew a session", async () => {
      const { person, setup } = await protectedPerson();
      const { body } = await login(person, { code: code(setup.secret) });
      expect((await world.call('auth.refresh', { body: { refresh: body.refresh } })).status).toBe(200);
    });

    test('of someone else is worth nothing', async () => {
      const [one, other] = [await protectedPerson(), await protectedPerson()];
      expect((await login(one.person, { code: code(other.setup.secret) })).status).toBe(401);
      expect((await login(one.person, { code: other.setup.recovery_codes[0] })).status).toBe(401);
    });

    test('is not looked at without a second factor', async () => {
      const person = await world.addPerson();
      expect((await login(person, { code: '123456' })).status).toBe(200);
    });
  });

  describe('a recovery code', () => {
    test('works once, however it is typed, and is audited', async () => {
      const { person, token, setup } = await protectedPerson();
      const typed = ` ${(setup.recovery_codes[3] ?? '').toUpperCase().replace('-', ' ')} `;
      expect((await login(person, { code: typed })).status).toBe(200);
      expect(await actionsOf(person.id)).toContain('auth.use-recovery-code');
      expect((await login(person, { code: typed })).body.fields).toEqual({
        code: "That code didn't work. Each recovery code works once.",
      });
      const { body } = await world.call('auth.read-second-factor', { token });
      expect(body.recovery_codes_left).toBe(9);
    });

    test('works once among concurrent logins', async () => {
      const { person, setup } = await protectedPerson();
      const same = { code: setup.recovery_codes[0] };
      const statuses = await Promise.all([1, 2, 3].map(async () => (await login(person, same)).status));
      expect(statuses.sort()).toEqual([200, 401, 401]);
    });

    test('stops working once new ones are made', async () => {
      const { person, token, setup } = await protectedPerson();
      const wrong = await world.call('auth.renew-recovery-codes', { token, body: { password: 'wrong' } });
      expect(wrong.status).toBe(422);
      const { body } = await world.call('auth.renew-recovery-codes', { token, body: { password } });
      expect(body.recovery_codes).toHaveLength(10);
      expect(await actionsOf(person.id)).toContain('auth.renew-recovery-codes');
      expect((await login(person, { code: setup.recovery_codes[0] })).status).toBe(401);
      expect((await login(person, { code: body.recovery_codes[0] })).status).toBe(200);
    });

    test("isn't made for someone without a second factor", async () => {
      const { token } = await world.signIn(await world.addPerson());
      const { status } = await world.call('auth.renew-recovery-codes', { token, body: { password } });
      expect(status).toBe(403);
    });
  });

  describe('is turned off', () => {
    test('with the password', async () => {
      const { person, token } = await protectedPerson();
      const wrong = await world.call('auth.turn-off-second-factor', { token, body: { password: 'wrong' } });
      expect(wrong.status).toBe(422);
      const { body } = await world.call('auth.turn-off-second-factor', { token, body: { password } });
      expect(body.is_on).toBe(false);
      expect(await actionsOf(person.id)).toContain('auth.turn-off-second-factor');
      expect((await login(person)).status).toBe(200);
      const again = await world.call('auth.turn-off-second-factor', { token, body: { password } });
      expect(again.status).toBe(200);
    });

    test('by no one whose role needs one', async () => {
      const { token } = await protectedPerson(ROLES.admin);
      world.config.secondFactor = 'required';
      const { status, body } = await world.call('auth.turn-off-second-factor', { token, body: { password } });
      expect(status).toBe(403);
      expect(body.message).toMatch(/^Your role needs a second factor/);
      expect((await world.call('auth.read-second-factor', { token })).body).toMatchObject({
        is_on: true,
        is_required: true,
      });
    });
  });

  describe('where it is required', () => {
    const setUp = ({ email }: Person, typed = password) =>
      world.call('auth.set-up-to-log-in', { body: { email, password: typed } });

    test.each([ROLES.superAdmin, ROLES.admin])('role %s sets one up before logging in', async (role) => {
      const person = await world.addPerson({ role });
      world.config.secondFactor = 'required';
      expect(await login(person)).toMatchObject({ status: 401, body: { code: 'login.setup-needed' } });
      // A code that nothing was set up for.
      expect((await login(person, { code: '123456' })).body).toMatchObject({ code: 'login.setup-needed' });
      const { status, body } = await setUp(person);
      expect(status).toBe(200);
      const wrong = await login(person, { code: code(body.secret, 9) });
      expect(wrong.body).toMatchObject({ code: 'login.setup-needed', fields: { code: expect.any(String) } });
      expect((await login(person, { code: code(body.secret) })).status).toBe(200);
      expect(await actionsOf(person.id)).toContain('auth.confirm-second-factor');
      expect((await login(person)).body.code).toBe('login.code-needed');
      expect((await login(person, { code: body.recovery_codes[0] })).status).toBe(200);
    });

    test.each([ROLES.provider, ROLES.serviceLead, ROLES.supervisor])(
      'role %s logs in with the password alone',
      async (role) => {
        world.config.secondFactor = 'required';
        expect((await login(await world.addPerson({ role }))).status).toBe(200);
      },
    );

    test('nothing is set up with a wrong password, and an unknown person is answered alike', async () => {
      const person = await world.addPerson({ role: ROLES.admin });
      world.config.secondFactor = 'required';
      const wrong = await setUp(person, 'not the password');
      const unknown = await setUp({ ...person, email: 'nobody@test.example' });
      expect(wrong).toMatchObject({ status: 401, body: { code: 'login.rejected' } });
      expect([unknown.status, unknown.body.message]).toEqual([wrong.status, wrong.body.message]);
      expect(
        await world.db.select().from(second_factors).where(eq(second_factors.user_id, person.id)),
      ).toEqual([]);
    });

    test('no one sets up a second one with the password alone, or one that no role needs', async () => {
      const { person } = await protectedPerson(ROLES.admin);
      const provider = await world.addPerson();
      world.config.secondFactor = 'required';
      expect((await setUp(person)).body.code).toBe('login.code-needed');
      expect((await setUp(provider)).body.code).toBe('access.denied');
    });

    test('someone locked sets up nothing', async () => {
      const person = await world.addPerson({ role: ROLES.admin });
      await world.db.update(users).set({ is_active: false }).where(eq(users.id, person.id));
      world.config.secondFactor = 'required';
      expect((await setUp(person)).body.code).toBe('login.rejected');
    });
  });

  describe('is reset', () => {
    test('by a super admin, which ends the sessions, is audited, and is mailed to the person', async () => {
      const { person, token } = await protectedPerson(ROLES.admin);
      const boss = await world.addPerson({ role: ROLES.superAdmin });
      const own = await world.signIn(boss);
      const params = { id: person.id };
      const read = await world.call('user.read', { token: own.token, params });
      expect(read.body.has_second_factor).toBe(true);
      const reset = await world.call('user.reset-second-factor', { token: own.token, params });
      expect(reset).toMatchObject({ status: 200, body: { has_second_factor: false, open_logins: 0 } });
      expect(await actionsOf(boss.id)).toContain('user.reset-second-factor');
      expect(world.mails.at(-1)).toMatchObject({
        ...{ to: person.email, subject: 'Your second factor was reset' },
        text: expect.stringContaining("If you didn't ask for this"),
      });
      expect((await world.call('auth.user-id', { token })).status).toBe(401);
      expect((await login(person)).status).toBe(200);
      const again = await world.call('user.reset-second-factor', { token: own.token, params });
      expect(again.body.message).toBe('This user has no second factor.');
    });

    test('on the command line, for the last super admin', async () => {
      const { person, token } = await protectedPerson(ROLES.superAdmin);
      const reset = (email: string) => resetSecondFactorCommand(world.db, ['--email', email]);
      await expect(reset('nobody@test.example')).rejects.toThrow('No account has the email address');
      expect(await reset(` ${person.email.toUpperCase()}`)).toContain('can log in with the password alone');
      expect((await world.call('auth.user-id', { token })).status).toBe(401);
      expect((await login(person)).status).toBe(200);
      await expect(reset(person.email)).rejects.toThrow('has no second factor');
    });

    test('by no admin, and by no one for themselves', async () => {
      const { person, token, setup } = await protectedPerson(ROLES.superAdmin);
      const admin = await world.signIn(await world.addPerson({ role: ROLES.admin }));
      const params = { id: person.id };
      const denied = await world.call('user.reset-second-factor', { token: admin.token, params });
      expect(denied.status).toBe(403);
      const self = await world.call('user.reset-second-factor', { token, params });
      expect(self).toMatchObject({ status: 403, body: { message: expect.stringMatching(/your own/) } });
      expect((await login(person, { code: code(setup.secret) })).status).toBe(200);
    });
  });

  test('how times are written follows the person to every device', async () => {
    const person = await world.addPerson();
    const [one, other] = [await world.signIn(person), await world.signIn(person)];
    const formatFor = async (token: string) =>
      (await world.call('auth.current-user', { token })).body.time_format;
    expect(await formatFor(other.token)).toBe('12h');
    const body = { time_format: '24h' };
    expect((await world.call('auth.set-time-format', { token: one.token, body })).status).toBe(204);
    expect(await formatFor(other.token)).toBe('24h');
    const wrong = { time_format: '25h' };
    expect((await world.call('auth.set-time-format', { token: one.token, body: wrong })).status).toBe(422);
  });
});
