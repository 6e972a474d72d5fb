import { v7 as uuidv7 } from 'uuid';
import { calls } from '#contract/calls.ts';
import { paramsOfWrite } from '#contract/endpoint.ts';
import type { OfflineEndpointName } from '#contract/index.ts';
import { decryptRow } from '#db/encrypted-rows.ts';
import type { LocalDatabase, OutboxRow, StoredRow } from '#db/local-database.ts';
import { type Conflict, type OpenedWrite, openWrite, type WriteContent } from '#db/outbox.ts';
import { withOverwritten } from '#db/overwritten.ts';
import { isSame } from '#domain/text/three-way.ts';
import type { Behavior } from '../behaviors/behavior.ts';
import { behaviorOf } from '../behaviors/behaviors.ts';
import { isoNow } from '../clock.ts';
import { markBlocked } from '../outbox/dependents.ts';
import { prepareFollowers } from '../outbox/followers.ts';
import { callOf, rebase } from '../outbox/local-rows.ts';
import {
  asApplied,
  composeRow,
  metadataOf,
  onSameSnapshot,
  openBase,
  openChain,
  type RowSnapshot,
  readSnapshot,
} from '../outbox/row-state.ts';
import { encryptContent, historyOf, replaceWrites } from '../outbox/stored-writes.ts';
import type { Workspace } from '../workspace.ts';
import { mergeFields } from './merge.ts';
import { fieldGroupOf, picked, writableFields } from './merge-fields.ts';
import { keepOlderBase } from './merge-stale.ts';
import { contentUpon, mergeUpon } from './merge-upon.ts';
import { discardWrite } from './needs-attention.ts';

type Row = Record<string, unknown>;

/** A write and its conflict, based on the newest row that this device knows. */
export interface OpenConflict {
  write: OpenedWrite;
  conflict: Conflict;
}

/** Which side's value wins, or a text combined from both. */
export type Choice = 'mine' | 'theirs' | { text: string };

export type Decision =
  /** By the name of the field or field group. */
  | { kind: 'fields'; choices: Readonly<Record<string, Choice>> }
  | { kind: 'deleted-there'; choice: 'keep-deleted' | 'enter-again' }
  | { kind: 'changed-there'; choice: 'delete' | 'keep' }
  /** Discards the change. Its text can become an amendment if the note takes one. */
  | { kind: 'closed-there'; amendment?: string };

/**
 * `conflict-again`: someone changed the row once more, so the conflict is a new one. `gone`: it was resolved
 * elsewhere.
 */
export type Decided = 'decided' | 'conflict-again' | 'gone';

/** The conflict of a refused write; null if it was refused for another reason. Pure. */
export function conflictOf(write: OpenedWrite): Conflict | null {
  if (write.state !== 'parked') return null;
  if (write.problem?.code === 'record.stale') return write.content.conflict ?? null;
  if (write.problem?.code !== 'record.deleted' || write.effect !== 'update') return null;
  const { body, base_values } = write.content;
  const fields = Object.entries(body as Row).map(([field, mine]) => ({
    field,
    base: base_values[field],
    mine,
    theirs: null,
  }));
  return { kind: 'deleted-there', version: null, fields, changed: write.content.conflict?.changed };
}

/** The open conflict of a write; null if there is none. Works in a live query. */
export async function openConflictOfWrite(db: LocalDatabase, writeId: string): Promise<OpenConflict | null> {
  const row = await db.outbox.where('write_id').equals(writeId).first();
  return row === undefined
    ? null
    : openConflictUpon(db, row, await readSnapshot(db, row.entity, row.entity_id));
}

/** The open conflict about a row; null if there is none. Works in a live query. */
export async function openConflictOfRow(db: LocalDatabase, entityId: string): Promise<OpenConflict | null> {
  const rows = await db.outbox.where('entity_id').equals(entityId).sortBy('seq');
  const refused = rows.find((row) => row.state === 'parked');
  return refused === undefined
    ? null
    : openConflictUpon(db, refused, await readSnapshot(db, refused.entity, entityId));
}

