import type { EntityName } from '#contract/entity-name.ts';
import type { PulledChange, PullPage } from '#contract/sync.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import type { ScopeReader } from '#server/db/follows.ts';
import { CURSOR_MAX_AGE_MS } from '#server/db/kept-parts.ts';
import { heldAfter, heldFrom, knowsParts, scopesLeft, seesAll } from './held-after.ts';
import { countRecent, firstRecentDay, type PullOrder, stepEntries } from './priority-rows.ts';
import { type Backfill, type Cursors, isBelow, type Position, type PullCursor } from './pull-cursor.ts';
import {
  allowBitmaps,
  countEntries,
  type IndexEntry,
  membershipsSince,
  nextBackfillEntries,
  nextEntries,
  type ReaderState,
  readState,
  readStateAndNews,
  scopeReader,
} from './pull-entries.ts';
import { scopeDigests } from './scope-digests.ts';

/** The rows of an entity with these ids in the contract's shape; deleted rows are missing. */
export type RowLoader = (
  tx: Transaction,
  entity: EntityName,
  ids: readonly string[],
) => Promise<readonly { id: string }[]>;

export interface PullQuestion {
  userId: string;
  deviceId: string | null;
  cursor: string | null;
  /** The newest acknowledged write of this device; null if it knows of none. */
  acknowledged: string | null;
  /** Maximum number of changes per page. */
  limit: number;
  /** The last page includes the digest of each scope. */
  withDigests: boolean;
  /** The server's clock, ISO 8601. */
  now: string;
}

const START: Position = ['0', '0'];

/** What pages of full pulls say about those rows of the device that have all been sent. */
type Complete = Pick<PullPage, 'whole_from' | 'lacking'>;

/**
 * A device has seen a state that this database never had: it was restored from an older backup, or is a copy
 * that diverged.
 */
export class OtherHistory extends Error {
  readonly epoch: string;

  constructor(epoch: string) {
    super('A device has seen another history of this database.');
    this.name = 'OtherHistory';
    this.epoch = epoch;
  }
}

/**
 * The next page of changes for this person since the cursor.
 *
 * `tx` must be REPEATABLE READ: index, memberships, and rows are of one snapshot. Never misses a change that
 * commits late, because it reads only below the oldest transaction still running. A device that follows the
 * cursor until `more` is false has exactly the rows that the person's scopes had at that horizon.
 * @param order of the rows in a full pull
 * @throws OtherHistory if the cursor proves that the database was restored
 */
export async function pullPage(
  tx: Transaction,
  load: RowLoader,
  cursors: Cursors,
  question: PullQuestion,
  order: PullOrder,
): Promise<PullPage> {
  const { limit, now } = question;
  const shown = question.cursor === null ? null : cursors.read(question.cursor);
  const state = await readState(tx, { ...question, cursor: shown?.cursor ?? null });
  const { epoch, horizon, mark } = state;
  if (epoch === null) throw new Error('The database has no sync epoch.');

  const fits = shown !== null && usableCursor(shown.cursor, question, state);
  if (fits && !isSameHistory(shown.cursor, state) && shown.isSigned) throw new OtherHistory(epoch);
  const isContinued =
    fits &&
    isSameHistory(shown.cursor, state) &&
    isOfOrder(shown.cursor, order) &&
    knowsParts(shown.cursor, state);
  const known = isContinued && !state.is_forgotten ? shown.cursor : null;
  const isFresh = known === null;
  const held = heldAfter(known, state, now);
  const reader = scopeReader(question, held.parts);
  const memberships = isFresh ? await membershipsSince(tx, reader, '0') : state.memberships;
  const since = known?.members ?? '0';
  const joined = memberships.filter(
    ({ has_left, xid }) => !has_left && !isBelow(xid, since) && isBelow(xid, horizon),
  );
  const cursor: PullCursor = isFresh
    ? {
        epoch,
        whole_at: now,
        fresh: horizon,
        members: horizon,
        // All from before comes in the order of the steps.
        after: [horizon, '0'],
        backfills: [],
        ...held.parts,
        mark,
        head: { order: order.name, from: await firstRecentDay(tx, now), step: 0, after: ['', ''] },
      }
    : {
        ...{ ...known, members: horizon, mark, ends: known.ends ?? known.members },
        ...{ ...held.parts, closed: held.closed },
        backfills: backfillsWith(known, joined.length > 0, horizon, held.opened),
      };

  const read = await readEntries(tx, reader, horizon, cursor, limit, order);
  const isWhole = read.cursor.head === undefined && read.cursor.backfills.length === 0 && !read.more;
  const isCompared = isWhole && question.withDigests;
  if (read.entries.length > 0 || isCompared) await allowBitmaps(tx);
  return {
    epoch,
    cursor: cursors.write(
      isWhole ? { ...read.cursor, whole_at: now, ends: undefined, closed: undefined } : read.cursor,
    ),
    more: !isWhole,
    server_time: now,
    is_fresh: isFresh,
    scopes_added: joined.map((member) => member.scope),
    // Not before all that takes their place: a student who only changes scopes never leaves the device.
    scopes_removed: isFresh || !isWhole ? [] : scopesLeft(question.userId, memberships, held, state),
    changes: await changesOf(tx, load, read.entries),
    // Not those of later pages: the device would remove its own change from the screen before the server's arrives.
    done: isFresh
      ? []
      : state.done.filter(({ xid }) => isBelow(xid, read.cursor.after[0])).map(({ key }) => key),
    total: isFresh
      ? (await countEntries(tx, reader, horizon)) +
        (cursor.head === undefined
          ? 0
          : await countRecent(tx, order, cursor.head.from, { ...reader, fresh: horizon }))
      : null,
    ...completeAfter(order, cursor.head, read.cursor.head, isWhole),
    ...(isWhole ? heldFrom(held.parts, state) : {}),
    ...seesAll(state),
    ...(isCompared ? { digests: await scopeDigests(tx, reader, horizon) } : {}),
  };
}

