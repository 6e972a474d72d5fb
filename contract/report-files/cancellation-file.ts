import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { Cancellation } from '#contract/reports.ts';
import { ATTENDANCE_LABELS } from '#domain/sessions/session.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { monthUntil, providerFilter, serviceFilter, sumOf } from './delivery-figures.ts';
import { type AskedDays, distinctChoices, type FileColumn, fileReport, fileSumsOf } from './file-report.ts';
import { daysQuery, headedSource } from './headed-source.ts';

type Answer = ReplyOf<Endpoints['report.cancellations']>;

type Figures = Pick<Cancellation, 'sessions' | 'scheduled_minutes' | 'made_up'>;

/** What was canceled, and the days that it is about. */
export interface CancellationRow extends Cancellation, AskedDays {}

interface ReasonSum extends Figures {
  attendance: Cancellation['attendance'];
  reason: string;
}

export const NO_REASON = 'No reason given';

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

function figures<Row extends Figures>(): FileColumn<Row>[] {
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
export const cancellationFile = fileReport({
  id: 'cancellations',
  title: 'Cancellations',
  label: 'Cancellations by provider',
  rows: headedSource({
    name: 'cancellations',
    async ask(api, { from, to }): Promise<Answer & AskedDays> {
      const query = daysQuery({ from, to });
      return { ...(await api.call('report.cancellations', { query })), from, to };
    },
    rows: ({ cancellations, from, to }: Answer & AskedDays): readonly CancellationRow[] =>
      cancellations.map((row) => ({ ...row, from, to })),
  }),
  rowId: ({ attendance, reason, provider, service }) => `${attendance} ${reason} ${provider} ${service}`,
  days: monthUntil,
  filters: {
    attendance: {
      label: 'Attendance',
      choices: (_, rows) =>
        distinctChoices(rows.map(({ attendance }) => [attendance, ATTENDANCE_LABELS[attendance]])),
      matches: ({ attendance }, held) => attendance === held,
    },
    provider: providerFilter,
    service: serviceFilter,
    search: {
      label: 'Search',
      placeholder: 'Reason or provider',
      words: ({ reason, provider_name, service_name }) => `${reason} ${provider_name} ${service_name}`,
    },
  },
  sort: { id: 'sessions', desc: true },
  columns: [
    {
      ...{ id: 'attendance', header: 'Attendance', width: '10rem' },
      value: ({ attendance }) => ATTENDANCE_LABELS[attendance],
    },
    { ...{ id: 'reason', header: 'Reason', only: 'wide', none: NO_REASON }, value: ({ reason }) => reason },
    {
      ...{ id: 'provider', header: 'Provider', width: '12rem' },
      value: ({ provider_name }) => provider_name,
    },
    {
      ...{ id: 'service', header: 'Service', width: '13rem', only: 'wide' },
      value: ({ service_name }) => service_name,
    },
    {
      ...{ id: 'students', header: 'Students', kind: 'number', only: 'file' },
      value: ({ students }) => students,
    },
    ...figures<CancellationRow>(),
  ],
  sums: fileSumsOf({
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
});
