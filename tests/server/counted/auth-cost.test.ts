import { verify } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hashPassword, NO_PASSWORD } from '#server/db/password-hash.ts';
import { users } from '#server/db/schema/users.ts';
import { databaseKinds } from '#tests/support/database.ts';
import { type ApiWorld, openApiWorld, PASSWORD } from '../api-world.ts';

// The real function, with a call counter.
vi.mock(import('@node-rs/argon2'), async (original) => {
  const real = await original();
  return { ...real, verify: vi.fn(real.verify) };
});

describe.each(databaseKinds)('signing in on %s', (kind) => {
  let world: ApiWorld;
  beforeAll(async () => {
    world = await openApiWorld(kind);
  });
  afterAll(() => world.close());

  test('verifies a hash of the same cost for an unknown person and one without a password, so that timing reveals nothing', async () => {
    const [person, invited] = [await world.addPerson(), await world.addPerson()];
    const setHash = (id: string, password_hash: string) =>
      world.db.update(users).set({ password_hash }).where(eq(users.id, id));
    // Those of other tests cost next to nothing.
    await setHash(person.id, await hashPassword(PASSWORD));
    await setHash(invited.id, NO_PASSWORD);
    const costOfLogin = async (email: string) => {
      vi.mocked(verify).mockClear();
      await world.call('auth.login', { body: { email, password: 'not the password' } });
      return vi.mocked(verify).mock.calls.map(([stored]) => String(stored).split('$').slice(0, 4));
    };
    const known = await costOfLogin(person.email);
    expect(known).toEqual([['', 'argon2id', 'v=19', 'm=65536,t=3,p=1']]);
    expect(await costOfLogin('nobody@test.example')).toEqual(known);
    expect(await costOfLogin(invited.email)).toEqual(known);
  });
});
