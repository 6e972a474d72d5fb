import { type LocalRow, openRow, openRows } from './encrypted-rows.ts';
import type { LocalDatabase } from './local-database.ts';

export type LocalTimecard = LocalRow<'timecard'>;

/** A provider's cards between two Pacific days, inclusive, ordered by start. */
export async function timecardsOfProvider(
  db: LocalDatabase,
  provider: string,
  from: string,
  to: string,
): Promise<LocalTimecard[]> {
  const rows = await db.timecards
    .where('[provider+work_date]')
    .between([provider, from], [provider, to], true, true)
    .toArray();
  return (await openRows(db, 'timecard', rows)).sort((a, b) => a.started_at.localeCompare(b.started_at));
}

export async function timecardById(db: LocalDatabase, id: string): Promise<LocalTimecard | null> {
  return openRow(db, 'timecard', await db.timecards.get(id));
}
