import { v7 as uuidv7 } from 'uuid';
import { encrypt, toBase64 } from '#contract/encryption.ts';
import type { EntityName } from '#contract/entity-name.ts';
import { endpointNamed, type OfflineEndpointName } from '#contract/index.ts';
import { DeviceDatabase, thisDevice } from '#db/device-database.ts';
import { keepDraft } from '#db/drafts.ts';
import { openRows } from '#db/encrypted-rows.ts';
import { LocalDatabase, type OutboxRow, TABLE_OF, type WriteState } from '#db/local-database.ts';
import { importDataKey, keepVault } from '#db/vault.ts';
import type { Clock } from '#sync/clock.ts';
import { sortOrphans } from '#sync/outbox/orphans.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { applyPage, syncPosition } from '#sync/pull/pull.ts';
import type { StoredSignIn } from '#sync/sign-in/stored-sign-in.ts';
import type { Workspace } from '#sync/workspace.ts';
import { type DatabaseImage, imageOf } from './database-image.ts';
import {
  catalogRows,
  changeOf,
  DEVICE,
  entryOf,
  halfHour,
  idAt,
  SERVICE,
  STUDENT,
  storedOf,
  USER,
  type WrittenEntity,
} from './golden-entries.ts';

/** A creation that had reached the server before the image was taken. */
interface OfficeCreation {
  endpoint: OfflineEndpointName;
  body: { id: string };
}

/** A device of a released version, with everything that a device can hold. */
export interface GoldenDevice {
  /** Base64 of the data key that encrypts everything. */
  key: string;
  login: string;
  password: string;
  user_id: string;
  device_id: string;
  student: string;
  service: string;
  /** The server's rows, each at version 1. */
  office: OfficeCreation[];
  /** The visible rows on the device. */
  shown: Record<EntityName, { id: string }[]>;
  /** The server's rows once every write has taken effect exactly once; null if deleted. */
  outcome: { entity: WrittenEntity; id: string; row: { version: number; words: string } | null }[];
  local: DatabaseImage;
  device: DatabaseImage;
}

const KEY = toBase64(Uint8Array.from({ length: 32 }, (_, at) => at * 7 + 1));
const CLOCK: Clock = { now: () => Date.parse('2026-03-10T18:00:00.000Z'), random: () => 0.5 };
const PERSON = { login: 'paula@golden.example', password: 'open sesame golden' };

const SIGN_IN: StoredSignIn = {
  ...{ token: 'golden-token', refresh: 'golden-refresh', username: 'paula', auth: '2' },
  ...{ email: PERSON.login, last_password_update: '2026-01-01T00:00:00.000Z', emp: 'w2_nonexempt' },
  ...{ user_id: USER, provider_id: USER, grants: [], services: [SERVICE] },
};

const STATES = ['parked', 'blocked', 'waiting', 'sending', 'held'] as const satisfies WriteState[];
const EFFECTS = ['create', 'update', 'delete'] as const;
const WRITTEN = ['session', 'lunch', 'calendar_event'] as const satisfies WrittenEntity[];

const NOUN = { session: 'session', lunch: 'lunch', calendar_event: 'calendar' } as const;

type Recipe = Pick<GoldenDevice, 'office' | 'outcome'>;

/** Rows of the server that the device knows from a pull. */
function officeRow(recipe: Recipe, entity: WrittenEntity, place: number): string {
  const id = idAt(0x100 + place);
  const body = entryOf(entity, id, place, `from the office ${place}`);
  recipe.office.push({ endpoint: `${NOUN[entity]}.create`, body });
  return id;
}

/**
 * Fills a device with the current code: every offline endpoint in every outbox state, chains, dependencies,
 * rows in every state, history, a draft, a pause.
 */
