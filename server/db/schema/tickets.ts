import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { TicketCategory, TicketList, TicketStatus } from '#domain/tickets/ticket.ts';
import { instantColumn } from './columns.ts';

const recorded = () => ({
  captured_at: instantColumn().notNull(),
  received_at: instantColumn().notNull(),
  deleted_at: instantColumn(),
  version: integer().notNull().default(1),
});

export const tickets = pgTable(
  'tickets',
  {
    id: uuid().primaryKey(),
    category: integer().$type<TicketCategory>().notNull(),
    title: text().notNull(),
    details: text().notNull(),
    status: text().$type<TicketStatus>().notNull(),
    list: text().$type<TicketList>().notNull(),
    requester: uuid().notNull(),
    username: text().notNull(),
    role: text().notNull(),
    contact_email: text().notNull(),
    assignees: integer().array().notNull(),
    closed_at: instantColumn(),
    ...recorded(),
  },
  (table) => [index().on(table.requester), index().on(table.status)],
);

export const ticket_comments = pgTable(
  'ticket_comments',
  {
    id: uuid().primaryKey(),
    ticket: uuid().notNull(),
    comment: text().notNull(),
    author: uuid().notNull(),
    ...recorded(),
  },
  (table) => [index().on(table.ticket)],
);

export const ticket_attachments = pgTable(
  'ticket_attachments',
  {
    id: uuid().primaryKey(),
    ticket: uuid().notNull(),
    file_name: text().notNull(),
    content_type: text().notNull(),
    size: integer().notNull(),
    uploaded_by: uuid().notNull(),
    ...recorded(),
  },
  (table) => [index().on(table.ticket)],
);

export const feedback = pgTable(
  'feedback',
  {
    id: uuid().primaryKey(),
    rating: integer(),
    message: text().notNull(),
    screen: text().notNull(),
    author: uuid().notNull(),
    ...recorded(),
  },
  (table) => [index().on(table.author)],
);

/**
 * What an external task tracker still has to get, a row for each ticket, comment, and attachment. It says the
 * version that is wanted there, not the steps: what is sent twice has one effect.
 */
export const tracker_deliveries = pgTable(
  'tracker_deliveries',
  {
    /** Of the ticket, comment, or attachment. */
    id: uuid().primaryKey(),
    kind: text().$type<'ticket' | 'comment' | 'attachment'>().notNull(),
    ticket: uuid().notNull(),
    wanted: integer().notNull(),
    /** 0: nothing has arrived yet. */
    delivered: integer().notNull().default(0),
    /** The tracker's own id of it; null if unknown. */
    remote_id: text(),
    attempts: integer().notNull().default(0),
    next_attempt_at: instantColumn().notNull(),
    /** A server process is sending it until then. */
    claimed_until: instantColumn(),
    /** Why the last attempt failed. */
    problem: text(),
  },
  (table) => [index().on(table.ticket), index().on(table.next_attempt_at)],
);

/** What the external task tracker last said about a ticket: people change it there too. */
export const tracker_tasks = pgTable('tracker_tasks', {
  ticket: uuid().primaryKey(),
  status: text().$type<TicketStatus>().notNull(),
  list: text().$type<TicketList>().notNull(),
  /** Comments that were written in the tracker. */
  comments: jsonb().$type<TrackerComment[]>().notNull(),
  read_at: instantColumn().notNull(),
});

/** A comment that someone wrote in the task tracker. */
export interface TrackerComment {
  id: string;
  comment: string;
  author_name: string;
  /** ISO 8601. */
  written_at: string;
}
