import type { LunchBreak } from '#contract/lunch.ts';
import type { LocalDatabase } from '#db/local-database.ts';
import { lunchBreaksOfDay } from '#db/lunch-breaks.ts';
import { newestWriteOf } from '#db/outbox.ts';
import { dayPlus, pacificDay } from '#domain/time/pacific.ts';
import type { Workspace } from '#sync/workspace.ts';
import { dayLane, followWithEvent } from './lunch-link.ts';

const DAYS_LOOKED_BACK = 7;

/**
 * Makes the events that are still owed: the app was closed, or storage failed,
 * between a lunch break and its event.
 *
 * It looks at lunch breaks that this device itself has written and whose event it
 * has never written. An event that was made and deleted since stays deleted, and
 * one that another device is about to send is left to it.
 */
export async function relinkLunches(workspace: Workspace, provider: string): Promise<void> {
  const today = pacificDay(workspace.clock.now());
  for (let back = 0; back <= DAYS_LOOKED_BACK; back += 1) {
    const day = dayPlus(today, -back);
    for (const lunch of await lunchBreaksOfDay(workspace.db, provider, day)) {
      if (!(await isEventOwed(workspace.db, lunch))) continue;
      await followWithEvent(workspace, {
        lunch,
        lunchWriteId: await newestWriteOf(workspace.db, lunch.id),
        lane: dayLane(provider, day),
      });
    }
  }
}

async function isEventOwed(db: LocalDatabase, lunch: LunchBreak): Promise<boolean> {
  const { calendar_event_id: eventId } = lunch;
  if (lunch.waiver_type !== '' || eventId === null) return false;
  if ((await db.calendarEvents.get(eventId)) !== undefined) return false;
  return (await hasWritten(db, lunch.id)) && !(await hasWritten(db, eventId));
}

/** Whether this device has ever written the row, sent or not. */
async function hasWritten(db: LocalDatabase, id: string): Promise<boolean> {
  if ((await db.outbox.where('entity_id').equals(id).count()) > 0) return true;
  return (await db.history.filter((row) => row.entity_id === id).count()) > 0;
}
