import { useMemo } from 'react';
import { type LocalSession, sessionsBetween } from '#db/sessions.ts';
import { periodOfDay } from '#domain/payroll/pay-period.ts';
import { namedProviders } from '#domain/providers/provider-name.ts';
import { REQUEST_KINDS, REQUEST_STATES } from '#domain/sessions/request-states.ts';
import { ATTENDANCE_LABELS, SESSION_STATES } from '#domain/sessions/session.ts';
import { pendingRequest } from '#domain/sessions/session-requests.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { REQUEST_KIND_LABELS } from '#entities/words/code-labels.ts';
import { fieldLabel, matterLabel } from '#entities/words/words.ts';
import { useLocal } from '#screens/device/signed-in.ts';
import { defineReport, fromDevice } from '#screens/report/define-report.ts';
import { RecordState } from '#ui/record-state.tsx';
import { type ReportRow, reportRows, reportTotals } from './report-rows.ts';
import { useSessionChoices } from './session-choices.ts';
import { REPORT_FILTERS } from './session-report-filters.ts';
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
    pending: {
      label: 'To decide',
      choices: () => REQUEST_KINDS.map((id) => ({ id, name: REQUEST_KIND_LABELS[id] })),
      matches: ({ session }, kind) =>
        pendingRequest(
          session,
          REQUEST_KINDS.filter((one) => one === kind),
        ) !== null,
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
      ...{ id: 'date', header: fieldLabel('session', 'session_date'), kind: 'day', width: '7.5rem' },
      value: ({ session }) => session.session_date,
      sortBy: ({ session }) => `${session.session_date} ${session.start_time}`,
    },
    {
      ...{ id: 'time', header: matterLabel('session', 'time'), width: '11.5rem', isUnsortable: true },
      value: ({ session }) => timeRange(session),
    },
    { id: 'provider', header: fieldLabel('session', 'provider'), value: (row) => row.provider },
    { id: 'students', header: fieldLabel('session', 'student_ids'), value: (row) => row.students },
    {
      ...{ id: 'service', header: fieldLabel('session', 'service'), width: '6.5rem' },
      value: (row) => row.service,
      cell: (row) => <span title={row.service}>{row.short_service}</span>,
    },
    {
      ...{ id: 'minutes', header: fieldLabel('session', 'actual_minutes'), kind: 'number', width: '7.5rem' },
      value: ({ session }) => session.actual_minutes,
      inFile: { header: `${fieldLabel('session', 'actual_minutes')} (minutes)` },
    },
    {
      ...{ id: 'attendance', header: fieldLabel('session', 'attendance'), width: '9rem' },
      value: ({ session }) => ATTENDANCE_LABELS[session.attendance],
    },
    {
      ...{ id: 'requests', header: fieldLabel('session', 'requests'), width: '13rem' },
      value: ({ session }) => requestWords(session),
    },
    {
      ...{ id: 'remarks', header: 'Remarks', width: '11rem' },
      value: ({ session }) => remarkLabels(session),
    },
    {
      id: 'captured',
      header: fieldLabel('session', 'captured_by'),
      width: '9rem',
      value: (row) => row.captured_by,
    },
    {
      id: 'state',
      header: fieldLabel('session', 'state'),
      width: '7rem',
      value: ({ session }) => STATE_LABELS[session.state],
    },
    {
      ...{ id: 'received', header: fieldLabel('session', 'received_at'), kind: 'instant', width: '12rem' },
      value: ({ session }) => session.received_at,
      cell: ({ session: { received_at, record_state } }) =>
        received_at === null ? <RecordState state={record_state} /> : pacificDisplay(received_at),
    },
  ],
  empty: {
    title: 'No sessions here',
    help: 'Choose other dates or clear the filters. New sessions appear automatically.',
  },
});
