import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sign_ins } from '#server/db/schema/sign-ins.ts';
import { audit_entries } from '#server/db/schema/sync.ts';
import { users } from '#server/db/schema/users.ts';
import { knownDeviceOf } from '#server/modules/auth/known-device.ts';
import { ATTEMPT_LIMITS, countLogin, LOGIN_LIMITS } from '#server/plugins/attempts.ts';
import { databaseKinds } from '#tests/support/database.ts';
import { type ApiWorld, openApiWorld, PASSWORD, type Person } from './api-world.ts';

const MINUTE_MS = 60_000;

describe.each(databaseKinds)('signing in on %s', (kind) => {
  let world: ApiWorld;
  beforeAll(async () => {
    world = await openApiWorld(kind);
  });
  afterAll(() => world.close());

  const login = (email: string, password: string) => world.call('auth.login', { body: { email, password } });
  const loginFrom = async (remoteAddress: string, email: string, password: string, cookie?: string) => {
    const response = await world.app.inject({
      method: 'POST',
      url: '/api/login/',
      remoteAddress,
      headers: { 'content-type': 'application/json', ...(cookie === undefined ? {} : { cookie }) },
      payload: JSON.stringify({ email, password }),
    });
    return {
      status: response.statusCode,
      body: response.json<{ code?: string; message?: string }>(),
      cookie: String(response.headers['set-cookie'] ?? ''),
    };
  };
  const refresh = (token: string) => world.call('auth.refresh', { body: { refresh: token } });
  const statusOf = async (token: string) => (await world.call('auth.user-id', { token })).status;
  const pass = (ms: number) => {
    world.clock.now = new Date(world.clock.now.getTime() + ms);
  };

  describe('with a password', () => {
    test("returns the stored values by the specification's names", async () => {
      const person = await world.addPerson();
      const { status, body } = await login(person.email, PASSWORD);
      expect(status).toBe(200);
      expect(Object.keys(body).sort()).toEqual(
        [
          'auth',
          'email',
          'emp',
          'last_password_update',
          'provider_id',
          'refresh',
          'token',
          'user_id',
          'username',
        ].sort(),
      );
      expect(body).toMatchObject({
        username: person.username,
        auth: '2',
        user_id: person.id,
        provider_id: person.id,
      });
      expect(await statusOf(body.token)).toBe(200);
    });

    test('accepts the user name too, in any case', async () => {
      const person = await world.addPerson();
      expect((await login(person.username.toUpperCase(), PASSWORD)).status).toBe(200);
      expect((await login(` ${person.email.toUpperCase()} `, PASSWORD)).status).toBe(200);
    });

    test('has one message for a wrong password, an unknown person, and an inactive one', async () => {
      const person = await world.addPerson();
      const inactive = await world.addPerson();
      await world.db.update(users).set({ is_active: false }).where(eq(users.id, inactive.id));
      const answers = await Promise.all([
        login(person.email, 'not the password'),
        login('nobody@test.example', PASSWORD),
        login(inactive.email, PASSWORD),
      ]);
      for (const { status, body } of answers) {
        expect(status).toBe(401);
        expect({ code: body.code, message: body.message }).toEqual({
          code: 'login.rejected',
          message: 'Email Credentials Rejected',
        });
      }
    });

    test('slows down after wrong passwords for one person, by address or user name, and blocks no one', async () => {
      const person = await world.addPerson();
      const address = '10.9.0.1';
      world.waits.length = 0;
      for (let tries = 0; tries < 12; tries += 1) {
        const name = tries % 2 === 0 ? person.email : person.username;
        expect((await loginFrom(address, name, 'not the password')).status).toBe(401);
      }
      expect(world.waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
      world.waits.length = 0;
      expect((await loginFrom('10.9.0.2', person.email, PASSWORD)).status).toBe(200);
      expect(world.waits).toEqual([10_000]);
      expect((await loginFrom('10.9.0.2', (await world.addPerson()).email, PASSWORD)).status).toBe(200);
      expect(world.waits).toEqual([10_000]);
    });

    test('slows down for unknown names in the same way', async () => {
      world.waits.length = 0;
      for (let tries = 0; tries < 8; tries += 1) {
        const name = tries % 2 === 0 ? 'Nobody-Here@test.example' : 'nobody-here';
        expect((await loginFrom('10.9.0.3', name, 'x')).body).toMatchObject({
          code: 'login.rejected',
          message: 'Email Credentials Rejected',
        });
      }
      expect(world.waits).toEqual([500, 1_000, 2_000]);
    });

    test.each(['an account', 'no account'])(
      'slows down after guesses at a like name where there is %s',
      async (kind) => {
        const email = kind === 'an account' ? (await world.addPerson()).email : 'nobody-else@test.example';
        const like = email.replace('@test.example', '@elsewhere.example');
        world.waits.length = 0;
        for (let tries = 0; tries < LOGIN_LIMITS.free; tries += 1) await loginFrom('10.9.0.10', like, 'x');
        await loginFrom('10.9.0.10', email, 'x');
        expect(world.waits).toEqual([500]);
      },
    );

    test('exempts a browser on which the person signed in before while others guess', async () => {
      const person = await world.addPerson();
      const first = await loginFrom('10.9.0.4', person.email, PASSWORD);
      expect(first.cookie).toMatch(/; Path=\/api\/login\/; Max-Age=31536000; HttpOnly; SameSite=Strict$/);
      const cookie = first.cookie.split(';')[0] ?? '';
      // Even from the same address, as in a school.
      for (let tries = 0; tries <= LOGIN_LIMITS.pair; tries += 1) {
        await countLogin(
          world.db,
          { address: '10.9.0.4', person: person.id, device: null },
          world.clock.now,
        ).catch(() => undefined);
      }
      expect((await loginFrom('10.9.0.4', person.email, PASSWORD)).status).toBe(429);
      world.waits.length = 0;
      expect((await loginFrom('10.9.0.4', person.email, PASSWORD, cookie)).status).toBe(200);
      expect(world.waits).toEqual([]);
      // One person's marker doesn't count for another, and a forged one for no one.
      const other = await world.addPerson();
      const { secret } = world.config;
      expect(knownDeviceOf(secret, cookie, person.id)).not.toBeNull();
      expect(knownDeviceOf(secret, cookie, other.id)).toBeNull();
      expect(knownDeviceOf(`${secret}x`, cookie, person.id)).toBeNull();
      const shared = await loginFrom('10.9.0.5', other.email, PASSWORD, cookie);
      for (const { id } of [person, other]) expect(knownDeviceOf(secret, shared.cookie, id)).not.toBeNull();
    });

    test('slows down a known browser that guesses', async () => {
      const person = await world.addPerson();
      const cookie = (await loginFrom('10.9.0.6', person.email, PASSWORD)).cookie.split(';')[0];
      world.waits.length = 0;
      for (let tries = 0; tries < LOGIN_LIMITS.device + LOGIN_LIMITS.free + 1; tries += 1)
        await loginFrom('10.9.0.6', person.email, 'not the password', cookie);
      expect(world.waits).toEqual([500]);
    });

    test('counts concurrent attempts', async () => {
      const person = await world.addPerson();
      const attempt = { address: '10.9.0.7', person: person.id, device: null };
      const counted = await Promise.allSettled(
        Array.from({ length: LOGIN_LIMITS.pair + 5 }, () => countLogin(world.db, attempt, world.clock.now)),
      );
      expect(counted.filter(({ status }) => status === 'fulfilled')).toHaveLength(LOGIN_LIMITS.pair);
    });

    test("removes only the person's own attempts from the counter", async () => {
      const person = await world.addPerson();
      for (let tries = 0; tries < 7; tries += 1)
        await loginFrom('10.9.0.8', person.email, 'not the password');
      expect((await loginFrom('10.9.0.9', person.email, PASSWORD)).status).toBe(200);
      world.waits.length = 0;
      await loginFrom('10.9.0.8', person.email, 'not the password');
      expect(world.waits).toEqual([2_000]);
    });

    test("forgets a person's typos after a success", async () => {
      const person = await world.addPerson();
      for (let round = 0; round < 3; round += 1) {
        for (let tries = 0; tries < 5; tries += 1) await login(person.email, 'not the password');
        expect((await login(person.email, PASSWORD)).status).toBe(200);
      }
    });

    test('stops after a number of attempts per address', async () => {
      pass(15 * MINUTE_MS);
      const address = '10.1.2.3';
      for (let tries = 1; tries < ATTEMPT_LIMITS.address; tries += 1)
        await countLogin(world.db, { address, person: `p${tries}`, device: null }, world.clock.now);
      const answers: number[] = [];
      for (const name of ['one', 'two']) {
        const { statusCode } = await world.app.inject({
          method: 'POST',
          url: '/api/login/',
          remoteAddress: address,
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify({ email: `${name}@test.example`, password: 'x' }),
        });
        answers.push(statusCode);
      }
      expect(answers).toEqual([401, 429]);
      const person = await world.addPerson();
      expect((await login(person.email, PASSWORD)).status).toBe(200);
    });
  });

  describe('an access token', () => {
    test('lasts a quarter of an hour', async () => {
      const { token } = await world.signIn(await world.addPerson());
      pass(15 * MINUTE_MS - 1_000);
      expect(await statusOf(token)).toBe(200);
      pass(1_000);
      expect(await statusOf(token)).toBe(401);
    });

    test('is invalid if a bit of it was changed', async () => {
      const { token } = await world.signIn(await world.addPerson());
      const [header, payload, signature] = token.split('.');
      const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
      const other = Buffer.from(JSON.stringify({ sub: randomUUID(), sid: randomUUID(), exp: 9e9 })).toString(
        'base64url',
      );
      for (const forged of [
        `${none}.${payload}.`,
        `${header}.${other}.${signature}`,
        `${header}.${payload}.${signature}x`,
      ]) {
        expect(await statusOf(forged)).toBe(401);
      }
    });

    test('ends with its user', async () => {
      const person = await world.addPerson();
      const { token, refresh: refreshToken } = await world.signIn(person);
      await world.db.update(users).set({ is_active: false }).where(eq(users.id, person.id));
      expect(await statusOf(token)).toBe(401);
      expect((await refresh(refreshToken)).status).toBe(401);
    });
  });

  describe('a refresh token', () => {
    test('returns new tokens', async () => {
      const first = await world.signIn(await world.addPerson());
      pass(MINUTE_MS);
      const { status, body } = await refresh(first.refresh);
      expect(status).toBe(200);
      expect(body.refresh).not.toBe(first.refresh);
      expect(await statusOf(body.token)).toBe(200);
    });

    /** Uses the named tokens in turn: t0 is from the login, each success returns the next. */
    const courses: [string, readonly number[], readonly number[]][] = [
      ['each newest token works', [0, 1, 2, 3], [200, 200, 200, 200]],
      ['the one before works while its successor was not used', [0, 0], [200, 200]],
      ['a lost answer may be lost again', [0, 0, 0, 3], [200, 200, 200, 200]],
      ['the one before is dead once its successor was used', [0, 1, 0], [200, 200, 401]],
      ['an old one ends the whole sign-in', [0, 1, 0, 2], [200, 200, 401, 401]],
      ['a successor that was thrown away ends the sign-in', [0, 0, 2, 1, 3], [200, 200, 200, 401, 401]],
    ];
    test.each(courses)('%s', async (_, uses, expected) => {
      const first = await world.signIn(await world.addPerson());
      const tokens = [first.refresh];
      const answers: number[] = [];
      for (const use of uses) {
        const { status, body } = await refresh(tokens[use] ?? 'none');
        answers.push(status);
        if (status === 200) tokens.push(body.refresh);
      }
      expect(answers).toEqual(expected);
    });

    test('ends the access tokens of its family when it is used too late', async () => {
      const first = await world.signIn(await world.addPerson());
      const second = (await refresh(first.refresh)).body;
      const third = (await refresh(second.refresh)).body;
      expect(await statusOf(third.token)).toBe(200);
      await refresh(first.refresh);
      expect(await statusOf(third.token)).toBe(401);
    });

    test('that is unknown ends nothing', async () => {
      const person = await world.addPerson();
      const { token } = await world.signIn(person);
      const [row] = await world.db.select().from(sign_ins).where(eq(sign_ins.user_id, person.id));
      for (const made of ['x', `${row?.id}.${'a'.repeat(43)}.${'b'.repeat(22)}`, `${row?.id}.a`, '..']) {
        expect((await refresh(made)).status).toBe(401);
      }
      expect(await statusOf(token)).toBe(200);
    });

    test('expires after thirty days without use', async () => {
      const { refresh: token } = await world.signIn(await world.addPerson());
      pass(31 * 24 * 60 * MINUTE_MS);
      expect((await refresh(token)).status).toBe(401);
    });

    test('is never stored in plaintext', async () => {
      const person = await world.addPerson();
      const { refresh: token } = await world.signIn(person);
      const rows = await world.db.select().from(sign_ins).where(eq(sign_ins.user_id, person.id));
      expect(JSON.stringify(rows)).not.toContain(token.split('.')[1]);
    });

    test('used by concurrent requests keeps the sign-in alive', async () => {
      const { refresh: token } = await world.signIn(await world.addPerson());
      const answers = await Promise.all([refresh(token), refresh(token), refresh(token)]);
      const last = answers.filter(({ status }) => status === 200);
      expect(last).toHaveLength(3);
    });
  });

  describe('logging out', () => {
    test.each(['token', 'refresh'] as const)(
      'by the %s ends the sign-in, without a body in the answer',
      async (which) => {
        const signedIn = await world.signIn(await world.addPerson());
        const { status, body } = await world.call('auth.logout', { body: { token: signedIn[which] } });
        expect([status, body]).toEqual([204, undefined]);
        expect(await statusOf(signedIn.token)).toBe(401);
        expect((await refresh(signedIn.refresh)).status).toBe(401);
      },
    );

    test('accepts an unknown token', async () => {
      expect((await world.call('auth.logout', { body: { token: 'unknown' } })).status).toBe(204);
    });

    test('accepts an expired access token', async () => {
      const signedIn = await world.signIn(await world.addPerson());
      pass(20 * MINUTE_MS);
      await world.call('auth.logout', { body: { token: signedIn.token } });
      expect((await refresh(signedIn.refresh)).status).toBe(401);
    });
  });

  describe('a forced logout', () => {
    const statusCheck = (token: string) => world.call('auth.logout-status', { token });
    let admin: Person;
    let adminToken: string;
    const forceOut = (username: string, token = adminToken) =>
      world.call('auth.force-logout', { token, body: { username } });
    beforeAll(async () => {
      admin = await world.addPerson({ role: '1', isProvider: false });
    });

    test('ends all sign-ins at once, and only the status check still says why', async () => {
      adminToken = (await world.signIn(admin)).token;
      const person = await world.addPerson();
      const phone = await world.signIn(person);
      const laptop = await world.signIn(person);
      expect((await statusCheck(phone.token)).body).toEqual({ logged_out: false });
      expect((await forceOut(person.username)).status).toBe(204);
      for (const device of [phone, laptop]) {
        expect(await statusOf(device.token)).toBe(401);
        expect((await refresh(device.refresh)).status).toBe(401);
        expect(await statusCheck(device.token)).toMatchObject({ status: 200, body: { logged_out: true } });
      }
    });

    test("lasts until the next login, which doesn't restore the old ones", async () => {
      adminToken = (await world.signIn(admin)).token;
      const person = await world.addPerson();
      const old = await world.signIn(person);
      await forceOut(person.username);
      pass(1_000);
      const fresh = await world.signIn(person);
      expect((await statusCheck(fresh.token)).body).toEqual({ logged_out: false });
      expect(await statusOf(fresh.token)).toBe(200);
      expect(await statusOf(old.token)).toBe(401);
      expect((await refresh(old.refresh)).status).toBe(401);
      expect((await statusCheck(old.token)).status).toBe(401);
    });

    test('requires an existing person, and is audited', async () => {
      adminToken = (await world.signIn(admin)).token;
      expect((await forceOut('nobody')).status).toBe(404);
      const person = await world.addPerson();
      await forceOut(person.username.toUpperCase());
      const [entry] = await world.db.select().from(audit_entries).orderBy(desc(audit_entries.id)).limit(1);
      expect(entry).toMatchObject({ action: 'auth.force-logout', user_id: admin.id, row_id: person.id });
    });

    test('of a super admin requires a super admin', async () => {
      adminToken = (await world.signIn(admin)).token;
      const [boss, other] = [
        await world.addPerson({ role: '0', isProvider: false }),
        await world.addPerson({ role: '0', isProvider: false }),
      ];
      const { token } = await world.signIn(boss);
      expect((await forceOut(boss.username)).status).toBe(403);
      expect(await statusOf(token)).toBe(200);
      expect((await statusCheck(token)).body).toEqual({ logged_out: false });
      const { token: otherToken } = await world.signIn(other);
      expect((await forceOut(boss.username, otherToken)).status).toBe(204);
      expect(await statusOf(token)).toBe(401);
    });

    test.each(['2', '3', '4'])('but role %s may not', async (role) => {
      const { token } = await world.signIn(await world.addPerson({ role }));
      expect((await forceOut(admin.username, token)).status).toBe(403);
      expect((await world.call('auth.list-logins', { token })).status).toBe(403);
    });

    test('is based on a list of logins, newest first', async () => {
      pass(1_000);
      adminToken = (await world.signIn(admin)).token;
      pass(1_000);
      const person = await world.addPerson();
      await world.signIn(person);
      const { body } = await world.call('auth.list-logins', { token: adminToken, query: { limit: '2' } });
      expect(body.map(({ username }) => username)).toEqual([person.username, admin.username]);
    });
  });

  test('records that a person was active at most once a minute', async () => {
    const person = await world.addPerson();
    const started = world.clock.now.toISOString();
    const { token } = await world.signIn(person);
    const seen = async () => {
      await statusOf(token);
      const [row] = await world.db.select().from(sign_ins).where(eq(sign_ins.user_id, person.id));
      return new Date(row?.last_seen_at ?? 0).toISOString();
    };
    pass(59_000);
    expect(await seen()).toBe(started);
    pass(1_000);
    expect(await seen()).toBe(world.clock.now.toISOString());
  });

  test('lists who is signed in', async () => {
    const person = await world.addPerson({ grants: ['reports.badge', 'nonsense'] });
    const caseload = await world.addCaseload(person);
    const { token } = await world.signIn(person);
    const { body } = await world.call('auth.current-user', { token });
    expect(body).toEqual({
      id: person.id,
      profile_id: person.id,
      username: person.username,
      name: `Robin ${person.username}`,
      email: person.email,
      role: '2',
      emp: 'w2_nonexempt',
      grants: ['reports.badge'],
      services: [caseload.service],
      time_format: '12h',
    });
    expect((await world.call('auth.user-id', { token })).body).toEqual({ id: person.id });
  });
});
