import { randomUUID } from 'node:crypto';
import Dexie from 'dexie';
import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { encrypt, writePlace } from '#contract/encryption.ts';
import { unsentFile } from '#db/attachment-files.ts';
import type { DeviceDatabase } from '#db/device-database.ts';
import { LocalDatabase } from '#db/local-database.ts';
import { openWrite, unsentWrites } from '#db/outbox.ts';
import { deviceHoldsUnsentWork } from '#db/vault.ts';
import { keepCall } from '#db/waiting-calls.ts';
import { lunch_breaks } from '#server/db/schema/lunch-breaks.ts';
import { devices as deviceTable } from '#server/db/schema/sync.ts';
import { users } from '#server/db/schema/users.ts';
import { createApiClient } from '#sync/api-client.ts';
import { isoNow, systemClock } from '#sync/clock.ts';
import { makeRescueFile } from '#sync/files/rescue-file.ts';
import { drainBatch } from '#sync/outbox/drain.ts';
import { BATCH_BYTES } from '#sync/outbox/lease-batch.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { openTransport } from '#sync/outbox/transport.ts';
import { drainEncrypted } from '#sync/outbox/worker-drain.ts';
import { reportDevice } from '#sync/sign-in/device-registration.ts';
import { type OpenDevice, signInOnline } from '#sync/sign-in/sign-in.ts';
import type { Workspace } from '#sync/workspace.ts';
import { type ApiWorld, openApiWorld, PASSWORD, type Person } from '#tests/server/api-world.ts';
import { type BareBrowser, openBareBrowser } from '#tests/support/bare-browser.ts';
import { usualKind } from '#tests/support/database.ts';
import { lockQueue } from '#tests/support/device.ts';
import { fetchFrom } from '#tests/support/device-api.ts';
import { lunchEntry } from '#tests/support/device-entries.ts';

let world: ApiWorld;
let admin: string;
let person: Person;
let devices: DeviceDatabase;
let browser: BareBrowser;
let open: OpenDevice;
const lock = lockQueue();

beforeAll(async () => {
  world = await openApiWorld(usualKind);
  const office = await world.addPerson({ role: '1', isProvider: false });
  admin = (await world.signIn(office)).token;
});

afterAll(() => world.close());

beforeEach(async () => {
  browser = openBareBrowser(world.app);
  ({ devices } = browser);
  person = await world.addPerson();
  open = await signInOnline(devices, { email: person.email, password: PASSWORD }, '1');
});

afterEach(() => browser.clear());

async function withWorkspace<Result>(work: (workspace: Workspace) => Promise<Result>): Promise<Result> {
  const db = new LocalDatabase(open.vaultName, open.dataKey);
  const { user_id } = open.signIn;
  try {
    return await work({
      db,
      user_id,
      device_id: open.device_id,
      clock: systemClock,
      wake: () => undefined,
    });
  } finally {
    db.close();
  }
}

/** Enters lunch breaks, one minute apart. */
async function enterLunches(count: number): Promise<string[]> {
  return withWorkspace(async (workspace) => {
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) {
      const body = lunchEntry({ lunch_start_time: `2026-03-10T19:${String(at).padStart(2, '0')}:00.000Z` });
      await queueWrite(workspace, { endpoint: 'lunch.create', id: body.id, body, lane: 'day' });
      ids.push(body.id);
    }
    return ids;
  });
}

/** Writes a ticket that waits; refused if there is a problem. */
async function writeTicket(title: string, problem: { code: null; message: string } | null = null) {
  const body = { id: randomUUID(), category: 1, title, details: 'Please help.' };
  const call = { key: uuidv7(), endpoint: 'ticket.create', params: {}, body, problem } as const;
  const captured_at = isoNow(systemClock);
  await withWorkspace(({ db }) => keepCall(db, { ...call, captured_at }));
}

const heldTitles = async () =>
  (await openQuarantine()).map(({ cause, body }) => [cause, (body as { title?: string }).title]);

function sendEncrypted(): Promise<number> {
  return drainEncrypted(devices, '1', lock);
}

async function lunchesAtOffice(): Promise<string[]> {
  const rows = await world.db.select().from(lunch_breaks).where(eq(lunch_breaks.provider, person.id));
  return rows.filter((row) => row.deleted_at === null).map((row) => row.id);
}

async function setActive(is_active: boolean): Promise<void> {
  await world.db.update(users).set({ is_active }).where(eq(users.id, person.id));
}

async function openQuarantine() {
  const { body } = await world.call('quarantine.list', { token: admin });
  return body.filter((write) => write.author === person.id);
}

function reportLost(is_lost: boolean) {
  return world.call('device.report-lost', {
    params: { id: open.device_id },
    body: { is_lost },
    token: admin,
  });
}

