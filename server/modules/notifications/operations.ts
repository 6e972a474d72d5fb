import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { AcknowledgmentBody, Notification } from '#contract/notifications.ts';
import {
  acknowledgmentProblems,
  isViewed,
  needsAcknowledgment,
} from '#domain/notifications/announcement-rules.ts';
import type { Transaction } from '#server/db/database.ts';
import { type Stored, storedRow } from '#server/db/entity-rows.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { notificationRecords } from '#server/records/bell.ts';
import type { Call, Records } from '#server/records/call.ts';
import { refuseProblems, wireRow } from '#server/records/changing-rows.ts';

/**
 * Marks a notification as viewed: it leaves the home screen or the bell. What was shown may be older than what
 * is stored; then it stays unviewed.
 */
export async function viewNotification(call: Call, id: string, content_hash?: string): Promise<Notification> {
  const before = await ownNotification(call, id);
  const viewed_hash = await shownHash(call.tx, before, content_hash);
  if (before.viewed_hash === viewed_hash || isOver(before)) return wireNotification(before);
  // An earlier text may have asked for less.
  if (viewed_hash === before.content_hash && needsAcknowledgment(before)) {
    throw new ApiError('request.invalid', {
      message: 'This message needs your acknowledgment.',
      fields: { id: 'This message needs your acknowledgment.' },
    });
  }
  await endReminders(call, before, viewed_hash);
  return call.change(
    notificationRecords,
    before,
    { ...wireNotification(before), viewed_hash, viewed_at: takenAt(call) },
    { verb: 'view' },
  );
}

/** The bell stops reminding of a message that its receiver is done with. */
async function endReminders(call: Call, done: Stored<'notification'>, viewed_hash: string): Promise<void> {
  if (done.kind !== 'announcement' || viewed_hash !== done.content_hash) return;
  const open = await jsonRows<{ id: string }>(
    call.tx,
    sql`select r.id from notifications r join notifications n on n.id = ${done.id}
      where r.admin_message = n.admin_message and r.receiver = n.receiver and r.kind = 'notice'
        and r.viewed_hash <> r.content_hash and r.deleted_at is null
      order by r.id for update of r`,
  );
  for (const { id } of open) {
    const row = await storedRow(call.tx, 'notification', id);
    if (row === null) continue;
    const next = { ...wireNotification(row), viewed_hash: row.content_hash, viewed_at: takenAt(call) };
    await call.change(notificationRecords, row, next, { verb: 'view' });
  }
}

/** A notice as its receiver opens it, which clears it from the bell. */
export async function readNotification(call: Call, id: string): Promise<Notification> {
  const { deleted_at } = await ownNotification(call, id);
  if (deleted_at !== null) throw new ApiError('record.deleted', { message: 'This message was recalled.' });
  return viewNotification(call, id);
}

/**
 * Stores a receipt of the content that the person saw. If the message was edited since, it is asked for again;
 * the receipt of the older text stays. Repeating it changes nothing.
 */
export async function acknowledgeNotification(
  call: Call,
  id: string,
  { content_hash, signature, signed_name }: AcknowledgmentBody,
): Promise<Notification> {
  const before = await ownNotification(call, id);
  const viewed_hash = await shownHash(call.tx, before, content_hash);
  // An earlier text may have asked for less.
  const requires_signature = before.requires_signature && viewed_hash === before.content_hash;
  refuseProblems(acknowledgmentProblems({ requires_signature }, { signature }));
  const at = takenAt(call);
  if (!(await hasReceipt(call.tx, id, viewed_hash))) {
    const receipt = {
      ...{ id: randomUUID(), notification: id, receiver: before.receiver, content_hash: viewed_hash },
      ...{ signed_name, signature, acknowledged_at: at, version: 1 },
      received_at: new Date(call.context.now).toISOString(),
    };
    await call.create(receiptRecords, receipt);
  }
  if (before.viewed_hash === viewed_hash || isOver(before)) return wireNotification(before);
  await endReminders(call, before, viewed_hash);
  return call.change(
    notificationRecords,
    before,
    { ...wireNotification(before), viewed_hash, viewed_at: at, acknowledged_at: at },
    { verb: 'acknowledge' },
  );
}

/** Receipts are the office's: the receiver's own row says that there is one. */
const receiptRecords: Records<{ id: string; version: number; receiver: string }> = {
  entity: 'notification_receipt',
  scopes: () => [],
  about: () => ({}),
};

async function hasReceipt(tx: Transaction, notification: string, content_hash: string): Promise<boolean> {
  const found = await jsonRows<{ id: string }>(
    tx,
    sql`select id from notification_receipts
      where notification = ${notification} and content_hash = ${content_hash} limit 1`,
  );
  return found.length > 0;
}

/**
 * Whether nothing is asked any more: what comes late, from another device, about an earlier text doesn't undo what was
 * done with the current one, and a recalled message is gone.
 */
function isOver(row: Stored<'notification'>): boolean {
  return isViewed(row) || row.deleted_at !== null;
}

/** Recalled ones too: a device may not know yet, and what was signed on it was signed. */
async function ownNotification({ tx, actor }: Call, id: string): Promise<Stored<'notification'>> {
  await tx.execute(sql`select 1 from notifications where id = ${id} for update`);
  const found = await storedRow(tx, 'notification', id);
  if (found === null || found.receiver !== actor.user_id) throw new ApiError('record.absent');
  return found;
}

/** The content that was on the screen: the current one, or an earlier one of the same message. */
async function shownHash(
  tx: Transaction,
  row: Stored<'notification'>,
  content_hash = row.content_hash,
): Promise<string> {
  if (content_hash === row.content_hash) return content_hash;
  const [known] = await jsonRows<{ id: string }>(
    tx,
    sql`select m.id from admin_messages m join notifications n on n.admin_message = m.id
      where n.id = ${row.id}
        and m.versions @> jsonb_build_array(jsonb_build_object('content_hash', ${content_hash}::text))`,
  );
  refuseProblems(known === undefined ? { content_hash: 'This message never had that content.' } : {});
  return content_hash;
}

/** When the person did it, by their device's clock; never in the future. */
function takenAt({ context }: Call): string {
  const at = context.captured_at < context.now ? context.captured_at : context.now;
  return new Date(at).toISOString();
}

function wireNotification(row: Stored<'notification'>): Notification {
  return wireRow(row);
}
