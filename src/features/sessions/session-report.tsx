import { useDeferredValue, useMemo } from 'react';
import { payPeriods } from '#db/catalogue.ts';
import { type LocalSession, sessionsBetween } from '#db/sessions.ts';
import { periodOfDay } from '#domain/payroll/pay-period.ts';
import { namedProviders } from '#domain/providers/provider-name.ts';
import { REQUEST_STATES } from '#domain/sessions/request-states.ts';
import { ATTENDANCE_LABELS, SESSION_STATES } from '#domain/sessions/session.ts';
import { displayDay, pacificDisplay } from '#domain/time/pacific.ts';
import { useLocal, useSyncOverview } from '#sync/signed-in.ts';
import { useToday } from '#sync/today.ts';
import { DataTable, type DataTableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { RecordState } from '#ui/record-state.tsx';
import { ChoiceFilter, CsvButton, DayRangeFields, Totals } from '#ui/report-head.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { filteredRows, type ReportFilter, type ReportRow, reportRows, reportTotals } from './report-rows.ts';
import { useSessionChoices } from './session-choices.ts';
import { REQUEST_LABELS, remarksOf, requestWords, STATE_LABELS, timeRange } from './session-words.ts';

/** What stands in the address: the days, empty for the current pay period, and the filters. */
export type ReportSearch = Partial<ReportFilter> & { from?: string; to?: string };

interface SessionReportProps {
  search: ReportSearch;
  onSearch: (change: ReportSearch) => void;
  onOpen: (id: string) => void;
}

function remarkLabels(session: LocalSession): string {
  return remarksOf(session)
    .map(({ label }) => label)
    .join(', ');
}

const columns: DataTableColumn<ReportRow>[] = [
  {
    id: 'date',
    header: 'Date',
    width: '7.5rem',
    value: ({ session }) => `${session.session_date} ${session.start_time}`,
    cell: ({ session }) => displayDay(session.session_date),
    csvValue: ({ session }) => displayDay(session.session_date),
  },
  {
    id: 'time',
    header: 'Time',
    width: '11.5rem',
    value: ({ session }) => timeRange(session),
    sortable: false,
  },
  { id: 'provider', header: 'Provider', value: (row) => row.provider },
  { id: 'students', header: 'Students', value: (row) => row.students },
  { id: 'service', header: 'Service', value: (row) => row.service },
  {
    id: 'minutes',
    header: 'Minutes',
    width: '7.5rem',
    align: 'end',
    value: ({ session }) => session.actual_minutes,
  },
  {
    id: 'attendance',
    header: 'Attendance',
    width: '9rem',
    value: ({ session }) => ATTENDANCE_LABELS[session.attendance],
  },
  {
    id: 'requests',
    header: 'Requests',
    width: '13rem',
    value: ({ session }) => requestWords(session),
    cell: ({ session }) => <span title={requestWords(session)}>{requestWords(session)}</span>,
  },
  {
    id: 'remarks',
    header: 'Remarks',
    width: '11rem',
    value: ({ session }) => remarkLabels(session),
    cell: ({ session }) => <span title={remarkLabels(session)}>{remarkLabels(session)}</span>,
  },
  { id: 'captured', header: 'Entered by', width: '9rem', value: (row) => row.captured_by },
  { id: 'state', header: 'State', width: '7rem', value: ({ session }) => STATE_LABELS[session.state] },
  {
    id: 'received',
    header: 'Received',
    width: '12rem',
    value: ({ session }) => session.received_at,
    cell: ({ session }) =>
      session.received_at === null ? (
        <RecordState state={session.record_state} />
      ) : (
        pacificDisplay(session.received_at)
      ),
    csvValue: ({ session }) => (session.received_at === null ? '' : pacificDisplay(session.received_at)),
  },
];

/** Everyone's sessions on this device, live: they appear as they arrive. */
export function SessionReport({ search, onSearch, onOpen }: SessionReportProps) {
  const overview = useSyncOverview();
  const today = useToday();
  const periods = useLocal(payPeriods, []);
  const period = periods === undefined ? undefined : periodOfDay(periods, today);
  const from = search.from ?? period?.start_date ?? today;
  const to = search.to ?? period?.end_date ?? today;
  const sessions = useLocal((db) => sessionsBetween(db, from, to), [from, to]);
  const choices = useSessionChoices();
  const { provider = '', service = '', state = '', request = '' } = search;
  // Drawing a long list waits for whoever types.
  const words = useDeferredValue(search.search ?? '');
  const all = useMemo(
    () => (sessions === undefined || choices === undefined ? undefined : reportRows(sessions, choices)),
    [sessions, choices],
  );
  const rows = useMemo(
    () =>
      all === undefined ? undefined : filteredRows(all, { provider, service, state, request, search: words }),
    [all, provider, service, state, request, words],
  );
  if (rows === undefined || choices === undefined) return null;
  const totals = reportTotals(rows);
  return (
    <div className="grid gap-5">
      <PageHeader
        title="My Sessions V2"
        description={
          overview?.position.pulled_at == null
            ? undefined
            : `As of ${pacificDisplay(overview.position.pulled_at)}, Pacific`
        }
        actions={<CsvButton fileName={`sessions-${from}-${to}`} columns={columns} rows={rows} />}
      />
      <search aria-label="Filters" className="grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-7">
        <DayRangeFields from={from} to={to} onChange={onSearch} />
        <ChoiceFilter
          label="Provider"
          value={provider}
          choices={namedProviders(choices.providers.values())}
          onChange={(chosen) => onSearch({ provider: chosen })}
        />
        <ChoiceFilter
          label="Service"
          value={service}
          choices={choices.services}
          onChange={(chosen) => onSearch({ service: chosen })}
        />
        <ChoiceFilter
          label="State"
          value={state}
          choices={SESSION_STATES.map((id) => ({ id, name: STATE_LABELS[id] }))}
          onChange={(chosen) => onSearch({ state: chosen })}
        />
        <ChoiceFilter
          label="Requests"
          value={request}
          choices={REQUEST_STATES.map((id) => ({ id, name: REQUEST_LABELS[id] }))}
          onChange={(chosen) => onSearch({ request: chosen })}
        />
        <Field label="Search">
          <SearchField value={search.search ?? ''} onSearch={(typed) => onSearch({ search: typed })} />
        </Field>
      </search>
      <Totals
        figures={[
          ['Sessions', totals.sessions],
          ['Minutes', totals.minutes],
          ['Requests to decide', totals.pending],
        ]}
      />
      <DataTable
        label="Sessions"
        rows={rows}
        columns={columns}
        rowId={({ session }) => session.id}
        onOpen={({ session }) => onOpen(session.id)}
        initialSort={{ id: 'date', desc: true }}
        empty={
          <EmptyState title="No sessions here">
            Choose other days, or loosen the filters. New sessions appear by themselves as they arrive.
          </EmptyState>
        }
      />
    </div>
  );
}
