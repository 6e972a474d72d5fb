import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { password_resets } from '#server/db/schema/sign-ins.ts';
import { users } from '#server/db/schema/users.ts';
import { ATTEMPT_LIMITS, LOGIN_LIMITS } from '#server/plugins/attempts.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { type ApiWorld, openApiWorld, PASSWORD, type Person } from './api-world.ts';

const NEW_PASSWORD = 'a quite different one';
const MINUTE_MS = 60_000;

describe.each(ruleKinds)('a new password on %s', (kind) => {
  let world: ApiWorld;
  /** What happens while a login is slowed down. */
  let meanwhile = async () => undefined as unknown;
  beforeAll(async () => {
    world = await openApiWorld(kind, { wait: async () => void (await meanwhile()) });
  });
  afterAll(() => world.close());

  const pass = (ms: number) => {
    world.clock.now = new Date(world.clock.now.getTime() + ms);
  };
  const canSignIn = async (person: Person, password: string) =>
    (await world.call('auth.login', { body: { email: person.email, password } })).status === 200;

  describe('when changed by its owner', () => {
    const change = (token: string, current_password: string, new_password: string) =>
      world.call('auth.update-password', { token, body: { current_password, new_password } });

    test('ends the other sign-ins and keeps this one', async () => {
      const person = await world.addPerson();
      const phone = await world.signIn(person);
      const laptop = await world.signIn(person);
      const { status, body } = await change(laptop.token, PASSWORD, NEW_PASSWORD);
      expect(status).toBe(200);
      expect(body).toEqual({ last_password_update: world.clock.now.toISOString() });
      expect((await world.call('auth.user-id', { token: laptop.token })).status).toBe(200);
      expect((await world.call('auth.user-id', { token: phone.token })).status).toBe(401);
      expect(await canSignIn(person, PASSWORD)).toBe(false);
      expect(await canSignIn(person, NEW_PASSWORD)).toBe(true);
    });

    test('succeeds again if the first answer was lost', async () => {
      const person = await world.addPerson();
      const { token } = await world.signIn(person);
      const first = await change(token, PASSWORD, NEW_PASSWORD);
      pass(MINUTE_MS);
      const second = await change(token, PASSWORD, NEW_PASSWORD);
      expect([second.status, second.body]).toEqual([200, first.body]);
    });

    test.each([
      ['it is the current one', PASSWORD, PASSWORD, 'password.weak', 'new_password'],
      ['the current one is wrong', 'not the password', NEW_PASSWORD, 'request.invalid', 'current_password'],
      ['it is short', PASSWORD, 'eleven char', 'request.invalid', 'new_password'],
      ['it is one letter again and again', PASSWORD, 'aaaaaaaaaaaaaaaa', 'password.weak', 'new_password'],
      ['it holds U+0000', PASSWORD, `${NEW_PASSWORD}\u0000`, 'request.invalid', 'new_password'],
    ])('is rejected if %s', async (_, current, next, code, field) => {
      const person = await world.addPerson();
      const { token } = await world.signIn(person);
      const { status, body } = await change(token, current, next);
      expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([422, code, [field]]);
      expect(await canSignIn(person, PASSWORD)).toBe(true);
    });

    test('is rejected if it is the user name', async () => {
      const person = await world.addPerson();
      const { token } = await world.signIn(person);
      expect((await change(token, PASSWORD, person.email)).body.code).toBe('password.weak');
    });

    test("can't be set by guessing the current one", async () => {
      const { token } = await world.signIn(await world.addPerson());
      for (let tries = 0; tries < ATTEMPT_LIMITS.account; tries += 1)
        await change(token, 'not the password', NEW_PASSWORD);
      expect((await change(token, PASSWORD, NEW_PASSWORD)).status).toBe(429);
    });
  });

  describe('after a reset request', () => {
    const request = (email: string) => world.call('auth.request-reset', { body: { email } });
    const confirm = (token: string, password = NEW_PASSWORD) =>
      world.call('auth.confirm-reset', { body: { token, password } });
    /** Requests a link and takes the token from the email. */
    async function tokenFor(person: Person): Promise<string> {
      const before = world.mails.length;
      await request(person.email.toUpperCase());
      await vi.waitFor(() => expect(world.mails.length).toBe(before + 1));
      const mail = world.mails.at(-1);
      expect(mail?.to).toBe(person.email);
      const link = /https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '';
      expect(link.startsWith(`${world.config.publicUrl}/password-reset-confirm/?token=`)).toBe(true);
      return new URL(link).searchParams.get('token') ?? '';
    }

    test('ends a login with the old password that was slowed down in the meantime', async () => {
      const person = await world.addPerson();
      const token = await tokenFor(person);
      for (let guess = 1; guess <= LOGIN_LIMITS.free; guess += 1) await canSignIn(person, 'not the password');
      let isReset = false;
      meanwhile = async () => {
        meanwhile = async () => undefined;
        isReset = (await confirm(token)).status === 200;
      };
      const isIn = await canSignIn(person, PASSWORD);
      expect({ isReset, isIn }).toEqual({ isReset: true, isIn: false });
      expect(await canSignIn(person, NEW_PASSWORD)).toBe(true);
    });

    test('is set through the emailed link, which ends every sign-in', async () => {
      const person = await world.addPerson();
      const { token: accessToken } = await world.signIn(person);
      const { status } = await confirm(await tokenFor(person));
      expect(status).toBe(200);
      expect((await world.call('auth.user-id', { token: accessToken })).status).toBe(401);
      expect(await canSignIn(person, PASSWORD)).toBe(false);
      expect(await canSignIn(person, NEW_PASSWORD)).toBe(true);
    });

    test('can be set only once per link', async () => {
      const token = await tokenFor(await world.addPerson());
      expect((await confirm(token)).status).toBe(200);
      expect((await confirm(token)).body.code).toBe('reset.rejected');
    });

    test('can be set for sixty minutes', async () => {
      const token = await tokenFor(await world.addPerson());
      pass(60 * MINUTE_MS);
      expect((await confirm(token)).status).toBe(422);
    });

    test('invalidates all other links', async () => {
      const person = await world.addPerson();
      const first = await tokenFor(person);
      const second = await tokenFor(person);
      await confirm(second);
      expect((await confirm(first)).status).toBe(422);
    });

    test('keeps the link valid if it is too short', async () => {
      const token = await tokenFor(await world.addPerson());
      expect((await confirm(token, 'short')).body.fields).toHaveProperty('password');
      expect((await confirm(token, 'aaaaaaaaaaaaaaa')).body.code).toBe('password.weak');
      expect((await confirm(token)).status).toBe(200);
    });

    test("can't be set with an invalid token", async () => {
      const { status, body } = await confirm('made-up');
      expect([status, body.code, body.message]).toEqual([
        422,
        'reset.rejected',
        'Email Credentials Rejected',
      ]);
    });

    test('gets the same answer for an unknown address, without an email', async () => {
      const person = await world.addPerson();
      const inactive = await world.addPerson();
      await world.db.update(users).set({ is_active: false }).where(eq(users.id, inactive.id));
      const known = await request(person.email);
      await vi.waitFor(() => expect(world.mails.at(-1)?.to).toBe(person.email));
      const before = world.mails.length;
      expect((await request('nobody@test.example')).body).toEqual(known.body);
      expect((await request(inactive.email)).body).toEqual(known.body);
      await tokenFor(await world.addPerson());
      expect(world.mails.length).toBe(before + 1);
    });

    test('never has its emailed token stored in plaintext', async () => {
      const person = await world.addPerson();
      const token = await tokenFor(person);
      const rows = await world.db
        .select()
        .from(password_resets)
        .where(eq(password_resets.user_id, person.id));
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain(token);
    });

    test("can't be used to flood a mailbox", async () => {
      const person = await world.addPerson();
      const answers: number[] = [];
      for (let asked = 0; asked <= ATTEMPT_LIMITS.account; asked += 1)
        answers.push((await request(person.email)).status);
      expect(answers.at(-1)).toBe(429);
    });
  });
});
