import { Download } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { sessionsWithRequests } from '#db/sessions.ts';
import { earliestSeriesStart } from '#domain/calendar/series-days.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { REQUEST_STATES } from '#domain/sessions/session-requests.ts';
import { displayDay, pacificDay, pacificDisplay } from '#domain/time/pacific.ts';
import { useLocal, useSignedIn, useSyncOverview } from '#sync/signed-in.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { downloadCsv } from '#ui/csv.ts';
import { DataTable, type DataTableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Select } from '#ui/select.tsx';
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
  const { workspace } = useSignedIn();
  const overview = useSyncOverview();
  const today = pacificDay(workspace.clock.now());
  const sessions = useLocal(sessionsWithRequests, []);
  const choices = useSessionChoices();
  const { provider = '', status = '', search: words = '' } = search;
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
        actions={
          <Button
            variant="outline"
            disabled={rows.length === 0}
            onClick={() => downloadCsv(`changed-durations-${from}-${to}.csv`, columns, rows)}
          >
            <Download aria-hidden="true" />
            CSV
          </Button>
        }
      />
      <search aria-label="Filters" className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5">
        <Field label="From">
          <Input type="date" value={from} onChange={({ target }) => onSearch({ from: target.value })} />
        </Field>
        <Field label="To">
          <Input type="date" value={to} onChange={({ target }) => onSearch({ to: target.value })} />
        </Field>
        <Field label="Provider">
          <Select value={provider} onChange={({ target }) => onSearch({ provider: target.value })}>
            <option value="">All</option>
            {[...choices.providers.values()]
              .sort((a, b) => providerName(a).localeCompare(providerName(b)))
              .map((known) => (
                <option key={known.id} value={known.id}>
                  {providerName(known)}
                </option>
              ))}
          </Select>
        </Field>
        <Field label="Status">
          <Select
            value={status}
            onChange={({ target }) =>
              onSearch({ status: REQUEST_STATES.find((known) => known === target.value) ?? '' })
            }
          >
            <option value="">All</option>
            {REQUEST_STATES.map((known) => (
              <option key={known} value={known}>
                {STATUS_LABELS[known]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Search">
          <Input type="search" value={words} onChange={({ target }) => onSearch({ search: target.value })} />
        </Field>
      </search>
      <dl aria-label="Totals" className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
        <Total name="Waiting" figure={totals.pending} />
        <Total name="Decided" figure={totals.decided} />
        <Total name="Old minutes" figure={totals.old_minutes} />
        <Total name="New minutes" figure={totals.new_minutes} />
        <Total name="Difference" figure={totals.difference} />
      </dl>
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

function Total({ name, figure }: { name: string; figure: number }) {
  return (
    <div className="flex items-baseline gap-2">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="font-semibold text-base tabular-nums">{figure.toLocaleString('en-US')}</dd>
    </div>
  );
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
      width: '6.25rem',
      value: (row) => row.service,
      cell: (row) => (
        <span title={row.service}>
          {choices.services.find(({ id }) => id === row.session.service)?.short_name ?? row.service}
        </span>
      ),
    },
    { id: 'old', header: 'Old', width: '5.25rem', align: 'end', value: (row) => row.old_minutes },
    { id: 'new', header: 'New', width: '5.5rem', align: 'end', value: (row) => row.new_minutes },
    {
      id: 'difference',
      header: 'Difference',
      width: '7.5rem',
      align: 'end',
      value: (row) => row.difference,
      cell: ({ difference }) => (difference > 0 ? `+${difference}` : `−${Math.abs(difference)}`),
    },
    {
      id: 'reason',
      header: 'Reason',
      width: '7.5rem',
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
      width: '13rem',
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
