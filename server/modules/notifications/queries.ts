import { type SQL, sql } from 'drizzle-orm';
import type { Notification } from '#contract/notifications.ts';
import type { Transaction } from '#server/db/database.ts';
import { keptRows } from '#server/db/entity-rows.ts';
import { jsonRows } from '#server/db/json-rows.ts';

const NOT_VIEWED = sql`viewed_hash <> content_hash`;

function notEnded(now: string): SQL {
  return sql`(shown_until is null or ${now}::timestamptz < shown_until)`;
}

function inTime(now: string): SQL {
  return sql`shown_from <= ${now}::timestamptz and ${notEnded(now)}`;
}

/** Notices that weren't viewed or cleared, newest first; no reminders of messages that have ended. */
export function openNotices(tx: Transaction, receiver: string, now: string): Promise<Notification[]> {
  return keptRows(
    tx,
    'notification',
    sql`receiver = ${receiver} and kind = 'notice' and ${NOT_VIEWED} and ${notEnded(now)}
      order by notifications.shown_from desc, id`,
  );
}

/** Announcements that are shown now, newest first. */
export function currentAnnouncements(
  tx: Transaction,
  receiver: string,
  now: string,
): Promise<Notification[]> {
  return keptRows(
    tx,
    'notification',
    sql`receiver = ${receiver} and kind = 'announcement' and ${inTime(now)}
      order by notifications.shown_from desc, id`,
  );
}

/** Announcements that wait for the person, oldest first. */
export function unviewedAnnouncements(
  tx: Transaction,
  receiver: string,
  now: string,
): Promise<Notification[]> {
  return keptRows(
    tx,
    'notification',
    sql`receiver = ${receiver} and kind = 'announcement' and ${NOT_VIEWED} and ${inTime(now)}
      order by notifications.shown_from, id`,
  );
}

/** Whether a message to this person has that file, or the caller sends messages. */
export async function fileToReceiver(
  tx: Transaction,
  key: string,
  receiver: string | null,
): Promise<{ file_name: string } | null> {
  const holds = sql`jsonb_build_array(jsonb_build_object('key', ${key}::text))`;
  const [found] = await jsonRows<{ file_name: string }>(
    tx,
    receiver === null
      ? sql`select f ->> 'file_name' as file_name
          from admin_messages m, jsonb_array_elements(m.versions) v, jsonb_array_elements(v -> 'attachments') f
          where f ->> 'key' = ${key} limit 1`
      : sql`select f ->> 'file_name' as file_name
          from notifications n, jsonb_array_elements(n.attachments) f
          where n.receiver = ${receiver} and n.deleted_at is null and n.attachments @> ${holds}
            and f ->> 'key' = ${key} limit 1`,
  );
  return found ?? null;
}
