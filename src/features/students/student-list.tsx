import { GraduationCap } from 'lucide-react';
import type { ReactNode } from 'react';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import { reviewWords } from '#domain/students/iep-reviews.ts';
import { gradeOrder } from '#domain/students/next-grade.ts';
import { countedOf } from '#domain/text/counted.ts';
import { displayDay, displayTime } from '#domain/time/pacific.ts';
import { fieldLabel } from '#entities/words/words.ts';
import type { Lookups } from '#screens/device/lookups.ts';
import { defineReport, fromBoth, fromDevice, type ReportColumn } from '#screens/report/define-report.ts';
import { Badge } from '#ui/badge.tsx';
import { ClampedText } from '#ui/clamped-text.tsx';
import { cn } from '#ui/class-names.ts';
import { TwoLines } from '#ui/two-lines.tsx';
import { ArchivedEarlier, askArchivedStudents } from './archived-students.tsx';
import { haystackOf, type StudentRow } from './student-rows.ts';
import { OWN_STUDENT_FILTERS, STUDENT_FILTERS } from './student-search.ts';
import { useStudentRows } from './use-student-rows.ts';

type Column = ReportColumn<StudentRow>;

const name: Column = {
  ...{ id: 'name', header: 'Name', width: '12rem' },
  value: (row) => row.name,
};
const grade: Column = {
  ...{ id: 'grade', header: fieldLabel('student', 'grade'), width: '5rem', only: 'wide' },
  value: ({ student }) => student.grade,
  sortBy: ({ student }) => gradeOrder(student.grade),
};
const school: Column = {
  ...{ id: 'school', header: fieldLabel('student', 'location'), width: '11.25rem' },
  value: (row) => row.school,
};
const services: Column = {
  ...{ id: 'services', header: fieldLabel('student', 'services'), width: '8.5rem', hidesSame: true },
  value: (row) => row.services,
  sortBy: (row) => row.shortServices.join(' '),
  cell: ({ services: words, shortServices }, { isTight }) =>
    isTight ? (
      <ClampedText text={shortServices.join(', ')} />
    ) : (
      <span title={words} className="flex gap-1">
        {shortServices.map((one) => (
          <Badge key={one} variant="outline">
            {one}
          </Badge>
        ))}
      </span>
    ),
};

/** Names an IEP review that is due, and then what else is known. */
function belowName({ reviews: [review], mergedInto }: StudentRow, known: string | false): ReactNode {
  if (mergedInto !== null) return `Merged into ${mergedInto}`;
  if (review === undefined) return known;
  return (
    <>
      <span
        title={reviewWords(review)}
        className={cn('block', review.days < 0 ? 'text-destructive' : 'text-warning')}
      >
        {reviewWords(review)}
      </span>
      {known}
    </>
  );
}

const reviewDates: readonly Column[] = (['iep_annual_date', 'iep_triennial_date'] as const).map(
  (field): Column => ({
    ...{ id: field, header: fieldLabel('student', field), kind: 'day', only: 'file' },
    value: ({ student }) => student[field] ?? null,
  }),
);

/** "Grade 5"; empty without a grade. */
function gradeWords({ student }: StudentRow): string {
  return student.grade === '' ? '' : `Grade ${student.grade}`;
}

/** A date above its time. */
function momentCell(moment: string | null): ReactNode {
  const [day = '', time = ''] = (moment ?? '').split(' ');
  return <TwoLines first={displayDay(day)} second={displayTime(time)} />;
}

const alertColumn: Column = {
  ...{ id: 'alerts', header: 'Authorization alerts', only: 'file' },
  value: ({ alerts }) => alerts.join(', '),
};

/** What is used up or ends soon takes the place of the minutes' second line. */
function withAlerts(minutes: ReactNode, alerts: readonly string[]): ReactNode {
  if (alerts.length === 0) return minutes;
  const words = alerts.join(', ');
  return <ClampedText text={words} className="font-medium text-warning" />;
}

const OWN_COLUMNS: readonly Column[] = [
  {
    ...name,
    tightWidth: '15.25rem',
    cell: (row, { isTight }) => (
      <TwoLines
        first={<span className="font-medium">{row.name}</span>}
        second={belowName(
          row,
          isTight && [gradeWords(row), row.shortServices.join(', '), row.school].filter(Boolean).join(' · '),
        )}
      />
    ),
  },
  grade,
  { ...school, width: '12.25rem', only: 'wide', cell: (row) => <ClampedText text={row.school} /> },
  { ...services, width: '8rem', only: 'wide' },
  {
    ...{
      id: 'next',
      header: 'Next session',
      kind: 'moment',
      width: '8.25rem',
      tightWidth: '7.5rem',
      none: 'None planned',
    },
    value: (row) => row.next,
    cell: ({ next }) => momentCell(next),
  },
  {
    ...{
      id: 'last',
      header: 'Last session',
      kind: 'moment',
      width: '8.25rem',
      tightWidth: '7.5rem',
      none: 'None recent',
    },
    value: (row) => row.last,
    cell: ({ last }) => momentCell(last),
  },
  {
    ...{ id: 'due', header: 'Notes due', kind: 'number', width: '6.75rem', tightWidth: '6.25rem' },
    value: (row) => row.due,
    cell: ({ due }) =>
      due === 0 ? <span className="text-muted-foreground">0</span> : <Badge variant="warning">{due}</Badge>,
  },
  {
    ...{ id: 'left', header: 'Authorized left', width: '9.5rem', tightWidth: '7.75rem', none: 'No limit' },
    value: (row) => row.left,
    sortBy: (row) => row.leastLeft,
    cell: ({ left, leastLeft, alerts }) =>
      withAlerts(
        <span className={leastLeft !== null && leastLeft < 0 ? 'text-destructive' : undefined}>
          <ClampedText text={left} />
        </span>,
        alerts,
      ),
  },
  ...reviewDates,
  alertColumn,
];

