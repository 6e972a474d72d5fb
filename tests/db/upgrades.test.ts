import Dexie from 'dexie';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fromBase64 } from '#contract/encryption.ts';
import type { EntityName } from '#contract/entity-name.ts';
import { DeviceDatabase } from '#db/device-database.ts';
import { draftOf } from '#db/drafts.ts';
import { LocalDatabase, type OutboxRow } from '#db/local-database.ts';
import { unsentWrites } from '#db/outbox.ts';
import { exportDataKey, importDataKey, openVault, vaultOfLogin } from '#db/vault.ts';
import { calendar_events } from '#server/db/schema/calendar-events.ts';
import { lunch_breaks } from '#server/db/schema/lunch-breaks.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { createApiClient } from '#sync/api-client.ts';
import { resendWrite } from '#sync/merge/needs-attention.ts';
import { drainBatch, resumeSending } from '#sync/outbox/drain.ts';
import { encryptedTransport, openTransport, type Sender } from '#sync/outbox/transport.ts';
import { drainWhileAnswered } from '#sync/outbox/worker-drain.ts';
import { readSignIn } from '#sync/sign-in/stored-sign-in.ts';
import { type ApiWorld, openApiWorld } from '#tests/server/api-world.ts';
import { usualKind } from '#tests/support/database.ts';
import { type DatabaseImage, imageOf, recordsOf, restoreImage } from '#tests/support/database-image.ts';
import { lockQueue } from '#tests/support/device.ts';
import { fetchFrom } from '#tests/support/device-api.ts';
import { type GoldenDevice, makeGoldenDevice, shownRows } from '#tests/support/golden-device.ts';
import type { WrittenEntity } from '#tests/support/golden-entries.ts';
import { goldenDeviceDatabases, goldenDevices } from '#tests/support/golden-files.ts';

const TABLES = { session: sessions, lunch: lunch_breaks, calendar_event: calendar_events } as const;
const clock = { now: () => Date.parse('2026-03-10T18:05:00.000Z'), random: () => 0.5 };
const releases = goldenDevices();

let world: ApiWorld;

/** A server in the state of the golden image: the same people, and what had arrived. */
async function openOffice(golden: GoldenDevice) {
  world = await openApiWorld(usualKind);
  const person = await world.addPerson({ id: golden.user_id });
  await world.addCaseload(person, golden);
  const { token } = await world.signIn(person);
  for (const { endpoint, body } of golden.office) {
    const answer = await world.call(endpoint, { token, body });
    expect(answer.status, `${endpoint} ${JSON.stringify(answer.body)}`).toBe(201);
  }
  const { body } = await world.call('device.register', {
    token,
    params: { id: golden.device_id },
    body: { app_version: 'golden', data_key: golden.key },
  });
  return { token, upload_token: body.upload_token };
}

async function rowsOfOffice(): Promise<Map<string, { version: number; words: string }>> {
  const found = new Map<string, { version: number; words: string }>();
  for (const entity of Object.keys(TABLES) as WrittenEntity[]) {
    for (const row of await world.db.select().from(TABLES[entity])) {
      if ('deleted_at' in row && row.deleted_at !== null) continue;
      const words = 'meeting_notes' in row ? row.meeting_notes : row.notes;
      found.set(`${entity} ${row.id}`, { version: row.version, words });
    }
  }
  return found;
}

async function openNewest(golden: GoldenDevice, isLocked = false): Promise<LocalDatabase> {
  await restoreImage(golden.local);
  const db = new LocalDatabase(golden.local.name, isLocked ? null : await importDataKey(golden.key));
  await db.open();
  return db;
}

/** Sends everything that can be sent: refused writes stay until their author decides. */
async function drain(
  db: LocalDatabase,
  golden: GoldenDevice,
  tokens: Awaited<ReturnType<typeof openOffice>>,
) {
  const isLocked = db.dataKey === null;
  const sender: Sender = {
    db,
    api: createApiClient({
      fetch: fetchFrom(world.app),
      scheme: isLocked ? 'Upload' : 'Bearer',
      tokens: {
        current: async () => (isLocked ? tokens.upload_token : tokens.token),
        renew: async () => null,
      },
    }),
    device_id: golden.device_id,
    app_version: 'newest',
    clock,
  };
  const transport = isLocked ? encryptedTransport(sender) : openTransport(sender);
  const lock = lockQueue();
  return drainWhileAnswered(() => drainBatch(db, transport, clock, lock));
}

async function resendRefused(db: LocalDatabase, golden: GoldenDevice): Promise<void> {
  const { user_id, device_id } = golden;
  const workspace = { db, user_id, device_id, clock, wake: () => undefined };
  for (const row of await db.outbox.where('state').equals('parked').toArray()) {
    await resendWrite(workspace, row.write_id);
  }
}

function outboxOf({ local }: GoldenDevice): OutboxRow[] {
  return recordsOf(local, 'outbox') as unknown as OutboxRow[];
}

/** Stores and indexes as IndexedDB has them, without contents. */
function schemaOf({ version, stores }: DatabaseImage) {
  return { version, stores: stores.map(({ records: _records, ...store }) => store) };
}

