import { v7 as uuidv7 } from 'uuid';
import type { Problem } from '#contract/errors.ts';
import { seal } from '#contract/sealing.ts';
import type { Session } from '#contract/session.ts';
import type { SoapNote } from '#contract/soap-note.ts';
import type { WriteAnswer } from '#contract/sync.ts';
import type { LocalDatabase, OutboxRow } from '#db/local-database.ts';
import { type Conflict, type OpenedWrite, openWrite, type WriteContent } from '#db/outbox.ts';
import { openOverwritten, overwrittenPlace } from '#db/overwritten.ts';
import { keyOf } from '#db/sealed-rows.ts';
import { takesWriting } from '#domain/notes/soap-steps.ts';
import { takesChanges } from '#domain/sessions/closed-session.ts';
import { markBlocked } from './dependents.ts';
import { callOf } from './local-rows.ts';
import { changedSince, isSame, mergeFields } from './merge.ts';
import { picked, withPartners, writableFields } from './merge-fields.ts';
import { park, putBack } from './put-aside.ts';
import { isStep, replaceWrites, sealContent } from './queue-write.ts';
import { asApplied, composeRow, onSameSnapshot, openChain, standingOf } from './row-state.ts';

/** After so many merges by itself, a write that is stale again is asked about. */
export const MOST_MERGES = 3;

type Row = Record<string, unknown>;

/** What becomes of a stale write upon a newer row. */
export type StaleOutcome =
  | { kind: 'asked'; conflict: Conflict }
  /** `overwritten`: their values that the merged write will replace. */
  | { kind: 'merged'; content: WriteContent; overwritten: Row }
  /** Both sides want the same. */
  | { kind: 'nothing-left' };

/** Lays a stale write upon the newer row, field by field; what does not fit together is asked. Pure. */
export function mergeUpon(write: OpenedWrite, theirs: Row): StaleOutcome {
  const { content, entity } = write;
  const version = Number(theirs.version);
  const isClosed = isSignedOff(entity, theirs);
  const ask = (kind: Conflict['kind'], fields: Conflict['fields']): StaleOutcome => ({
    kind: 'asked',
    conflict: { kind, version, fields },
  });
  if (write.effect === 'delete') {
    const changed = changedSince(writableFields(entity), content.base_values, theirs);
    if (isClosed) return ask('closed-there', changed);
    // A write of an older version of the app does not tell what its author saw.
    const isKnown = Object.keys(content.base_values).length > 0;
    if (!isKnown || changed.length > 0 || write.merges >= MOST_MERGES) return ask('changed-there', changed);
    const base_values = picked(theirs, writableFields(entity));
    return { kind: 'merged', content: { ...content, base_values }, overwritten: {} };
  }
  const body = content.body as Row;
  const { changes, conflicts, overwritten } = mergeFields(entity, content.base_values, body, theirs);
  const isDone = Object.keys(changes).length === 0 && conflicts.length === 0;
  if (isDone) return { kind: 'nothing-left' };
  if (isClosed || write.merges >= MOST_MERGES) {
    return ask(isClosed ? 'closed-there' : 'fields', differences(content, theirs, conflicts));
  }
  if (conflicts.length > 0) return ask('fields', conflicts);
  return { kind: 'merged', content: contentUpon(write, changes, theirs), overwritten };
}

/** Whether a row takes no changes any more: what is signed takes additions at most. */
function isSignedOff(entity: OpenedWrite['entity'], row: Row): boolean {
  if (entity === 'session') return !takesChanges((row as Session).state);
  return entity === 'soap_note' && !takesWriting(row as SoapNote);
}

/** Everything in which a change and their row differ, overlapping or not. */
function differences(content: WriteContent, theirs: Row, conflicts: Conflict['fields']): Conflict['fields'] {
  const asked = new Set(conflicts.map(({ field }) => field));
  const others = Object.entries(content.body as Row)
    .filter(([field, mine]) => !asked.has(field) && !isSame(mine, theirs[field]))
    .map(([field, mine]) => ({ field, base: content.base_values[field], mine, theirs: theirs[field] }));
  return [...conflicts, ...others];
}

/** The content of a change made anew upon a row. */
export function contentUpon({ entity, content }: OpenedWrite, changes: Row, row: Row): WriteContent {
  return {
    ...content,
    body: changes,
    base_values: picked(row, withPartners(entity, Object.keys(changes))),
    conflict: undefined,
  };
}

/**
 * A creation of a row that somebody else made first, as the change that it is to what
 * it takes the place of. Nothing where it does not tell of that. Pure.
 */
