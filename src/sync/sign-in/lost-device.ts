import { toBase64 } from '#contract/encryption.ts';
import { PUSH_LIMIT, type SealedWrite } from '#contract/sync.ts';
import { dropFiles, filesUnderWay } from '#db/attachment-files.ts';
import type { DeviceDatabase, VaultRow } from '#db/device-database.ts';
import { destroyVault } from '#db/vault.ts';
import { allEncryptedCalls, dropCall } from '#db/waiting-calls.ts';
import { BATCH_BYTES } from '../outbox/lease-batch.ts';
import { deviceReport, encryptedWrite, type Sender } from '../outbox/transport.ts';

/**
 * Reports this device's state to the server, and wipes it if it was reported lost: uploads all unsynced
 * changes, whatever their state, and only then deletes the key and the person's database.
 *
 * It needs no key. If interrupted, the next contact continues.
 * @param sender with the device's upload token
 * @returns whether the device was lost and now holds nothing of this person
 * @throws ApiError, NoAnswer
 */
export async function checkIn(sender: Sender, devices: DeviceDatabase, vault: VaultRow): Promise<boolean> {
  const { is_lost } = await reportState(sender);
  if (!is_lost) return false;
  await surrender(sender);
  // Tell the server that nothing is left before deleting it.
  const wipe_proof = vault.wipe_proof == null ? null : toBase64(vault.wipe_proof);
  await reportState(sender, { forgets_key: true, wipe_proof });
  sender.db.close();
  await destroyVault(devices, vault);
  return true;
}

/**
 * Reports this device's contact and its unsynced changes to the server.
 * @param sender with the device's upload token
 * @throws ApiError, NoAnswer
 */
export async function reportState(
  sender: Sender,
  wipe: { forgets_key?: boolean; wipe_proof?: string | null } = {},
) {
  return sender.api.call('sync.check-in', { body: { device: await deviceReport(sender), ...wipe } });
}

/**
 * Uploads everything, changes first, then tickets, comments, and feedback. Each leaves the device once the server has
 * confirmed that it keeps it. Bytes of files can't be uploaded without the key: they end with the device.
 */
async function surrender(sender: Sender): Promise<void> {
  const { db } = sender;
  for (;;) {
    const rows = await db.outbox.orderBy('seq').limit(PUSH_LIMIT).toArray();
    const calls = rows.length > 0 ? [] : (await allEncryptedCalls(db)).slice(0, PUSH_LIMIT);
    const writes = firstBatch(rows.length > 0 ? rows.map(encryptedWrite) : calls.map(({ write }) => write));
    if (writes.length === 0) break;
    const kept = await handIn(sender, writes);
    await db.outbox.bulkDelete(rows.filter((row) => kept.has(row.write_id)).map((row) => row.seq));
    for (const call of calls) if (kept.has(call.write.write_id)) await dropCall(db, call);
  }
  const files = await filesUnderWay(db);
  await dropFiles(
    db,
    files.map(({ id }) => id),
  );
}

/** @returns the ids of the writes that the server keeps */
async function handIn(sender: Sender, writes: SealedWrite[]): Promise<ReadonlySet<string>> {
  const device = await deviceReport(sender);
  const { kept } = await sender.api.call('sync.surrender', { body: { device, writes } });
  const known = new Set(kept);
  if (!writes.some(({ write_id }) => known.has(write_id))) {
    throw new Error("The server didn't accept changes from this lost device.");
  }
  return known;
}

/** As many writes as fit in one request, at least the first. */
function firstBatch(writes: readonly SealedWrite[]): SealedWrite[] {
  let characters = 0;
  return writes.filter(({ sealed }, at) => {
    characters += sealed.length;
    return at === 0 || characters <= (BATCH_BYTES * 4) / 3;
  });
}
