import { linkOptions } from '@tanstack/react-router';
import { useMemo } from 'react';
import { calendarOccurrences } from '#db/calendar-events.ts';
import { payPeriods } from '#db/catalog.ts';
import { rowsById } from '#db/people.ts';
import { sessionsOfProvider } from '#db/sessions.ts';
import { soapNoteStates } from '#db/student-file.ts';
import { timesheetsOfPeriod } from '#db/timesheets.ts';
import { notesDue } from '#domain/students/notes-due.ts';
import { counted } from '#domain/text/counted.ts';
import { dayPlus, pacificDay, pacificTime } from '#domain/time/pacific.ts';
import { newestRevision } from '#domain/timesheets/timesheet.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import { useNow } from '#screens/device/today.ts';
import { daysToLog } from './own-work.ts';
import type { ToDo } from './to-do-list.tsx';

/** As far back as My Students looks for missing notes. */
export const NOTE_DAYS = 60;
/** Older sessions would be late entries. */
const LOG_DAYS = 7;
/** How long after its end a pay period is included. */
const SHEET_DAYS = 31;

/** A provider's to-dos, from this device; undefined until loaded. */
export function useOwnToDos(own: string): ToDo[] | undefined {
  const now = useNow(60_000);
  const today = pacificDay(now);
  const time = pacificTime(now);
  const since = dayPlus(today, -NOTE_DAYS);
  const logSince = dayPlus(today, -LOG_DAYS);
  const sessions = useLocal((db) => sessionsOfProvider(db, own, since, today), [own, since, today]);
  const occurrences = useLocal((db) => calendarOccurrences(db, own, logSince, today), [own, logSince, today]);
  const notes = useLocal((db) => soapNoteStates(db, own, since), [own, since]);
  // Notes can be due for those who were there.
  const seen = sessions && [...new Set(sessions.flatMap(({ student_ids }) => student_ids))].sort();
  const key = seen?.join();
  const found = useLocal(async (db) => ({ key, rows: await rowsById(db, 'student', seen ?? []) }), [key]);
  const students = found !== undefined && found.key === key ? found.rows : undefined;
  const periods = useLocal(payPeriods, []);
  const ended = periods?.findLast(({ end_date, is_locked }) => end_date < today && !is_locked);
  const start =
    ended !== undefined && ended.end_date >= dayPlus(today, -SHEET_DAYS) ? ended.start_date : null;
  const sheets = useLocal(
    async (db) => ({ start, found: start === null ? [] : await timesheetsOfPeriod(db, own, start) }),
    [own, start],
  );
  return useMemo(() => {
    if (!sessions || !occurrences || !notes || !students || !periods || sheets?.start !== start)
      return undefined;
    const unlogged = daysToLog(occurrences, sessions, own, { day: today, time });
    const due = [...students.values()]
      .filter(({ archived, providers }) => !archived && providers.includes(own))
      .map(({ id }) => notesDue(id, sessions, notes))
      .filter((count) => count > 0);
    const status = newestRevision(sheets.found)?.status ?? 'none';
    const isToSubmit = ended !== undefined && start !== null && TO_SUBMIT.has(status);
    return [
      {
        ...{ id: 'log', count: unlogged.length, words: ['session to log', 'sessions to log'] },
        link: linkOptions({ to: '/my-sessions', search: { day: unlogged[0] ?? today } }),
      },
      {
        ...{ id: 'notes', count: sumOf(due), words: ['note to write', 'notes to write'] },
        rows: counted(due.length, 'student'),
        link: linkOptions({ to: '/my-students', search: { due: true } }),
      },
      {
        ...{ id: 'sheet', count: isToSubmit ? 1 : 0, words: ['timesheet to submit', 'timesheets to submit'] },
        ...(isToSubmit && { days: { from: ended.start_date, to: ended.end_date } }),
        link: linkOptions({
          ...{ to: '/reports/timesheet/$providerId', params: { providerId: own } },
          search: start === null ? {} : { period: start },
        }),
      },
    ] satisfies ToDo[];
  }, [sessions, occurrences, notes, students, periods, sheets, own, today, time, start, ended]);
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The newest status of a period that its provider still has to submit. */
const TO_SUBMIT: ReadonlySet<string> = new Set([
  'none',
  'not-submitted',
  'withdrawn',
  'rejected',
  'reopened',
]);
