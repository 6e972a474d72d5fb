import { createHash, randomUUID } from 'node:crypto';
import type { EntityRow } from '#contract/entities.ts';
import { scopesOfReceiver } from '#domain/access/scopes.ts';
import { BELL, type BellEvent, bellWords } from '#domain/notifications/bell-events.ts';
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
}

/** The row of a notice that rings from `now` on. */
export function noticeRow(
  { event, receiver, day, provider_name, reminds }: Notice,
  now: string,
): EntityRow<'notification'> {
  const { title } = BELL[event];
  const id = randomUUID();
  const row: EntityRow<'notification'> & { admin_message?: string } = {
    ...{ id, receiver, kind: 'notice', event, title, provider_name },
    display_msg: bellWords(event, day),
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
