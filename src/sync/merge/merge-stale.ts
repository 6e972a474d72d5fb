import { v7 as uuidv7 } from 'uuid';
import type { Problem } from '#contract/errors.ts';
import type { WriteAnswer } from '#contract/sync.ts';
import type { LocalDatabase, OutboxRow } from '#db/local-database.ts';
import { type Conflict, type OpenedWrite, openWrite } from '#db/outbox.ts';
import { withOverwritten } from '#db/overwritten.ts';
import { markBlocked } from '../outbox/dependents.ts';
import { prepareFollowers } from '../outbox/followers.ts';
import { park, putBack } from '../outbox/park-writes.ts';
import { isCommand } from '../outbox/plan-writes.ts';
import { asApplied, composeRow, metadataOf, onSameSnapshot, openChain } from '../outbox/row-state.ts';
import { encryptContent, replaceWrites } from '../outbox/stored-writes.ts';
import { asChange, mergeUpon, type StaleOutcome } from './merge-upon.ts';

type Row = Record<string, unknown>;

/** Merges a stale write with the newer row from the answer, or parks it with a conflict. */
export async function mergeStale(
  db: LocalDatabase,
  write: OutboxRow,
  answer: WriteAnswer,
  problem: Problem,
): Promise<StaleOutcome['kind']> {
  const theirs = answer.row as Row | null | undefined;
  const sent = await openWrite(db, write);
  const opened = write.effect === 'create' ? asChange(sent) : sent;
  if (theirs === null || theirs === undefined || opened === null) {
    await park(db, write, problem);
    return 'conflict';
  }
  const outcome = mergeUpon(opened, theirs);
  if (outcome.kind === 'nothing-left') return outcome.kind;
  const version = Number(theirs.version);
  const table = db.rowsOf(write.entity);
  await onSameSnapshot(db, write, async (snapshot) => {
    // A pull has delivered an even newer row: the next answer will contain that one.
    const known = snapshot.stored?.version ?? 0;
    if (known > version && version > (write.base_version ?? 0)) return () => putBack(db, [write], 0, problem);
    const successor =
      outcome.kind === 'merged'
        ? await mergedRow(db, write, outcome, version)
        : await conflictRow(db, opened, { ...outcome.conflict, changed: answer.changed }, problem);
    const content = outcome.kind === 'merged' ? outcome.content : opened.content;
    const chain = await openChain(db, snapshot.chain);
    const after = chain.map((link) =>
      link.write_id === write.write_id ? { ...opened, content, state: successor.state } : link,
    );
    const row = await composeRow(db, write.entity, write.entity_id, {
      base: theirs,
      writes: after.map(asApplied),
      ...metadataOf(snapshot.stored),
      version,
    });
    const leader = { entity: write.entity, id: write.entity_id };
    const followers = await prepareFollowers(db, leader, snapshot.chain, { base: theirs, chain: after });
    return async () => {
      if (!(await followers.areSame())) return false;
      const current = await db.outbox.get(write.seq);
      if (current === undefined) return true;
      await followers.store();
      await (row === null ? table.delete(write.entity_id) : table.put(row));
      if (outcome.kind === 'merged') {
        await replaceWrites(db, [{ row: current, successor: successor.write_id }], '');
      }
      const { endpoint, endpoint_version, effect } = opened;
      await db.outbox.put({ ...current, endpoint, endpoint_version, effect, ...successor });
      if (outcome.kind === 'merged') await keepOlderBase(db, current);
      await markBlocked(db);
      return true;
    };
  });
  return outcome.kind;
}

/**
 * Writes queued behind a stale one were based on the same older row. Keep them as changes of that row, so
 * that they are merged too: with the version that the write before them produces, they would silently
 * overwrite others' changes. Commands are judged by the row's current state.
 */
export async function keepOlderBase(db: LocalDatabase, stale: OutboxRow): Promise<void> {
  const chain = await db.outbox.where('entity_id').equals(stale.entity_id).sortBy('seq');
  for (const row of chain) {
    if (row.seq <= stale.seq || isCommand(row)) continue;
    if (row.effect !== 'create' && row.base_version === null) {
      await db.outbox.update(row.seq, { base_version: stale.base_version ?? NEVER_CONFIRMED });
    }
    return;
  }
}

/** The version of an unconfirmed row. */
const NEVER_CONFIRMED = 0;

type Successor = Partial<OutboxRow> & Pick<OutboxRow, 'write_id' | 'state'>;

/** The answered key can't be reused: this is a new request. */
async function mergedRow(
  db: LocalDatabase,
  write: OutboxRow,
  { content, overwritten }: StaleOutcome & { kind: 'merged' },
  version: number,
): Promise<Successor> {
  const writeId = uuidv7();
  return {
    write_id: writeId,
    sealed: await encryptContent(db, writeId, content),
    ...(await withOverwritten(db, write, overwritten)),
    base_version: version,
    state: 'waiting',
    next_attempt_at: 0,
    merges: write.merges + 1,
    problem: null,
  };
}

async function conflictRow(
  db: LocalDatabase,
  { write_id, content }: OpenedWrite,
  conflict: Conflict,
  problem: Problem,
): Promise<Successor> {
  return {
    write_id,
    sealed: await encryptContent(db, write_id, { ...content, conflict }),
    state: 'parked',
    problem,
  };
}
