import { z } from 'zod';
import { LONGEST_SIGNATURE } from '#domain/notifications/announcement-rules.ts';
import { MAIL_CHOICES } from '#domain/notifications/mail-settings.ts';
import { text, uuid, wallTime } from '#entities/fields.ts';
import { notification } from '#entities/notification.ts';
import { defineEndpoints } from './endpoint.ts';

export const Notification = notification.Row;
export type Notification = z.output<typeof Notification>;

const id = z.strictObject({ id: uuid });

/** The content that was on the screen; the current one if it is left out. */
const content_hash = text(64).optional();

const ViewedBody = z.strictObject({ content_hash }).default({});
export type ViewedBody = z.output<typeof ViewedBody>;

export const AcknowledgmentBody = z
  .strictObject({
    content_hash,
    /** A PNG image as a data URL. */
    signature: text(LONGEST_SIGNATURE).nullable().default(null),
    /** What was typed instead of drawn. */
    signed_name: text(100).default(''),
  })
  .default({ signature: null, signed_name: '' });
export type AcknowledgmentBody = z.output<typeof AcknowledgmentBody>;

/** When the caller gets emails about notifications. Times are Pacific. */
const MailSettingsBody = z.strictObject({
  mail: z.enum(MAIL_CHOICES),
  quiet_from: wallTime,
  quiet_until: wallTime,
  daily_at: wallTime,
});

export const notificationEndpoints = defineEndpoints({
  'notification.list': {
    method: 'GET',
    path: '/api/user/read/notifications/',
    summary: "The caller's notices that weren't viewed or cleared yet, newest first",
    policy: 'notification.read',
    reply: z.object({ unread: z.array(Notification), user: uuid }),
    rows: 'unread',
  },
  'notification.read': {
    method: 'GET',
    path: '/api/user/read/notifications/{id}/',
    summary: 'Read a notice and clear it from the bell',
    policy: 'notification.read',
    // It writes, so its transaction must be allowed to.
    audited: true,
    params: id,
    reply: Notification,
  },
  'notification.popups': {
    method: 'GET',
    path: '/api/notifications/popups/',
    summary: "The caller's current announcements, viewed or not",
    policy: 'notification.read',
    reply: z.array(Notification),
  },
  'notification.unviewed': {
    method: 'GET',
    path: '/api/notifications/unviewed/',
    summary: "The caller's announcements to view or acknowledge, oldest first",
    policy: 'notification.read',
    reply: z.array(Notification),
  },
  'notification.view': {
    method: 'POST',
    path: '/api/notifications/{id}/viewed/',
    summary: 'Mark an announcement or a notice as viewed',
    policy: 'notification.read',
    params: id,
    body: ViewedBody,
    reply: Notification,
    offline: { entity: 'notification', effect: 'update', version: 1, isCommand: true },
  },
  'notification.acknowledge': {
    method: 'POST',
    path: '/api/notifications/{id}/acknowledge/',
    summary: 'Acknowledge an announcement, with a signature if it requires one',
    policy: 'notification.read',
    params: id,
    body: AcknowledgmentBody,
    reply: Notification,
    offline: { entity: 'notification', effect: 'update', version: 1, isCommand: true },
  },
  'notification.read-settings': {
    method: 'GET',
    path: '/api/user/notification-settings/',
    summary: 'When the caller gets emails about notifications',
    policy: 'account.use',
    reply: MailSettingsBody,
  },
  'notification.save-settings': {
    method: 'PUT',
    path: '/api/user/notification-settings/',
    summary: 'Choose when the caller gets emails about notifications',
    policy: 'account.use',
    body: MailSettingsBody,
    reply: MailSettingsBody,
  },
  'notification.attachment-url': {
    method: 'POST',
    path: '/api/notifications/attachment-url/',
    summary: "A temporary URL for a message's file that works without a login",
    policy: 'notification.read',
    body: z.strictObject({ key: text(300) }),
    reply: z.object({ url: z.string() }),
  },
  'notification.attachment-url-alias': {
    method: 'POST',
    path: '/notifications/attachment-url/',
    summary: 'The same as /api/notifications/attachment-url/',
    policy: 'notification.read',
    body: z.strictObject({ key: text(300) }),
    reply: z.object({ url: z.string() }),
  },
  'notification.attachment': {
    method: 'GET',
    path: '/api/notifications/attachments/{key}/',
    summary: 'A file of a message to the caller',
    policy: 'notification.read',
    params: z.strictObject({ key: uuid }),
    isRaw: true,
  },
  'notification.attachment-content': {
    method: 'GET',
    path: '/api/notifications/files/{token}/',
    summary: "A message's file, by a URL from attachment-url",
    policy: 'public',
    params: z.strictObject({ token: text(400) }),
    isRaw: true,
  },
});
