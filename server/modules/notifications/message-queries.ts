import { sql } from 'drizzle-orm';
import type {
  AdminMessageFile,
  AdminMessageSummary,
  MessageReceipt,
  MessageReceiver,
} from '#contract/admin-messages.ts';
import type { Transaction } from '#server/db/database.ts';
import { fieldsOf } from '#server/db/entity-rows.ts';
import { isoInstant, jsonRows } from '#server/db/json-rows.ts';
import { personNameOf } from '#server/db/person-name.ts';

/** Messages, newest first, with how far each has come. @param id one of them; null for all */
export function messageSummaries(tx: Transaction, id: string | null = null): Promise<AdminMessageSummary[]> {
  return jsonRows(
    tx,
    sql`select ${fieldsOf('admin_message', 'm')}, ${sql.raw(personNameOf('m.sent_by'))} as sent_by_name,
        coalesce(n.receivers, 0) as receivers, coalesce(n.viewed, 0) as viewed
      from admin_messages m
      left join (
        select admin_message, count(*)::int as receivers,
          count(*) filter (where viewed_hash = content_hash)::int as viewed
        from notifications where kind = 'announcement' and deleted_at is null group by admin_message
      ) n on n.admin_message = m.id
      where m.deleted_at is null and (${id}::uuid is null or m.id = ${id}::uuid)
      order by m.shown_from desc, m.id`,
  );
}

/** A message with its receivers by name; null if there is none. */
export async function messageFile(tx: Transaction, id: string): Promise<AdminMessageFile | null> {
  const [message] = await messageSummaries(tx, id);
  if (message === undefined) return null;
  const isNow = 'n.viewed_hash = n.content_hash';
  const people = await jsonRows<MessageReceiver>(
    tx,
    sql`select n.id as notification, n.receiver, ${sql.raw(personNameOf('n.receiver'))} as name,
        (select role from users where id = n.receiver) as role,
        case when ${sql.raw(isNow)} then ${sql.raw(stamp('n.viewed_at'))} end as viewed_at,
        case when ${sql.raw(isNow)} then ${sql.raw(stamp('n.acknowledged_at'))} end as acknowledged_at,
        (select ${sql.raw(stamp('max(r.shown_from)'))} from notifications r
          where r.admin_message = n.admin_message and r.receiver = n.receiver and r.kind = 'notice') as reminded_at,
        not ${sql.raw(isNow)} and n.viewed_hash <> '' as has_older_receipt
      from notifications n
      where n.admin_message = ${id} and n.kind = 'announcement' and n.deleted_at is null
      order by name, n.receiver`,
  );
  return { ...message, people };
}

/** The receipts of a message, newest first, each with the title as it was then. */
export function messageReceipts(tx: Transaction, id: string): Promise<MessageReceipt[]> {
  return jsonRows(
    tx,
    sql`select r.id, r.receiver, ${sql.raw(personNameOf('r.receiver'))} as name, r.content_hash,
        coalesce(v ->> 'title', m.title) as title, r.content_hash = m.content_hash as is_current,
        ${sql.raw(isoInstant('acknowledged_at', 'r'))}, ${sql.raw(isoInstant('received_at', 'r'))},
        r.signed_name, r.signature
      from notification_receipts r
      join notifications n on n.id = r.notification
      join admin_messages m on m.id = n.admin_message
      left join lateral (
        select v from jsonb_array_elements(m.versions) v where v ->> 'content_hash' = r.content_hash limit 1
      ) as known(v) on true
      where m.id = ${id}
      order by r.acknowledged_at desc, r.id`,
  );
}

/** SQL that prints an instant as ISO 8601 in UTC. @param value SQL from this file */
function stamp(value: string): string {
  return `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