describe('a locked or closed device', () => {
  test('uploads its writes without a key, on behalf of their author', async () => {
    const ids = await enterLunches(3);
    expect(await deviceHoldsUnsentWork(devices)).toBe(true);
    expect(await sendEncrypted()).toBe(3);
    expect((await lunchesAtOffice()).sort()).toEqual(ids.sort());
    expect(await deviceHoldsUnsentWork(devices)).toBe(false);
  });

  test('uploads writes held for a session that has ended', async () => {
    const ids = await enterLunches(2);
    await withWorkspace(async ({ db, device_id, clock }) => {
      const api = createApiClient({ tokens: { current: async () => 'ended', renew: async () => null } });
      const sender = { db, api, device_id, app_version: '1', clock };
      const report = await drainBatch(db, openTransport(sender), clock, lock);
      expect(report.outcome).toBe('signed-out');
    });
    expect(await sendEncrypted()).toBe(2);
    expect((await lunchesAtOffice()).sort()).toEqual(ids.sort());
  });

  test('reports with each contact how many changes it has, and since when', async () => {
    await enterLunches(1);
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('fetch failed');
    });
    await expect(sendEncrypted()).rejects.toThrow('reach the server');
    vi.stubGlobal('fetch', fetchFrom(world.app));
    await sendEncrypted();
    const [known] = await world.db.select().from(deviceTable).where(eq(deviceTable.user_id, person.id));
    expect(known).toMatchObject({
      id: open.device_id,
      unsent_count: 0,
      unsent_since: null,
      app_version: '1',
    });
  });
});

describe('changes of a deactivated account', () => {
  test('are kept on the server until an admin accepts them', async () => {
    const [id] = await enterLunches(1);
    await setActive(false);
    await sendEncrypted();
    expect(await lunchesAtOffice()).toEqual([]);
    expect(await deviceHoldsUnsentWork(devices)).toBe(false);
    const [kept] = await openQuarantine();
    expect(kept).toMatchObject({ cause: 'deactivated', endpoint: 'lunch.create', decision: 'open' });
    const { body } = await world.call('quarantine.accept', {
      params: { id: kept?.write_id ?? '' },
      body: { note: '' },
      token: admin,
    });
    expect(body.decision).toBe('accepted');
    expect(await lunchesAtOffice()).toEqual([id]);
  });

  test('include tickets, which an admin submits for their author', async () => {
    await writeTicket('The calendar is empty');
    await setActive(false);
    await sendEncrypted();
    expect(await deviceHoldsUnsentWork(devices)).toBe(false);
    expect(await heldTitles()).toEqual([['deactivated', 'The calendar is empty']]);
    const [kept] = await openQuarantine();
    const params = { id: kept?.write_id ?? '' };
    await world.call('quarantine.accept', { params, body: { note: '' }, token: admin });
    const { body } = await world.call('ticket.list', { token: admin, query: { state: 'open' } });
    expect(body.tickets.filter(({ requester }) => requester === person.id)).toMatchObject([
      { title: 'The calendar is empty' },
    ]);
  });

  test('can be rejected, and leave no trace among the lunch breaks', async () => {
    await enterLunches(1);
    await setActive(false);
    await sendEncrypted();
    const [kept] = await openQuarantine();
    const params = { id: kept?.write_id ?? '' };
    await world.call('quarantine.refuse', { params, body: { note: 'Entered twice.' }, token: admin });
    expect(await openQuarantine()).toEqual([]);
    expect(await lunchesAtOffice()).toEqual([]);
    await withWorkspace(async ({ db }) => expect(await db.lunchBreaks.count()).toBe(0));
  });
});

