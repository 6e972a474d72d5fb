import { endpointNamed, isEndpointName } from '#contract/index.ts';
import type { OutboxRow } from '#db/local-database.ts';
import type { OpenedWrite, WriteContent } from '#db/outbox.ts';

/** A write as it is to be stored, its content still open. */
export type PlannedWrite = Omit<OpenedWrite, 'seq' | 'sealed'> & { seq: number | null };

export interface Plan {
  /** The row's waiting writes after this one, in order. */
  writes: PlannedWrite[];
  /** Waiting writes that vanish, and the write ids that take their place for those who depend on them. */
  removed: { row: OutboxRow; successor: string | null }[];
}

/**
 * Which writes of a row wait after a new one. Pure.
 *
 * From the first write that the server refused, or a tail that it has never
 * seen, everything folds into one write; a refused one gets a new id, because
 * the server has answered the old. A deletion folds in all that the server has
 * never seen.
 *
 * What folds takes the place of the first of them. It must not wait for anything
 * behind that place: an unseen tail is then left as it is, and a refused write
 * goes without waiting. A step, such as a punch, never folds.
 *
 * A creation on its way that another row names is not taken back: with a step the server
 * would make the row again, and a session without what it names is refused.
 *
 * @param order the local order of the writes that any of these depends on, as far as they wait
 * @param named those of the chain behind which another row waits that names this one
 */
export function planWrites(
  chain: readonly OpenedWrite[],
  fresh: OpenedWrite,
  version: number,
  order: ReadonlyMap<string, number>,
  named: ReadonlySet<string> = new Set(),
): Plan {
  const added: PlannedWrite = { ...fresh, seq: null };
  // Its author is asked about it: it stays by itself.
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
 * The version that folded writes go upon. A refused one goes upon the newest, but
 * writing on decides no question: that one stays stale, and is asked anew.
 */
function baseVersionOf(head: OpenedWrite, version: number): number | null {
  if (head.effect === 'create') return null;
  return head.state === 'parked' && head.content.conflict === undefined ? version : head.base_version;
}

/** The first write of the chain that the new one folds with; behind the last where it stands by itself. */
function foldsFrom(
  chain: readonly OpenedWrite[],
  fresh: OpenedWrite,
  mustWaitBehind: (head: OpenedWrite) => boolean,
): number {
  const refusedAt = chain.findIndex((write) => write.state === 'parked');
  // A step waits behind what was refused until its author has decided on that.
  if (isStep(fresh) || (refusedAt >= 0 && chain.slice(refusedAt).some(isStep))) return chain.length;
  if (refusedAt >= 0) return refusedAt;
  const unseenAt = chain.findLastIndex((write) => write.attempts > 0) + 1;
  if (fresh.effect === 'delete') return unseenAt;
  const tail = chain.at(-1);
  if (tail === undefined || tail.attempts > 0 || isStep(tail) || mustWaitBehind(tail)) return chain.length;
  return chain.length - 1;
}

/** Whether a write is a step of its own rather than fields of the row. */
export function isStep({ endpoint }: Pick<OpenedWrite, 'endpoint'>): boolean {
  return isEndpointName(endpoint) && endpointNamed(endpoint).offline?.isStep === true;
}
