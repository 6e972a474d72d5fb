import { boolean, date, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { BellEvent } from '#domain/notifications/bell-events.ts';
import type { Audience } from '#domain/notifications/message-audience.ts';
import type { MessageAttachment } from '#entities/notification.ts';
import { instantColumn } from './columns.ts';

/** What each person was told: announcements and notices. */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey(),
    receiver: uuid().notNull(),
    kind: text().$type<'announcement' | 'notice'>().notNull(),
    event: text().$type<BellEvent>(),
    /** The message that an announcement was made from, or that a reminder is about. Server only. */
    admin_message: uuid(),
    title: text().notNull(),
    display_msg: text().notNull().default(''),
    message: text().notNull().default(''),
    provider_name: text().notNull().default(''),
    effective_date: date({ mode: 'string' }),
    attachments: jsonb().$type<MessageAttachment[]>().notNull().default([]),
    requires_acknowledgment: boolean().notNull().default(false),
    requires_signature: boolean().notNull().default(false),
    shown_from: instantColumn().notNull(),
    shown_until: instantColumn(),
    content_hash: text().notNull(),
    viewed_hash: text().notNull().default(''),
    viewed_at: instantColumn(),
    acknowledged_at: instantColumn(),
    /** When an email mentioned it. Server only. */
    mailed_at: instantColumn(),
    deleted_at: instantColumn(),
    version: integer().notNull().default(1),
  },
  (table) => [index().on(table.receiver), index().on(table.admin_message)],
);

/** What a message said before, under the hash that receipts name. */
export interface MessageVersion {
  content_hash: string;
  title: string;
  message: string;
  attachments: MessageAttachment[];
}

export const admin_messages = pgTable('admin_messages', {
  id: uuid().primaryKey(),
  title: text().notNull(),
  display_msg: text().notNull().default(''),
  message: text().notNull(),
  audience: jsonb().$type<Audience>().notNull(),
  requires_acknowledgment: boolean().notNull(),
  requires_signature: boolean().notNull(),
  shown_from: instantColumn().notNull(),
  shown_until: instantColumn(),
  attachments: jsonb().$type<MessageAttachment[]>().notNull().default([]),
  content_hash: text().notNull(),
  /** Oldest first, the current one last. Server only. */
  versions: jsonb().$type<MessageVersion[]>().notNull(),
  sent_by: uuid().notNull(),
  sent_at: instantColumn().notNull(),
  recalled_at: instantColumn(),
  deleted_at: instantColumn(),
  version: integer().notNull().default(1),
});

export const notification_receipts = pgTable(
  'notification_receipts',
  {
    id: uuid().primaryKey(),
    notification: uuid().notNull(),
    receiver: uuid().notNull(),
    content_hash: text().notNull(),
    signed_name: text().notNull().default(''),
    /** A PNG image as a data URL. Server only. */
    signature: text(),
    acknowledged_at: instantColumn().notNull(),
    received_at: instantColumn().notNull(),
    deleted_at: instantColumn(),
    version: integer().notNull().default(1),
  },
  (table) => [index().on(table.notification)],
);
