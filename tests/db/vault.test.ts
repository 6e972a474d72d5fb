import { randomUUID } from 'node:crypto';
import Dexie from 'dexie';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { decrypt, encrypt } from '#contract/encryption.ts';
import { DeviceDatabase, thisDevice } from '#db/device-database.ts';
import { LocalDatabase } from '#db/local-database.ts';
import {
  DERIVATION_ROUNDS,
  destroyVault,
  deviceHoldsUnsentWork,
  exportDataKey,
  importDataKey,
  keepVault,
  openVault,
  vaultOfLogin,
  vaultOfUser,
  WrongPassword,
} from '#db/vault.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { everythingStored, openDevice } from '#tests/support/device.ts';
import { lunchEntry } from '#tests/support/device-entries.ts';

let devices: DeviceDatabase;

beforeEach(async () => {
  await Dexie.delete('caseload-device');
  devices = new DeviceDatabase();
});

afterEach(async () => {
  devices.close();
  await Dexie.delete('caseload-device');
});

const paula = { user_id: randomUUID(), logins: ['paula@office.example', 'paula'], password: 'open sesame' };

async function rawKey(key: CryptoKey): Promise<string> {
  return exportDataKey(key);
}

describe('a vault', () => {
  test('decrypts its data key with the password', async () => {
    const made = await keepVault(devices, { ...paula, dataKey: null });
    const vault = await vaultOfLogin(devices, '  Paula@Office.example ');
    expect(vault?.name).toBe(made.vault.name);
    expect(await rawKey(await openVault(made.vault, paula.password))).toBe(await rawKey(made.dataKey));
  });

  test('rejects a wrong password and stays unchanged', async () => {
    const { vault } = await keepVault(devices, { ...paula, dataKey: null });
    const before = await everythingStored();
    await expect(openVault(vault, 'open sesam')).rejects.toThrow(WrongPassword);
    expect(await everythingStored()).toBe(before);
  });

  test('keeps its key, token, and encrypted sign-in under a new password', async () => {
    const { vault, dataKey } = await keepVault(devices, { ...paula, dataKey: null });
    await devices.vaults.update(vault.name, {
      is_escrowed: 1,
      upload_token: 'up',
      sealed_sign_in: new Uint8Array([1, 2, 3]),
    });
    const again = await keepVault(devices, { ...paula, password: 'new words', dataKey });
    expect(await devices.vaults.count()).toBe(1);
    const stored = await vaultOfUser(devices, paula.user_id);
    expect(stored).toMatchObject({ is_escrowed: 1, upload_token: 'up' });
    expect(stored?.sealed_sign_in).toEqual(new Uint8Array([1, 2, 3]));
    expect(await rawKey(await openVault(again.vault, 'new words'))).toBe(await rawKey(dataKey));
    await expect(openVault(again.vault, paula.password)).rejects.toThrow(WrongPassword);
  });

  test('uses a new salt for each wrap, and stores the number of rounds', async () => {
    const { vault, dataKey } = await keepVault(devices, { ...paula, dataKey: null });
    const again = await keepVault(devices, { ...paula, dataKey });
    expect(vault.derivation.iterations).toBe(DERIVATION_ROUNDS);
    expect(DERIVATION_ROUNDS).toBeGreaterThanOrEqual(600_000);
    expect(again.vault.derivation.salt).not.toEqual(vault.derivation.salt);
    expect(again.vault.wrapped_key).not.toEqual(vault.wrapped_key);
  });

  test('is created once when two tabs log in at the same moment', async () => {
    const other = new DeviceDatabase();
    await Promise.all([thisDevice(devices), thisDevice(other)]);
    const [one, two] = await Promise.all([
      keepVault(devices, { ...paula, dataKey: null }),
      keepVault(other, { ...paula, dataKey: null }),
    ]);
    other.close();
    expect(await rawKey(one.dataKey)).toBe(await rawKey(two.dataKey));
    const stored = await vaultOfUser(devices, paula.user_id);
    expect(stored).not.toBeNull();
    if (stored !== null)
      expect(await rawKey(await openVault(stored, paula.password))).toBe(await rawKey(one.dataKey));
  });

  test('of another person on the device has its own key and database', async () => {
    const otto = { user_id: randomUUID(), logins: ['otto@office.example'], password: paula.password };
    const first = await keepVault(devices, { ...paula, dataKey: null });
    const second = await keepVault(devices, { ...otto, dataKey: null });
    expect(second.vault.name).not.toBe(first.vault.name);
    expect(await rawKey(second.dataKey)).not.toBe(await rawKey(first.dataKey));
    const sealed = await encrypt(first.dataKey, 'sessions|1', { notes: 'secret' });
    await expect(decrypt(second.dataKey, 'sessions|1', sealed)).rejects.toThrow();
    expect(await vaultOfLogin(devices, 'nobody@office.example')).toBeNull();
  });

  test('contains no name, login, or key', async () => {
    const { vault, dataKey } = await keepVault(devices, { ...paula, dataKey: null });
    expect(vault.name).toMatch(/^caseload-[0-9a-f]{64}$/);
    const stored = (await everythingStored()).toLowerCase();
    expect(stored).toContain(vault.name);
    for (const secret of ['paula', 'office.example', 'open sesame', 'cryptokey']) {
      expect(stored).not.toContain(secret);
    }
    const base64 = await rawKey(dataKey);
    expect(await everythingStored()).not.toContain(base64);
    expect(await everythingStored()).not.toContain(Buffer.from(base64, 'base64').toString('latin1'));
  });

  test('has another name for the same person on another device', async () => {
    const { vault } = await keepVault(devices, { ...paula, dataKey: null });
    const elsewhere = new DeviceDatabase(`elsewhere-${randomUUID()}`);
    const other = await keepVault(elsewhere, { ...paula, dataKey: null });
    await elsewhere.delete();
    expect(other.vault.name).not.toBe(vault.name);
    expect(other.vault.login_hashes).not.toEqual(vault.login_hashes);
  });

  test('is deleted with its database', async () => {
    const { vault } = await keepVault(devices, { ...paula, dataKey: null });
    const db = new LocalDatabase(vault.name, null);
    await db.open();
    db.close();
    await destroyVault(devices, vault);
    expect(await Dexie.exists(vault.name)).toBe(false);
    expect(await vaultOfUser(devices, paula.user_id)).toBeNull();
  });

  test('reveals that unsynced changes exist, but not whose', async () => {
    const { vault, dataKey } = await keepVault(devices, { ...paula, dataKey: null });
    expect(await deviceHoldsUnsentWork(devices)).toBe(false);
    const device = await openDevice({ name: vault.name, key: dataKey });
    expect(await deviceHoldsUnsentWork(devices)).toBe(false);
    const lunch = lunchEntry();
    await queueWrite(device.workspace, { endpoint: 'lunch.create', id: lunch.id, body: lunch, lane: 'day' });
    expect(await deviceHoldsUnsentWork(devices)).toBe(true);
    await device.close();
  });
});

test('a data key survives a round trip through escrow', async () => {
  const { dataKey } = await keepVault(devices, { ...paula, dataKey: null });
  const escrowed = await rawKey(dataKey);
  expect(escrowed).toHaveLength(44);
  const sealed = await encrypt(dataKey, 'place', ['value']);
  expect(await decrypt(await importDataKey(escrowed), 'place', sealed)).toEqual(['value']);
});

test('a ciphertext can be decrypted only at its own location', async () => {
  const { dataKey } = await keepVault(devices, { ...paula, dataKey: null });
  const sealed = await encrypt(dataKey, 'sessions|1', 'value');
  await expect(decrypt(dataKey, 'sessions|2', sealed)).rejects.toThrow();
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
  await expect(decrypt(dataKey, 'sessions|1', sealed)).rejects.toThrow();
});
