import { z } from 'zod';
import { LARGEST_MESSAGE_FILE_BYTES, MOST_MESSAGE_FILES } from '#domain/notifications/announcement-rules.ts';
import { instant, text, uuid } from '#entities/fields.ts';
import { admin_message, MessageAudience } from '#entities/notification.ts';
import { defineEndpoints } from './endpoint.ts';

export const AdminMessage = admin_message.Row;
export type AdminMessage = z.output<typeof AdminMessage>;

/** What the form's field `message` holds, as JSON. Without a start it is sent now. */
export const AdminMessageBody = admin_message.Body.omit({ attachments: true }).extend({
  shown_from: instant.nullable().default(null),
  /** The files that stay, by their keys; new ones are the form's files. */
  keeps: z.array(uuid).max(MOST_MESSAGE_FILES).default([]),
});
export type AdminMessageBody = z.output<typeof AdminMessageBody>;

/** A message and how far it has come. */
const AdminMessageSummary = AdminMessage.extend({
  sent_by_name: text(200),
  receivers: z.int(),
  /** Who viewed or acknowledged what it says now. */
  viewed: z.int(),
});
export type AdminMessageSummary = z.output<typeof AdminMessageSummary>;

const MessageReceiver = z.object({
  notification: uuid,
  receiver: uuid,
  name: text(200),
  role: text(20),
  viewed_at: instant.nullable(),
  /** When what it says now was acknowledged. */
  acknowledged_at: instant.nullable(),
  reminded_at: instant.nullable(),
  /** Acknowledged before an edit, so that it is asked for again. */
  has_older_receipt: z.boolean(),
});
export type MessageReceiver = z.output<typeof MessageReceiver>;

const AdminMessageFile = AdminMessageSummary.extend({ people: z.array(MessageReceiver) });
export type AdminMessageFile = z.output<typeof AdminMessageFile>;

/** One acknowledgment, with the text as it was then. */
const MessageReceipt = z.object({
  id: uuid,
  receiver: uuid,
  name: text(200),
  title: text(200),
  content_hash: text(64),
  is_current: z.boolean(),
  acknowledged_at: instant,
  received_at: instant,
  signed_name: text(100),
  /** A PNG image as a data URL; null if none was required. */
  signature: z.string().nullable(),
});
export type MessageReceipt = z.output<typeof MessageReceipt>;

const id = z.strictObject({ id: uuid });
/** The files and the fields around them. */
const FORM_BYTES = MOST_MESSAGE_FILES * LARGEST_MESSAGE_FILE_BYTES + 256 * 1_024;

const MESSAGE_FORM = { fields: z.strictObject({ message: AdminMessageBody }) };

export const adminMessageEndpoints = defineEndpoints({
  'admin-message.list': {
    method: 'GET',
    path: '/api/user/admin/messages/',
    summary: 'All messages, newest first, with how many people have viewed each',
    policy: 'message.send',
    reply: z.array(AdminMessageSummary),
  },
  'admin-message.create': {
    method: 'POST',
    path: '/api/user/admin/messages/',
    summary: 'Send or schedule a message: fields message (JSON) and files (any number)',
    policy: 'message.send',
    takes: 'form',
    form: MESSAGE_FORM,
    allowance: 'upload',
    bodyLimit: FORM_BYTES,
    reply: AdminMessage,
    status: 201,
  },
  'admin-message.audience': {
    method: 'POST',
    path: '/api/user/admin/messages/audience/',
    summary: 'How many people an audience has, and the first of them by name',
    policy: 'message.send',
    body: z.strictObject({ audience: MessageAudience }),
    reply: z.object({ people: z.int(), names: z.array(text(200)) }),
  },
  'admin-message.read': {
    method: 'GET',
    path: '/api/user/admin/message/{id}/',
    summary: 'A message with its recipients, and who has acknowledged it',
    policy: 'message.send',
    params: id,
    reply: AdminMessageFile,
    rows: 'people',
  },
  'admin-message.update': {
    method: 'PUT',
    path: '/api/user/admin/message/{id}/',
    summary: 'Edit a message: its recipients are asked to acknowledge the new text',
    policy: 'message.send',
    params: id,
    takes: 'form',
    form: MESSAGE_FORM,
    allowance: 'upload',
    bodyLimit: FORM_BYTES,
    reply: AdminMessage,
  },
  'admin-message.recall': {
    method: 'DELETE',
    path: '/api/user/admin/message/{id}/',
    summary: 'Recall a message: it leaves every device; its receipts are kept',
    policy: 'message.send',
    params: id,
  },
  'admin-message.remind': {
    method: 'POST',
    path: '/api/user/admin/message/{id}/remind/',
    summary: "Ring the bell of everyone who hasn't acknowledged a message",
    policy: 'message.send',
    params: id,
    reply: z.object({ reminded: z.int() }),
  },
  'admin-message.receipts': {
    method: 'GET',
    path: '/api/user/admin/message/{id}/receipts/',
    summary: 'The receipts of a message with their signatures, including those of earlier versions',
    policy: 'message.send',
    audited: true,
    params: id,
    reply: z.array(MessageReceipt),
  },
});
