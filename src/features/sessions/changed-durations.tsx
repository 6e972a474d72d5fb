import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { sessionsWithRequests } from '#db/sessions.ts';
import { earliestSeriesStart } from '#domain/calendar/series-days.ts';
import { namedProviders } from '#domain/providers/provider-name.ts';
import { REQUEST_STATES } from '#domain/sessions/request-states.ts';
import { displayDay, pacificDisplay } from '#domain/time/pacific.ts';
import { useLocal, useSyncOverview } from '#sync/signed-in.ts';
import { useToday } from '#sync/today.ts';
import { Badge } from '#ui/badge.tsx';
import { DataTable, type DataTableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ChoiceFilter, CsvButton, DayRangeFields, Totals } from '#ui/report-head.tsx';
import { SearchField } from '#ui/search-field.tsx';
import {
  type DurationFilter,
  type DurationRow,
  durationRows,
  durationTotals,
  filteredDurations,
} from './duration-rows.ts';
import type { LinkToSession } from './form-warnings.tsx';
import { nameOfPerson, type SessionChoices, useSessionChoices } from './session-choices.ts';
import { RequestDecision } from './session-requests.tsx';

/** What stands in the address; what is left out does not narrow the list. */
export type DurationSearch = Partial<DurationFilter>;

interface ChangedDurationsProps {
  search: DurationSearch;
  onSearch: (change: DurationSearch) => void;
  linkTo: LinkToSession;
}

/** Every changed duration, pending and decided, with old, new and difference; decided where it stands. */
export function ChangedDurations({ search, onSearch, linkTo }: ChangedDurationsProps) {
  const overview = useSyncOverview();
  const today = useToday();
  const sessions = useLocal(sessionsWithRequests, []);
  const choices = useSessionChoices();
  const { provider = '', status = '' } = search;
  // Drawing a long list waits for whoever types.
  const words = useDeferredValue(search.search ?? '');
  const from = search.from ?? earliestSeriesStart(today);
  const to = search.to ?? today;
  const rows = useMemo(
    () =>
      sessions === undefined || choices === undefined
        ? undefined
        : filteredDurations(durationRows(sessions, choices), { from, to, provider, status, search: words }),
    [sessions, choices, from, to, provider, status, words],
  );
  const columns = useMemo(
    () => (choices === undefined ? [] : durationColumns(choices, linkTo)),
    [choices, linkTo],
  );
  if (rows === undefined || choices === undefined) return null;
  const totals = durationTotals(rows);
  return (
    <div className="grid gap-5">
      <PageHeader
        title="Changed Durations"
        description={
          overview?.position.pulled_at == null
            ? undefined
            : `As of ${pacificDisplay(overview.position.pulled_at)}, Pacific`
        }
        actions={<CsvButton fileName={`changed-durations-${from}-${to}`} columns={columns} rows={rows} />}
      />
      <search aria-label="Filters" className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5">
        <DayRangeFields from={from} to={to} onChange={onSearch} />
        <ChoiceFilter
          label="Provider"
          value={provider}
          choices={namedProviders(choices.providers.values())}
          onChange={(chosen) => onSearch({ provider: chosen })}
        />
        <ChoiceFilter
          label="Status"
          value={status}
          choices={REQUEST_STATES.map((id) => ({ id, name: STATUS_LABELS[id] }))}
          onChange={(chosen) => onSearch({ status: chosen })}
        />
        <Field label="Search">
          <SearchField value={search.search ?? ''} onSearch={(typed) => onSearch({ search: typed })} />
        </Field>
      </search>
      <Totals
        figures={[
          ['Waiting', totals.pending],
          ['Decided', totals.decided],
          ['Old minutes', totals.old_minutes],
          ['New minutes', totals.new_minutes],
          ['Difference', signed(totals.difference)],
        ]}
      />
      <DataTable
        label="Changed durations"
        rows={rows}
        columns={columns}
        rowId={({ session }) => session.id}
        rowHeight={56}
        initialSort={{ id: 'date', desc: true }}
        empty={
          <EmptyState title="No changed durations here">
            Choose other days, or loosen the filters. Sessions that took longer or shorter than planned appear
            by themselves.
          </EmptyState>
        }
      />
    </div>
  );
}

/** "+10", "−5", "0" */
function signed(minutes: number): string {
  const sign = minutes > 0 ? '+' : minutes < 0 ? '−' : '';
  return `${sign}${Math.abs(minutes).toLocaleString('en-US')}`;
}

const STATUS_LABELS = { pending: 'Pending', approved: 'Approved', refused: 'Refused' } as const;
const LOOKS = { pending: 'warning', approved: 'success', refused: 'destructive' } as const;

function durationColumns(choices: SessionChoices, linkTo: LinkToSession): DataTableColumn<DurationRow>[] {
  const full = (words: string): ReactNode => <span title={words}>{words}</span>;
  const decisionWords = ({ request: { decided_by, decided_at, note } }: DurationRow) =>
    decided_at === null
      ? ''
      : [
          ...(decided_by === null ? [] : [nameOfPerson(decided_by, choices)]),
          pacificDisplay(decided_at),
          ...(note === '' ? [] : [note]),
        ].join(', ');
  return [
    {
      id: 'date',
      header: 'Date',
      width: '6.75rem',
      value: ({ session }) => `${session.session_date} ${session.start_time}`,
      cell: ({ session }) =>
        linkTo(session.id, displayDay(session.session_date), 'underline underline-offset-2 tabular-nums'),
      csvValue: ({ session }) => displayDay(session.session_date),
    },
    { id: 'provider', header: 'Provider', width: '7.75rem', value: (row) => row.provider },
    {
      id: 'students',
      header: 'Students',
      width: '8rem',
      value: (row) => row.students,
      cell: (row) => full(row.students),
    },
    {
      id: 'service',
      header: 'Service',
      width: '6.5rem',
      value: (row) => row.service,
      cell: (row) => (
        <span title={row.service}>
          {choices.services.find(({ id }) => id === row.session.service)?.short_name ?? row.service}
        </span>
      ),
    },
    { id: 'old', header: 'Old', width: '4.75rem', align: 'end', value: (row) => row.old_minutes },
    { id: 'new', header: 'New', width: '4.75rem', align: 'end', value: (row) => row.new_minutes },
    {
      id: 'difference',
      header: 'Difference',
      width: '6.75rem',
      align: 'end',
      value: (row) => row.difference,
      cell: ({ difference }) => signed(difference),
    },
    {
      id: 'reason',
      header: 'Reason',
      width: '7.25rem',
      value: ({ request }) => request.reason,
      cell: ({ request }) => full(request.reason),
    },
    {
      id: 'status',
      header: 'Status',
      width: '6.25rem',
      value: ({ request }) => STATUS_LABELS[request.state],
      cell: ({ request }) => <Badge variant={LOOKS[request.state]}>{STATUS_LABELS[request.state]}</Badge>,
    },
    {
      id: 'decision',
      header: 'Decision',
      width: '10.75rem',
      value: decisionWords,
      cell: (row) =>
        row.request.state === 'pending' ? (
          <RequestDecision
            session={row.session}
            request={row.request}
            name={`${row.provider}, ${displayDay(row.session.session_date)}, ${row.students}`}
          />
        ) : (
          full(decisionWords(row))
        ),
    },
  ];
}
