import type { BlobStore } from '#server/blob-store.ts';
import type { StoredBlob } from '#server/blobs/blob.ts';
import type { Database } from '#server/db/database.ts';
import { type BlobStatus, blobStatuses } from './queries.ts';

const DAY_MS = 86_400_000;
/** How long a device may take to send the rest of a file, and the audit may need a deleted one. */
const KEPT_MS = 90 * DAY_MS;
/** Files that a call may be working on are not swept. */
const QUIET_MS = DAY_MS;
const BATCH = 500;

/**
 * Deletes unreferenced bytes: of files never finished or deleted long ago, without any row, and parts left
 * next to a complete file.
 */
export async function sweepBlobs(db: Database, blobs: BlobStore, now: Date): Promise<void> {
  let batch: StoredBlob[] = [];
  const finish = async () => {
    const ids = batch.map(({ id }) => id);
    const statuses = await db.transaction((tx) => blobStatuses(tx, ids));
    const byId = new Map(statuses.map((status) => [status.id, status]));
    for (const { id, changed_at, has_parts } of batch) {
      const fate = fateOf(byId.get(id), now.getTime() - changed_at.getTime(), now);
      if (fate === 'gone') await blobs.remove(id);
      if (fate === 'whole' && has_parts) await blobs.dropParts(id);
    }
    batch = [];
  };
  for await (const found of blobs.list()) {
    batch.push(found);
    if (batch.length >= BATCH) await finish();
  }
  if (batch.length > 0) await finish();
}

function fateOf(status: BlobStatus | undefined, quietMs: number, now: Date): 'kept' | 'whole' | 'gone' {
  if (quietMs < QUIET_MS) return 'kept';
  if (status === undefined) return 'gone';
  const { is_complete, deleted_at } = status;
  if (deleted_at !== null) return now.getTime() - Date.parse(deleted_at) > KEPT_MS ? 'gone' : 'kept';
  if (is_complete) return 'whole';
  return quietMs > KEPT_MS ? 'gone' : 'kept';
}
