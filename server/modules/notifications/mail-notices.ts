import { sql } from 'drizzle-orm';
import { BELL, BELL_EVENTS } from '#domain/notifications/bell-events.ts';
import { isQuiet } from '#domain/notifications/quiet-hours.ts';
import { counted } from '#domain/text/counted.ts';
import type { Database } from '#server/db/database.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import type { Mailer } from '#server/mail.ts';

const MAILED = BELL_EVENTS.filter((event) => BELL[event].by_mail);

/**
 * Emails everyone who has unviewed notices that also go by email: one email per person, however many notices,
 * and none at night. It says how many there are, not what they are about.
 * @param now the server's clock, ISO 8601
 */
export async function mailNotices(
  db: Database,
  { mailer, publicUrl, now }: { mailer: Mailer; publicUrl: string; now: string },
): Promise<void> {
  if (isQuiet(now)) return;
  // Marked first: an email that fails is missed, one that is sent twice annoys.
  const due = await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ receiver: string }>(
      sql`update notifications n set mailed_at = ${now}::timestamptz
        where kind = 'notice' and event = any(${arrayParam(MAILED, 'text')}) and mailed_at is null
          and viewed_hash <> content_hash and deleted_at is null
        returning receiver::text`,
    );
    const counts = new Map<string, number>();
    for (const { receiver } of rows) counts.set(receiver, (counts.get(receiver) ?? 0) + 1);
    const people = await jsonRows<{ id: string; email: string }>(
      tx,
      sql`select id, email from users where is_active and id = any(${arrayParam(counts.keys(), 'uuid')}) order by id`,
    );
    return people.map(({ id, email }) => ({ email, count: counts.get(id) ?? 0 }));
  });
  for (const { email, count } of due) {
    const news = counted(count, 'new notification', 'new notifications');
    await mailer.send({
      to: email,
      subject: `You have ${news} in Caseload`,
      text: `You have ${news}. Log in to read ${count === 1 ? 'it' : 'them'}:\n\n${publicUrl}/home\n`,
    });
  }
}