const COLUMNS: readonly Column[] = [
  {
    ...name,
    width: '11rem',
    tightWidth: '9.75rem',
    cell: (row, { isTight }) => (
      <TwoLines
        first={<span className="font-medium">{row.name}</span>}
        second={belowName(row, isTight && gradeWords(row))}
      />
    ),
  },
  { ...grade, width: '4.5rem' },
  {
    ...school,
    tightWidth: '11.25rem',
    cell: (row, { isTight }) =>
      isTight ? <TwoLines first={row.school} second={row.client} /> : <ClampedText text={row.school} />,
  },
  {
    ...{ id: 'client', header: fieldLabel('student', 'client'), width: '11.25rem', only: 'wide' },
    value: (row) => row.client,
    cell: ({ client }) => <ClampedText text={client} />,
  },
  { ...services, tightWidth: '5.75rem' },
  {
    ...{
      id: 'providers',
      header: fieldLabel('student', 'providers'),
      width: '9.75rem',
      tightWidth: '6.75rem',
    },
    value: (row) => row.providers,
    cell: ({ providers }) => <ClampedText text={providers} />,
  },
  {
    ...{ id: 'authorized', header: 'Authorized', width: '12rem', tightWidth: '8rem' },
    value: (row) => row.authorized,
    cell: ({ authorized, alerts }) => withAlerts(<ClampedText text={authorized} />, alerts),
  },
  ...reviewDates,
  alertColumn,
];

/** What all lists of students share. */
const common = {
  rowId: ({ student }: StudentRow) => student.id,
  rowName: (row: StudentRow) => row.name,
  opens: ({ student }: StudentRow) => student.id,
  sort: { id: 'name', desc: false },
  remark: (shown: readonly StudentRow[], all: readonly StudentRow[]) =>
    countedOf(shown.length, all.length, 'student'),
  mayExport: seesWholeOrganization,
  tightRowHeight: 76,
};
const filters = {
  search: { label: 'Search', placeholder: 'Name, grade, school', words: haystackOf },
  service: {
    label: 'Service',
    // Choices that no student has would find no one.
    choices({ services: all }: Lookups, rows: readonly StudentRow[]) {
      const had = new Set(rows.flatMap(({ student }) => student.services));
      return all.filter(({ id }) => had.has(id));
    },
    matches: ({ student }: StudentRow, id: string) => student.services.includes(id),
  },
  school: {
    label: 'School',
    choices({ locations }: Lookups, rows: readonly StudentRow[]) {
      const had = new Set(rows.map(({ student }) => student.location));
      return locations.filter(({ id }) => had.has(id));
    },
    matches: ({ student }: StudentRow, id: string) => student.location === id,
  },
  minutes: {
    label: 'Authorization',
    choices: () => [{ id: 'minutes', name: 'Ends soon' }],
    matches: ({ alerts }: StudentRow) => alerts.length > 0,
  },
  iep: {
    label: 'IEP',
    choices: () => [{ id: 'iep', name: 'Review due' }],
    matches: ({ reviews }: StudentRow) => reviews.length > 0,
  },
};
const empty = {
  icon: GraduationCap,
  title: 'No students yet',
  filtered: 'Clear the filters to see all.',
};

/** The user's own students, with next sessions and due notes. */
export const ownStudents = defineReport(OWN_STUDENT_FILTERS, {
  ...common,
  id: 'my-students',
  title: 'My Students',
  label: 'My Students',
  rows: fromDevice(() => useStudentRows('mine')),
  filters: {
    ...filters,
    // The list knows the user's own sessions, so it knows what they used up.
    minutes: { ...filters.minutes, choices: () => [{ id: 'minutes', name: 'Used up or ending' }] },
    due: {
      label: 'Notes',
      choices: () => [{ id: 'due', name: 'Due' }],
      matches: ({ due }) => due > 0,
    },
  },
  columns: OWN_COLUMNS,
  empty: {
    ...empty,
    help: 'Students appear here when your office assigns you one of their services.',
  },
});

export const allStudents = defineReport(STUDENT_FILTERS, {
  ...{ ...common, filters, columns: COLUMNS },
  id: 'students',
  title: 'Students',
  label: 'Students',
  rows: fromDevice(() => useStudentRows('all')),
  asksDevices: true,
  empty: { ...empty, help: 'You have no students yet.' },
});

export const archivedStudents = defineReport(STUDENT_FILTERS, {
  ...{ ...common, filters, columns: COLUMNS },
  id: 'archived-students',
  title: 'Archived Students',
  label: 'Archived Students',
  // This device has those of this and the last fiscal year, and others only if it follows them.
  rows: fromBoth({
    name: 'students archived earlier',
    ask: askArchivedStudents,
    useRows: (_, { result }) => useStudentRows('archived', result),
  }),
  asksDevices: true,
  Summary: ArchivedEarlier,
  empty: { ...empty, help: 'Archived students appear here.' },
});