export async function makeGoldenDevice(): Promise<GoldenDevice> {
  const recipe: Recipe = { office: [], outcome: [] };
  const device = await makeVault();
  const db = new LocalDatabase(device.vault.name, device.key);
  const workspace: Workspace = {
    db,
    user_id: USER,
    device_id: DEVICE,
    clock: CLOCK,
    wake: () => undefined,
  };

  let place = 0;
  const writes: { entity: WrittenEntity; effect: OutboxRow['effect']; state: WriteState; id: string }[] = [];
  for (const entity of WRITTEN) {
    const known = officeRow(recipe, entity, place);
    recipe.outcome.push({ entity, id: known, row: { version: 1, words: `from the office ${place}` } });
    place += 1;
    for (const effect of EFFECTS) {
      for (const state of STATES) {
        const id = effect === 'create' ? idAt(0x100 + place) : officeRow(recipe, entity, place);
        writes.push({ entity, effect, state, id });
        place += 1;
      }
    }
  }
  const chained = { created: idAt(0x100 + place), deleted: officeRow(recipe, 'session', place + 1) };
  const changes = [
    ...recipe.office.map(({ endpoint, body }) => {
      const entity = endpointNamed(endpoint).offline?.entity as WrittenEntity;
      return [entity, storedOf(entity, body as ReturnType<typeof entryOf>)] as const;
    }),
    ...catalogRows(),
  ].map(([entity, row]) => ({ entity, id: row.id, scopes: [`user:${USER}`], left: [], row }));
  await applyPage(db, await syncPosition(db), {
    ...{ epoch: 'golden', cursor: 'golden-cursor', more: false, is_fresh: true, done: [] },
    ...{ server_time: '2026-03-10T17:59:00.000Z', scopes_added: [`user:${USER}`], scopes_removed: [] },
    changes,
    total: changes.length,
  });

  const refused = new Map<string, string>();
  for (const { entity, effect, state, id } of writes) {
    const kind = `${NOUN[entity]}.${effect}` as const;
    const words = `${effect} ${state}`;
    const number = Number.parseInt(id.slice(-3), 16) - 0x100;
    const body =
      effect === 'create'
        ? entryOf(entity, id, number, words)
        : effect === 'update'
          ? changeOf(entity, words)
          : undefined;
    const before = state === 'blocked' ? refused.get(kind) : undefined;
    const writeId = await queueWrite(workspace, {
      endpoint: kind,
      id,
      body: body as never,
      lane: entity === 'session' ? `session:${id}` : `day:${USER}:${halfHour(number).day}`,
      ...(before === undefined ? {} : { depends_on: [before] }),
    });
    if (writeId === null) throw new Error(`${kind} cancelled out`);
    await setState(db, writeId, state);
    if (state === 'parked') refused.set(kind, writeId);
    const version = effect === 'create' ? 1 : 2;
    recipe.outcome.push({ entity, id, row: effect === 'delete' ? null : { version, words } });
  }
  await makeChains(workspace, recipe, chained, place);
  await makeOrphan(workspace, place + 2);
  await db.meta.put({ key: 'pause', reason: 'signed-out' });
  await db.history.bulkPut([
    {
      ...{ write_id: uuidv7(), entity: 'lunch', entity_id: idAt(0x90), effect: 'create', outcome: 'sent' },
      ...{ captured_at: '2026-03-09T17:00:00.000Z', finished_at: '2026-03-09T17:00:02.000Z' },
    },
    {
      ...{ write_id: uuidv7(), entity: 'session', entity_id: idAt(0x91), effect: 'update' },
      ...{ outcome: 'discarded', captured_at: '2026-03-09T17:01:00.000Z' },
      finished_at: '2026-03-09T17:01:02.000Z',
    },
  ]);
  await keepDraft(db, 'session|new|', { notes: 'Half a thought' });
  const shown = await shownRows(db);
  db.close();
  const local = await imageOf(db.name);
  await db.delete();
  return {
    ...{ key: KEY, ...PERSON, user_id: USER, device_id: DEVICE, student: STUDENT, service: SERVICE },
    ...recipe,
    shown,
    local,
    device: device.image,
  };
}

