import { useEffect, useRef } from 'react';
import { toast } from 'sonner';
import { calendarOccurrences, type LocalOccurrence } from '#db/calendar-events.ts';
import { dueReminders, REMINDED_MINUTES_BEFORE } from '#domain/calendar/reminders.ts';
import { dayPlus, displayTime } from '#domain/time/pacific.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { useNow, useToday } from '#screens/device/today.ts';

const LOOK_EVERY_MS = 30_000;

/**
 * Reminds of the person's events while a page is open: best effort, on this device only. Rendered once,
 * around every screen.
 */
export function Reminders() {
  const { user_id } = useSignedIn().workspace;
  const now = useNow(LOOK_EVERY_MS);
  const today = useToday();
  const announced = useRef(new Set<string>());
  const occurrences = useLocal(
    (db) => calendarOccurrences(db, user_id, today, dayPlus(today, 1)),
    [user_id, today],
  );
  useEffect(() => {
    for (const occurrence of dueReminders(occurrences ?? [], now)) {
      const { event_start_date, event_start_time } = occurrence.event;
      const mark = `${occurrence.id} ${event_start_date} ${event_start_time}`;
      if (announced.current.has(mark)) continue;
      announced.current.add(mark);
      remind(occurrence);
    }
  }, [occurrences, now]);
  return null;
}

/** System notifications are visible on a locked screen: they name no one. */
function remind({ id, event }: LocalOccurrence): void {
  const words = `Starts at ${displayTime(event.event_start_time)}`;
  if (document.visibilityState === 'hidden' && isPermitted()) {
    try {
      new Notification('Caseload', { body: words, tag: id });
      return;
    } catch {
      // Some browsers only let the worker show notifications.
    }
  }
  toast.info(event.event_title, { description: words, duration: REMINDED_MINUTES_BEFORE * 60_000, id });
}

function isPermitted(): boolean {
  return 'Notification' in window && Notification.permission === 'granted';
}

/** Requested when someone wants a reminder; without permission the page itself shows it. */
export function askToRemind(): void {
  if ('Notification' in window && Notification.permission === 'default')
    void Notification.requestPermission();
}
