import { Banknote } from 'lucide-react';
import type { RunSummary } from '#contract/payroll.ts';
import { RUN_KIND_LABELS, RUN_STATE_LABELS } from '#domain/payroll/run-rules.ts';
import { RUN_STATES } from '#domain/payroll/run-states.ts';
import { hoursText } from '#domain/time/duration.ts';
import { defineReport, fromServer } from '#screens/report/define-report.ts';
import { Badge } from '#ui/badge.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { RUN_FILTERS } from './payroll-filters.ts';
import { periodText, RUN_STATE_LOOKS, runText } from './run-words.ts';

/** Payroll runs with their status and sums, newest first. */
export const payrollRuns = defineReport(RUN_FILTERS, {
  id: 'payroll-runs',
  title: 'Payroll',
  label: 'Payroll runs',
  rows: fromServer({
    name: 'payroll runs',
    ask: (api) => api.call('payroll.list-runs'),
    rows: ({ runs }: { runs: readonly RunSummary[] }) => runs,
  }),
  rowId: ({ id }) => id,
  opens: ({ id }) => id,
  filters: {
    status: {
      label: 'Status',
      choices: () => RUN_STATES.map((id) => ({ id, name: RUN_STATE_LABELS[id] })),
      matches: ({ state }, id) => state === id,
    },
  },
  sort: { id: 'as_of', desc: true },
  columns: [
    {
      ...{ id: 'period', header: 'Pay period', width: '13rem', tightWidth: '12.5rem' },
      value: ({ start_date, number }) => `${start_date} ${number}`,
      cell: (run) => <TwoLines first={periodText(run)} second={runText(run)} />,
      inFile: { value: periodText },
    },
    { ...{ id: 'number', header: 'Run', only: 'file' }, value: ({ number }) => number },
    { ...{ id: 'kind', header: 'Kind', only: 'file' }, value: ({ kind }) => RUN_KIND_LABELS[kind] },
    {
      ...{ id: 'status', header: 'Status', width: '7.5rem' },
      value: ({ state }) => RUN_STATE_LABELS[state],
      sortBy: ({ state }) => RUN_STATES.indexOf(state),
      cell: ({ state }) => <Badge variant={RUN_STATE_LOOKS[state]}>{RUN_STATE_LABELS[state]}</Badge>,
    },
    {
      ...{ id: 'as_of', header: 'As of', kind: 'instant', width: '12rem', only: 'wide' },
      value: ({ as_of }) => as_of,
    },
    {
      ...{ id: 'started_by', header: 'Started by' },
      value: ({ started_by_name }) => started_by_name,
    },
    {
      ...{ id: 'hours', header: 'Approved hours', kind: 'duration', width: '8.5rem', only: 'wide' },
      value: ({ approved }) => approved.minutes,
      cell: ({ approved }) => hoursText(approved.minutes),
    },
    {
      ...{ id: 'unapproved', header: 'Not approved', kind: 'money', width: '8rem', only: 'wide' },
      value: ({ unapproved }) => unapproved.amount_cents,
    },
    {
      ...{ id: 'approved', header: 'Approved', kind: 'money', width: '8rem' },
      value: ({ approved }) => approved.amount_cents,
    },
  ],
  rowHeight: 52,
  empty: {
    ...{ icon: Banknote, title: 'No payroll runs yet' },
    help: "Start payroll for a pay period that's over. The run is a snapshot that two people check and approve.",
    filtered: 'No payroll runs match these filters.',
  },
});