/**
 * The page of a device that is up to date: one statement instead of a transaction. Most pulls find nothing, because a device
 * asks whenever it has reason to.
 * @returns null if there is something to tell, or it takes more to know
 */
export async function pageWithoutNews(
  db: Database,
  cursors: Cursors,
  question: PullQuestion,
): Promise<PullPage | null> {
  const shown = question.cursor === null ? null : cursors.read(question.cursor);
  if (shown === null || question.withDigests || shown.cursor.head !== undefined) return null;
  if (shown.cursor.backfills.length > 0) return null;
  const state = await readStateAndNews(db, { ...question, cursor: shown.cursor });
  const held = heldAfter(shown.cursor, state, question.now);
  const isKnown =
    usableCursor(shown.cursor, question, state) &&
    isSameHistory(shown.cursor, state) &&
    knowsParts(shown.cursor, state) &&
    held.opened.length + (held.closed ?? []).length === 0;
  const hasNews = state.has_news || state.memberships.length > 0 || state.done.length > 0;
  if (!isKnown || state.is_forgotten || hasNews || state.epoch === null) return null;
  const { epoch, horizon, mark } = state;
  return {
    ...{ epoch, more: false, server_time: question.now, is_fresh: false, total: null },
    cursor: cursors.write({
      ...shown.cursor,
      ...{ members: horizon, ends: undefined, mark, after: [horizon, '0'], whole_at: question.now },
      ...held.parts,
    }),
    ...heldFrom(held.parts, state),
    ...seesAll(state),
    ...{ scopes_added: [], scopes_removed: [], changes: [], done: [] },
  };
}

/**
 * Whether the changes since the cursor are all that the device lacks, if the database is still the same one.
 */
function usableCursor(cursor: PullCursor, { now }: PullQuestion, { epoch }: ReaderState): boolean {
  if (cursor.epoch !== epoch) return false;
  // Tombstones that this device has not seen may have been purged.
  return Date.parse(now) - Date.parse(cursor.whole_at) <= CURSOR_MAX_AGE_MS;
}

/**
 * Whether the database has everything that the cursor has seen. Below a horizon nothing is ever written
 * again: the newest mark there stays the same, unless another state took its place.
 */
function isSameHistory({ members, mark }: PullCursor, { horizon, seen }: ReaderState): boolean {
  // The horizon never moves backwards.
  if (isBelow(horizon, members)) return false;
  return mark === undefined || (mark?.xid === seen?.xid && mark?.mark === seen?.mark);
}

function backfillsWith(
  known: PullCursor,
  hasJoined: boolean,
  horizon: string,
  opened: readonly string[],
): Backfill[] {
  const begin = { until: known.after, scope: '', after: START };
  return [
    ...known.backfills,
    ...(hasJoined ? [{ ...begin, joined: [known.members, horizon] as Position }] : []),
    ...(opened.length > 0 ? [{ ...begin, joined: ['0', horizon] as Position, months: [...opened] }] : []),
  ];
}

