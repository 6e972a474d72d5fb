import { lt } from 'drizzle-orm';
import { pacificDay } from '#domain/time/pacific.ts';
import type { BlobStore } from '#server/blob-store.ts';
import { sealAudit } from '#server/db/audit-chain.ts';
import type { Database } from '#server/db/database.ts';
import { placeMisplaced } from '#server/db/directory-places.ts';
import { attempt_counters, password_resets } from '#server/db/schema/sign-ins.ts';
import { countScopeSizes } from '#server/db/scope-sizes.ts';
import { sweepBlobs } from '#server/modules/attachments/sweep-blobs.ts';
import { applyDueTransfers } from '#server/modules/bulk-changes/transfer-days.ts';
import { ringForDueDates, ringForRequests } from '#server/modules/notifications/due-dates.ts';
import { purgeSendings } from '#server/modules/reports/due-sendings.ts';
import { followTheDay } from '#server/modules/students/assignments.ts';
import { purgeExpired } from '#server/modules/sync/pull-retention.ts';

const DAY_MS = 86_400_000;

/**
 * Deletes expired data: old tombstones, keys, mails of reports, counters, reset tokens, and bytes. Starts and ends assigned
 * services with the day, and transfers students whose day has come. Puts students where devices find them, and counts the rows of each month. Rings the bell for dates that are due and for
 * requests to decide. Seals audit entries that were committed long after later ones.
 */
export async function sweep(db: Database, blobs: BlobStore, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - DAY_MS).toISOString();
  await purgeExpired(db, now.toISOString());
  await db.transaction(async (tx) => {
    await purgeSendings(tx, now.toISOString());
    await tx.delete(attempt_counters).where(lt(attempt_counters.window_started_at, yesterday));
    await tx.delete(password_resets).where(lt(password_resets.expires_at, yesterday));
  });
  await db.transaction((tx) => followTheDay(tx, pacificDay(now)));
  await db.transaction((tx) => placeMisplaced(tx, pacificDay(now)));
  await db.transaction((tx) => countScopeSizes(tx, pacificDay(now)));
  await db.transaction((tx) => applyDueTransfers(tx, pacificDay(now), now.toISOString()));
  await db.transaction((tx) => ringForDueDates(tx, now.toISOString()));
  await db.transaction((tx) => ringForRequests(tx, now.toISOString()));
  await sealAudit(db, { all: true });
  await sweepBlobs(db, blobs, now);
}
