import type { EntityName } from '#contract/entity-name.ts';
import type { WriteAnswer } from '#contract/sync.ts';
import { type AcknowledgedWrite, type LocalDatabase, type OutboxRow, TABLE_OF } from '#db/local-database.ts';
import { followerOf, isAnnouncement } from '../behaviors/behaviors.ts';
import { markBlocked } from './dependents.ts';

const DAY_MS = 86_400_000;
/** Longer than any restore takes, and much shorter than the server keeps idempotency keys. */
const KEPT_MS = 14 * DAY_MS;

/** Archives writes with a final answer. Runs inside the caller's transaction over `acknowledged`. */
export async function keepAcknowledged(
  db: LocalDatabase,
  accepted: readonly { write: OutboxRow; answer: WriteAnswer }[],
  now: string,
): Promise<void> {
  // The server doesn't remember writes settled without an effect, because someone else had done the same.
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

/** The newest write of this device that a server without a restore must know. */
export async function newestAcknowledged(db: LocalDatabase): Promise<string | null> {
  const newest = await db.acknowledged.orderBy('order').last();
  return newest?.write_id ?? null;
}

/**
 * Deletes what is older than two weeks.
 * @param now the server's clock, ISO 8601
 */
export async function purgeAcknowledged(db: LocalDatabase, now: string): Promise<void> {
  const before = new Date(Date.parse(now) - KEPT_MS).toISOString();
  await db.transaction('rw', db.acknowledged, async () => {
    await db.acknowledged.where('acknowledged_at').below(before).delete();
    // Entries from a clock that was fast would be kept longer.
    await db.acknowledged.where('acknowledged_at').above(now).modify({ acknowledged_at: now });
  });
}

/**
 * Returns everything that the server may have lost to the outbox, with the original ids and positions, ahead
 * of writes built on it. A server that still knows a write answers as before; one that lost it runs it. Needs
 * no key.
 * @returns how many writes are queued again
 */
export async function resendArchived(db: LocalDatabase): Promise<number> {
  const rows = Object.values(TABLE_OF).map((name) => db.table(name));
  const tables = [...rows, db.outbox, db.history, db.acknowledged, db.attachmentFiles, db.meta];
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
    await noteResent(db, kept);
    return kept.length;
  });
}

async function noteResent(db: LocalDatabase, kept: readonly AcknowledgedWrite[]): Promise<void> {
  const write_ids = [...(await resentWrites(db)), ...kept.map(({ write_id }) => write_id)];
  await db.meta.put({ key: 'resent', write_ids: [...new Set(write_ids)] });
}

async function resentWrites(db: LocalDatabase): Promise<string[]> {
  const row = await db.meta.get('resent');
  return row?.key === 'resent' ? row.write_ids : [];
}

/**
 * Whether all that was sent again has been answered since this was last asked. A server that still knew a write answers
 * as it did then, with a row that may have been deleted since; no later pull tells of that, only a full one. Runs
 * inside the caller's transaction over `meta` and `outbox`.
 */
export async function endResend(db: LocalDatabase): Promise<boolean> {
  const ids = await resentWrites(db);
  if (ids.length === 0) return false;
  const left = await db.outbox.where('write_id').anyOf(ids).toArray();
  if (left.some(({ state }) => state === 'waiting' || state === 'sending')) return false;
  await db.meta.delete('resent');
  return true;
}

/**
 * The outbox with archived writes in their original positions. Writes based on a resent one depend on it, and
 * use the version that it gets this time. Pure.
 */
export function inOldOrder(kept: readonly AcknowledgedWrite[], waiting: readonly OutboxRow[]): OutboxRow[] {
  const versions = new Map(kept.map(({ write_id, version }) => [write_id, version]));
  const again = kept.map(
    ({ write }): OutboxRow => ({
      ...write,
      state: 'waiting',
      // The server may know it: it must never be folded with new writes.
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

/** The server may have lost a file's bytes with its announcement: ask, and send what is missing. */
async function askForFiles(db: LocalDatabase, kept: readonly AcknowledgedWrite[]): Promise<void> {
  const ids = kept.flatMap(({ write }) => (isAnnouncement(write) ? write.entity_id : []));
  await db.attachmentFiles
    .where('id')
    .anyOf(ids)
    .and(({ purpose }) => purpose === 'offline')
    .modify({ purpose: 'sending', must_ask: 1, state: 'waiting', attempts: 0, next_attempt_at: 0 });
}

/** The visible row stays, and shows as unsynced. */
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
