import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { CalendarFeed } from '#contract/calendar-feed.ts';
import { mayUse } from '#domain/access/permissions.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { withInitials } from '#domain/students/student-name.ts';
import { dayPlus, pacificDay } from '#domain/time/pacific.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { isoInstant, jsonRows } from '#server/db/json-rows.ts';
import { calendar_feeds } from '#server/db/schema/calendar-events.ts';
import { listStudents } from '#server/modules/students/queries.ts';
import { loadActorOfUser } from '#server/plugins/actor.ts';
import type { Call } from '#server/records/call.ts';
import { iCalendar } from './icalendar.ts';
import { myCalendar } from './views.ts';

const SECRET_BYTES = 32;
const DAYS_BACK = 60;
const DAYS_AHEAD = 365;
/** Other apps read often; that is recorded once an hour. */
const NOTED_EVERY_MS = 60 * 60_000;

export async function readFeed(tx: Transaction, userId: string): Promise<CalendarFeed> {
  const [feed] = await jsonRows<{ created_at: string; last_read_at: string | null }>(
    tx,
    sql`select ${sql.raw(isoInstant('created_at'))}, ${sql.raw(isoInstant('last_read_at'))}
      from calendar_feeds where user_id = ${userId} and revoked_at is null`,
  );
  return feed === undefined
    ? { exists: false, created_at: null, last_read_at: null }
    : { exists: true, ...feed };
}

/**
 * Creates a new secret, which invalidates an earlier one. Only its hash is stored: the link can't be shown
 * again.
 * @returns the secret
 */
export async function createFeed(call: Call): Promise<string> {
  const { tx, actor, context } = call;
  // Two concurrent calls would each leave a valid link.
  await tx.execute(sql`select 1 from users where id = ${actor.user_id} for no key update`);
  await revokeFeed(call);
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  await tx.insert(calendar_feeds).values({
    id: randomUUID(),
    user_id: actor.user_id,
    secret_hash: hashOf(secret),
    created_at: context.now,
  });
  await call.note({ action: 'calendar.feed-create' });
  return secret;
}

export async function revokeFeed(call: Call): Promise<void> {
  const { tx, actor, context } = call;
  const revoked = await tx
    .update(calendar_feeds)
    .set({ revoked_at: context.now })
    .where(and(eq(calendar_feeds.user_id, actor.user_id), isNull(calendar_feeds.revoked_at)))
    .returning({ id: calendar_feeds.id });
  if (revoked.length === 0) return;
  await call.note({ action: 'calendar.feed-revoke' });
}

/**
 * The calendar of a secret, as text; null if there is none: unknown, revoked, or of an inactive person.
 *
 * Students appear by their initials, and notes are left out. Skipped occurrences are left out too.
 */
export async function feedText(db: Database, secret: string, now: Date): Promise<string | null> {
  const [feed] = await db
    .select({ id: calendar_feeds.id, user_id: calendar_feeds.user_id })
    .from(calendar_feeds)
    .where(and(eq(calendar_feeds.secret_hash, hashOf(secret)), isNull(calendar_feeds.revoked_at)));
  if (feed === undefined) return null;
  const loaded = await loadActorOfUser(db, feed.user_id);
  if (loaded === null || !loaded.is_active || !mayUse(loaded.actor, 'calendar.read')) return null;
  const text = await db.transaction((tx) => calendarText(tx, loaded.actor, now));
  await noteRead(db, feed.id, now);
  return text;
}

async function calendarText(tx: Transaction, actor: Actor, now: Date): Promise<string> {
  const today = pacificDay(now);
  const range = { start: dayPlus(today, -DAYS_BACK), end: dayPlus(today, DAYS_AHEAD) };
  const events = (await myCalendar(tx, actor.user_id, range)).filter(({ skipped }) => skipped === null);
  const students = await listStudents(tx, actor);
  const named = await jsonRows<{ id: string; first_name: string; last_name: string }>(
    tx,
    sql`select id, first_name, last_name from students
      where id in (select student from calendar_events where provider = ${actor.user_id} or ${actor.user_id}::uuid = any(invites))`,
  );
  const byId = new Map(named.map((student) => [student.id, student]));
  const places = new Map(
    (await jsonRows<{ id: string; name: string }>(tx, sql`select id, name from locations`)).map(
      ({ id, name }) => [id, name],
    ),
  );
  const entries = events.map((event) => ({
    ...event,
    title: withInitials(
      event.event_title,
      students,
      event.student === null ? null : (byId.get(event.student) ?? null),
    ),
    location: (event.location === null ? undefined : places.get(event.location)) ?? '',
  }));
  // The stamp is the day's: an unchanged calendar is the same text all day.
  return iCalendar('Caseload', entries, `${today}T00:00:00.000Z`);
}

async function noteRead(db: Database, id: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - NOTED_EVERY_MS).toISOString();
  await db
    .update(calendar_feeds)
    .set({ last_read_at: now.toISOString() })
    .where(
      and(
        eq(calendar_feeds.id, id),
        or(isNull(calendar_feeds.last_read_at), lt(calendar_feeds.last_read_at, before)),
      ),
    );
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
