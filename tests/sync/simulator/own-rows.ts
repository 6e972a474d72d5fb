import { openRows } from '#db/encrypted-rows.ts';
import { TABLE_OF } from '#db/local-database.ts';
import type { Tab } from './device.ts';
import { OWN_DAY, type OwnDayEntity } from './tables.ts';

export const ENDPOINTS = {
  session: { create: 'session.create', update: 'session.update', delete: 'session.delete' },
  lunch: { create: 'lunch.create', update: 'lunch.update', delete: 'lunch.delete' },
  calendar_event: { create: 'calendar.create', update: 'calendar.update', delete: 'calendar.delete' },
} as const;

export function dayLane(tab: Tab): string {
  return `day:${tab.account.user_id}:2026-03-10`;
}

export function laneOf(tab: Tab, entity: OwnDayEntity, id: string): string {
  return entity === 'session' ? `session:${id}` : dayLane(tab);
}

/** A row to change, with what the server answered if the device doesn't hold it. */
export interface ChangeableRow {
  entity: OwnDayEntity;
  id: string;
  borrowed?: { version: number };
}

/** The rows that a person would change: their own, or for the administrator anyone's, also sessions of months that aren't here. */
export async function visibleRows(
  tab: Tab,
  isAdmin: boolean,
  sessions: () => Promise<readonly { id: string; version: number }[]>,
): Promise<ChangeableRow[]> {
  const found: ChangeableRow[] = [];
  for (const entity of OWN_DAY) {
    const rows = await tab.db.table(TABLE_OF[entity]).toArray();
    for (const row of await openRows(tab.db, entity, rows)) {
      const owner = 'provider_id' in row ? row.provider_id : row.provider;
      if (isAdmin || owner === tab.account.user_id) found.push({ entity, id: row.id });
    }
  }
  if (isAdmin) {
    const here = new Set(await tab.db.sessions.toCollection().primaryKeys());
    for (const row of await sessions()) {
      if (!here.has(row.id)) found.push({ entity: 'session', id: row.id, borrowed: row });
    }
  }
  return found.sort((a, b) => (a.id < b.id ? -1 : 1));
}
