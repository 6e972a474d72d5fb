import { eq, sql } from 'drizzle-orm';
import {
  NEW_TICKET,
  type TicketList,
  type TicketStatus,
  ticketDescription,
  ticketName,
  ticketTags,
} from '#domain/tickets/ticket.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { storedRow } from '#server/db/entity-rows.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { tracker_deliveries, tracker_tasks } from '#server/db/schema/tickets.ts';
import { type TaskTracker, TrackerRefusal, TrackerUnavailable } from './task-tracker.ts';

/** Longer than everything that one delivery asks of the tracker. */
const CLAIM_MS = 5 * 60_000;
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 5 * 60_000;
/** What the tracker refuses waits for someone to correct the configuration. */
const REFUSED_WAIT_MS = 15 * 60_000;

type Kind = 'ticket' | 'comment' | 'attachment';

/**
 * Notes in the write's own transaction that the tracker needs this version, and sends it after the commit.
 */
export async function noteDelivery(
  tx: Transaction,
  now: string,
  { version, ...named }: { kind: Kind; id: string; ticket: string; version: number },
): Promise<void> {
  await tx
    .insert(tracker_deliveries)
    .values({ ...named, wanted: version, next_attempt_at: now })
    .onConflictDoUpdate({
      target: tracker_deliveries.id,
      set: {
        wanted: sql`greatest(${tracker_deliveries.wanted}, ${version})`,
        next_attempt_at: now,
      },
    });
}

interface Delivery {
  id: string;
  kind: Kind;
  ticket: string;
  remote_id: string | null;
  /** Including the one under way. */
  attempts: number;
  /** The tracker's id of the ticket's task. */
  task: string | null;
}

export interface DeliveryParts {
  db: Database;
  tracker: TaskTracker;
  /** The bytes of an attachment; null if they are gone. */
  readFile(id: string): Promise<Uint8Array<ArrayBuffer> | null>;
  now(): Date;
}

/**
 * Sends what the tracker lacks, tickets first, until nothing is due or the tracker can't be reached. Several
 * server processes may run it at the same time: each delivery is claimed by one.
 * @returns how many arrived
 */
export async function deliverAll(parts: DeliveryParts): Promise<number> {
  for (let arrived = 0; ; arrived += 1) {
    for (;;) {
      const delivery = await claim(parts);
      if (delivery === null) return arrived;
      try {
        await settle(parts, delivery, await deliver(parts, delivery));
        break;
      } catch (problem) {
        await postpone(parts, delivery, problem);
        // The tracker is down for all of them.
        if (!(problem instanceof TrackerRefusal)) return arrived;
      }
    }
  }
}

