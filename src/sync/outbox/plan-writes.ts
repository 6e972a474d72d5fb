import { callNamed, isCallName } from '#contract/calls.ts';
import type { OutboxRow } from '#db/local-database.ts';
import type { OpenedWrite, WriteContent } from '#db/outbox.ts';

/** A write as it will be stored, with its content not yet encrypted. */
export type PlannedWrite = Omit<OpenedWrite, 'seq' | 'sealed'> & { seq: number | null };

export interface Plan {
  /** The row's queued writes after this one, in order. */
  writes: PlannedWrite[];
  /** Queued writes that vanish, with the ids of the writes that replace them for their dependents. */
  removed: { row: OutboxRow; successor: string | null }[];
}

/**
 * The queued writes of a row after a new one. Pure.
 *
 * From the first write that the server refused, or an unsent tail, everything folds into one write; a refused
 * one gets a new id, because the server has answered the old one. A deletion folds in all unsent writes.
 *
 * The folded write takes the position of the first. It must not depend on anything after that position: then
 * an unsent tail stays as it is, and a refused write drops the dependency. A command, such as a punch, never
 * folds.
 *
 * A creation in flight that another row references is not canceled: with a command the server would create
 * the row again, and a session is refused without the row that it references.
 * @param order the local order of the queued dependencies of these writes
 * @param named writes of the chain on which another row that references this one depends
 */
export function planWrites(
  chain: readonly OpenedWrite[],
  fresh: OpenedWrite,
  version: number,
  order: ReadonlyMap<string, number>,
  named: ReadonlySet<string> = new Set(),
): Plan {
  const added: PlannedWrite = { ...fresh, seq: null };
  // Its author has to resolve the conflict: keep it separate.
  if (fresh.state === 'parked') return { writes: [...chain, added], removed: [] };
  const waitsBehind = (seq: number) => (id: string) => (order.get(id) ?? 0) > seq;
  const firstFolded = foldsFrom(chain, fresh, (head) =>
    fresh.depends_on.some((id) => id !== head.write_id && waitsBehind(head.seq)(id)),
  );
  const first = chain[firstFolded];
  const isNamed =
    fresh.effect === 'delete' &&
    first?.effect === 'create' &&
    first.state !== 'parked' &&
    named.has(first.write_id);
  const foldFrom = isNamed ? firstFolded + 1 : firstFolded;
  const kept = chain.slice(0, foldFrom);
  const folded = chain.slice(foldFrom);
  const head = folded[0];
  if (head === undefined) return { writes: [...kept, added], removed: [] };

  if (fresh.effect === 'delete' && head.effect === 'create') {
    return { writes: kept, removed: folded.map((row) => ({ row, successor: null })) };
  }
  const all = [...folded, fresh];
  const isRefused = folded.some((write) => write.state === 'parked');
  const isDeletion = fresh.effect === 'delete';
  const merged: PlannedWrite = {
    ...(isDeletion ? added : head),
    ...(fresh.brings === undefined ? {} : { brings: fresh.brings }),
    ...(fresh.overwritten === undefined ? {} : { overwritten: fresh.overwritten }),
    seq: head.seq,
    write_id: isRefused ? fresh.write_id : head.write_id,
    lane: head.lane,
    depends_on: [...new Set((isDeletion ? [head, fresh] : all).flatMap((write) => write.depends_on))].filter(
      (id) => !folded.some((write) => write.write_id === id) && !waitsBehind(head.seq)(id),
    ),
    base_version: baseVersionOf(head, version),
    state: 'waiting',
    attempts: 0,
    merges: 0,
    next_attempt_at: 0,
    problem: null,
    content: {
      ...(isDeletion ? fresh : head).content,
      body: isDeletion ? null : (Object.assign({}, ...all.map((write) => write.content.body)) as unknown),
      base_values: Object.assign(
        {},
        ...all.toReversed().map((write) => write.content.base_values),
      ) as WriteContent['base_values'],
      conflict: undefined,
    },
  };
  const removed = folded.filter((row) => row.seq !== head.seq || row.write_id !== merged.write_id);
  return { writes: [...kept, merged], removed: removed.map((row) => ({ row, successor: merged.write_id })) };
}

/**
 * The base version of folded writes. A refused one takes the newest, but editing doesn't resolve a conflict:
 * a conflicting one stays stale, and conflicts again.
 */
function baseVersionOf(head: OpenedWrite, version: number): number | null {
  if (head.effect === 'create') return null;
  return head.state === 'parked' && head.content.conflict === undefined ? version : head.base_version;
}

/** The first write of the chain that the new one folds with; the chain's length if there is none. */
function foldsFrom(
  chain: readonly OpenedWrite[],
  fresh: OpenedWrite,
  mustWaitBehind: (head: OpenedWrite) => boolean,
): number {
  const refusedAt = chain.findIndex((write) => write.state === 'parked');
  // A command waits behind a refused write until its author has decided.
  if (isCommand(fresh) || (refusedAt >= 0 && chain.slice(refusedAt).some(isCommand))) return chain.length;
  if (refusedAt >= 0) return refusedAt;
  const unseenAt = chain.findLastIndex((write) => write.attempts > 0) + 1;
  if (fresh.effect === 'delete') return unseenAt;
  const tail = chain.at(-1);
  if (tail === undefined || tail.attempts > 0 || isCommand(tail) || mustWaitBehind(tail)) return chain.length;
  return chain.length - 1;
}

/** Whether a write is a command rather than an edit of fields. */
export function isCommand({ endpoint }: Pick<OpenedWrite, 'endpoint'>): boolean {
  return isCallName(endpoint) && callNamed(endpoint).offline?.isCommand === true;
}