async function openConflictUpon(
  db: LocalDatabase,
  row: OutboxRow,
  snapshot: RowSnapshot,
): Promise<OpenConflict | null> {
  const write = await openWrite(db, row);
  const conflict = conflictOf(write);
  if (conflict === null) return null;
  const now = await openRowBefore(db, row, snapshot);
  const isAsOfNow =
    conflict.version === null || now === null || snapshot.stored?.version === conflict.version;
  return { write, conflict: isAsOfNow ? conflict : conflictUpon(write, conflict, now) };
}

/** The row that a queued write applies to: the server's newest with the writes before it. */
async function openRowBefore(
  db: LocalDatabase,
  write: OutboxRow,
  snapshot: RowSnapshot,
): Promise<Row | null> {
  const base = await openBase(db, write.entity, snapshot);
  const before = await openChain(db, writesBefore(write, snapshot));
  return rebase(base, before.map(asApplied)) as Row | null;
}

function writesBefore(write: OutboxRow, { chain }: RowSnapshot): OutboxRow[] {
  return chain.filter(({ seq }) => seq < write.seq);
}

/**
 * The same conflict on a row that changed again, by an unknown author. A conflict that was open before is
 * never resolved automatically.
 */
function conflictUpon(write: OpenedWrite, conflict: Conflict, now: Row): Conflict {
  const outcome = mergeUpon(write, now);
  const fresh: Conflict =
    outcome.kind === 'conflict'
      ? outcome.conflict
      : { kind: conflict.kind, version: Number(now.version), fields: [] };
  if (conflict.kind !== 'fields' || fresh.kind !== 'fields') return fresh;
  const known = new Set(fresh.fields.map(({ field }) => field));
  const still = conflict.fields
    .filter(({ field, mine }) => !known.has(field) && !isSame(mine, now[field]))
    .map(({ suggestion: _, ...sides }) => ({ ...sides, theirs: now[sides.field] }));
  return { ...fresh, fields: [...fresh.fields, ...still] };
}

/**
 * Applies the author's decision in one transaction. The resulting write targets the newest row under a new
 * write id; if that row changed again, the conflict reopens.
 * @param seen the conflict as its author saw it
 */
export async function decideConflict(
  workspace: Workspace,
  seen: OpenConflict,
  decision: Decision,
): Promise<Decided> {
  const current = await openConflictOfWrite(workspace.db, seen.write.write_id);
  if (current === null) return 'gone';
  if (!isSameConflict(current.conflict, seen.conflict)) return 'conflict-again';
  switch (decision.kind) {
    case 'fields':
      return decideFields(workspace, current, decision.choices);
    case 'deleted-there':
      if (decision.choice === 'enter-again') return enterAgain(workspace, current);
      break;
    case 'changed-there':
      if (decision.choice === 'delete') return sendUpon(workspace, current, deletionUpon);
      break;
    case 'closed-there':
      if (decision.amendment !== undefined) return amendInstead(workspace, current, decision.amendment);
      break;
  }
  await discardWrite(workspace, current.write.write_id);
  return 'decided';
}

/** A new version alone changes nothing that its author could see. */
function isSameConflict(a: Conflict, b: Conflict): boolean {
  return a.kind === b.kind && isSame(a.fields, b.fields);
}

/** The write that replaces the refused one; without content nothing is left to send. */
interface Resolution {
  content: WriteContent | null;
  /** The other side's values that it replaces. */
  overwritten: Row;
}

function decideFields(
  workspace: Workspace,
  seen: OpenConflict,
  choices: Readonly<Record<string, Choice>>,
): Promise<Decided> {
  return sendUpon(workspace, seen, ({ write, conflict }, now) => resolved(write, conflict, choices, now));
}

