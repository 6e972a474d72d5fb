import { useMemo } from 'react';
import { type LocalSession, sessionsBetween } from '#db/sessions.ts';
import { periodOfDay } from '#domain/payroll/pay-period.ts';
import { namedProviders } from '#domain/providers/provider-name.ts';
import { REQUEST_STATES } from '#domain/sessions/request-states.ts';
import { ATTENDANCE_LABELS, SESSION_STATES } from '#domain/sessions/session.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { defineReport, fromDevice } from '#screens/report/define-report.ts';
import { useLocal } from '#sync/signed-in.ts';
import { RecordState } from '#ui/record-state.tsx';
import { REPORT_FILTERS } from './report-filters.ts';
import { type ReportRow, reportRows, reportTotals } from './report-rows.ts';
import { useSessionChoices } from './session-choices.ts';
import { REQUEST_LABELS, remarksOf, requestWords, STATE_LABELS, timeRange } from './session-words.ts';

function remarkLabels(session: LocalSession): string {
  return remarksOf(session)
    .map(({ label }) => label)
    .join(', ');
}

function useSessions({ from, to }: { from: string; to: string }): ReportRow[] | undefined {
  const sessions = useLocal((db) => sessionsBetween(db, from, to), [from, to]);
  const choices = useSessionChoices();
  return useMemo(
    () => (sessions === undefined || choices === undefined ? undefined : reportRows(sessions, choices)),
    [sessions, choices],
  );
}

/** Everyone's sessions on this device, live: they appear as they arrive. */
export const sessionReport = defineReport(REPORT_FILTERS, {
  id: 'sessions',
  title: 'My Sessions V2',
  label: 'Sessions',
  rows: fromDevice(useSessions),
  rowId: ({ session }) => session.id,
  opens: ({ session }) => session.id,
  days(today, periods) {
    const period = periodOfDay(periods, today);
    return { from: period?.start_date ?? today, to: period?.end_date ?? today };
  },
  filters: {
    provider: {
      label: 'Provider',
      choices: ({ providers }) => namedProviders(providers.values()),
      matches: ({ session }, id) => session.provider === id,
    },
    service: {
      label: 'Service',
      choices: ({ services }) => services,
      matches: ({ session }, id) => session.service === id,
    },
    state: {
      label: 'State',
      choices: () => SESSION_STATES.map((id) => ({ id, name: STATE_LABELS[id] })),
      matches: ({ session }, state) => session.state === state,
    },
    request: {
      label: 'Requests',
      choices: () => REQUEST_STATES.map((id) => ({ id, name: REQUEST_LABELS[id] })),
      matches: ({ session }, state) => session.approval_request === state,
    },
    search: { label: 'Search', words: (row) => `${row.provider} ${row.students} ${row.service}` },
  },
  sort: { id: 'date', desc: true },
  asksDevices: true,
  totals(rows) {
    const { sessions, minutes, pending } = reportTotals(rows);
    return [
      ['Sessions', sessions],
      ['Minutes', minutes],
      ['Requests to decide', pending],
    ];
  },
  columns: [
    {
      ...{ id: 'date', header: 'Date', kind: 'day', width: '7.5rem' },
      value: ({ session }) => session.session_date,
      sortBy: ({ session }) => `${session.session_date} ${session.start_time}`,
    },
    {
      ...{ id: 'time', header: 'Time', width: '11.5rem', isUnsortable: true },
      value: ({ session }) => timeRange(session),
    },
    { id: 'provider', header: 'Provider', value: (row) => row.provider },
    { id: 'students', header: 'Students', value: (row) => row.students },
    { id: 'service', header: 'Service', value: (row) => row.service },
    {
      ...{ id: 'minutes', header: 'Minutes', kind: 'number', width: '7.5rem' },
      value: ({ session }) => session.actual_minutes,
    },
    {
      ...{ id: 'attendance', header: 'Attendance', width: '9rem' },
      value: ({ session }) => ATTENDANCE_LABELS[session.attendance],
    },
    {
      ...{ id: 'requests', header: 'Requests', width: '13rem' },
      value: ({ session }) => requestWords(session),
    },
    {
      ...{ id: 'remarks', header: 'Remarks', width: '11rem' },
      value: ({ session }) => remarkLabels(session),
    },
    { id: 'captured', header: 'Entered by', width: '9rem', value: (row) => row.captured_by },
    { id: 'state', header: 'State', width: '7rem', value: ({ session }) => STATE_LABELS[session.state] },
    {
      ...{ id: 'received', header: 'Received', kind: 'instant', width: '12rem' },
      value: ({ session }) => session.received_at,
      cell: ({ session: { received_at, record_state } }) =>
        received_at === null ? <RecordState state={record_state} /> : pacificDisplay(received_at),
    },
  ],
  empty: {
    title: 'No sessions here',
    help: 'Choose other days, or loosen the filters. New sessions appear by themselves as they arrive.',
  },
});
