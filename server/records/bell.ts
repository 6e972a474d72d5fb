import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { EntityRow } from '#contract/entities.ts';
import { scopesOfReceiver } from '#domain/access/scopes.ts';
import {
  BELL,
  type BellEvent,
  bellWords,
  CASELOAD_EVENTS,
  withReason,
} from '#domain/notifications/bell-events.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { storedRows } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import type { Call, Records } from './call.ts';

export const notificationRecords: Records<EntityRow<'notification'>> = {
  entity: 'notification',
  scopes: scopesOfReceiver,
  about: ({ receiver }, actor) => (receiver === actor.user_id ? {} : { on_behalf_of: receiver }),
};

interface Notice {
  event: BellEvent;
  /** Whose bell rings. */
  receiver: string;
  /** The day it is about: of a session, a pay period, a date that is due. Pacific. */
  day: string;
  /** Whom it is about, or who decided. */
  provider_name: string;
  /** The message that it reminds of, and until when there is anything to remind of. */
  reminds?: { admin_message: string; shown_until: string | null };
  /** The ID of the hand-over or bulk change that it is about: `tellUndone` finds the notice by it. */
  change?: string;
  /** What the person who decided says. */
  reason?: string;
}

const LONGEST_WORDS = 300;

/** The same ID for the same reminder, or for the notice of the same change. */
export function noticeId(...about: readonly (string | number)[]): string {
  const hex = createHash('sha256').update(about.join('|')).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** The row of a notice that rings from `now` on. */
export function noticeRow(
  { event, receiver, day, provider_name, reminds, change, reason = '' }: Notice,
  now: string,
): EntityRow<'notification'> {
  const { title } = BELL[event];
  const words = bellWords(event, day);
  const id = change === undefined ? randomUUID() : noticeId(event, receiver, change);
  const row: EntityRow<'notification'> & { admin_message?: string } = {
    ...{ id, receiver, kind: 'notice', event, title, provider_name },
    display_msg: reason === '' ? words : withReason(words, reason, LONGEST_WORDS),
    message: '',
    effective_date: day,
    attachments: [],
    ...{ requires_acknowledgment: false, requires_signature: false },
    ...{ shown_from: new Date(now).toISOString(), shown_until: reminds?.shown_until ?? null },
    // A notice is never edited: any hash of its own will do.
    content_hash: createHash('sha256').update(id).digest('hex'),
    ...{ viewed_hash: '', viewed_at: null, acknowledged_at: null, version: 1 },
    ...(reminds === undefined ? {} : { admin_message: reminds.admin_message }),
  };
  return row;
}

/**
 * Rings a person's bell, in the transaction of what it is about. No one is told of what they did themselves.
 */
export async function ringBell(call: Call, notice: Notice): Promise<void> {
  if (notice.receiver === call.actor.user_id) return;
  await call.create(notificationRecords, noticeRow(notice, call.context.now));
}

interface Undone {
  /** The ID of the hand-over or bulk change. */
  change: string;
  /** Everyone who may have been told of it. */
  receivers: Iterable<string>;
  /** Whether nothing of it is left. */
  isWhole: boolean;
}

/**
 * Withdraws what people haven't read about a change that was undone. Those who have read it, got an email about it, or keep part
 * of the change are told that it was undone.
 * @returns everyone who had been told of the change
 */
export async function tellUndone(
  call: Call,
  { change, receivers, isWhole }: Undone,
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(receivers)].flatMap((receiver) =>
    CASELOAD_EVENTS.map((event) => noticeId(event, receiver, change)),
  );
  const among = sql`id = any(${arrayParam(ids, 'uuid')}) and deleted_at is null`;
  const rows = await storedRows(call.tx, 'notification', sql`${among} order by receiver, id`);
  const mailed = await jsonRows<{ id: string }>(
    call.tx,
    sql`select id from notifications where ${among} and mailed_at is not null`,
  );
  const mentioned = new Set(mailed.map(({ id }) => id));
  for (const row of rows) {
    const isRead = row.viewed_hash === row.content_hash;
    if (isWhole && !isRead) await call.remove(notificationRecords, row);
    if (isWhole && !isRead && !mentioned.has(row.id)) continue;
    await ringBell(call, {
      ...{ event: 'caseload-undone', receiver: row.receiver, provider_name: call.actor.name },
      day: row.effective_date ?? pacificDay(call.context.now),
    });
  }
  return new Set(rows.map(({ receiver }) => receiver));
}