async function makeVault() {
  const devices = new DeviceDatabase('caseload-device');
  await devices.device.add({
    key: 'device',
    device_id: DEVICE,
    salt: Uint8Array.from({ length: 16 }, (_, at) => at),
  });
  await thisDevice(devices);
  const key = await importDataKey(KEY);
  const { vault } = await keepVault(devices, {
    user_id: USER,
    logins: [PERSON.login],
    password: PERSON.password,
    dataKey: key,
  });
  await devices.vaults.update(vault.name, {
    is_escrowed: 1,
    upload_token: 'golden-upload-token',
    sealed_sign_in: await encrypt(key, `sign-in|${vault.name}`, SIGN_IN),
  });
  await devices.discards.add({ user_id: USER, discarded_at: '2026-03-08T17:00:00.000Z', writes: 2 });
  devices.close();
  const image = await imageOf(devices.name);
  await devices.delete();
  return { vault, key, image };
}

/** Two writes of one row, the first already attempted; a queued creation and deletion. */
async function makeChains(
  workspace: Workspace,
  { outcome }: Recipe,
  { created, deleted }: { created: string; deleted: string },
  place: number,
): Promise<void> {
  const { db } = workspace;
  const attempted = async (writeId: string | null) => {
    await db.outbox
      .where('write_id')
      .equals(writeId ?? '')
      .modify({ attempts: 1 });
  };
  const lane = (id: string) => `session:${id}`;
  await attempted(
    await queueWrite(workspace, {
      ...{ endpoint: 'session.create', id: created, lane: lane(created) },
      body: entryOf('session', created, place, 'chain begun') as never,
    }),
  );
  await queueWrite(workspace, {
    ...{ endpoint: 'session.update', opened: null, id: created, lane: lane(created) },
    body: { notes: 'chain went on' },
  });
  await attempted(
    await queueWrite(workspace, {
      ...{ endpoint: 'session.update', opened: null, id: deleted, lane: lane(deleted) },
      body: { notes: 'soon gone' },
    }),
  );
  await queueWrite(workspace, {
    ...{ endpoint: 'session.delete', id: deleted, lane: lane(deleted) },
    body: undefined,
  });
  outcome.push(
    { entity: 'session', id: created, row: { version: 2, words: 'chain went on' } },
    { entity: 'session', id: deleted, row: null },
  );
}

/** A session with a student who has left this person. */
async function makeOrphan(workspace: Workspace, place: number): Promise<void> {
  const id = idAt(0x100 + place);
  await queueWrite(workspace, {
    ...{ endpoint: 'session.create', id, lane: `session:${id}` },
    body: { ...entryOf('session', id, place, 'orphaned'), student_ids: [idAt(0x7)] } as never,
  });
  await sortOrphans(workspace.db);
}

async function setState(db: LocalDatabase, writeId: string, state: WriteState): Promise<void> {
  const row = await db.outbox.where('write_id').equals(writeId).first();
  if (row === undefined) throw new Error('The write is not in the outbox.');
  if (state === 'parked') {
    const problem = {
      code: 'request.invalid',
      message: 'Look at this again.',
      fields: { notes: 'Why?' },
    } as const;
    await db.outbox.update(row.seq, { state, attempts: 1, problem });
    await db.rowsOf(row.entity).update(row.entity_id, { record_state: 'attention' });
  }
  if (state === 'sending') {
    await db.outbox.update(row.seq, { state, attempts: 1 });
  }
  if (state === 'held') await db.outbox.update(row.seq, { state, attempts: 1 });
  const reached = (await db.outbox.get(row.seq))?.state;
  if (reached !== state) throw new Error(`${row.endpoint} is ${reached}, not ${state}`);
}

/** Every decrypted row that is not deleted here, ordered by id. */
export async function shownRows(db: LocalDatabase): Promise<GoldenDevice['shown']> {
  const shown: Partial<GoldenDevice['shown']> = {};
  for (const entity of Object.keys(TABLE_OF) as EntityName[]) {
    const rows = await openRows(db, entity, await db.rowsOf(entity).orderBy('id').toArray());
    shown[entity] = rows;
  }
  return shown as GoldenDevice['shown'];
}
