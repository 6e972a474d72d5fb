import { daysOfScope } from '#domain/access/scope-parts.ts';
import { type LocalRow, openRow, openRows } from './encrypted-rows.ts';
import type { LocalDatabase } from './local-database.ts';

export type LocalSession = LocalRow<'session'>;

function byStart(a: LocalSession, b: LocalSession): number {
  return a.session_date.localeCompare(b.session_date) || a.start_time.localeCompare(b.start_time);
}

/** A provider's sessions between two Pacific days, inclusive, ordered by start. */
export async function sessionsOfProvider(db: LocalDatabase, provider: string, from: string, to: string) {
  const rows = await db.sessions
    .where('[provider+session_date]')
    .between([provider, from], [provider, to], true, true)
    .toArray();
  return (await openRows(db, 'session', rows)).sort(byStart);
}

/** Everyone's sessions on this device between two Pacific days, newest first. */
export async function sessionsBetween(db: LocalDatabase, from: string, to: string) {
  const rows = await db.sessions.where('session_date').between(from, to, true, true).toArray();
  return (await openRows(db, 'session', rows)).sort((a, b) => byStart(b, a));
}

/** All sessions on this device with a pending or decided request, newest first. */
export async function sessionsWithRequests(db: LocalDatabase): Promise<LocalSession[]> {
  const rows = await db.sessions.where('approval_request').above('').toArray();
  return (await openRows(db, 'session', rows)).sort((a, b) => byStart(b, a));
}

export async function sessionById(db: LocalDatabase, id: string): Promise<LocalSession | null> {
  return openRow(db, 'session', await db.sessions.get(id));
}

/**
 * Whether the session is here with its month or fiscal year, or was written here, and so its notes are here: not one that is here
 * only because something is to be decided, or a waiting change moved it to another day.
 */
export async function isHeldByDay(db: LocalDatabase, id: string): Promise<boolean> {
  const row = await db.sessions.get(id);
  // It has just gone, and what shows it goes too.
  if (row === undefined) return true;
  if (row.scopes.length > 0) return row.scopes.some((scope) => daysOfScope(scope) !== null);
  // No pull has brought a borrowed one; one that a pull took away has nothing to ask for.
  return row.is_withdrawn === 0 || row.generation > 0;
}
