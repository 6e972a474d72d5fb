import { CalendarClock } from 'lucide-react';
import { useMemo } from 'react';
import type { Session } from '#contract/session.ts';
import type { LocalSession } from '#db/sessions.ts';
import { ATTENDANCE_LABELS } from '#domain/sessions/session.ts';
import { displayTime } from '#domain/time/pacific.ts';
import { fieldLabel } from '#entities/words/words.ts';
import {
  type AskedSessions,
  askSessions,
  useHeldSessions,
  useHoldsDays,
} from '#screens/device/held-sessions.ts';
import { type ServerResult, useSignedIn } from '#screens/device/signed-in.ts';
import { useStudentNames } from '#screens/device/student-names.ts';
import { defineReport, fromEither } from '#screens/report/define-report.ts';
import { RecordState, recordStateWords } from '#ui/record-state.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { studentName } from './figure-words.ts';
import { dayWords } from './hours-columns.ts';
import { HOURS_FILTERS } from './hours-filters.ts';
import { HoursSummary } from './hours-summary.tsx';

interface SessionRow {
  session: LocalSession;
  students: string;
}

function useOwnId(): string {
  return useSignedIn().profile.user_id;
}

/** @param isHeld whether the sessions of these days are on this device, otherwise they are the server's */
function useOwnSessions(
  { from, to }: { from: string; to: string },
  isHeld: boolean | undefined,
  { result, reload }: Pick<ServerResult<readonly Session[] | null>, 'result' | 'reload'>,
): SessionRow[] | undefined {
  const provider = useOwnId();
  const own = useMemo(() => result?.filter((session) => session.provider === provider), [result, provider]);
  const sessions = useHeldSessions({ from, to, provider }, isHeld, { result: own, reload });
  const students = useStudentNames();
  return useMemo(
    () =>
      sessions
        ?.filter(({ is_history }) => is_history !== true)
        .map((session) => ({
          session,
          students: session.student_ids.map((id) => studentName(students, id)).join(', '),
        })),
    [sessions, students],
  );
}

/** The hours of a pay period and their sessions, from this device's data where it holds them. */
export const myHours = defineReport(HOURS_FILTERS, {
  id: 'my-hours',
  title: 'My Hours',
  label: 'Sessions of the period',
  rows: fromEither({
    name: 'sessions',
    question: ({ from, to }): AskedSessions => ({ from, to }),
    ask: askSessions,
    useIsHeld: ({ from, to }) => useHoldsDays({ from, to, provider: useOwnId() }),
    useRows: useOwnSessions,
  }),
  rowId: ({ session }) => session.id,
  opens: ({ session }) => session.id,
  asksDevices: true,
  filters: {},
  Summary: HoursSummary,
  sort: { id: 'day', desc: true },
  columns: [
    {
      ...{
        id: 'day',
        header: fieldLabel('session', 'session_date'),
        kind: 'day',
        width: '10rem',
        tightWidth: '9.25rem',
      },
      value: ({ session }) => session.session_date,
      sortBy: ({ session }) => `${session.session_date} ${session.start_time}`,
      cell: ({ session }) => dayWords(session.session_date),
    },
    {
      ...{ id: 'time', header: fieldLabel('session', 'start_time'), width: '7.5rem', tightWidth: '6rem' },
      value: ({ session }) => displayTime(session.start_time),
      sortBy: ({ session }) => session.start_time,
    },
    {
      ...{
        id: 'direct',
        header: fieldLabel('session', 'direct_minutes'),
        kind: 'duration',
        width: '6rem',
        tightWidth: '4.75rem',
      },
      value: ({ session }) => session.direct_minutes,
    },
    {
      ...{
        id: 'indirect',
        header: fieldLabel('session', 'indirect_minutes'),
        kind: 'duration',
        width: '7rem',
        tightWidth: '5rem',
      },
      value: ({ session }) => session.indirect_minutes,
    },
    { id: 'students', header: fieldLabel('session', 'student_ids'), value: (row) => row.students },
    {
      ...{ id: 'attendance', header: fieldLabel('session', 'attendance'), width: '9rem' },
      value: ({ session }) => ATTENDANCE_LABELS[session.attendance],
      cell: ({ session }, { isTight }) => (
        <TwoLines
          first={ATTENDANCE_LABELS[session.attendance]}
          second={isTight && session.record_state !== 'sent' && <RecordState state={session.record_state} />}
        />
      ),
    },
    {
      ...{ id: 'record', header: 'Sync status', width: '11rem', only: 'wide' },
      value: ({ session }) => recordStateWords(session.record_state),
      cell: ({ session }) => <RecordState state={session.record_state} />,
    },
  ],
  empty: {
    icon: CalendarClock,
    title: 'No sessions in this period',
    help: 'Sessions you log in My Sessions count here right away.',
  },
});
