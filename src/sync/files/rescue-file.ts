import { APP_VERSION } from '#contract/app-version.ts';
import type { RescueFile } from '#contract/quarantine.ts';
import { isoNow } from '../clock.ts';
import { sealedWrite } from '../outbox/transport.ts';
import type { Workspace } from '../workspace.ts';

/** The name of a rescue file names a device and a day, and nobody. */
export function rescueFileName({ device_id, exported_at }: RescueFile): string {
  return `caseload-rescue-${device_id.slice(0, 8)}-${exported_at.slice(0, 10)}.json`;
}

/**
 * All unsent work of this person on this device, sealed as it lies here: it can
 * travel by mail or on a stick to an admin, whose server opens it with the key in
 * escrow. The work stays here too; whatever arrives first counts, once.
 */
export async function makeRescueFile(workspace: Workspace): Promise<RescueFile> {
  const { db, user_id, device_id, clock } = workspace;
  const rows = await db.outbox.orderBy('seq').toArray();
  return {
    format: 'caseload-rescue',
    format_version: 1,
    device_id,
    user_id,
    app_version: APP_VERSION,
    exported_at: isoNow(clock),
    writes: rows.map(sealedWrite),
  };
}
