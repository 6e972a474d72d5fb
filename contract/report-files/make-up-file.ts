import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { MakeUp } from '#contract/reports.ts';
import { OWED_STATE_LABELS, OWED_STATES } from '#domain/reports/report-statuses.ts';
import { ATTENDANCE_LABELS } from '#domain/sessions/session.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import { providerFilter, providerSums, serviceFilter, sumOf, sumsByProvider } from './delivery-figures.ts';
import { type FileColumn, fileReport } from './file-report.ts';
import { daysQuery, headedSource } from './headed-source.ts';

type Answer = ReplyOf<Endpoints['report.make-ups']>;

/** Minutes of missed sessions: owed = made up + left + expired. */
export interface Owed {
  owed_minutes: number;
  made_up_minutes: number;
  left_minutes: number;
  expired_minutes: number;
}

interface Row extends MakeUp, Owed {}

interface ProviderSum extends Owed {
  provider: string;
  provider_name: string;
  students: number;
}

/** As long as a missed session can be made up, and a month more. */
const DAYS_SHOWN = 89;

function rowOf(item: MakeUp): Row {
  const rest = item.owed_minutes - item.made_up_minutes;
  return {
    ...item,
    left_minutes: item.state === 'owed' ? rest : 0,
    expired_minutes: item.state === 'expired' ? rest : 0,
  };
}

function figures<Figures extends Owed>(): FileColumn<Figures>[] {
  const figure = (id: keyof Owed, header: string, wide: boolean): FileColumn<Figures> => ({
    ...{ id, header, kind: 'duration', width: '5.5rem', tightWidth: '6rem' },
    ...(wide && { only: 'wide' as const }),
    value: (row) => row[id],
    total: (rows) => sumOf(rows, (row) => row[id]),
  });
  return [
    figure('owed_minutes', 'Owed', true),
    figure('made_up_minutes', 'Made up', true),
    figure('left_minutes', 'Left', false),
    figure('expired_minutes', 'Expired', false),
  ];
}

function byProvider(rows: readonly Row[]): ProviderSum[] {
  return sumsByProvider(rows, (own) => ({
    students: new Set(own.map(({ student }) => student)).size,
    owed_minutes: sumOf(own, (row) => row.owed_minutes),
    made_up_minutes: sumOf(own, (row) => row.made_up_minutes),
    left_minutes: sumOf(own, (row) => row.left_minutes),
    expired_minutes: sumOf(own, (row) => row.expired_minutes),
  }));
}

/** What students are owed from sessions that they missed, and until when it can be made up. */
export const makeUpFile = fileReport({
  id: 'makeups',
  title: 'Makeups',
  label: 'Makeups by missed session',
  rows: headedSource({
    name: 'makeups',
    ask: (api, asked) => api.call('report.make-ups', { query: daysQuery(asked) }),
    rows: ({ make_ups }: Answer): readonly Row[] => make_ups.map(rowOf),
  }),
  rowId: ({ session, student }) => `${session} ${student}`,
  days: (today) => ({ from: dayPlus(today, -DAYS_SHOWN), to: today }),
  filters: {
    state: {
      label: 'Status',
      choices: () => OWED_STATES.map((id) => ({ id, name: OWED_STATE_LABELS[id] })),
      matches: ({ state }, held) => state === held,
      isCounted: true,
    },
    provider: providerFilter,
    service: serviceFilter,
    search: {
      label: 'Search',
      placeholder: 'Student, client, or provider',
      words: (row) => `${row.student_name} ${row.client_name} ${row.provider_name}`,
    },
  },
  sort: { id: 'until', desc: false },
  columns: [
    { ...{ id: 'student', header: 'Student' }, value: ({ student_name }) => student_name },
    { ...{ id: 'client', header: 'Client', only: 'file' }, value: ({ client_name }) => client_name },
    {
      ...{ id: 'service', header: 'Service', width: '9.5rem', only: 'wide' },
      value: ({ service_name }) => service_name,
    },
    {
      ...{ id: 'provider', header: 'Provider', width: '8rem', only: 'wide' },
      value: ({ provider_name }) => provider_name,
    },
    {
      ...{ id: 'missed', header: 'Missed', kind: 'day', width: '7rem' },
      value: ({ session_date }) => session_date,
    },
    {
      ...{ id: 'attendance', header: 'Attendance', only: 'file' },
      value: ({ attendance }) => ATTENDANCE_LABELS[attendance],
    },
    ...figures<Row>(),
    { ...{ id: 'until', header: 'Make up by', kind: 'day', width: '7rem' }, value: ({ until }) => until },
    {
      ...{ id: 'state', header: 'Status', width: '6.5rem', only: 'wide' },
      value: ({ state }) => OWED_STATE_LABELS[state],
    },
  ],
  sums: providerSums({
    label: 'Makeups by provider',
    rows: byProvider,
    columns: [
      {
        ...{ id: 'students', header: 'Students', kind: 'number', width: '6.5rem' },
        value: ({ students }) => students,
      },
      ...figures<ProviderSum>(),
    ],
  }),
});
