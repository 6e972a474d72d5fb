import { z } from 'zod';
import { LARGEST_ATTACHMENT_BYTES } from '#domain/attachments/attachment-rules.ts';
import { LONGEST_DIAGNOSTICS } from '#domain/tickets/ticket.ts';
import { instant, text, uuid } from '#entities/fields.ts';
import { feedback, ticket, ticket_attachment, ticket_comment } from '#entities/ticket.ts';
import { defineEndpoints } from './endpoint.ts';

/** A ticket as people read it, with what the task tracker gets of it. */
export const Ticket = z.object({
  ...ticket.Row.shape,
  /** Title, user name, and role label. */
  name: z.string(),
  /** The text and the contact email. */
  description: z.string(),
  priority: z.literal(3),
  notify_all: z.literal(true),
  check_required_custom_fields: z.literal(false),
  /** The contact email and the category's tag. */
  tags: z.array(z.string()),
  /** The task tracker's id of its list. */
  list_id: z.string(),
  comment_count: z.int(),
  attachment_count: z.int(),
  /** Whether the task tracker lacks something of it; it is sent again until it arrives. */
  is_waiting: z.boolean(),
});
export type Ticket = z.output<typeof Ticket>;

export const TicketBody = ticket.Body.omit({ status: true, list: true }).extend({
  /** A diagnostic copy of the author's device as JSON, which is attached; absent without their consent. */
  diagnostics: text(LONGEST_DIAGNOSTICS).optional(),
});
export type TicketBody = z.output<typeof TicketBody>;
export type TicketChanges = z.output<typeof ticket.Changes>;

export const TicketComment = z.object({
  ...ticket_comment.Row.shape,
  /** Null: written in the task tracker, by someone without an account here. */
  author: uuid.nullable(),
  id: z.string(),
});
export type TicketComment = z.output<typeof TicketComment>;
export const TicketCommentBody = ticket_comment.Body.omit({ ticket: true });
export type TicketCommentBody = z.output<typeof TicketCommentBody>;
export type TicketCommentChanges = z.output<typeof ticket_comment.Changes>;

export const TicketAttachment = ticket_attachment.Row;
export type TicketAttachment = z.output<typeof TicketAttachment>;

const TicketFile = Ticket.extend({ attachments: z.array(TicketAttachment) });
export type TicketFile = z.output<typeof TicketFile>;

export type Feedback = z.output<typeof feedback.Row>;
export type FeedbackBody = z.output<typeof feedback.Body>;

const params = z.strictObject({ id: uuid });
const TICKETS = '/api/tickets/';
const TICKET = '/api/tickets/{id}/';
const COMMENT = '/api/tickets/comments/{id}/';

export const ticketEndpoints = defineEndpoints({
  'ticket.list': {
    method: 'GET',
    path: TICKETS,
    summary: "Open or closed tickets, newest first: the caller's own; for the office, all",
    policy: 'ticket.use',
    query: z.strictObject({ state: z.enum(['open', 'closed']).default('open') }),
    reply: z.object({ tickets: z.array(Ticket), as_of: instant }),
    rows: 'tickets',
  },
  'ticket.create': {
    method: 'POST',
    path: TICKETS,
    summary: 'Submit a support ticket',
    policy: 'ticket.use',
    body: TicketBody,
    reply: Ticket,
    status: 201,
    waits: 'ticket',
  },
  'ticket.read': {
    method: 'GET',
    path: TICKET,
    summary: 'One ticket with its attachments',
    policy: 'ticket.use',
    params,
    reply: TicketFile,
  },
  'ticket.update': {
    method: 'PUT',
    path: TICKET,
    summary: 'Change, close, or reopen a ticket; the office may move it to another list',
    policy: 'ticket.use',
    params,
    body: ticket.Changes,
    reply: Ticket,
  },
  'ticket.delete': {
    method: 'DELETE',
    path: TICKET,
    summary: 'Delete a ticket with its comments and attachments',
    policy: 'ticket.use',
    params,
  },
  'ticket.list-comments': {
    method: 'GET',
    path: '/api/tickets/{id}/comments/',
    summary: 'Comments on a ticket, oldest first',
    policy: 'ticket.use',
    params,
    reply: z.array(TicketComment),
  },
  'ticket.create-comment': {
    method: 'POST',
    path: '/api/tickets/{id}/comments/',
    summary: 'Comment on a ticket',
    policy: 'ticket.use',
    params,
    body: TicketCommentBody,
    reply: TicketComment,
    status: 201,
    waits: 'ticket_comment',
  },
  'ticket.update-comment': {
    method: 'PUT',
    path: COMMENT,
    summary: "Change the caller's own comment",
    policy: 'ticket.use',
    params,
    body: ticket_comment.Changes,
    reply: TicketComment,
  },
  'ticket.delete-comment': {
    method: 'DELETE',
    path: COMMENT,
    summary: "Delete the caller's own comment; the office may delete any",
    policy: 'ticket.use',
    params,
  },
  'ticket.attach': {
    method: 'POST',
    path: '/api/tickets/{id}/attachments/',
    summary: 'Attach one file to a ticket: fields file and id (optional)',
    policy: 'ticket.use',
    params,
    takes: 'form',
    form: { file: true, fields: z.strictObject({ id: uuid.optional() }) },
    allowance: 'upload',
    // The file, plus the form fields around it.
    bodyLimit: LARGEST_ATTACHMENT_BYTES + 64 * 1_024,
    reply: TicketAttachment,
    status: 201,
  },
  'ticket.attachment-content': {
    method: 'GET',
    path: '/api/tickets/attachments/{id}/content/',
    summary: 'The content of an attachment: images inline, anything else as a download',
    policy: 'ticket.use',
    params,
    isRaw: true,
  },
  'feedback.list': {
    method: 'GET',
    path: '/api/feedback/',
    summary: "Feedback, newest first: the caller's own; for the office, all",
    policy: 'feedback.use',
    reply: z.array(feedback.Row),
  },
  'feedback.create': {
    method: 'POST',
    path: '/api/feedback/',
    summary: 'Give feedback about the app',
    policy: 'feedback.use',
    body: feedback.Body,
    reply: feedback.Row,
    status: 201,
    waits: 'feedback',
  },
});
