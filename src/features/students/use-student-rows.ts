import { useMemo } from 'react';
import type { Student } from '#contract/student.ts';
import { calendarOccurrences } from '#db/calendar-events.ts';
import { clientsByName, studentsById } from '#db/people.ts';
import { sessionsOfProvider } from '#db/sessions.ts';
import { assignedServices, soapNoteStates } from '#db/student-file.ts';
import { dayPlus, pacificDay, pacificTime } from '#domain/time/pacific.ts';
import { useLoading } from '#screens/device/first-pull.ts';
import { useLookups } from '#screens/device/lookups.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { useNow } from '#screens/device/today.ts';
import { spanOfUse, usingSessions } from './authorized-uses.ts';
import { type StudentRow, studentRows } from './student-rows.ts';

/** How far back notes can be due. */
const PAST_DAYS = 60;
const COMING_DAYS = 28;

const NOBODY: readonly Student[] = [];

/** Which students: assigned to the user, all active ones, or archived ones. */
type StudentReach = 'mine' | 'all' | 'archived';

/**
 * The students on this device as rows of the list; undefined until loaded.
 * @param others from the server; those who are on this device are shown as the device knows them
 */
export function useStudentRows(
  reach: StudentReach,
  others: readonly Student[] = NOBODY,
): StudentRow[] | undefined {
  const { profile } = useSignedIn();
  const now = useNow(60_000);
  const today = pacificDay(now);
  const time = pacificTime(now);
  const own = profile.provider_id ?? profile.user_id;
  const named = useLookups();
  const all = useLocal(studentsById, []);
  const clients = useLocal(clientsByName, []);
  const assigned = useLocal(assignedServices, []);
  const since = dayPlus(today, -PAST_DAYS);
  // Services that others deliver aren't shown.
  const ownAssigned = assigned?.filter(({ provider }) => provider === own) ?? [];
  const span = spanOfUse(ownAssigned, today);
  const from = span === null || span.from > since ? since : span.from;
  // Alerts count the user's own sessions; a list without such students needs none.
  const isWaiting = useLoading(from) !== null && ownAssigned.length > 0;
  const to = span === null || span.to < today ? today : span.to;
  const sessions = useLocal((db) => sessionsOfProvider(db, own, from, to), [own, from, to]);
  const notes = useLocal((db) => soapNoteStates(db, own, since), [own, since]);
  const until = dayPlus(today, COMING_DAYS);
  const coming = useLocal((db) => calendarOccurrences(db, own, today, until), [own, today, until]);
  return useMemo(() => {
    if (
      named === undefined ||
      all === undefined ||
      clients === undefined ||
      assigned === undefined ||
      sessions === undefined ||
      notes === undefined ||
      coming === undefined ||
      isWaiting
    ) {
      return undefined;
    }
    const planned = coming
      .filter(({ skipped }) => skipped === null)
      .map(({ event }) => ({
        student: event.student,
        service: event.service,
        day: event.event_start_date,
        time: event.event_start_time,
      }))
      .filter((event) => event.day > today || event.time >= time);
    const known = new Map<string, Student>([...others.map((one) => [one.id, one] as const), ...all]);
    const students = [...known.values()].filter((student) => {
      if (reach === 'archived') return student.archived;
      return !student.archived && (reach === 'all' || student.providers.includes(own));
    });
    const using = usingSessions(sessions);
    const facts = {
      ...named,
      students: known,
      clients,
      own,
      assigned,
      sessions: using,
      since,
      notes,
      planned,
      today,
    };
    return studentRows(students, facts);
  }, [
    named,
    all,
    others,
    clients,
    assigned,
    sessions,
    notes,
    coming,
    isWaiting,
    reach,
    own,
    since,
    today,
    time,
  ]);
}
