import { toBase64 } from '#contract/encryption.ts';
import { PUSH_LIMIT } from '#contract/sync.ts';
import type { DeviceDatabase, VaultRow } from '#db/device-database.ts';
import type { OutboxRow } from '#db/local-database.ts';
import { destroyVault } from '#db/vault.ts';
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

/** Uploads everything. A write leaves the outbox once the server has confirmed that it keeps it. */
async function surrender(sender: Sender): Promise<void> {
  const { db, api } = sender;
  for (;;) {
    const rows = firstBatch(await db.outbox.orderBy('seq').limit(PUSH_LIMIT).toArray());
    if (rows.length === 0) return;
    const device = await deviceReport(sender);
    const { kept } = await api.call('sync.surrender', { body: { device, writes: rows.map(encryptedWrite) } });
    const taken = rows.filter((row) => kept.includes(row.write_id)).map((row) => row.seq);
    if (taken.length === 0) throw new Error("The server didn't accept changes from this lost device.");
    await db.outbox.bulkDelete(taken);
  }
}

/** As many writes as fit in one request, at least the first. */
function firstBatch(rows: readonly OutboxRow[]): OutboxRow[] {
  let bytes = 0;
  return rows.filter(({ sealed }, at) => {
    bytes += sealed.byteLength;
    return at === 0 || bytes <= BATCH_BYTES;
  });
}
