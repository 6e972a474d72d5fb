import { and, desc, eq, isNull, ne, notBetween, or, sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { DeviceReport } from '#contract/sync.ts';
import { mayManageUser } from '#domain/access/permissions.ts';
import { ROLES } from '#domain/access/roles.ts';
import { type Actor, maySeeUnsynced } from '#domain/access/row-rules.ts';
import { audit } from '#server/db/audit.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { isoInstant, jsonRows } from '#server/db/json-rows.ts';
import { personNameOf, shownName } from '#server/db/person-name.ts';
import { devices } from '#server/db/schema/sync.ts';
import { users } from '#server/db/schema/users.ts';
import { hashOfToken } from '#server/plugins/tokens.ts';
import { type DeviceOfUser, encryptDataKey, openDataKey, uploadTokenOf } from './escrow.ts';
import type { LastContact } from './forgotten-writes.ts';
import { noteSignIn, refuseLost } from './lost-devices.ts';

/** Contacts this close are one. */
const SAME_CONTACT_MS = 30_000;

function isDevice({ device_id, user_id }: DeviceOfUser) {
  return and(eq(devices.id, device_id), eq(devices.user_id, user_id));
}

/**
 * Puts the data key into escrow and returns the upload token, the same one on repetition until it has
 * expired.
 *
 * A key in escrow is never replaced: ciphertext under it may still arrive. A device that lost its wraps reads
 * the escrow first.
 */
export async function registerDevice(
  tx: Transaction,
  secret: string,
  device: DeviceOfUser,
  signInId: string | null,
  body: {
    app_version: string;
    data_key: string;
    discards: readonly { discarded_at: string; writes: number }[];
  },
  context: { now: string; request_id: string },
): Promise<string> {
  await refuseLost(tx, device.device_id);
  for (const discard of body.discards) {
    await audit(tx, context, {
      user_id: device.user_id,
      action: 'device.discard',
      entity: 'device',
      row_id: device.device_id,
      details: { ...discard },
    });
  }
  await noteSignIn(tx, signInId, device.device_id);
  const firstToken = uploadTokenOf(secret, device, 0);
  const added = await tx
    .insert(devices)
    .values({
      id: device.device_id,
      user_id: device.user_id,
      app_version: body.app_version,
      last_contact_at: context.now,
      sealed_data_key: encryptDataKey(secret, device, body.data_key),
      upload_token_hash: hashOfToken(firstToken),
    })
    .onConflictDoNothing()
    .returning({ id: devices.id });
  if (added.length === 1) {
    await audit(tx, context, {
      user_id: device.user_id,
      action: 'device.register',
      entity: 'device',
      row_id: device.device_id,
    });
    return firstToken;
  }
  const [known] = await tx.select().from(devices).where(isDevice(device)).for('update');
  if (known === undefined || openDataKey(secret, device, known.sealed_data_key) !== body.data_key) {
    throw new ApiError('record.exists', {
      message: "This device's key in escrow is a different one. Fetch it first.",
    });
  }
  const upload_generation = known.upload_generation + (known.upload_ended_at === null ? 0 : 1);
  const uploadToken = uploadTokenOf(secret, device, upload_generation);
  await tx
    .update(devices)
    .set({
      app_version: body.app_version,
      last_contact_at: context.now,
      upload_token_hash: hashOfToken(uploadToken),
      upload_generation,
      upload_ended_at: null,
    })
    .where(isDevice(device));
  return uploadToken;
}

/** The data key of this device and user in Base64; null if none is in escrow. */
export async function readEscrow(
  tx: Transaction,
  secret: string,
  device: DeviceOfUser,
  context: { now: string; request_id: string },
): Promise<string | null> {
  await refuseLost(tx, device.device_id);
  const [known] = await tx.select().from(devices).where(isDevice(device));
  if (known === undefined) return null;
  await audit(tx, context, {
    user_id: device.user_id,
    action: 'device.read-escrow',
    entity: 'device',
    row_id: device.device_id,
  });
  return openDataKey(secret, device, known.sealed_data_key);
}

/** Devices of the people whom the caller manages, latest contact first. */
export async function listDevices(tx: Transaction, actor: Actor) {
  const rows = await tx
    .select({
      device: devices,
      username: users.username,
      name: sql<string>`${sql.raw(personNameOf('devices.user_id'))}`,
    })
    .from(devices)
    .innerJoin(users, eq(users.id, devices.user_id))
    .where(mayManageUser(actor, { role: ROLES.superAdmin }) ? undefined : ne(users.role, ROLES.superAdmin))
    .orderBy(desc(devices.last_contact_at), devices.id);
  return rows.map(({ device, username, name }) => ({
    id: device.id,
    user_id: device.user_id,
    ...{ username, name },
    app_version: device.app_version,
    last_contact_at: new Date(device.last_contact_at).toISOString(),
    unsent_count: device.unsent_count,
    unsent_since: device.unsent_since === null ? null : new Date(device.unsent_since).toISOString(),
    lost_at: device.lost_at,
    wiped_at: device.wiped_at,
  }));
}

/**
 * People with unsynced changes among those whose days the caller may read, by name.
 * @param asking a device that is excluded: it knows its own
 */
export async function listUnsynced(tx: Transaction, actor: Actor, asking: string | undefined) {
  const people = await jsonRows<{
    user_id: string;
    name: string;
    changes: number;
    since: string | null;
    services: string[];
  }>(
    tx,
    sql`select u.id as user_id, ${sql.raw(shownName('u', 'p'))} as name,
        d.changes::int as changes, ${sql.raw(isoInstant('since'))},
        array(select a.service from provider_services a where a.provider = u.id) as services
      from (
        select user_id, sum(unsent_count) as changes, min(unsent_since) as since from devices
        where unsent_count > 0 and wiped_at is null and id is distinct from ${asking ?? null}::uuid
        group by user_id
      ) d
      join users u on u.id = d.user_id left join providers p on p.id = u.id
      order by name, u.id`,
  );
  return people
    .filter((person) => maySeeUnsynced(actor, person, person.services))
    .map(({ services: _, ...person }) => person);
}

/** The device and author of an upload token. */
export async function deviceOfUploadToken(db: Database, token: string | null, deviceId: string) {
  if (token === null) throw new ApiError('device.unknown');
  const [device] = await db
    .select()
    .from(devices)
    .where(and(eq(devices.upload_token_hash, hashOfToken(token)), eq(devices.id, deviceId)));
  if (device === undefined) throw new ApiError('device.unknown');
  return device;
}

/** Rejects a device whose upload token has expired. Its changes wait there until its user logs in again. */
export function refuseEnded({ upload_ended_at }: { upload_ended_at: string | null }): void {
  if (upload_ended_at !== null) throw new ApiError('device.unknown');
}

/**
 * Expires the upload tokens of a user's devices. Until the next login there, they can only upload to
 * quarantine, from a lost device or for a deactivated account.
 */
export async function endUploadTokens(tx: Transaction, userId: string, now: string): Promise<void> {
  await tx
    .update(devices)
    .set({ upload_ended_at: now })
    .where(and(eq(devices.user_id, userId), isNull(devices.upload_ended_at)));
}

/**
 * Stores the device's own report, minus what it has just uploaded. Does nothing if the device was never
 * registered.
 * @param last its last contact, if it was read: without news no statement is sent
 */
export async function noteContact(
  db: Database | Transaction,
  userId: string,
  report: DeviceReport,
  accepted: number,
  now: string,
  last?: LastContact | null,
): Promise<void> {
  const unsent = Math.max(0, report.unsent_count - accepted);
  const since = unsent === 0 ? null : report.unsent_since;
  const { app_version } = report;
  if (last === null || (last !== undefined && !isNewsAfter(last, { app_version, unsent, since }, now)))
    return;
  // What changes nothing writes nothing: a device that sends often needs no second commit for each push.
  const isNews = or(
    notBetween(devices.last_contact_at, new Date(Date.parse(now) - SAME_CONTACT_MS).toISOString(), now),
    sql`(${devices.app_version}, ${devices.unsent_count}, ${devices.unsent_since})
      is distinct from (${app_version}, ${unsent}::int, ${since}::timestamptz)`,
  );
  await db
    .update(devices)
    .set({ last_contact_at: now, app_version, unsent_count: unsent, unsent_since: since })
    .where(and(isDevice({ device_id: report.device_id, user_id: userId }), isNews));
}

function isNewsAfter(
  last: LastContact,
  { app_version, unsent, since }: { app_version: string; unsent: number; since: string | null },
  now: string,
): boolean {
  const age = Date.parse(now) - Date.parse(last.last_contact_at);
  if (age < 0 || age > SAME_CONTACT_MS) return true;
  return (
    last.app_version !== app_version ||
    last.unsent_count !== unsent ||
    !isSameInstant(last.unsent_since, since)
  );
}

function isSameInstant(a: string | null, b: string | null): boolean {
  return a === null || b === null ? a === b : Date.parse(a) === Date.parse(b);
}
