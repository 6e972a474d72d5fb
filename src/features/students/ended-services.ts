import { calendarOccurrences } from '#db/calendar-events.ts';
import type { LocalStudentService } from '#db/student-file.ts';
import { wasDelivered } from '#domain/reports/service-minutes.ts';
import { endedAlert, hasEnded } from '#domain/sessions/authorization-alerts.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import { useSessions } from '#screens/device/held-sessions.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';

/** How far ahead the user's calendar is looked through. */
const COMING_DAYS = 28;

/**
 * What is said of a student's services that ended in this school year and go on without a renewal, by the service's row: in
 * sessions that the person may see, or in the user's own calendar.
 */
export function useEndedServices(
  assigned: readonly LocalStudentService[],
  today: string,
): ReadonlyMap<string, string> {
  const { profile } = useSignedIn();
  const own = profile.provider_id ?? profile.user_id;
  const ended = assigned.filter((row) => hasEnded(row, assigned, today));
  const [first] = ended.map(({ end_date }) => end_date ?? '').sort();
  const { result: sessions } = useSessions({
    from: first === undefined ? '' : dayPlus(first, 1),
    to: today,
    students: [...new Set(ended.map(({ student }) => student))],
  });
  const isAsked = first !== undefined;
  const coming = useLocal(
    async (db) => (isAsked ? calendarOccurrences(db, own, today, dayPlus(today, COMING_DAYS)) : []),
    [isAsked, own, today],
  );
  const found = new Map<string, string>();
  for (const row of ended) {
    const days = [
      ...(sessions ?? []).flatMap((one) =>
        one.service === row.service && one.student_ids.includes(row.student) && wasDelivered(one)
          ? one.session_date
          : [],
      ),
      ...(coming ?? []).flatMap(({ event, skipped }) =>
        skipped === null && event.service === row.service && event.student === row.student
          ? event.event_start_date
          : [],
      ),
    ];
    const alert = endedAlert(row, assigned, days, today);
    if (alert !== null) found.set(row.id, alert.words);
  }
  return found;
}
