import Dexie from 'dexie';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DeviceDatabase } from '#db/device-database.ts';
import { LocalDatabase } from '#db/local-database.ts';
import { eraseDevice, type OpenDevice, signInOffline, signInOnline } from '#sync/sign-in/sign-in.ts';
import { type ApiWorld, openApiWorld, PASSWORD, type Person } from '#tests/server/api-world.ts';
import { type BareBrowser, openBareBrowser } from '#tests/support/bare-browser.ts';
import { usualKind } from '#tests/support/database.ts';

let world: ApiWorld;
let person: Person;
let devices: DeviceDatabase;
let browser: BareBrowser;
let stored: Map<string, string>;

beforeAll(async () => {
  world = await openApiWorld(usualKind);
});
afterAll(() => world.close());

beforeEach(async () => {
  browser = openBareBrowser(world.app);
  ({ devices, stored } = browser);
  person = await world.addPerson();
});
afterEach(async () => {
  await browser.clear();
});

function signIn(as = person): Promise<OpenDevice> {
  return signInOnline(devices, { email: as.email, password: PASSWORD }, '1');
}

async function isTold({ vaultName }: OpenDevice): Promise<boolean> {
  const db = new LocalDatabase(vaultName, null);
  const notice = await db.meta.get('erased');
  db.close();
  return notice !== undefined;
}

async function eraseEverything(): Promise<void> {
  for (const vault of await devices.vaults.toArray()) await Dexie.delete(vault.name);
  await devices.delete();
  devices = new DeviceDatabase(devices.name);
}

describe("after the browser erased this device's data, the person", () => {
  test('is told if the vault is left, online and offline, until they dismiss the notice', async () => {
    const first = await signIn();
    expect(await isTold(first)).toBe(false);
    await Dexie.delete(first.vaultName);
    expect(await isTold(await signIn())).toBe(true);
    expect(await isTold(await signIn())).toBe(true);

    await Dexie.delete(first.vaultName);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    const offline = await signInOffline(devices, { email: person.email, password: PASSWORD });
    expect(offline && (await isTold(offline))).toBe(true);
  });

  test('is told if only the marker is left, which contains no name', async () => {
    await signIn();
    const marker = String(stored.get('caseload-device-marker'));
    for (const name of [person.id, person.username, person.email]) expect(marker).not.toContain(name);
    await eraseEverything();
    expect(await isTold(await signIn())).toBe(true);
  });
});

describe('no erasure is reported', () => {
  test('when someone logs in again as usual', async () => {
    await signIn();
    expect(await isTold(await signIn())).toBe(false);
  });

  test("to a person without data on this device, when another person's data was erased", async () => {
    await signIn();
    await eraseEverything();
    const other = await world.addPerson();
    expect(await isTold(await signIn(other))).toBe(false);
  });

  test('after a logout that deleted everything from the device', async () => {
    const first = await signIn();
    await eraseDevice(first, { writes: 0, discarded_at: new Date().toISOString() });
    expect(stored.has('caseload-device-marker')).toBe(false);
    expect(await isTold(await signIn())).toBe(false);
  });
});
