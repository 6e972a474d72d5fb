import { and, eq, sql } from 'drizzle-orm';
import webPush from 'web-push';
import { BELL, BELL_EVENTS } from '#domain/notifications/bell-events.ts';
import { isQuiet, type MailSettings, USUAL_MAIL_SETTINGS } from '#domain/notifications/mail-settings.ts';
import type { PushNotice } from '#domain/notifications/push-words.ts';
import type { Database } from '#server/db/database.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { push_subscriptions } from '#server/db/schema/push-notifications.ts';
import { privatePushKey, publicPushKey } from './push-keys.ts';

const PUSHED = BELL_EVENTS.filter((event) => BELL[event].by_push);
/** How long a push service keeps what it can't deliver. Seconds. */
const KEPT_SECONDS = 86_400;
const ANSWER_LIMIT_MS = 10_000;

interface Told extends PushNotice {
  endpoint: string;
  p256dh: string;
  auth: string;
  told_until: string;
  settings: MailSettings | null;
}

interface Options {
  secret: string;
  /** Whom a push service can write to: an https or mailto address. */
  subject: string;
  /** The server's clock, ISO 8601. */
  now: string;
  onFailure?: (problem: unknown) => void;
}

/**
 * Pushes to every browser in which someone has turned it on that there are new announcements and decisions: how
 * many, never what. Nothing goes out in a person's quiet hours; it follows after them.
 */
export async function pushNotices(db: Database, { secret, subject, now, onFailure }: Options): Promise<void> {
  const due = (await newsFor(db, now)).filter(
    ({ settings }) => !isQuiet(settings ?? USUAL_MAIL_SETTINGS, now),
  );
  if (due.length === 0) return;
  const publicKey = await publicPushKey(db);
  const privateKey = await privatePushKey(db, secret);
  for (const { endpoint, p256dh, auth, told_until, announcements, decisions, open } of due) {
    // Marked first, by one of several processes: one push that is missed is better than the same one twice.
    const marked = await db
      .update(push_subscriptions)
      .set({ told_until: now })
      .where(and(eq(push_subscriptions.endpoint, endpoint), eq(push_subscriptions.told_until, told_until)))
      .returning({ endpoint: push_subscriptions.endpoint });
    if (marked.length === 0) continue;
    const notice: PushNotice = { announcements, decisions, open };
    try {
      const request = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(notice),
        {
          vapidDetails: { subject, publicKey, privateKey },
          TTL: KEPT_SECONDS,
          contentEncoding: 'aes128gcm',
          urgency: 'normal',
        },
      );
      const answer = await fetch(request.endpoint, {
        method: request.method,
        headers: request.headers as Record<string, string>,
        body: new Uint8Array(request.body),
        // A push service answers itself.
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      });
      // The browser has unsubscribed, or was removed.
      if (answer.status === 404 || answer.status === 410) {
        await db.delete(push_subscriptions).where(eq(push_subscriptions.endpoint, endpoint));
      } else if (!answer.ok) throw new Error(`The push service answered ${answer.status}.`);
    } catch (problem) {
      onFailure?.(problem);
    }
  }
}

/** The browsers whose person has something new, and how much. */
function newsFor(db: Database, now: string): Promise<Told[]> {
  return db.transaction((tx) =>
    jsonRows<Told>(
      tx,
      sql`select * from (
          select s.endpoint, s.p256dh, s.auth, s.told_until, u.mail_settings as settings,
            count(*) filter (where n.kind = 'announcement' and n.shown_from > s.told_until)::int as announcements,
            count(*) filter (where n.event = any(${arrayParam(PUSHED, 'text')}) and n.shown_from > s.told_until)::int
              as decisions,
            count(*)::int as open
          from push_subscriptions s
          join users u on u.id = s.user_id and u.is_active
          join notifications n on n.receiver = s.user_id and n.deleted_at is null
            and n.viewed_hash <> n.content_hash and n.shown_from <= ${now}::timestamptz
            and (n.shown_until is null or n.shown_until > ${now}::timestamptz)
          group by s.endpoint, u.id
        ) told
        where announcements + decisions > 0 order by endpoint`,
    ),
  );
}
