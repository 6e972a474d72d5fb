import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { scopesByDay } from '#domain/access/scope-parts.ts';
import type { Database } from '#server/db/database.ts';
import { type DatabaseKind, openTestDatabase } from '#tests/support/database.ts';
import { join, PullingDevice, putRow, renewEpoch } from './pull-world.ts';

export const NOON = 'T19:00:00.000Z';
export const JANUARY = `2027-01-10${NOON}`;

/** A database of rows by months, pay periods, and what the hourly sweep counted. */
export interface MonthWorld {
  db: Database;
  close: () => Promise<void>;
  change: Database['transaction'];
  /** Nothing but a device of someone in the office in January, whose rows of a time before are gone. */
  afresh: () => Promise<PullingDevice>;
  /** A row of a Pacific day, of the office if no members are named. */
  put: (id: string, day: string, isOpen?: boolean, members?: readonly string[]) => Promise<unknown>;
  period: (start: string, end: string, isLocked: boolean) => Promise<unknown>;
  /** So many rows were counted in this scope of a month. */
  size: (scope: string, rows: number) => Promise<unknown>;
}

export async function openMonthWorld(kind: DatabaseKind): Promise<MonthWorld> {
  const { db, close } = await openTestDatabase(kind);
  await renewEpoch(db);
  return {
    db,
    close,
    change: db.transaction.bind(db),
    async afresh() {
      for (const table of ['change_index', 'scope_members', 'pay_periods', 'scope_sizes']) {
        await db.execute(sql`delete from ${sql.identifier(table)}`);
      }
      const device = new PullingDevice(db, randomUUID());
      device.now = JANUARY;
      await db.transaction((tx) => join(tx, device.userId, 'org'));
      return device;
    },
    put: (id, day, isOpen = false, members = ['org']) =>
      db.transaction((tx) => putRow(tx, id, scopesByDay(members, day, isOpen))),
    period: (start, end, isLocked) =>
      db.execute(sql`
        insert into pay_periods (id, start_date, end_date, is_locked)
        values (${randomUUID()}, ${start}, ${end}, ${isLocked})
        on conflict (start_date) do update set is_locked = excluded.is_locked
      `),
    size: (scope, rows) =>
      db.execute(sql`
        insert into scope_sizes (scope, rows) values (${scope}, ${rows})
        on conflict (scope) do update set rows = excluded.rows
      `),
  };
}
