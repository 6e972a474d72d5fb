import { APP_VERSION } from '#contract/app-version.ts';
import type { RescueFile } from '#contract/quarantine.ts';
import { allEncryptedCalls } from '#db/waiting-calls.ts';
import { isoNow } from '../clock.ts';
import { encryptedWrite } from '../outbox/transport.ts';
import type { Workspace } from '../workspace.ts';

/** The file name of a rescue file: device and day, no person. */
export function rescueFileName({ device_id, exported_at }: RescueFile): string {
  return `caseload-rescue-${device_id.slice(0, 8)}-${exported_at.slice(0, 10)}.json`;
}

/**
 * All unsynced changes of this person on this device, and tickets that aren't sent, encrypted as stored: the file
 * can be sent by email or on a USB stick to an admin, whose server decrypts it with the key in escrow. The changes
 * stay here too; each takes effect once, whichever arrives first.
 */
export async function makeRescueFile(workspace: Workspace): Promise<RescueFile> {
  const { db, user_id, device_id, clock } = workspace;
  const rows = await db.outbox.orderBy('seq').toArray();
  const calls = await allEncryptedCalls(db);
  return {
    format: 'caseload-rescue',
    format_version: 1,
    device_id,
    user_id,
    app_version: APP_VERSION,
    exported_at: isoNow(clock),
    writes: [...rows.map(encryptedWrite), ...calls.map(({ write }) => write)],
  };
}
