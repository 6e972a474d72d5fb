import type { EntityName } from '#contract/entity-name.ts';
import type { WriteAnswer } from '#contract/sync.ts';
import { type AcknowledgedWrite, type LocalDatabase, type OutboxRow, TABLE_OF } from '#db/local-database.ts';
import { followerOf, isAnnouncement } from '../behaviors/behaviors.ts';
import { markBlocked } from './dependents.ts';

const DAY_MS = 86_400_000;
/** Longer than anybody takes to restore a server, and far less than the server keeps its keys. */
const KEPT_MS = 14 * DAY_MS;

/** Keeps writes that the server has answered for good. Runs inside the caller's transaction over `acknowledged`. */
export async function keepAcknowledged(
  db: LocalDatabase,
  accepted: readonly { write: OutboxRow; answer: WriteAnswer }[],
  now: string,
): Promise<void> {
  // What was settled without an effect of its own, because somebody else had done the same, the server forgets.
  const done = accepted.filter(({ answer: { status } }) => status >= 200 && status < 300);
  await db.acknowledged.bulkPut(
    done.map(({ write, answer: { version } }) => ({
      write_id: write.write_id,
      acknowledged_at: now,
      version,
      write,
    })) as AcknowledgedWrite[],
  );
}

/** The newest write of this device that a server which was not set back must know. */
export async function newestAcknowledged(db: LocalDatabase): Promise<string | null> {
  const newest = await db.acknowledged.orderBy('order').last();
  return newest?.write_id ?? null;
}

/** Lets go of what is older than two weeks. @param now the server's clock, ISO 8601 */
export async function purgeAcknowledged(db: LocalDatabase, now: string): Promise<void> {
  const before = new Date(Date.parse(now) - KEPT_MS).toISOString();
  await db.transaction('rw', db.acknowledged, async () => {
    await db.acknowledged.where('acknowledged_at').below(before).delete();
    // Entered under a clock that was ahead, it would be kept for longer.
    await db.acknowledged.where('acknowledged_at').above(now).modify({ acknowledged_at: now });
  });
}

/**
 * Puts everything that the server may have lost back into the outbox, under the old ids and
 * in the old places, before what was made upon it. A server that still knows a write answers
 * as it did; one that lost it carries it out. It needs no key.
 *
 * @returns how many writes wait again
 */
export async function handInAgain(db: LocalDatabase): Promise<number> {
  const rows = Object.values(TABLE_OF).map((name) => db.table(name));
  const tables = [...rows, db.outbox, db.history, db.acknowledged, db.attachmentFiles];
  return db.transaction('rw', tables, async () => {
    const kept = (await db.acknowledged.toArray()).sort((a, b) => a.write.seq - b.write.seq);
    if (kept.length === 0) return 0;
    const waiting = await db.outbox.orderBy('seq').toArray();
    await db.acknowledged.clear();
    await db.history.bulkDelete(kept.map(({ write_id }) => write_id));
    await showAsWaiting(db, kept, waiting);
    await db.outbox.bulkPut(inOldOrder(kept, waiting));
    await askForFiles(db, kept);
    await markBlocked(db);
    return kept.length;
  });
}

/**
 * The outbox with what was acknowledged in its old places. What was made upon a write that
 * goes again waits for it, and takes the version that it gets this time. Pure.
 */
export function inOldOrder(kept: readonly AcknowledgedWrite[], waiting: readonly OutboxRow[]): OutboxRow[] {
  const versions = new Map(kept.map(({ write_id, version }) => [write_id, version]));
  const again = kept.map(
    ({ write }): OutboxRow => ({
      ...write,
      state: 'waiting',
      leased_until: 0,
      // The server may know it: it is never folded with what comes now.
      attempts: Math.max(1, write.attempts),
      next_attempt_at: 0,
      problem: null,
    }),
  );
  const all = [...again, ...waiting].sort((a, b) => a.seq - b.seq);
  const present = new Set(all.map(({ write_id }) => write_id));
  const lastOfRow = new Map<string, OutboxRow>();
  return all.map((row) => {
    const before = lastOfRow.get(row.entity_id);
    lastOfRow.set(row.entity_id, row);
    const named = [...row.depends_on, ...(row.built_on ?? [])].filter((id) => present.has(id));
    if (before === undefined || !versions.has(before.write_id)) {
      return { ...row, depends_on: [...new Set(named)] };
    }
    const isMadeUponIt = row.state !== 'parked' && row.base_version === versions.get(before.write_id);
    return {
      ...row,
      depends_on: [...new Set([...named, before.write_id])],
      base_version: isMadeUponIt ? null : row.base_version,
    };
  });
}

/** The server may have lost the bytes of a file with its announcement: it is asked, and gets what it lacks. */
async function askForFiles(db: LocalDatabase, kept: readonly AcknowledgedWrite[]): Promise<void> {
  const ids = kept.flatMap(({ write }) => (isAnnouncement(write) ? write.entity_id : []));
  await db.attachmentFiles
    .where('id')
    .anyOf(ids)
    .and(({ purpose }) => purpose === 'offline')
    .modify({ purpose: 'sending', must_ask: 1, state: 'waiting', attempts: 0, next_attempt_at: 0 });
}

/** People see what they saw; that it is sent again, they see too. */
async function showAsWaiting(
  db: LocalDatabase,
  kept: readonly AcknowledgedWrite[],
  waiting: readonly OutboxRow[],
): Promise<void> {
  const pending = new Set(waiting.map(({ entity_id }) => entity_id));
  const idsOf = new Map<EntityName, Set<string>>();
  for (const { write } of kept) {
    if (pending.has(write.entity_id)) continue;
    idsOf.set(write.entity, (idsOf.get(write.entity) ?? new Set()).add(write.entity_id));
    const follower = followerOf(write.entity);
    if (follower === undefined || write.brings === undefined) continue;
    await db
      .rowsOf(follower)
      .where('id')
      .equals(write.brings)
      .modify((row) => {
        if (row.led_by === undefined) row.base ??= row.sealed;
        row.record_state = 'waiting';
        row.led_by = write.entity_id;
      });
  }
  for (const [entity, ids] of idsOf) {
    await db
      .rowsOf(entity)
      .where('id')
      .anyOf([...ids])
      .modify((row) => {
        row.base ??= row.sealed;
        row.record_state = 'waiting';
      });
  }
}
