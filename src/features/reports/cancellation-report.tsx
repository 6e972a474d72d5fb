import { CalendarX } from 'lucide-react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { Cancellation } from '#contract/reports.ts';
import { attendanceRule } from '#domain/sessions/attendance.ts';
import { ATTENDANCE_LABELS } from '#domain/sessions/session.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { hoursText } from '#domain/time/duration.ts';
import { displayDay } from '#domain/time/pacific.ts';
import {
  defineReport,
  distinctChoices,
  fromServer,
  type ReportColumn,
  sumsOf,
} from '#screens/report/define-report.ts';
import { TwoLines } from '#ui/two-lines.tsx';
import { CANCELLATION_FILTERS } from './care-filters.ts';
import { sumOf, unsyncedOf } from './delivery-columns.tsx';

type Answer = ReplyOf<Endpoints['report.cancellations']>;
type Figures = Pick<Cancellation, 'sessions' | 'scheduled_minutes' | 'made_up'>;

interface ReasonSum extends Figures {
  attendance: Cancellation['attendance'];
  reason: string;
}

const NO_REASON = 'No reason given';

function byReason(rows: readonly Cancellation[]): ReasonSum[] {
  return [...groupedBy(rows, ({ attendance, reason }) => `${attendance} ${reason}`).values()]
    .flatMap((same): ReasonSum[] => {
      const [first] = same;
      if (first === undefined) return [];
      const { attendance, reason } = first;
      return [
        {
          ...{ attendance, reason },
          sessions: sumOf(same, ({ sessions }) => sessions),
          scheduled_minutes: sumOf(same, ({ scheduled_minutes }) => scheduled_minutes),
          made_up: sumOf(same, ({ made_up }) => made_up),
        },
      ];
    })
    .sort((a, b) => b.sessions - a.sessions);
}

function figures<Row extends Figures>(): ReportColumn<Row>[] {
  return [
    {
      ...{ id: 'sessions', header: 'Sessions', kind: 'number', width: '6.5rem' },
      value: ({ sessions }) => sessions,
      total: (rows) => sumOf(rows, ({ sessions }) => sessions),
    },
    {
      ...{ id: 'minutes', header: 'Planned time', kind: 'duration', width: '7.5rem' },
      value: ({ scheduled_minutes }) => scheduled_minutes,
      total: (rows) => sumOf(rows, ({ scheduled_minutes }) => scheduled_minutes),
    },
    {
      ...{ id: 'made_up', header: 'Made up', kind: 'number', width: '6.5rem' },
      value: ({ made_up }) => made_up,
      total: (rows) => sumOf(rows, ({ made_up }) => made_up),
    },
  ];
}

/** Why sessions weren't delivered, and how much was planned for them. */
export const cancellationReport = defineReport(CANCELLATION_FILTERS, {
  id: 'cancellations',
  title: 'Cancellations',
  label: 'Cancellations by provider',
  rows: fromServer({
    name: 'cancellations',
    ask: (api, { from, to }) =>
      api.call('report.cancellations', { query: { start_date: from, end_date: to } }),
    rows: ({ cancellations }: Answer): readonly Cancellation[] => cancellations,
    asOf: ({ as_of }) => as_of,
    unsynced: unsyncedOf,
  }),
  rowId: ({ attendance, reason, provider, service }) => `${attendance} ${reason} ${provider} ${service}`,
  days: (today) => ({ from: `${today.slice(0, 7)}-01`, to: today }),
  tightRowHeight: 56,
  filters: {
    attendance: {
      label: 'Attendance',
      choices: (_, rows) =>
        distinctChoices(rows.map(({ attendance }) => [attendance, ATTENDANCE_LABELS[attendance]])),
      matches: ({ attendance }, held) => attendance === held,
    },
    provider: {
      label: 'Provider',
      choices: (_, rows) =>
        distinctChoices(rows.map(({ provider, provider_name }) => [provider, provider_name])),
      matches: ({ provider }, id) => provider === id,
    },
    service: {
      label: 'Service',
      choices: (_, rows) => distinctChoices(rows.map(({ service, service_name }) => [service, service_name])),
      matches: ({ service }, id) => service === id,
    },
    search: {
      label: 'Search',
      placeholder: 'Reason or provider',
      words: ({ reason, provider_name, service_name }) => `${reason} ${provider_name} ${service_name}`,
    },
  },
  sort: { id: 'sessions', desc: true },
  totals: (rows) => [
    ['Sessions', sumOf(rows, ({ sessions }) => sessions)],
    ['Planned time', hoursText(sumOf(rows, ({ scheduled_minutes }) => scheduled_minutes))],
    [
      'Owe a makeup',
      sumOf(
        rows.filter(({ attendance }) => attendanceRule(attendance).owes_make_up),
        ({ sessions }) => sessions,
      ),
    ],
    ['Made up', sumOf(rows, ({ made_up }) => made_up)],
  ],
  why(row, column) {
    if (column !== 'sessions') return null;
    const { newest, sessions } = row;
    return () => ({
      title: `${ATTENDANCE_LABELS[row.attendance]}, ${row.provider_name}`,
      rule:
        newest.length < sessions
          ? `The newest ${newest.length} of ${sessions.toLocaleString('en-US')} sessions.`
          : "Recorded sessions that weren't delivered.",
      parts: newest.map(({ session, session_date, minutes }) => ({
        id: session,
        label: displayDay(session_date),
        figure: hoursText(minutes),
        to: { kind: 'session', id: session },
      })),
    });
  },
  columns: [
    {
      ...{ id: 'attendance', header: 'Attendance', width: '10rem' },
      value: ({ attendance }) => ATTENDANCE_LABELS[attendance],
      cell: ({ attendance, reason }, { isTight }) => (
        <TwoLines first={ATTENDANCE_LABELS[attendance]} second={isTight && (reason || NO_REASON)} />
      ),
    },
    {
      ...{ id: 'reason', header: 'Reason', only: 'wide', none: NO_REASON },
      value: ({ reason }) => reason,
    },
    {
      ...{ id: 'provider', header: 'Provider', width: '12rem' },
      value: ({ provider_name }) => provider_name,
      cell: ({ provider_name, service_name }, { isTight }) => (
        <TwoLines first={provider_name} second={isTight && service_name} />
      ),
    },
    {
      ...{ id: 'service', header: 'Service', width: '13rem', only: 'wide' },
      value: ({ service_name }) => service_name,
    },
    {
      ...{ id: 'students', header: 'Students', kind: 'number', only: 'file' },
      value: ({ students }) => students,
    },
    ...figures<Cancellation>(),
  ],
  sums: sumsOf({
    label: 'Reasons',
    sheet: 'Reasons',
    rows: byReason,
    rowId: ({ attendance, reason }) => `${attendance} ${reason}`,
    columns: [
      {
        ...{ id: 'attendance', header: 'Attendance', width: '11rem' },
        value: ({ attendance }) => ATTENDANCE_LABELS[attendance],
      },
      { ...{ id: 'reason', header: 'Reason', none: NO_REASON }, value: ({ reason }) => reason },
      ...figures<ReasonSum>(),
    ],
  }),
  empty: {
    ...{ icon: CalendarX, title: 'No cancellations on these days' },
    help: "Try other dates. Sessions that weren't delivered appear here with the reason.",
    filtered: 'No cancellations match these filters.',
  },
});