/** The change that its author decided on, applied to the newest row. Pure. */
function resolved(
  write: OpenedWrite,
  { fields }: Conflict,
  choices: Readonly<Record<string, Choice>>,
  now: Row,
): Resolution {
  const { changes, overwritten } = mergeFields(
    write.entity,
    write.content.base_values,
    write.content.body as Row,
    now,
  );
  for (const { field, mine, theirs } of fields) {
    const { name } = fieldGroupOf(write.entity, field);
    const choice = choices[name];
    if (choice === undefined) throw new TypeError(`No decision for ${name}.`);
    delete changes[field];
    delete overwritten[field];
    if (choice === 'theirs') continue;
    const value = choice === 'mine' ? mine : choice.text;
    if (isSame(value, now[field])) continue;
    changes[field] = value;
    if (choice === 'mine') overwritten[field] = theirs;
  }
  const isEmpty = Object.keys(changes).length === 0;
  return { content: isEmpty ? null : contentUpon(write, changes, now), overwritten };
}

function deletionUpon({ write }: OpenConflict, now: Row): Resolution {
  const base_values = picked(now, writableFields(write.entity));
  return { content: { ...write.content, base_values, conflict: undefined }, overwritten: {} };
}

/** Turns text that came after the signature into an amendment of the signed note. */
function amendInstead(workspace: Workspace, seen: OpenConflict, text: string): Promise<Decided> {
  return sendUpon(workspace, seen, ({ write }) => ({
    content: {
      endpoint: 'soap.amend',
      endpoint_version: calls['soap.amend'].offline.version,
      params: { id: write.entity_id },
      body: { id: uuidv7(), text },
      base_values: {},
    },
    overwritten: {},
  }));
}

async function sendUpon(
  { db, clock, wake }: Workspace,
  seen: OpenConflict,
  resolve: (openConflict: OpenConflict, now: Row) => Resolution,
): Promise<Decided> {
  const { entity, entity_id, write_id } = seen.write;
  const table = db.rowsOf(entity);
  let decided: Decided = 'gone';
  await onSameSnapshot(db, seen.write, async (snapshot) => {
    const link = snapshot.chain.find((row) => row.write_id === write_id) as OutboxRow;
    const openConflict = await openConflictUpon(db, link, snapshot);
    const base = await openBase(db, entity, snapshot);
    const now = await openRowBefore(db, link, snapshot);
    decided = 'conflict-again';
    if (openConflict === null || now === null || !isSameConflict(openConflict.conflict, seen.conflict)) {
      return async () => undefined;
    }
    const { content, overwritten } = resolve(openConflict, now);
    const successor = uuidv7();
    const next = content === null ? null : { sealed: await encryptContent(db, successor, content) };
    const history = await withOverwritten(db, link, overwritten);
    const chain = await openChain(db, snapshot.chain);
    // Behind a queued write, the version comes from that write's answer.
    const version = writesBefore(link, snapshot).length > 0 ? null : (snapshot.stored?.version ?? 0);
    const after = chain.flatMap((one): OpenedWrite[] => {
      if (one.write_id !== write_id) return [one];
      return content === null ? [] : [{ ...one, content, state: 'waiting' }];
    });
    const row = await composeRow(db, entity, entity_id, {
      base,
      writes: after.map(asApplied),
      ...metadataOf(snapshot.stored),
    });
    const leader = { entity, id: entity_id };
    const followers = await prepareFollowers(db, leader, snapshot.chain, { base, chain: after });
    return async () => {
      if (!(await followers.areSame())) return false;
      await followers.store();
      await (row === null ? table.delete(entity_id) : table.put(row));
      await keepOlderBase(db, link);
      await replaceWrites(db, [{ row: link, successor: next === null ? null : successor }], isoNow(clock));
      if (next === null) {
        await db.history.put(historyOf(link, 'discarded', isoNow(clock)));
      } else {
        const call = { endpoint: content?.endpoint ?? link.endpoint };
        await db.outbox.put({ ...freshRow(link, successor, version), ...call, ...next, ...history });
      }
      await markBlocked(db);
      decided = 'decided';
      return true;
    };
  });
  if ((decided as Decided) === 'decided') wake();
  return decided;
}

