import { type LocalRow, openRow, openRows } from './encrypted-rows.ts';
import type { LocalDatabase } from './local-database.ts';

export type LocalLunchBreak = LocalRow<'lunch'>;

/** A provider's lunch breaks on a Pacific day, ordered by start. */
export function lunchBreaksOfDay(
  db: LocalDatabase,
  provider: string,
  day: string,
): Promise<LocalLunchBreak[]> {
  return lunchBreaksBetween(db, provider, day, day);
}

/** A provider's lunch breaks between two Pacific days, inclusive, ordered by start. */
export async function lunchBreaksBetween(
  db: LocalDatabase,
  provider: string,
  from: string,
  to: string,
): Promise<LocalLunchBreak[]> {
  const rows = await db.lunchBreaks
    .where('[provider+lunch_date]')
    .between([provider, from], [provider, to], true, true)
    .toArray();
  return (await openRows(db, 'lunch', rows)).sort((a, b) =>
    a.lunch_start_time.localeCompare(b.lunch_start_time),
  );
}

export async function lunchBreakById(db: LocalDatabase, id: string): Promise<LocalLunchBreak | null> {
  return openRow(db, 'lunch', await db.lunchBreaks.get(id));
}
