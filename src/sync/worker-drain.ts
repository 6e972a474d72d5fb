import Dexie from 'dexie';
import { DeviceDatabase, thisDevice } from '#db/device-database.ts';
import { LocalDatabase } from '#db/local-database.ts';
import { createApiClient } from './api-client.ts';
import { systemClock } from './clock.ts';
import { type DrainReport, drainBatch } from './drain.ts';
import { sealedTransport } from './transport.ts';

/**
 * Sends what waits on this device, for every user of it, without any key: the
 * worker's answer to the browser's `sync` event.
 *
 * @throws when a server could not be reached, so that the browser tries again
 */
export async function drainSealed(appVersion: string): Promise<void> {
  const devices = new DeviceDatabase();
  let isUnreachable = false;
  try {
    const { device_id } = await thisDevice(devices);
    for (const vault of await devices.vaults.toArray()) {
      if (vault.upload_token === null || !(await Dexie.exists(vault.name))) continue;
      const { upload_token } = vault;
      const db = new LocalDatabase(vault.name, null);
      const api = createApiClient({
        scheme: 'Upload',
        tokens: { current: async () => upload_token, renew: async () => null },
      });
      const transport = sealedTransport({ db, api, device_id, app_version: appVersion, clock: systemClock });
      try {
        const report = await drainWhileAnswered(() => drainBatch(db, transport, systemClock));
        isUnreachable ||= report.outcome === 'no-answer' || report.outcome === 'busy';
      } finally {
        db.close();
      }
    }
  } finally {
    devices.close();
  }
  if (isUnreachable) throw new Error('The server cannot be reached.');
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
