import type { EntityWords } from './entity-words.ts';
import { day, instant, person, plain, type Say } from './say.ts';

const KINDS: Say<string> = (value, names) =>
  value === 'announcement' ? 'Announcement' : value === 'notice' ? 'Notice' : plain(value, names);

const fileNames: Say<readonly object[]> = (value, names) =>
  Array.isArray(value)
    ? value.map((file) => plain((file as { file_name?: unknown }).file_name, names)).join(', ') || 'None'
    : plain(value, names);

/** A message's HTML without its formatting. */
const formatted: Say<string> = (value, names) =>
  typeof value === 'string'
    ? plain(
        value
          .replace(/<[^>]*>/g, ' ')
          .replace(/\s+/g, ' ')
          .trim(),
        names,
      )
    : plain(value, names);

export const notification: EntityWords<'notification'> = {
  one: 'notification',
  title: (row) => [[plain, row.title]],
  fields: {
    receiver: { label: 'To', say: person },
    kind: { label: 'Kind', say: KINDS },
    event: { label: 'Reason', say: plain },
    title: 'Title',
    display_msg: 'Summary',
    message: { label: 'Message', say: formatted },
    provider_name: 'From or about',
    effective_date: { label: 'Date', say: day },
    attachments: { label: 'Files', say: fileNames },
    requires_acknowledgment: 'Must be acknowledged',
    requires_signature: 'Must be signed',
    shown_from: { label: 'Shown from', say: instant },
    shown_until: { label: 'Shown until', say: instant },
    content_hash: 'Fingerprint of the content',
    viewed_hash: 'Fingerprint of the viewed content',
    viewed_at: { label: 'Viewed', say: instant },
    acknowledged_at: { label: 'Acknowledged', say: instant },
  },
  extraFields: {
    signature: { label: 'Signature', say: (value) => (value === null ? 'None' : 'Drawn') },
    signed_name: 'Typed signature',
    admin_message: { label: 'Message of the office', say: plain },
    mailed_at: { label: 'Emailed', say: instant },
  },
  commands: {
    'notification.view': 'Viewed notification',
    'notification.acknowledge': 'Acknowledged announcement',
  },
};

/** "Everyone", or how many of each are chosen. */
const audience: Say<object> = (value, names) => {
  if (typeof value !== 'object' || value === null) return plain(value, names);
  const { is_everyone, ...chosen } = value as Readonly<Record<string, unknown>>;
  if (is_everyone === true) return 'Everyone';
  const parts = Object.entries(chosen).flatMap(([kind, ids]) =>
    Array.isArray(ids) && ids.length > 0 ? `${kind}: ${ids.length}` : [],
  );
  return parts.join(', ') || 'No one';
};

export const admin_message: EntityWords<'admin_message'> = {
  one: 'message',
  title: (row) => [[plain, row.title]],
  fields: {
    title: 'Title',
    display_msg: 'Summary',
    message: { label: 'Message', say: formatted },
    audience: { label: 'Who gets it', say: audience },
    requires_acknowledgment: 'Must be acknowledged',
    requires_signature: 'Must be signed',
    shown_from: { label: 'Shown from', say: instant },
    shown_until: { label: 'Shown until', say: instant },
    attachments: { label: 'Files', say: fileNames },
    sent_by: { label: 'Sent by', say: person },
    sent_at: { label: 'Sent', say: instant },
    content_hash: 'Fingerprint of the content',
    recalled_at: { label: 'Recalled', say: instant },
  },
  extraFields: {
    versions: { label: 'Earlier texts', say: (value) => (Array.isArray(value) ? `${value.length}` : 'None') },
  },
};

export const notification_receipt: EntityWords<'notification_receipt'> = {
  one: 'receipt',
  title: (row) => [
    [person, row.receiver],
    [instant, row.acknowledged_at],
  ],
  fields: {
    notification: { label: 'Notification', say: plain },
    receiver: { label: 'Acknowledged by', say: person },
    content_hash: 'Fingerprint of the content',
    signed_name: 'Typed signature',
    acknowledged_at: { label: 'Acknowledged', say: instant },
    received_at: { label: 'Received', say: instant },
  },
  extraFields: {
    signature: { label: 'Drawn signature', say: (value) => (value === null ? 'None' : 'Drawn') },
  },
};
