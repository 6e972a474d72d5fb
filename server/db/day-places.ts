import { type SQL, sql } from 'drizzle-orm';
import { scopesOfEvent, scopesOfOwnDay, scopesOfTimesheet } from '#domain/access/scopes.ts';
import { recordChanges } from './change-index.ts';
import type { Transaction } from './database.ts';
import { tableFacts } from './entity-rows.ts';
import { jsonRows } from './json-rows.ts';

/**
 * Lunch breaks, timecards, and timesheets that the office's scope has without a month, and events that their people have without a
 * fiscal year, as older servers recorded them.
 */
export async function placeMisplacedDays(tx: Transaction): Promise<void> {
  for (const entity of ['lunch', 'timecard'] as const) {
    const rows = await misplaced<{ id: string; provider: string }>(tx, entity, OFFICE);
    await recordChanges(
      tx,
      rows.map((row) => ({ entity, id: row.id, scopes: scopesOfOwnDay(row) })),
    );
  }
  const sheets = await misplaced<SheetPlace>(tx, 'timesheet', OFFICE);
  await recordChanges(
    tx,
    sheets.map((sheet) => ({ entity: 'timesheet', id: sheet.id, scopes: scopesOfTimesheet(sheet) })),
  );
  const events = await misplaced<EventPlace>(tx, 'calendar_event', PEOPLE);
  await recordChanges(
    tx,
    events.map((event) => ({ entity: 'calendar_event', id: event.id, scopes: scopesOfEvent(event) })),
  );
}

type SheetPlace = Parameters<typeof scopesOfTimesheet>[0] & { id: string };
type EventPlace = Parameters<typeof scopesOfEvent>[0] & { id: string };

const OFFICE = sql`'org'`;
const PEOPLE = sql`any(array(select 'user:' || id from users))`;

function misplaced<Row>(
  tx: Transaction,
  entity: 'lunch' | 'timecard' | 'timesheet' | 'calendar_event',
  scope: SQL,
): Promise<Row[]> {
  const table = sql.raw(tableFacts(entity).name);
  return jsonRows<Row>(
    tx,
    sql`select t.* from ${table} t
      where t.deleted_at is null and t.id in (
        select c.id::uuid from change_index c where c.entity = ${entity} and c.scope = ${scope} and not c.has_left
      )
      order by t.id for update of t`,
  );
}
