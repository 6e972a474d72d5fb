import { hasEnded, isInTime, isUnviewed } from '#domain/notifications/announcement-rules.ts';
import { type LocalRow, openRows } from './encrypted-rows.ts';
import type { LocalDatabase } from './local-database.ts';

export type LocalNotification = LocalRow<'notification'>;

/** Announcements that wait for the person, oldest first. @param now ISO 8601 */
export async function unviewedAnnouncements(db: LocalDatabase, now: string): Promise<LocalNotification[]> {
  const rows = await db.notifications.where('inbox').equals('announcement').toArray();
  return (await openRows(db, 'notification', rows))
    .filter((row) => isUnviewed(row, now))
    .sort((a, b) => compare(a.shown_from, b.shown_from) || compare(a.id, b.id));
}

/**
 * Notices that weren't viewed or cleared, newest first; no reminders of messages that have ended. They have rung on
 * the server, so a device whose clock is behind shows them too.
 * @param now ISO 8601
 */
export async function openNotices(db: LocalDatabase, now: string): Promise<LocalNotification[]> {
  const rows = await openRows(
    db,
    'notification',
    await db.notifications.where('inbox').equals('notice').toArray(),
  );
  return newestFirst(rows.filter((row) => !hasEnded(row, now)));
}

/** Everything that was shown to the person so far, newest first. @param now ISO 8601 */
export async function pastNotifications(db: LocalDatabase, now: string): Promise<LocalNotification[]> {
  const rows = await openRows(db, 'notification', await db.notifications.toArray());
  return newestFirst(
    rows.filter((row) => row.shown_from <= now && (isInTime(row, now) || row.viewed_at !== null)),
  );
}

function newestFirst(rows: LocalNotification[]): LocalNotification[] {
  return rows.sort((a, b) => compare(b.shown_from, a.shown_from) || compare(a.id, b.id));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
