import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DeviceDatabase } from '#db/device-database.ts';
import { LocalDatabase } from '#db/local-database.ts';
import { unsentWrites } from '#db/outbox.ts';
import { exportDataKey, WrongPassword } from '#db/vault.ts';
import { createApiClient, NoAnswer } from '#sync/api-client.ts';
import { systemClock } from '#sync/clock.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { changePassword, UnlockUnchanged } from '#sync/sign-in/change-password.ts';
import {
  clearSignIn,
  eraseDevice,
  type OpenDevice,
  signInOffline,
  signInOnline,
} from '#sync/sign-in/sign-in.ts';
import { type ApiWorld, openApiWorld, PASSWORD, type Person } from '#tests/server/api-world.ts';
import { type BareBrowser, openBareBrowser } from '#tests/support/bare-browser.ts';
import { usualKind } from '#tests/support/database.ts';
import { lockQueue } from '#tests/support/device.ts';
import { fetchFrom } from '#tests/support/device-api.ts';
import { lunchEntry } from '#tests/support/device-entries.ts';

let world: ApiWorld;
let person: Person;
let devices: DeviceDatabase;
let browser: BareBrowser;

beforeAll(async () => {
  world = await openApiWorld(usualKind);
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

describe('a person who changes the password on this device', () => {
  const changed = 'another long enough password';
  beforeEach(() => vi.stubGlobal('navigator', { locks: { request: lockQueue() } }));
  const change = async (open: OpenDevice, current_password = PASSWORD) => {
    const { vaultName, dataKey, device_id, signIn: stored } = open;
    const db = new LocalDatabase(vaultName, dataKey);
    const api = createApiClient({
      tokens: { current: async () => stored.token, renew: async () => null },
    });
    const sender = { db, api, device_id, app_version: '1', clock: systemClock };
    try {
      return await changePassword(sender, devices, { current_password, new_password: changed });
    } finally {
      db.close();
    }
  };
  const offline = (password: string) => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    return signInOffline(devices, { email: person.email, password });
  };

  test('unlocks it offline with the new one only, and finds the unsynced changes', async () => {
    const open = await signIn();
    await queueLunch(open);
    const at = await change(open);
    clearSignIn();
    await expect(offline(PASSWORD)).rejects.toThrow(WrongPassword);
    const unlocked = await offline(changed);
    expect(unlocked && (await unsentNotes(unlocked))).toEqual(['unsent']);
    expect(unlocked?.signIn.last_password_update).toBe(at);
    expect(unlocked && (await exportDataKey(unlocked.dataKey))).toBe(await exportDataKey(open.dataKey));
  });

  test('can sync it while locked: it gets another upload token', async () => {
    const open = await signIn();
    const [before] = await devices.vaults.toArray();
    await change(open);
    const [after] = await devices.vaults.toArray();
    expect(after?.upload_token).not.toBe(before?.upload_token);
    expect(after?.upload_token).not.toBeNull();
  });

  test('changes nothing here if the server refuses', async () => {
    const open = await signIn();
    const before = await devices.vaults.toArray();
    await expect(change(open, 'not the password')).rejects.toMatchObject({
      fields: { current_password: "That isn't your current password." },
    });
    expect(await devices.vaults.toArray()).toEqual(before);
  });

  test('loses nothing if the device stops before it has stored the new wrap', async () => {
    const open = await signIn();
    await queueLunch(open);
    // The page dies between the server's answer and the write.
    const update = vi.spyOn(devices.vaults, 'update').mockRejectedValue(new Error('gone'));
    await expect(change(open)).rejects.toThrow(UnlockUnchanged);
    update.mockRestore();
    clearSignIn();
    const before = await offline(PASSWORD);
    expect(before && (await unsentNotes(before))).toEqual(['unsent']);
    clearSignIn();
    vi.stubGlobal('fetch', fetchFrom(world.app));
    await expect(signIn(PASSWORD)).rejects.toMatchObject({ code: 'login.rejected' });
    expect(await unsentNotes(await signIn(changed))).toEqual(['unsent']);
    clearSignIn();
    await expect(offline(PASSWORD)).rejects.toThrow(WrongPassword);
    expect(await offline(changed)).not.toBeNull();
    expect(await devices.vaults.count()).toBe(1);
  });

  test('can repeat it if the answer was lost', async () => {
    const open = await signIn();
    const reach = fetchFrom(world.app);
    vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
      await reach(...asked);
      throw new TypeError('fetch failed');
    });
    await expect(change(open)).rejects.toThrow(NoAnswer);
    vi.stubGlobal('fetch', reach);
    await change(open);
    clearSignIn();
    expect(await offline(changed)).not.toBeNull();
  });
});

test('two tabs that log in at the same moment have the same key, the one in escrow', async () => {
  const [one, two] = await Promise.all([signIn(), signIn()]);
  expect(await exportDataKey(one.dataKey)).toBe(await exportDataKey(two.dataKey));
  const third = await signIn();
  expect(await exportDataKey(third.dataKey)).toBe(await exportDataKey(one.dataKey));
});
