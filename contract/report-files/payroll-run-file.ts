import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { RunSummary } from '#contract/payroll.ts';
import { RUN_KIND_LABELS, RUN_STATE_LABELS } from '#domain/payroll/run-rules.ts';
import { RUN_STATES } from '#domain/payroll/run-states.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { askedSource, fileReport } from './file-report.ts';

/** "11/01/2026 – 11/15/2026" */
export function periodText({ start_date, end_date }: Pick<RunSummary, 'start_date' | 'end_date'>): string {
  return `${displayDay(start_date)} – ${displayDay(end_date)}`;
}

/** Payroll runs with their status and sums, newest first. */
export const payrollRunFile = fileReport({
  ...{ id: 'payroll-runs', title: 'Payroll', label: 'Payroll runs' },
  rows: askedSource({
    name: 'payroll runs',
    ask: (api) => api.call('payroll.list-runs'),
    rows: ({ runs }: ReplyOf<Endpoints['payroll.list-runs']>): readonly RunSummary[] => runs,
    asOf: ({ as_of }) => as_of,
  }),
  rowId: ({ id }) => id,
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
      ...{ id: 'period', header: 'Pay period', width: '13.25rem' },
      value: ({ start_date, number }) => `${start_date} ${number}`,
      inFile: { value: periodText },
    },
    { ...{ id: 'number', header: 'Run', only: 'file' }, value: ({ number }) => number },
    { ...{ id: 'kind', header: 'Kind', only: 'file' }, value: ({ kind }) => RUN_KIND_LABELS[kind] },
    {
      ...{ id: 'status', header: 'Status', width: '7.5rem' },
      value: ({ state }) => RUN_STATE_LABELS[state],
      sortBy: ({ state }) => RUN_STATES.indexOf(state),
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
});
