import { type SQL, sql } from 'drizzle-orm';
import type { EntityRow } from '#contract/entities.ts';
import { ApiError } from '#contract/errors.ts';
import type { Feedback, Ticket, TicketComment, TicketFile } from '#contract/tickets.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import {
  NEW_TICKET,
  type TicketList,
  type TicketStatus,
  ticketDescription,
  ticketName,
  ticketTags,
} from '#domain/tickets/ticket.ts';
import type { Transaction } from '#server/db/database.ts';
import { fieldsOf, keptRows } from '#server/db/entity-rows.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import type { TrackerComment } from '#server/db/schema/tickets.ts';
import type { TaskTracker } from '#server/tracker/task-tracker.ts';

/** Who asks, and the external tracker; null where the tickets are in our database alone. */
export interface Asked {
  tx: Transaction;
  actor: Actor;
  tracker: TaskTracker | null;
}

interface Found extends EntityRow<'ticket'> {
  comment_count: number;
  attachment_count: number;
  is_waiting: boolean;
  tracker_status: TicketStatus | null;
  tracker_list: TicketList | null;
}

/** The tickets that the person may see and that match, newest first. */
async function ticketsWhere({ tx, actor, tracker }: Asked, where: SQL): Promise<Ticket[]> {
  const reach = seesWholeOrganization(actor) ? sql`true` : sql`t.requester = ${actor.user_id}`;
  const found = await jsonRows<Found>(
    tx,
    sql`select ${fieldsOf('ticket', 't')}, k.status as tracker_status, k.list as tracker_list,
        (select count(*)::int from ticket_comments c where c.ticket = t.id and c.deleted_at is null)
          + coalesce(jsonb_array_length(k.comments), 0) as comment_count,
        (select count(*)::int from ticket_attachments a where a.ticket = t.id and a.deleted_at is null)
          as attachment_count,
        exists (select from tracker_deliveries d where d.ticket = t.id and d.delivered < d.wanted)
          as is_waiting
      from tickets t left join tracker_tasks k on k.ticket = t.id
      where t.deleted_at is null and ${reach} and ${where}
      order by t.received_at desc, t.id desc`,
  );
  return found.map(({ tracker_status, tracker_list, ...row }) => {
    // What still has to reach the tracker is newer than what the tracker says.
    const known = row.is_waiting
      ? row
      : { ...row, status: tracker_status ?? row.status, list: tracker_list ?? row.list };
    return ticketOf(known, tracker);
  });
}

function ticketOf(row: Omit<Found, 'tracker_status' | 'tracker_list'>, tracker: TaskTracker | null): Ticket {
  const { priority, notify_all, check_required_custom_fields } = NEW_TICKET;
  return {
    ...row,
    ...{ name: ticketName(row), description: ticketDescription(row), tags: ticketTags(row) },
    ...{ priority, notify_all, check_required_custom_fields },
    list_id: tracker?.listId(row.list) ?? row.list,
  };
}

/** The tickets of all lists in a state. */
export async function listTickets(asked: Asked, state: 'open' | 'closed'): Promise<Ticket[]> {
  const wanted: TicketStatus = state === 'open' ? 'Open' : 'Closed';
  const all = await ticketsWhere(asked, sql`true`);
  return all.filter(({ status }) => status === wanted);
}

/** The ticket, or `record.absent`, the same for other people's and nonexistent ones. */
export async function ticketInReach(asked: Asked, id: string): Promise<Ticket> {
  const [found] = await ticketsWhere(asked, sql`t.id = ${id}`);
  if (found === undefined) throw new ApiError('record.absent');
  return found;
}

export async function readTicket(asked: Asked, id: string): Promise<TicketFile> {
  const found = await ticketInReach(asked, id);
  const attachments = await keptRows(
    asked.tx,
    'ticket_attachment',
    sql`ticket = ${id} order by ticket_attachments.received_at, id`,
  );
  return { ...found, attachments };
}

/** Comments from here and from the task tracker, oldest first. */
export async function listComments(asked: Asked, ticket: string): Promise<TicketComment[]> {
  await ticketInReach(asked, ticket);
  const own: TicketComment[] = await keptRows(asked.tx, 'ticket_comment', sql`ticket = ${ticket}`);
  const [known] = await jsonRows<{ comments: TrackerComment[] }>(
    asked.tx,
    sql`select comments from tracker_tasks where ticket = ${ticket}`,
  );
  const others = (known?.comments ?? []).map(
    ({ id, comment, author_name, written_at }): TicketComment => ({
      ...{ id: `tracker-${id}`, ticket, comment, author: null, author_name },
      ...{ captured_at: written_at, received_at: written_at, version: 1 },
    }),
  );
  const at = ({ received_at, captured_at }: TicketComment) => Date.parse(received_at ?? captured_at);
  return [...own, ...others].sort((a, b) => at(a) - at(b) || (a.id < b.id ? -1 : 1));
}

/** Own feedback; for the office, all. */
export function listFeedback({ tx, actor }: Pick<Asked, 'tx' | 'actor'>): Promise<Feedback[]> {
  const reach = seesWholeOrganization(actor) ? sql`true` : sql`author = ${actor.user_id}`;
  return keptRows(tx, 'feedback', sql`${reach} order by feedback.received_at desc, id desc`);
}