describe.each(releases)('the device of $name, opened by the newest version', (golden) => {
  afterEach(async () => {
    await Dexie.delete(golden.local.name);
    await Dexie.delete('caseload-device');
  });

  test('has every endpoint in every state', () => {
    const kinds = new Set(outboxOf(golden).map(({ endpoint, state }) => `${endpoint} ${state}`));
    for (const noun of ['session', 'lunch', 'calendar']) {
      for (const verb of ['create', 'update', 'delete']) {
        for (const state of ['waiting', 'sending', 'held', 'parked', 'blocked']) {
          expect(kinds).toContain(`${noun}.${verb} ${state}`);
        }
      }
    }
  });

  test('lost nothing', async () => {
    const db = await openNewest(golden);
    expect(db.verno).toBe(Math.max(...releases.map(({ local }) => local.version)) / 10);
    db.close();
    const now = await imageOf(golden.local.name);
    for (const { name } of golden.local.stores) {
      const kept = recordsOf(golden.local, name).map((record) =>
        // Schemas 3, 4, and 6 start a full pull, because their rows have new fields or columns.
        golden.local.version < 60 && 'cursor' in record ? { ...record, cursor: null } : record,
      );
      expect(recordsOf(now, name), name).toMatchObject(kept);
    }
  });

  test('shows its rows, the draft, and the content of every unsynced write', async () => {
    const db = await openNewest(golden);
    const shown = await shownRows(db);
    for (const entity of Object.keys(golden.shown) as EntityName[]) {
      expect(shown[entity], entity).toMatchObject(golden.shown[entity]);
    }
    expect(await draftOf(db, 'session|new|')).toEqual({ notes: 'Half a thought' });
    const unsent = await unsentWrites(db);
    expect(unsent.map(({ content }) => content.endpoint)).toEqual(
      outboxOf(golden).map(({ endpoint }) => endpoint),
    );
    db.close();
  });

  test('opens with the password and restores the sign-in', async () => {
    await restoreImage(golden.device);
    const devices = new DeviceDatabase();
    const vault = await vaultOfLogin(devices, golden.login);
    if (vault === null) throw new Error('The vault is lost.');
    const key = await openVault(vault, golden.password);
    expect(fromBase64(await exportDataKey(key))).toEqual(fromBase64(golden.key));
    expect(vault.name).toBe(golden.local.name);
    const signIn = await readSignIn(devices, vault.name, key);
    expect(signIn?.user_id).toBe(golden.user_id);
    expect(await devices.discards.count()).toBe(1);
    devices.close();
  });

  describe('with its server', () => {
    let tokens: Awaited<ReturnType<typeof openOffice>>;
    beforeEach(async () => {
      tokens = await openOffice(golden);
    });
    afterEach(() => world.close());

    test.each([
      { way: 'opened, by the page', isLocked: false },
      { way: 'sealed, by the worker', isLocked: true },
    ])('delivers every write exactly once: $way', async ({ isLocked }) => {
      const before = outboxOf(golden);
      const refused = before.filter(({ state }) => state === 'parked' || state === 'blocked');
      const orphaned = before.filter(({ state }) => state === 'orphaned');
      const db = await openNewest(golden, isLocked);
      // One that was in flight had arrived; its answer was lost.
      const [arrived] = before.filter(({ state }) => state === 'sending');
      await pushOnce(golden, tokens, arrived?.write_id);
      await resumeSending(db);
      const report = await drain(db, golden, tokens);
      expect(report.outcome).toBe('nothing');
      expect(report.sent).toBe(before.length - refused.length - orphaned.length);
      const left = await db.outbox.orderBy('seq').toArray();
      expect(left.map(({ write_id, state }) => `${write_id} ${state}`)).toEqual(
        [...refused, ...orphaned].map(({ write_id, state }) => `${write_id} ${state}`),
      );
      db.close();

      // Its author looks at what was refused, with the key.
      const opened = new LocalDatabase(golden.local.name, await importDataKey(golden.key));
      await resendRefused(opened, golden);
      const resent = await drain(opened, golden, tokens);
      expect(resent.sent).toBe(refused.length);
      expect((await opened.outbox.toArray()).map(({ write_id }) => write_id)).toEqual(
        orphaned.map(({ write_id }) => write_id),
      );
      expect(await opened.history.where('write_id').notEqual('').count()).toBe(
        before.length - orphaned.length + recordsOf(golden.local, 'history').length,
      );
      opened.close();
      expect(await rowsOfOffice()).toEqual(
        new Map(
          golden.outcome.flatMap(({ entity, id, row }) => (row === null ? [] : [[`${entity} ${id}`, row]])),
        ),
      );
    });
  });
});

/** The server accepts the write, but the device never gets the answer. */
async function pushOnce(
  golden: GoldenDevice,
  { token }: { token: string },
  writeId: string | undefined,
): Promise<void> {
  const db = new LocalDatabase(golden.local.name, await importDataKey(golden.key));
  const write = (await unsentWrites(db)).find(({ write_id }) => write_id === writeId);
  db.close();
  if (write === undefined) throw new Error('No write is under way.');
  const { write_id, base_version, depends_on, captured_at, content } = write;
  const { endpoint, endpoint_version, params, body } = content;
  const answer = await world.call('sync.push', {
    token,
    body: {
      device: {
        ...{ device_id: golden.device_id, device_now: captured_at, app_version: 'golden' },
        ...{ unsent_count: 1, unsent_since: captured_at },
      },
      writes: [{ write_id, endpoint, endpoint_version, params, body, base_version, depends_on, captured_at }],
    },
  });
  expect(answer.body.answers[0]?.status).toBeLessThan(300);
}

test('the newest schemas have golden images; `node scripts/golden-image.mjs` creates them', async () => {
  const { local, device } = await makeGoldenDevice();
  const [newest, newestDevice] = [releases.at(-1)?.local, goldenDeviceDatabases().at(-1)];
  expect(newest && schemaOf(newest)).toEqual(schemaOf(local));
  expect(newestDevice && schemaOf(newestDevice)).toEqual(schemaOf(device));
});
