import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit_entries, devices } from '#server/db/schema/sync.ts';
import { browserName } from '#server/modules/auth/browser-name.ts';
import { ruleKinds } from '#tests/support/database.ts';
import { type ApiWorld, openApiWorld, PASSWORD, type Person } from './api-world.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const DATA_KEY = Buffer.alloc(32, 7).toString('base64');

describe.each(ruleKinds)("a person's devices on %s", (kind) => {
  let world: ApiWorld;
  beforeAll(async () => {
    world = await openApiWorld(kind);
  });
  afterAll(() => world.close());

  const pass = (minutes: number) => {
    world.clock.now = new Date(world.clock.now.getTime() + minutes * 60_000);
  };
  const signIn = async (person: Person, userAgent?: string) =>
    (
      await world.call('auth.login', {
        body: { email: person.email, password: PASSWORD },
        ...(userAgent === undefined ? {} : { headers: { 'user-agent': userAgent } }),
      })
    ).body;
  const register = (token: string, id: string) =>
    world.call('device.register', {
      token,
      params: { id },
      body: { app_version: '1', data_key: DATA_KEY, discards: [] },
    });
  const list = async (token: string) => (await world.call('auth.list-own-devices', { token })).body;
  const end = (token: string, id: string) => world.call('auth.end-own-device', { token, params: { id } });
  const statusOf = async (token: string) => (await world.call('auth.user-id', { token })).status;

  test('are listed once each, last seen first, with the browser and the current one marked', async () => {
    const person = await world.addPerson();
    const phoneId = randomUUID();
    const first = await signIn(person, IPHONE);
    await register(first.token, phoneId);
    pass(2);
    const again = await signIn(person, IPHONE);
    await register(again.token, phoneId);
    pass(2);
    const laptop = await signIn(person, CHROME);
    await signIn(await world.addPerson(), CHROME);
    pass(2);
    const listed = await list(laptop.token);
    expect(listed.map(({ browser, device_id, is_current }) => [browser, device_id, is_current])).toEqual([
      ['Chrome on Windows', null, true],
      ['Safari on iPhone', phoneId, false],
    ]);
    expect(listed[0]?.last_seen_at).toBe(world.clock.now.toISOString());
  });

  test('leave the list once they are logged out or expired', async () => {
    const person = await world.addPerson();
    const phone = await signIn(person);
    const tablet = await signIn(person);
    await world.call('auth.logout', { body: { token: phone.refresh } });
    expect(await list(tablet.token)).toHaveLength(1);
    pass(31 * 24 * 60);
    expect(await list((await signIn(person)).token)).toHaveLength(1);
  });

  test('can be logged out one by one, with every login there and the upload token', async () => {
    const person = await world.addPerson();
    const phoneId = randomUUID();
    const phone = await signIn(person);
    await register(phone.token, phoneId);
    const sameId = await signIn(person);
    await register(sameId.token, phoneId);
    const tablet = await signIn(person);
    await register(tablet.token, randomUUID());
    const laptop = await signIn(person);
    const [listed] = (await list(laptop.token)).filter(({ device_id }) => device_id === phoneId);
    expect((await end(laptop.token, listed?.id ?? '')).status).toBe(204);
    expect(await Promise.all([phone, sameId, tablet, laptop].map(({ token }) => statusOf(token)))).toEqual([
      401, 401, 200, 200,
    ]);
    const rows = await world.db.select().from(devices).where(eq(devices.user_id, person.id));
    expect(rows.map(({ id, upload_ended_at }) => [id === phoneId, upload_ended_at !== null]).sort()).toEqual([
      [false, false],
      [true, true],
    ]);
    const entries = await world.db.select().from(audit_entries).where(eq(audit_entries.user_id, person.id));
    expect(entries.find(({ action }) => action === 'auth.end-own-device')?.details).toEqual({
      device_id: phoneId,
    });
    expect((await end(laptop.token, listed?.id ?? '')).status).toBe(404);
  });

  test("can't be logged out by anyone else, and not the one that asks", async () => {
    const person = await world.addPerson();
    const own = await signIn(person);
    const other = await signIn(await world.addPerson({ role: '0' }));
    const [listed] = await list(own.token);
    expect((await end(other.token, listed?.id ?? '')).status).toBe(404);
    expect((await end(own.token, listed?.id ?? '')).status).toBe(403);
    expect(await statusOf(own.token)).toBe(200);
  });
});

test.each([
  [CHROME, 'Chrome on Windows'],
  [IPHONE, 'Safari on iPhone'],
  [`${CHROME} Edg/140.0.0.0`, 'Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari on Mac',
  ],
  ['curl/8.0', ''],
  [null, ''],
])('names a browser as people do: %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
