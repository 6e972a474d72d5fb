import { useEffect, useRef } from 'react';
import { toast } from 'sonner';
import { calendarOccurrences, type LocalOccurrence } from '#db/calendar-events.ts';
import { dueReminders, REMINDED_MINUTES_BEFORE } from '#domain/calendar/reminders.ts';
import { dayPlus, displayTime } from '#domain/time/pacific.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { useNow, useToday } from '#screens/device/today.ts';

const LOOK_EVERY_MS = 30_000;

/**
 * Calls the person's events to mind while a page is open: best effort, on this
 * device alone. Stands once, around every screen.
 */
export function Reminders() {
  const { user_id } = useSignedIn().workspace;
  const now = useNow(LOOK_EVERY_MS);
  const today = useToday();
  const told = useRef(new Set<string>());
  const occurrences = useLocal(
    (db) => calendarOccurrences(db, user_id, today, dayPlus(today, 1)),
    [user_id, today],
  );
  useEffect(() => {
    for (const occurrence of dueReminders(occurrences ?? [], now)) {
      const { event_start_date, event_start_time } = occurrence.event;
      const mark = `${occurrence.id} ${event_start_date} ${event_start_time}`;
      if (told.current.has(mark)) continue;
      told.current.add(mark);
      remind(occurrence);
    }
  }, [occurrences, now]);
  return null;
}

/** What the system shows lies open on a locked screen: it names nobody. */
function remind({ id, event }: LocalOccurrence): void {
  const words = `Starts at ${displayTime(event.event_start_time)}`;
  if (document.visibilityState === 'hidden' && isPermitted()) {
    try {
      new Notification('Caseload', { body: words, tag: id });
      return;
    } catch {
      // Some browsers let only the worker notify.
    }
  }
  toast.info(event.event_title, { description: words, duration: REMINDED_MINUTES_BEFORE * 60_000, id });
}

function isPermitted(): boolean {
  return 'Notification' in window && Notification.permission === 'granted';
}

/** Asked when somebody wants to be reminded; without it the page itself says it. */
export function askToRemind(): void {
  if ('Notification' in window && Notification.permission === 'default')
    void Notification.requestPermission();
}
