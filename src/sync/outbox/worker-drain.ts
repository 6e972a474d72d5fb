import { Refusal, replayOf } from '#contract/errors.ts';
import { type DeviceDatabase, thisDevice, type VaultRow } from '#db/device-database.ts';
import { LocalDatabase } from '#db/local-database.ts';
import { isStored } from '#db/open-storage.ts';
import { UnknownRefusal, uploadClient } from '../api-client.ts';
import { systemClock } from '../clock.ts';
import { checkIn } from '../sign-in/lost-device.ts';
import { type DrainLock, type DrainReport, drainBatch, webLock } from './drain.ts';
import { type Sender, sealedTransport } from './transport.ts';

/**
 * Sends what waits on this device, for every user of it, without any key: the
 * worker's answer to the browser's `sync` event, and what a page does while nobody
 * is signed in. Each contact also tells whether the device was reported lost.
 *
 * @returns how many writes the server took
 * @throws when a server could not be reached, so that the browser tries again
 */
export async function drainSealed(
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

/** One user's turn. Where the server no longer knows the device, the others' work does not wait for that. */
async function contact(sender: Sender, devices: DeviceDatabase, vault: VaultRow, lock: DrainLock) {
  const { db, clock } = sender;
  const transport = sealedTransport(sender);
  const { outcome, sent } = await drainWhileAnswered(() => drainBatch(db, transport, clock, lock));
  if (outcome === 'no-answer' || outcome === 'busy') return { sent, isUnreachable: true };
  try {
    await checkIn(sender, devices, vault);
    return { sent, isUnreachable: false };
  } catch (problem) {
    const isRefused = problem instanceof Refusal || problem instanceof UnknownRefusal;
    const isPassing = problem instanceof Refusal && replayOf(problem.status, problem.code) === 'retry';
    return { sent, isUnreachable: !isRefused || isPassing };
  }
}

/** Batch after batch, while the server answers; the report is the last one's, with all that was sent. */
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