/** The server has answered the old id: a write with a new one starts over. */
function freshRow(row: OutboxRow, writeId: string, version: number | null): OutboxRow {
  return {
    ...row,
    write_id: writeId,
    base_version: version,
    state: 'waiting',
    attempts: 0,
    merges: 0,
    next_attempt_at: 0,
    problem: null,
  };
}

/**
 * Recreates a row that was deleted on the server, as its author sees it, including its queued writes. The
 * creation has a new id; the old row is removed.
 */
async function enterAgain(workspace: Workspace, { write }: OpenConflict): Promise<Decided> {
  const { db, clock } = workspace;
  const { entity, entity_id } = write;
  const { name, offline } = callOf(entity, 'create');
  const table = db.rowsOf(entity);
  const newId = uuidv7();
  const successor = uuidv7();
  let decided: Decided = 'gone';
  await onSameSnapshot(db, write, async (snapshot) => {
    const link = snapshot.chain.find((row) => row.write_id === write.write_id) as OutboxRow;
    const { stored } = snapshot;
    decided = 'conflict-again';
    if (
      stored === undefined ||
      (await openConflictUpon(db, link, snapshot))?.conflict.kind !== 'deleted-there'
    ) {
      return async () => undefined;
    }
    const { follower } = behaviorOf(entity);
    const body = newBody(name, follower, await decryptRow(db, entity, entity_id, stored.sealed), newId);
    const content: WriteContent = {
      endpoint: name,
      endpoint_version: offline.version,
      params: paramsOfWrite(offline, newId, body),
      body,
      base_values: {},
    };
    const chained = new Set(snapshot.chain.map((row) => row.write_id));
    const creation: OutboxRow = {
      ...freshRow(link, successor, null),
      endpoint: name,
      endpoint_version: offline.version,
      entity_id: newId,
      effect: 'create',
      lane: link.lane.replaceAll(entity_id, newId),
      depends_on: link.depends_on.filter((id) => !chained.has(id)),
      sealed: await encryptContent(db, successor, content),
    };
    delete creation.brings;
    const brings = follower === undefined ? null : body[follower.field];
    if (typeof brings === 'string') creation.brings = brings;
    const made = [{ ...creation, content }];
    const row = (await composeRow(db, entity, newId, {
      base: null,
      writes: made.map(asApplied),
      ...metadataOf(undefined),
    })) as StoredRow;
    const gone = await prepareFollowers(db, { entity, id: entity_id }, snapshot.chain, NOTHING_LEFT);
    const added = await prepareFollowers(db, { entity, id: newId }, [], { base: null, chain: made });
    return async () => {
      if (!((await gone.areSame()) && (await added.areSame()))) return false;
      await gone.store();
      await added.store();
      await table.delete(entity_id);
      await table.put(row);
      await replaceWrites(
        db,
        snapshot.chain.map((one) => ({ row: one, successor })),
        isoNow(clock),
      );
      await db.outbox.put(creation);
      await markBlocked(db);
      decided = 'decided';
      return true;
    };
  });
  if ((decided as Decided) === 'decided') workspace.wake();
  return decided;
}

const NOTHING_LEFT = { base: null, chain: [] };

/** The fields of the row that the creation takes. */
function newBody(
  creation: OfflineEndpointName,
  follower: Behavior['follower'],
  seen: object,
  id: string,
): Row {
  const row = seen as Row;
  const body = { ...picked(row, calls[creation].fields), id };
  // A carried row was deleted with it: the new one carries its own.
  return follower === undefined || row[follower.field] === null
    ? body
    : { ...body, [follower.field]: follower.idOf(id) };
}