describe('a device that was reported lost', () => {
  test('uploads its writes to quarantine at the next contact, then deletes keys and data', async () => {
    const ids = await enterLunches(2);
    await reportLost(true);
    await sendEncrypted();
    expect(await lunchesAtOffice()).toEqual([]);
    const kept = await openQuarantine();
    expect(kept.map(({ cause, body }) => [cause, (body as { id: string }).id])).toEqual(
      ids.map((id) => ['lost-device', id]),
    );
    expect(await devices.vaults.count()).toBe(0);
    expect(await Dexie.exists(open.vaultName)).toBe(false);
    const [known] = await world.db.select().from(deviceTable).where(eq(deviceTable.user_id, person.id));
    expect(known?.wiped_at).not.toBeNull();
  });

  test('uploads parked writes too', async () => {
    await enterLunches(2);
    await withWorkspace(({ db }) => db.outbox.toCollection().modify({ state: 'parked' }));
    await reportLost(true);
    await sendEncrypted();
    const kept = await openQuarantine();
    expect(kept.map(({ cause }) => cause)).toEqual(['lost-device', 'lost-device']);
    expect(await devices.vaults.count()).toBe(0);
  });

  test('uploads tickets too, sent or refused, and counts as wiped although bytes of a file are lost', async () => {
    await enterLunches(1);
    await writeTicket('Waits', null);
    await writeTicket('Was refused', { code: null, message: 'No.' });
    await withWorkspace(({ db }) => db.attachmentFiles.put(unsentFile(randomUUID(), 1, isoNow(systemClock))));
    await reportLost(true);
    await sendEncrypted();
    expect(await heldTitles()).toEqual([
      ['lost-device', undefined],
      ['lost-device', 'Waits'],
      ['lost-device', 'Was refused'],
    ]);
    expect(await devices.vaults.count()).toBe(0);
    const [known] = await world.db.select().from(deviceTable).where(eq(deviceTable.user_id, person.id));
    expect(known?.wiped_at).not.toBeNull();
  });

  test('uploads large changes in several requests', async () => {
    await enterLunches(3);
    await withWorkspace(async ({ db }) => {
      for (const row of await db.outbox.toArray()) {
        // The replaced values are as long as a note's texts may be.
        const content = { ...(await openWrite(db, row)).content, base_values: 'x'.repeat(BATCH_BYTES / 2) };
        const sealed = await encrypt(open.dataKey, writePlace(row.write_id), content);
        await db.outbox.update(row.seq, { sealed, state: 'parked' });
      }
    });
    await reportLost(true);
    const reach = fetchFrom(world.app);
    const surrenders: string[] = [];
    vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
      if (String(call[0]).includes('surrender')) surrenders.push(String(call[1]?.body));
      return reach(...call);
    });
    await sendEncrypted();
    expect(surrenders).toHaveLength(3);
    expect(await openQuarantine()).toHaveLength(3);
  });

  test('keeps everything while there is no answer, and resumes after an interruption', async () => {
    await enterLunches(2);
    await withWorkspace(({ db }) => db.outbox.toCollection().modify({ state: 'parked' }));
    await reportLost(true);
    const reach = fetchFrom(world.app);
    vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
      const answer = await reach(...call);
      if (String(call[0]).includes('surrender')) throw new TypeError('fetch failed');
      return answer;
    });
    await expect(sendEncrypted()).rejects.toThrow('reach the server');
    expect(await devices.vaults.count()).toBe(1);
    await withWorkspace(async ({ db }) => expect(await unsentWrites(db)).toHaveLength(2));
    vi.stubGlobal('fetch', reach);
    await sendEncrypted();
    expect(await openQuarantine()).toHaveLength(2);
    expect(await devices.vaults.count()).toBe(0);
  });

  test("can't be logged in to until the office withdraws the report", async () => {
    await reportLost(true);
    const again = () => signInOnline(devices, { email: person.email, password: PASSWORD }, '1');
    await expect(again()).rejects.toThrow('reported lost');
    await reportLost(false);
    expect((await again()).vaultName).toBe(open.vaultName);
  });

  test('ends the session of an open page at its next call', async () => {
    await reportLost(true);
    const { status } = await world.call('auth.current-user', { token: open.signIn.token });
    expect(status).toBe(401);
  });
});

describe('a device whose upload token has expired', () => {
  async function standing() {
    const [known] = await world.db.select().from(deviceTable).where(eq(deviceTable.user_id, person.id));
    return known;
  }

  test('keeps its changes through a forced logout, and sends them after the next login', async () => {
    const ids = await enterLunches(2);
    await world.call('auth.force-logout', { body: { username: person.username }, token: admin });
    expect(await sendEncrypted()).toBe(0);
    await withWorkspace(async ({ db }) => expect(await unsentWrites(db)).toHaveLength(2));
    expect(await lunchesAtOffice()).toEqual([]);
    world.clock.now = new Date(world.clock.now.getTime() + 1_000);
    await signInOnline(devices, { email: person.email, password: PASSWORD }, '1');
    expect(await sendEncrypted()).toBe(2);
    expect((await lunchesAtOffice()).sort()).toEqual(ids.sort());
  });

  test('gets a new one while its user is signed in, as after changing the password', async () => {
    const passwords = { current_password: PASSWORD, new_password: 'a-longer-password-2' };
    await world.call('auth.update-password', { body: passwords, token: open.signIn.token });
    await enterLunches(1);
    expect(await sendEncrypted()).toBe(0);
    const api = createApiClient({
      tokens: { current: async () => open.signIn.token, renew: async () => null },
    });
    await withWorkspace(async ({ db, device_id, clock }) => {
      await reportDevice({ db, api, device_id, app_version: '1', clock }, devices, open);
    });
    expect(await standing()).toMatchObject({ upload_generation: 1, upload_ended_at: null });
    expect(await sendEncrypted()).toBe(1);
    await reportLost(true);
    await sendEncrypted();
    expect((await standing())?.wiped_at).not.toBeNull();
  });
});

describe('a rescue file', () => {
  test('delivers encrypted writes once, as often as it is imported', async () => {
    const ids = await enterLunches(3);
    const file = await withWorkspace(makeRescueFile);
    const text = JSON.stringify(file);
    for (const telling of [person.email, person.username, 'lunch_start_time']) {
      expect(text).not.toContain(telling);
    }
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await world.call('rescue.import', { body: JSON.parse(text), token: admin });
      expect(status).toBe(200);
      expect(body.answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
    }
    expect((await lunchesAtOffice()).sort()).toEqual(ids.sort());
    // The device was found again: what it sends then has already taken effect.
    expect(await sendEncrypted()).toBe(3);
    expect(await lunchesAtOffice()).toHaveLength(3);
  });
});
