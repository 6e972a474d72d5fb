import { sql } from 'drizzle-orm';
import type { PullPage } from '#contract/sync.ts';
import { audit } from '#server/db/audit.ts';
import type { Database } from '#server/db/database.ts';
import type { RequestContext } from '#server/records/call.ts';
import type { PullOrder } from './priority-rows.ts';
import type { Cursors } from './pull-cursor.ts';
import { OtherHistory, type PullQuestion, pageWithoutNews, pullPage, type RowLoader } from './pull-page.ts';

/**
 * The next page of changes for this person since the cursor, from one snapshot.
 *
 * If the cursor proves that the database was restored from a backup or is a copy, the epoch changes first:
 * every device then pulls from the start and resends its archive.
 */
export async function pull(
  db: Database,
  means: { load: RowLoader; cursors: Cursors; order: PullOrder },
  context: Pick<RequestContext, 'now' | 'request_id'>,
  question: PullQuestion,
): Promise<PullPage> {
  const unchanged = await pageWithoutNews(db, means.cursors, question);
  if (unchanged !== null) return unchanged;
  const page = () =>
    db.transaction((tx) => pullPage(tx, means.load, means.cursors, question, means.order), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    });
  try {
    return await page();
  } catch (error) {
    if (!(error instanceof OtherHistory)) throw error;
    await renewEpoch(db, error.epoch, context);
    return page();
  }
}

/** Ends an epoch. If several processes detect it at the same time, one does it. */
async function renewEpoch(
  db: Database,
  ended: string,
  context: Pick<RequestContext, 'now' | 'request_id'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute(
      sql`update sync_epoch set epoch = gen_random_uuid() where epoch = ${ended}::uuid returning epoch`,
    );
    if (rows.length > 0) await audit(tx, context, { user_id: null, action: 'sync.renew-epoch' });
  });
}
