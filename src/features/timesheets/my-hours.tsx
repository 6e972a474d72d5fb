import { CalendarClock } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { Student } from '#contract/student.ts';
import { studentsById } from '#db/people.ts';
import { ATTENDANCE_LABELS } from '#domain/sessions/session.ts';
import { shortName } from '#domain/students/student-name.ts';
import { hoursText } from '#domain/time/duration.ts';
import { displayTime } from '#domain/time/pacific.ts';
import { useLocal } from '#sync/signed-in.ts';
import { DataTable, type DataTableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { RecordState } from '#ui/record-state.tsx';
import { dayWords } from './hours-columns.ts';
import { HoursHeadlines } from './hours-headlines.tsx';
import { type OwnHours, useOwnHours, useSubmittedTotals } from './own-hours.ts';
import { usePeriodChoice } from './period-choice.ts';
import { PeriodSwitcher, periodWords } from './period-switcher.tsx';

type SessionRow = OwnHours['work']['sessions'][number];

const columnsWith = (students: ReadonlyMap<string, Student>): DataTableColumn<SessionRow>[] => [
  {
    id: 'day',
    header: 'Day',
    width: '10rem',
    value: ({ session_date, start_time }) => `${session_date} ${start_time}`,
    cell: ({ session_date }) => dayWords(session_date),
  },
  {
    id: 'time',
    header: 'Start',
    width: '7rem',
    value: ({ start_time }) => start_time,
    cell: ({ start_time }) => displayTime(start_time),
  },
  {
    id: 'direct',
    header: 'Direct',
    width: '6rem',
    align: 'end',
    value: ({ direct_minutes }) => direct_minutes,
    cell: ({ direct_minutes }) => hoursText(direct_minutes),
  },
  {
    id: 'indirect',
    header: 'Indirect',
    width: '7rem',
    align: 'end',
    value: ({ indirect_minutes }) => indirect_minutes,
    cell: ({ indirect_minutes }) => hoursText(indirect_minutes),
  },
  {
    id: 'students',
    header: 'Students',
    value: ({ student_ids }) => student_ids.map((id) => nameIn(students, id)).join(', '),
  },
  {
    id: 'attendance',
    header: 'Attendance',
    width: '9rem',
    value: ({ attendance }) => ATTENDANCE_LABELS[attendance],
  },
  {
    id: 'record',
    header: 'Record',
    width: '11rem',
    value: ({ record_state }) => record_state,
    cell: ({ record_state }) => <RecordState state={record_state} />,
  },
];

interface MyHoursProps {
  /** First day of the period in the address. */
  start: string | undefined;
  onPeriod: (start: string) => void;
  onOpen: (sessionId: string) => void;
  /** Lead to the report and to the timesheet of the same period. */
  links: (start: string) => ReactNode;
}

/** The hours of a pay period and the sessions that they come from, as this device has them. */
export function MyHours({ start, onPeriod, onOpen, links }: MyHoursProps) {
  const choice = usePeriodChoice(start);
  const period = choice?.period ?? null;
  const hours = useOwnHours(period);
  const submitted = useSubmittedTotals(hours, period?.start_date ?? null);
  const students = useLocal(studentsById, []);
  const columns = useMemo(() => columnsWith(students ?? new Map()), [students]);
  if (choice === undefined) return null;
  if (period === null) {
    return (
      <EmptyState icon={CalendarClock} title="No pay period yet">
        The office sets the pay periods. They appear here by themselves.
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-5">
      <PageHeader
        title="My Hours"
        description={`${periodWords(period)}, Pacific`}
        actions={
          <>
            <PeriodSwitcher choice={choice} onPeriod={onPeriod} />
            {links(period.start_date)}
          </>
        }
      />
      {hours !== undefined && (
        <>
          <HoursHeadlines
            totals={hours.totals}
            submitted={submitted}
            className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6"
          />
          <DataTable
            label="Sessions of the period"
            rows={hours.work.sessions}
            columns={columns}
            rowId={({ id }) => id}
            onOpen={({ id }) => onOpen(id)}
            initialSort={{ id: 'day', desc: true }}
            empty={
              <EmptyState icon={CalendarClock} title="No sessions in this period">
                Sessions that you record under My Sessions are counted here at once.
              </EmptyState>
            }
          />
        </>
      )}
    </div>
  );
}

function nameIn(students: ReadonlyMap<string, Student>, id: string): string {
  const student = students.get(id);
  return student === undefined ? 'A former student' : shortName(student);
}
