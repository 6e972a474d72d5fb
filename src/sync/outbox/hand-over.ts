import type { PushedWrite } from '#contract/sync.ts';
import type { LocalDatabase, OutboxRow } from '#db/local-database.ts';
import { isoNow } from '../clock.ts';
import { markBlocked } from './dependents.ts';
import { historyOf, replaceWrites } from './stored-writes.ts';
import { deviceReport, pushedWrite, type Sender } from './transport.ts';

/**
 * Hands an orphaned draft over to the office, with all orphaned writes of the same row folded into one, for
 * someone to decide. Dependents in other rows continue on their own. Retrying after a lost response hands it
 * over once.
 * @param note the author's note to the person who decides
 * @throws ApiError, NoAnswer; nothing is changed then
 */
export async function handOver(sender: Sender, writeId: string, note: string): Promise<void> {
  const { db, api, clock } = sender;
  const draft = await db.outbox.where('write_id').equals(writeId).first();
  if (draft?.state !== 'orphaned') return;
  const ofRow = await db.outbox.where('entity_id').equals(draft.entity_id).sortBy('seq');
  const rows = ofRow.filter((write) => write.state === 'orphaned');
  const write = await foldedWrite(db, rows);
  const device = await deviceReport(sender);
  const { kept } = await api.call('sync.hand-over', { body: { device, note, writes: [write] } });
  if (!kept.includes(write.write_id)) return;
  const now = isoNow(clock);
  await db.transaction('rw', [db.outbox, db.history], async () => {
    await replaceWrites(
      db,
      rows.map((row) => ({ row, successor: null })),
      now,
    );
    await db.history.bulkPut(rows.map((row) => historyOf(row, 'handed-over', now)));
    await markBlocked(db);
  });
}

/**
 * Folds the writes of one row into one. A later one alone could never run, because its version isn't known
 * before the earlier one has taken effect, and one decision should cover both.
 *
 * It has the id of the last one, so that a hand-over from before a further change is never mistaken for all
 * of it.
 */
async function foldedWrite(db: LocalDatabase, rows: readonly OutboxRow[]): Promise<PushedWrite> {
  const writes = await Promise.all(rows.map((row) => pushedWrite(db, row)));
  const [first, last] = [writes[0], writes.at(-1)];
  if (first === undefined || last === undefined) throw new Error('Nothing to hand over.');
  const own = new Set(writes.map((write) => write.write_id));
  const isDeletion = rows.at(-1)?.effect === 'delete';
  return {
    ...(isDeletion ? last : first),
    write_id: last.write_id,
    body: isDeletion ? last.body : (Object.assign({}, ...writes.map(({ body }) => body)) as unknown),
    base_version: first.base_version,
    depends_on: [...new Set(writes.flatMap((write) => write.depends_on))].filter((id) => !own.has(id)),
    captured_at: first.captured_at,
  };
}