function asChange(write: OpenedWrite): OpenedWrite | null {
  const body = write.content.body as Row;
  const fields = writableFields(write.entity).filter((field) => Object.hasOwn(body, field));
  const { base_values } = write.content;
  if (fields.length === 0 || !fields.every((field) => Object.hasOwn(base_values, field))) return null;
  const { name: endpoint, offline } = callOf(write.entity, 'update');
  const endpoint_version = offline.version;
  const params = { id: write.entity_id };
  const content = { endpoint, endpoint_version, params, body: picked(body, fields), base_values };
  return { ...write, endpoint, endpoint_version, effect: 'update', content };
}

/**
 * Brings a stale write and the newer row that came with the answer together, or
 * parks it with what its author is asked.
 */
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
    return 'asked';
  }
  const outcome = mergeUpon(opened, theirs);
  if (outcome.kind === 'nothing-left') return outcome.kind;
  const version = Number(theirs.version);
  const table = db.rowsOf(write.entity);
  await onSameSnapshot(db, write, async (snapshot) => {
    // A pull has brought a still newer row meanwhile: the next answer tells of that one.
    const known = snapshot.stored?.version ?? 0;
    if (known > version && version > (write.base_version ?? 0)) return () => putBack(db, [write], 0, problem);
    const successor =
      outcome.kind === 'merged'
        ? await mergedRow(db, write, outcome, version)
        : await askedRow(db, opened, { ...outcome.conflict, changed: answer.changed }, problem);
    const content = outcome.kind === 'merged' ? outcome.content : opened.content;
    const chain = await openChain(db, snapshot.chain);
    const row = await composeRow(db, write.entity, write.entity_id, {
      base: theirs,
      writes: chain.map((link) => ({
        ...asApplied(link.write_id === write.write_id ? { ...opened, content } : link),
        state: link.write_id === write.write_id ? successor.state : link.state,
      })),
      ...standingOf(snapshot.stored),
      version,
    });
    return async () => {
      const current = await db.outbox.get(write.seq);
      if (current === undefined) return;
      await (row === null ? table.delete(write.entity_id) : table.put(row));
      if (outcome.kind === 'merged') {
        await replaceWrites(db, [{ row: current, successor: successor.write_id }], '');
      }
      const { endpoint, endpoint_version, effect } = opened;
      await db.outbox.put({ ...current, endpoint, endpoint_version, effect, ...successor });
      if (outcome.kind === 'merged') await keepOlderBase(db, current);
      await markBlocked(db);
    };
  });
  return outcome.kind;
}

/**
 * What waits behind a write that turned out to be stale was made upon the same older row:
 * it goes as a change of that one, so that it is merged too. The version that the write
 * before leaves behind would let it replace, unseen, what somebody else wrote meanwhile.
 * Steps are judged by the row as it stands.
 */
export async function keepOlderBase(db: LocalDatabase, stale: OutboxRow): Promise<void> {
  const chain = await db.outbox.where('entity_id').equals(stale.entity_id).sortBy('seq');
  for (const row of chain) {
    if (row.seq <= stale.seq || isStep(row)) continue;
    if (row.effect !== 'create' && row.base_version === null) {
      await db.outbox.update(row.seq, { base_version: stale.base_version ?? NEVER_CONFIRMED });
    }
    return;
  }
}

/** The version of a row that the server has not confirmed. */
const NEVER_CONFIRMED = 0;

type Successor = Partial<OutboxRow> & Pick<OutboxRow, 'write_id' | 'state'>;

/** The answered key is spent: what is sent now is another request. */
async function mergedRow(
  db: LocalDatabase,
  write: OutboxRow,
  { content, overwritten }: StaleOutcome & { kind: 'merged' },
  version: number,
): Promise<Successor> {
  const writeId = uuidv7();
  return {
    write_id: writeId,
    sealed: await sealContent(db, writeId, content),
    ...(await withOverwritten(db, write, overwritten)),
    base_version: version,
    state: 'waiting',
    leased_until: 0,
    next_attempt_at: 0,
    merges: write.merges + 1,
    problem: null,
  };
}

async function askedRow(
  db: LocalDatabase,
  { write_id, content }: OpenedWrite,
  conflict: Conflict,
  problem: Problem,
): Promise<Successor> {
  return {
    write_id,
    sealed: await sealContent(db, write_id, { ...content, conflict }),
    state: 'parked',
    leased_until: 0,
    problem,
  };
}

/** Their values go into the history with the write that replaces them; of each field the newest counts. */
export async function withOverwritten(
  db: LocalDatabase,
  write: OutboxRow,
  overwritten: Row,
): Promise<Pick<OutboxRow, 'overwritten'>> {
  if (Object.keys(overwritten).length === 0) return {};
  const all = { ...(await openOverwritten(db, write)), ...overwritten };
  return { overwritten: await seal(keyOf(db), overwrittenPlace(write.entity_id), all) };
}
