import { ApiError, replayOf } from '#contract/errors.ts';
import { type DeviceDatabase, thisDevice, type VaultRow } from '#db/device-database.ts';
import { LocalDatabase } from '#db/local-database.ts';
import { isStored } from '#db/open-storage.ts';
import { UnknownApiError, uploadClient } from '../api-client.ts';
import { systemClock } from '../clock.ts';
import { checkIn } from '../sign-in/lost-device.ts';
import { type DrainLock, type DrainReport, drainBatch, webLock } from './drain.ts';
import { sendEncryptedCalls } from './send-encrypted-calls.ts';
import { encryptedTransport, type Sender } from './transport.ts';

/**
 * Sends queued writes of every user of this device, without any key: handles the browser's `sync` event, and
 * runs on pages that no one is logged in to. Each contact also checks whether the device was reported lost.
 * @returns how many writes the server accepted
 * @throws when the server could not be reached, so that the browser retries
 */
export async function drainEncrypted(
  devices: DeviceDatabase,
  appVersion: string,
  lock: DrainLock = webLock,
): Promise<number> {
  const { device_id } = await thisDevice(devices);
  let sent = 0;
  let isUnreachable = false;
  for (const vault of await devices.vaults.toArray()) {
    const { upload_token } = vault;
    if (upload_token === null || !(await isStored(vault.name))) continue;
    const db = new LocalDatabase(vault.name, null);
    const api = uploadClient(upload_token);
    const sender = { db, api, device_id, app_version: appVersion, clock: systemClock };
    try {
      const outcome = await contact(sender, devices, vault, lock);
      sent += outcome.sent;
      isUnreachable ||= outcome.isUnreachable;
    } finally {
      db.close();
    }
  }
  if (isUnreachable) throw new Error("Can't reach the server.");
  return sent;
}

/** One user's turn. If the server no longer knows the device, the other users' writes don't wait for that. */
async function contact(sender: Sender, devices: DeviceDatabase, vault: VaultRow, lock: DrainLock) {
  const { db, clock } = sender;
  const transport = encryptedTransport(sender);
  const { outcome, sent } = await drainWhileAnswered(() => drainBatch(db, transport, clock, lock));
  if (outcome === 'no-answer' || outcome === 'busy') return { sent, isUnreachable: true };
  try {
    const calls = await sendEncryptedCalls(sender, lock);
    await checkIn(sender, devices, vault);
    return { sent: sent + calls.sent, isUnreachable: calls.isUnreachable };
  } catch (problem) {
    const isRefused = problem instanceof ApiError || problem instanceof UnknownApiError;
    const isPassing = problem instanceof ApiError && replayOf(problem.status, problem.code) === 'retry';
    return { sent, isUnreachable: !isRefused || isPassing };
  }
}

/** Batch after batch while the server answers; returns the last report with the total sent. */
export async function drainWhileAnswered(drain: () => Promise<DrainReport>): Promise<DrainReport> {
  let sent = 0;
  let pull = false;
  for (;;) {
    const report = await drain();
    sent += report.sent;
    pull ||= report.pull;
    if (report.outcome !== 'answers') return { ...report, sent, pull };
  }
}
