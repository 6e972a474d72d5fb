import { z } from 'zod';
import { BELL_EVENTS } from '#domain/notifications/bell-events.ts';
import { LONGEST_MESSAGE } from '#domain/notifications/message-html.ts';
import { ask, defineEntity, setByServer } from './define-entity.ts';
import { day, instant, requiredText, text, uuid } from './fields.ts';
import { never, no } from './server-fields.ts';

/** A file of a message. Its content is asked for by its key. */
export const MessageAttachment = z.object({
  key: uuid,
  /** Its address, which needs a login. */
  file: text(300),
  file_name: text(200),
});
export type MessageAttachment = z.output<typeof MessageAttachment>;

export const MessageAudience = z.strictObject({
  is_everyone: z.boolean(),
  roles: z.array(text(20)).max(10),
  clients: z.array(uuid).max(200),
  regions: z.array(uuid).max(100),
  people: z.array(uuid).max(500),
});

/**
 * What one person is told: an announcement, shown on the home screen, or a notice, which rings the bell. Each
 * receiver has a row; no one edits it, and only its receiver views and acknowledges it.
 */
export const notification = defineEntity({
  reach: 'receiver',
  clear: ({ kind, viewed_hash, content_hash }) => ({ inbox: viewed_hash === content_hash ? 'viewed' : kind }),
  once: {},
  fields: {},
  setByServer: {
    receiver: setByServer(uuid),
    kind: setByServer(z.enum(['announcement', 'notice'])),
    /** What rang the bell; nothing for announcements. */
    event: setByServer(z.enum(BELL_EVENTS).nullable()),
    title: setByServer(text(200)),
    /** The summary in lists. */
    display_msg: setByServer(text(300)),
    /** HTML, sanitized. */
    message: setByServer(text(LONGEST_MESSAGE)),
    /** Whom a notice is about, or who sent an announcement. */
    provider_name: setByServer(text(200)),
    effective_date: setByServer(day.nullable()),
    attachments: setByServer(z.array(MessageAttachment)),
    requires_acknowledgment: no,
    requires_signature: no,
    shown_from: setByServer(instant),
    shown_until: never,
    content_hash: setByServer(text(64)),
    viewed_hash: setByServer(text(64), () => ''),
    viewed_at: never,
    acknowledged_at: never,
  },
});

/** A message from the office to some of its people, from which their announcements are made. */
export const admin_message = defineEntity({
  reach: 'office',
  clear: [],
  once: {},
  fields: {
    title: ask(requiredText(200)),
    display_msg: ask(text(300)),
    message: ask(text(LONGEST_MESSAGE)),
    audience: ask(MessageAudience),
    requires_acknowledgment: ask(z.boolean()),
    requires_signature: ask(z.boolean()),
    shown_from: ask(instant),
    shown_until: ask(instant.nullable()),
    attachments: ask(z.array(MessageAttachment)),
  },
  setByServer: {
    sent_by: setByServer(uuid),
    sent_at: setByServer(instant),
    content_hash: setByServer(text(64)),
    recalled_at: never,
  },
});

/** That a person acknowledged a message, with the content as it was then. */
export const notification_receipt = defineEntity({
  reach: 'office',
  clear: [],
  once: {},
  fields: {},
  setByServer: {
    notification: setByServer(uuid),
    receiver: setByServer(uuid),
    content_hash: setByServer(text(64)),
    /** What was typed instead of drawn; empty otherwise. */
    signed_name: setByServer(text(100)),
    acknowledged_at: setByServer(instant),
    received_at: setByServer(instant),
  },
});
