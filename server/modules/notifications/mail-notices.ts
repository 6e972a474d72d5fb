import { sql } from 'drizzle-orm';
import { BELL, BELL_EVENTS } from '#domain/notifications/bell-events.ts';
import { type MailSettings, mailedUntil, USUAL_MAIL_SETTINGS } from '#domain/notifications/mail-settings.ts';
import { counted } from '#domain/text/counted.ts';
import type { Database } from '#server/db/database.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import type { Mailer } from '#server/mail.ts';

const MAILED = BELL_EVENTS.filter((event) => BELL[event].by_mail);

interface Waiting {
  id: string;
  email: string;
  settings: MailSettings | null;
  /** The ids and instants of notices that no email has mentioned. */
  notices: { id: string; at: string }[];
}

interface Options {
  mailer: Mailer;
  publicUrl: string;
  /** The server's clock, ISO 8601. */
  now: string;
  /** An email was not sent; the others are. */
  onFailure?: (problem: unknown) => void;
}

/**
 * Emails everyone who has unviewed notices that also go by email: one email per person, however many notices, at
 * the times that the person chose. It says how many there are, not what they are about.
 */
export async function mailNotices(
  db: Database,
  { mailer, publicUrl, now, onFailure = () => undefined }: Options,
): Promise<void> {
  // Marked first: an email that fails is missed, one that is sent twice annoys.
  const due = await db.transaction(async (tx) => {
    const people = await jsonRows<Waiting>(
      tx,
      sql`select u.id, u.email, u.mail_settings as settings,
          json_agg(json_build_object('id', n.id, 'at', n.shown_from) order by n.id) as notices
        from notifications n join users u on u.id = n.receiver and u.is_active
        where n.kind = 'notice' and n.event = any(${arrayParam(MAILED, 'text')}) and n.mailed_at is null
          and n.viewed_hash <> n.content_hash and n.deleted_at is null
        group by u.id order by u.id`,
    );
    const mentioned = people.flatMap(({ settings, notices }) => {
      const until = mailedUntil(settings ?? USUAL_MAIL_SETTINGS, now);
      if (until === null) return [];
      return notices.flatMap(({ id, at }) => (Date.parse(at) <= Date.parse(until) ? [id] : []));
    });
    if (mentioned.length === 0) return [];
    const { rows } = await tx.execute<{ receiver: string }>(
      sql`update notifications set mailed_at = ${now}::timestamptz
        where id = any(${arrayParam(mentioned, 'uuid')}) and mailed_at is null
        returning receiver::text`,
    );
    const counts = new Map<string, number>();
    for (const { receiver } of rows) counts.set(receiver, (counts.get(receiver) ?? 0) + 1);
    return people.flatMap(({ id, email }) => {
      const count = counts.get(id);
      return count === undefined ? [] : { email, count };
    });
  });
  for (const { email, count } of due) {
    const news = counted(count, 'new notification', 'new notifications');
    const mail = {
      to: email,
      subject: `You have ${news} in Caseload`,
      text: `You have ${news}. Log in to read ${count === 1 ? 'it' : 'them'}:\n\n${publicUrl}/home\n`,
    };
    await mailer.send(mail).catch(onFailure);
  }
}
