import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DeviceDatabase } from '#db/device-database.ts';
import { LocalDatabase } from '#db/local-database.ts';
import { unsentWrites } from '#db/outbox.ts';
import { exportDataKey, WrongPassword } from '#db/vault.ts';
import { systemClock } from '#sync/clock.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import {
  clearSignIn,
  eraseDevice,
  type OpenDevice,
  signInOffline,
  signInOnline,
} from '#sync/sign-in/sign-in.ts';
import { type ApiWorld, openApiWorld, PASSWORD, type Person } from '#tests/server/api-world.ts';
import { type BareBrowser, openBareBrowser } from '#tests/support/bare-browser.ts';
import { lunchEntry } from '#tests/support/device-entries.ts';

let world: ApiWorld;
let person: Person;
let devices: DeviceDatabase;
let browser: BareBrowser;

beforeAll(async () => {
  world = await openApiWorld('pglite');
});

afterAll(() => world.close());

beforeEach(async () => {
  browser = openBareBrowser(world.app);
  ({ devices } = browser);
  person = await world.addPerson();
});

afterEach(() => browser.clear());

function signIn(password = PASSWORD): Promise<OpenDevice> {
  return signInOnline(devices, { email: person.email, password }, '1');
}

async function queueLunch({ vaultName, dataKey, signIn: { user_id }, device_id }: OpenDevice): Promise<void> {
  const db = new LocalDatabase(vaultName, dataKey);
  const body = lunchEntry({ notes: 'unsent' });
  const workspace = { db, user_id, device_id, clock: systemClock, wake: () => undefined };
  await queueWrite(workspace, { endpoint: 'lunch.create', id: body.id, body, lane: 'day' });
  db.close();
}

async function unsentNotes({ vaultName, dataKey }: OpenDevice): Promise<unknown[]> {
  const db = new LocalDatabase(vaultName, dataKey);
  const writes = await unsentWrites(db);
  db.close();
  return writes.map((write) => (write.content.body as { notes: unknown }).notes);
}

describe('a person who logs in again on the same device', () => {
  test('finds the unsynced changes, online and offline', async () => {
    await queueLunch(await signIn());
    clearSignIn();
    expect(await unsentNotes(await signIn())).toEqual(['unsent']);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    const offline = await signInOffline(devices, { email: person.email.toUpperCase(), password: PASSWORD });
    expect(offline?.isOnline).toBe(false);
    expect(offline && (await unsentNotes(offline))).toEqual(['unsent']);
  });

  test('is told about a wrong password offline, and nothing changes', async () => {
    await queueLunch(await signIn());
    const before = await devices.vaults.toArray();
    await expect(signInOffline(devices, { email: person.email, password: 'wrong' })).rejects.toThrow(
      WrongPassword,
    );
    expect(await devices.vaults.toArray()).toEqual(before);
    expect(await signInOffline(devices, { email: 'nobody@test.example', password: PASSWORD })).toBeNull();
  });

  test('gets in after a logout that erased the device, with the key from escrow', async () => {
    const first = await signIn();
    await eraseDevice(first, { writes: 0, discarded_at: new Date().toISOString() });
    expect(await devices.vaults.count()).toBe(0);
    const second = await signIn();
    expect(await exportDataKey(second.dataKey)).toBe(await exportDataKey(first.dataKey));
    expect(second.vaultName).toBe(first.vaultName);
  });

  test('gets in with a password that was changed elsewhere, and the old one no longer works', async () => {
    const first = await signIn();
    await queueLunch(first);
    const changed = 'another long enough password';
    const { status } = await world.call('auth.update-password', {
      token: first.signIn.token,
      body: { current_password: PASSWORD, new_password: changed },
    });
    expect(status).toBe(200);
    const second = await signIn(changed);
    expect(await devices.vaults.count()).toBe(1);
    expect(await unsentNotes(second)).toEqual(['unsent']);
    await expect(signInOffline(devices, { email: person.email, password: PASSWORD })).rejects.toThrow(
      WrongPassword,
    );
  });
});

test('two tabs that log in at the same moment have the same key, the one in escrow', async () => {
  const [one, two] = await Promise.all([signIn(), signIn()]);
  expect(await exportDataKey(one.dataKey)).toBe(await exportDataKey(two.dataKey));
  const third = await signIn();
  expect(await exportDataKey(third.dataKey)).toBe(await exportDataKey(one.dataKey));
});