/** Whether the steps that the cursor counts are these. */
function isOfOrder({ head }: PullCursor, { name }: PullOrder): boolean {
  return head === undefined || head.order === name;
}

/** What a page completes that begins and ends at these positions. */
function completeAfter(
  { steps, rest, late }: PullOrder,
  begin: PullCursor['head'],
  end: PullCursor['head'],
  isWhole: boolean,
): Complete {
  if (begin === undefined) return {};
  const at = end?.step ?? steps.length;
  return {
    ...(begin.step < rest && at >= rest ? { whole_from: begin.from } : {}),
    ...(!isWhole && begin.step < late && at >= late
      ? { lacking: steps.slice(late).map(({ entity }) => entity) }
      : {}),
  };
}

interface Read {
  entries: IndexEntry[];
  cursor: PullCursor;
  /** There may be more in the main stream. */
  more: boolean;
}

/**
 * Backfills, then what was there when a full pull began, then the main stream, at most `limit` entries in total. Entities
 * that may be late come after the main stream, so that nobody's changes wait for them.
 */
async function readEntries(
  tx: Transaction,
  reader: ScopeReader,
  horizon: string,
  { head, ...cursor }: PullCursor,
  limit: number,
  order: PullOrder,
): Promise<Read> {
  const { fresh } = cursor;
  const entries: IndexEntry[] = [];
  const backfills: Backfill[] = [];
  for (const backfill of cursor.backfills) {
    const room = limit - entries.length;
    if (room === 0) {
      backfills.push(backfill);
      continue;
    }
    const found = await nextBackfillEntries(tx, { ...reader, fresh, limit: room + 1, backfill });
    entries.push(...found.slice(0, room));
    const last = entries.at(-1);
    if (found.length > room && last !== undefined) {
      backfills.push({ ...backfill, scope: last.scope, after: [last.xid, last.seq] });
    }
  }

  let left = head;
  const readSteps = async () => {
    if (left === undefined) return;
    const found = await stepEntries(tx, order, left, { ...reader, fresh, limit: limit - entries.length });
    entries.push(...found.entries);
    left = found.next ?? undefined;
  };
  const withHead = (read: PullCursor) => (left === undefined ? read : { ...read, head: left });
  if (head !== undefined && head.step < order.late) await readSteps();
  const isBeforeLate = left !== undefined && left.step < order.late;
  const room = limit - entries.length;
  if (isBeforeLate || room === 0) {
    return { entries, cursor: withHead({ ...cursor, backfills }), more: true };
  }

  const found = await nextEntries(tx, { ...reader, horizon, fresh, limit: room + 1, after: cursor.after });
  entries.push(...found.slice(0, room));
  const last = entries.at(-1);
  const more = found.length > room && last !== undefined;
  // Sequences start at 1: the next page continues with the first entry of the horizon's own transaction.
  const after: Position = more ? [last.xid, last.seq] : [horizon, '0'];
  await readSteps();
  return { entries, cursor: withHead({ ...cursor, backfills, after }), more };
}

/** One change per row, in order of first appearance. */
async function changesOf(
  tx: Transaction,
  load: RowLoader,
  entries: readonly IndexEntry[],
): Promise<PulledChange[]> {
  const changes = new Map<string, PulledChange>();
  const wanted = new Map<EntityName, Set<string>>();
  for (const { entity, id, scope, has_left } of entries) {
    const key = `${entity} ${id}`;
    const change = changes.get(key) ?? { entity, id, scopes: [], left: [], row: null };
    changes.set(key, change);
    const places = has_left ? change.left : change.scopes;
    // Recent rows come again with all of their entity, sometimes on the same page.
    if (!places.includes(scope)) places.push(scope);
    if (!has_left) wanted.set(entity, (wanted.get(entity) ?? new Set()).add(id));
  }
  for (const [entity, ids] of wanted) {
    for (const row of await load(tx, entity, [...ids])) {
      const change = changes.get(`${entity} ${row.id}`);
      if (change !== undefined) change.row = row;
    }
  }
  return [...changes.values()].map((change) =>
    change.row === null ? { ...change, scopes: [], left: [...change.left, ...change.scopes] } : change,
  );
}