async function claim({ db, now }: DeliveryParts): Promise<Delivery | null> {
  const at = now();
  const until = new Date(at.getTime() + CLAIM_MS).toISOString();
  const instant = at.toISOString();
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    update tracker_deliveries set claimed_until = ${until}, attempts = attempts + 1
    where id = (
      select d.id from tracker_deliveries d
      where d.delivered < d.wanted and d.next_attempt_at <= ${instant}
        and (d.claimed_until is null or d.claimed_until <= ${instant})
        and (d.kind = 'ticket' or exists (
          select from tracker_deliveries t where t.id = d.ticket and t.delivered > 0))
      order by d.kind = 'ticket' desc, d.kind = 'comment' desc, d.id limit 1 for update skip locked)
    returning id, kind, ticket, remote_id, attempts,
      (select t.remote_id from tracker_deliveries t where t.id = tracker_deliveries.ticket) as task`);
  const [found] = rows;
  return found === undefined ? null : ({ ...found } as unknown as Delivery);
}

/** What arrived: the version, and the tracker's id. */
interface Arrived {
  version: number;
  remote_id: string | null;
  status?: { status: TicketStatus; list: TicketList };
}

function deliver(parts: DeliveryParts, delivery: Delivery): Promise<Arrived> {
  if (delivery.kind === 'ticket') return deliverTicket(parts, delivery);
  if (delivery.kind === 'comment') return deliverComment(parts, delivery);
  return deliverFile(parts, delivery);
}

/** An earlier attempt may have reached the tracker without an answer. */
function mayBeThere({ attempts }: Delivery): boolean {
  return attempts > 1;
}

async function deliverTicket({ db, tracker }: DeliveryParts, delivery: Delivery): Promise<Arrived> {
  const row = await db.transaction((tx) => storedRow(tx, 'ticket', delivery.id));
  if (row === null) throw new TypeError('A delivery without its ticket.');
  const { version, list } = row;
  let remote_id = delivery.remote_id;
  if (remote_id === null && mayBeThere(delivery)) {
    remote_id = await tracker.findTask(row.id, list);
  }
  if (row.deleted_at !== null) {
    if (remote_id !== null) await orGone(tracker.deleteTask(remote_id));
    return { version, remote_id };
  }
  const task = {
    ...NEW_TICKET,
    ...{ ticket: row.id, list, status: row.status, assignees: row.assignees },
    ...{ name: ticketName(row), description: ticketDescription(row), tags: ticketTags(row) },
  };
  if (remote_id !== null) await orGone(tracker.updateTask(remote_id, task));
  else {
    // A ticket that was closed before it could be sent is created and then closed, as by hand.
    remote_id = await tracker.createTask({ ...task, status: NEW_TICKET.status });
    if (row.status !== NEW_TICKET.status) await tracker.updateTask(remote_id, task);
  }
  return { version, remote_id, status: { status: row.status, list } };
}

async function deliverComment({ db, tracker }: DeliveryParts, delivery: Delivery): Promise<Arrived> {
  const row = await db.transaction((tx) => storedRow(tx, 'ticket_comment', delivery.id));
  if (row === null) throw new TypeError('A delivery without its comment.');
  const { task } = delivery;
  let { remote_id } = delivery;
  if (task === null) return { version: row.version, remote_id };
  if (remote_id === null && mayBeThere(delivery)) remote_id = await tracker.findComment(task, row.id);
  if (row.deleted_at !== null) {
    if (remote_id !== null) await orGone(tracker.deleteComment(remote_id));
    return { version: row.version, remote_id };
  }
  const comment = { id: row.id, text: `${row.author_name}: ${row.comment}` };
  if (remote_id === null) {
    remote_id = await orGone(tracker.createComment(task, comment));
  } else await orGone(tracker.updateComment(remote_id, comment));
  return { version: row.version, remote_id };
}

async function deliverFile({ db, tracker, readFile }: DeliveryParts, delivery: Delivery): Promise<Arrived> {
  const row = await db.transaction((tx) => storedRow(tx, 'ticket_attachment', delivery.id));
  if (row === null) throw new TypeError('A delivery without its attachment.');
  const { id, version, file_name, content_type } = row;
  const { task } = delivery;
  const done = { version, remote_id: null };
  if (task === null || row.deleted_at !== null) return done;
  if (mayBeThere(delivery) && (await tracker.hasFile(task, id))) return done;
  const bytes = await readFile(id);
  if (bytes !== null) await orGone(tracker.attach(task, { id, file_name, content_type, bytes }));
  return done;
}

/** Someone deleted it in the tracker: nothing is left to do there. */
async function orGone<Result>(asked: Promise<Result>): Promise<Result | null> {
  try {
    return await asked;
  } catch (problem) {
    if (problem instanceof TrackerRefusal && problem.status === 404) return null;
    throw problem;
  }
}

async function settle(
  { db, now }: DeliveryParts,
  { id }: Delivery,
  { version, remote_id, status }: Arrived,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(tracker_deliveries)
      .set({
        delivered: sql`greatest(${tracker_deliveries.delivered}, ${version})`,
        ...(remote_id === null ? {} : { remote_id }),
        ...{ attempts: 0, claimed_until: null, problem: null },
      })
      .where(eq(tracker_deliveries.id, id));
    if (status === undefined) return;
    // Until it is read again, the tracker has what was just sent.
    await tx
      .update(tracker_tasks)
      .set({ status: status.status, read_at: now().toISOString() })
      .where(eq(tracker_tasks.ticket, id));
  });
}

async function postpone({ db, now }: DeliveryParts, delivery: Delivery, problem: unknown): Promise<void> {
  const isRefused = problem instanceof TrackerRefusal;
  const asked = problem instanceof TrackerUnavailable ? (problem.retryAfterMs ?? 0) : 0;
  const usual = isRefused
    ? REFUSED_WAIT_MS
    : Math.min(FIRST_WAIT_MS * 2 ** Math.min(delivery.attempts - 1, 10), LONGEST_WAIT_MS);
  const next = new Date(now().getTime() + Math.max(asked, usual)).toISOString();
  const words = isRefused || problem instanceof TrackerUnavailable ? problem.message : 'Not sent.';
  await db
    .update(tracker_deliveries)
    .set({ next_attempt_at: next, claimed_until: null, problem: words })
    .where(eq(tracker_deliveries.id, delivery.id));
}

/** As of when tickets were read, by the tracker's own clock in milliseconds since the epoch. */
export type ReadAsOf = Map<string, number>;

/**
 * Reads what people changed in the tracker: status, list, and comments of our tickets. If the tracker stops answering,
 * the next call goes on where this one stopped: a workspace may have more tickets than it answers in a minute.
 * @param since milliseconds since the epoch; null for everything
 * @param known what earlier calls have read; this one adds to it
 * @returns how many tickets were read
 */
export async function readTracker(
  { db, tracker, now }: Omit<DeliveryParts, 'readFile'>,
  since: number | null,
  known: ReadAsOf,
): Promise<number> {
  const tasks = await tracker.tasks(since);
  const ids = tasks.flatMap(({ ticket }) => ticket ?? []);
  const ours = new Set(
    await db.transaction(async (tx) => {
      const rows = await jsonRows<{ id: string }>(
        tx,
        sql`select id::text as id from tracker_deliveries where kind = 'ticket'
          and id::text in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`,
      );
      return rows.map(({ id }) => id);
    }),
  );
  let count = 0;
  for (const { ticket, remote_id, status, list, updated_at } of tasks) {
    if (ticket === null || !ours.has(ticket) || known.get(ticket) === updated_at) continue;
    const comments = await tracker.comments(remote_id);
    const read = { status, list, comments, read_at: now().toISOString() };
    await db.transaction(async (tx) => {
      await tx
        .insert(tracker_tasks)
        .values({ ticket, ...read })
        .onConflictDoUpdate({ target: tracker_tasks.ticket, set: read });
    });
    known.set(ticket, updated_at);
    count += 1;
  }
  return count;
}
