import { Link } from '@tanstack/react-router';
import { FilePlus2 } from 'lucide-react';
import { v7 as uuidv7 } from 'uuid';
import type { InvoicePlan, InvoicePlans } from '#contract/invoices.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { lastMonth } from '#domain/reports/report-days.ts';
import { counted, countedOf } from '#domain/text/counted.ts';
import { monthsUntil, monthText } from '#domain/time/months.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { defineReport, fromServer } from '#screens/report/define-report.ts';
import type { ReportAction } from '#screens/report/report-action.ts';
import { Badge } from '#ui/badge.tsx';
import { PLAN_FILTERS } from './billing-filters.ts';

const MONTHS_SHOWN = 14;

const sum = (rows: readonly InvoicePlan[]) => rows.reduce((total, { total_cents }) => total + total_cents, 0);
const isEmpty = ({ lines, corrections }: InvoicePlan) => lines + corrections === 0;

/** Creates a draft for each client. */
const createDraft: ReportAction<InvoicePlan> = {
  ...{ id: 'create', label: 'Create', done: 'Created', nouns: ['draft', 'drafts'] },
  may: (actor) => mayUse(actor, 'billing.record'),
  refusal: (row) =>
    row.draft !== null ? "There's already a draft." : isEmpty(row) ? "There's nothing to invoice yet." : null,
  takesNoNote: true,
  summary: (rows) => [
    `${rows.length === 1 ? 'The draft comes' : 'The drafts come'} to ${moneyText(sum(rows))}.`,
    'You can still change a draft before you send it. Sessions with something missing, or not approved yet, go on a later invoice.',
  ],
  effect: ({ total_cents, lines, corrections }) =>
    `${moneyText(total_cents)}, ${counted(lines, 'line')}${corrections === 0 ? '' : `, ${counted(corrections, 'correction')}`}`,
  run: async ({ client, month }, _, { engine }) => {
    await engine.api.call('invoice.create', {
      body: { id: uuidv7(), client, month, note: '' },
      write: { key: uuidv7(), base_version: 0 },
    });
  },
};

function waitingWords({ blocked, unapproved }: InvoicePlan): string {
  return [
    ...(blocked === 0 ? [] : [`${blocked.toLocaleString('en-US')} to resolve`]),
    ...(unapproved === 0 ? [] : [`${unapproved.toLocaleString('en-US')} not approved`]),
  ].join(', ');
}

/** What the next invoice of each client has for a month, and what waits. */
export const invoicePlan = defineReport(PLAN_FILTERS, {
  ...{ id: 'invoice-plan', title: 'Create invoices', label: 'Clients to invoice' },
  rows: fromServer({
    name: 'clients to invoice',
    ask: (api, { month }) => {
      const asked = /^20\d\d-(?:0[1-9]|1[0-2])$/.test(month)
        ? month
        : lastMonth(pacificDay(Date.now())).to.slice(0, 7);
      return api.call('invoice.plan', { query: { month: asked } });
    },
    rows: ({ plans }: InvoicePlans) => plans,
    asOf: ({ as_of }) => as_of,
    unsynced: ({ unsynced }) => unsynced,
  }),
  rowId: ({ client }) => client,
  rowName: ({ client_name }) => client_name,
  opens: ({ client, month }) => `${client} ${month}`,
  actions: [createDraft],
  filters: {
    month: {
      label: 'Month of service',
      all: 'Last month',
      choices: () =>
        monthsUntil(pacificDay(Date.now()), MONTHS_SHOWN).map((month) => ({
          id: month,
          name: monthText(month),
        })),
    },
    show: {
      label: 'Show',
      all: 'All clients',
      choices: () => [
        { id: 'ready', name: 'With something to invoice' },
        { id: 'waiting', name: "With sessions that can't be invoiced yet" },
      ],
      matches: (row, held) =>
        held === 'ready' ? !isEmpty(row) && row.draft === null : row.blocked + row.unapproved > 0,
    },
    search: { label: 'Search', placeholder: 'Client', words: ({ client_name }) => client_name },
  },
  sort: { id: 'client', desc: false },
  remark: (shown, all) =>
    [
      ...(all[0] === undefined ? [] : [monthText(all[0].month)]),
      countedOf(shown.length, all.length, 'client'),
    ].join(' · '),
  totals: (rows) => [
    ['To invoice', moneyText(sum(rows))],
    ['To resolve', rows.reduce((total, { blocked }) => total + blocked, 0)],
    ['Not approved', rows.reduce((total, { unapproved }) => total + unapproved, 0)],
  ],
  columns: [
    { id: 'client', header: 'Client', value: ({ client_name }) => client_name },
    {
      ...{ id: 'kind', header: 'Next', width: '11rem', only: 'wide' },
      value: ({ sent, total_cents }) =>
        total_cents < 0 ? 'Credit note' : sent > 0 ? 'Supplemental invoice' : 'Invoice',
    },
    {
      ...{ id: 'lines', header: 'Lines', kind: 'number', width: '5.5rem' },
      value: ({ lines }) => lines,
      total: (rows) => rows.reduce((total, { lines }) => total + lines, 0),
    },
    {
      ...{ id: 'corrections', header: 'Corrections', kind: 'number', width: '7.5rem', only: 'wide' },
      value: ({ corrections }) => corrections,
    },
    {
      ...{ id: 'total', header: 'To invoice', kind: 'money', width: '8.5rem' },
      value: (row) => (isEmpty(row) ? null : row.total_cents),
      total: sum,
    },
    {
      ...{ id: 'waiting', header: 'Waiting', width: '15rem', tightWidth: '8.5rem' },
      value: waitingWords,
      cell: ({ blocked, unapproved }) => (
        <span className="flex flex-wrap gap-1">
          {blocked > 0 && <Badge variant="warning">{blocked.toLocaleString('en-US')} to resolve</Badge>}
          {unapproved > 0 && (
            <Badge variant="outline">{unapproved.toLocaleString('en-US')} not approved</Badge>
          )}
        </span>
      ),
    },
    {
      ...{ id: 'draft', header: 'Draft', width: '7rem', tightWidth: '5.5rem' },
      value: ({ draft }) => (draft === null ? '' : 'Draft'),
      cell: ({ draft }) =>
        draft !== null && (
          <Link
            to="/billing/invoices/info/$id"
            params={{ id: draft }}
            className="underline underline-offset-2"
          >
            Open draft
          </Link>
        ),
    },
  ],
  empty: {
    ...{ icon: FilePlus2, title: 'No sessions in this month' },
    help: 'Choose another month.',
    filtered: 'No clients match these filters.',
  },
});
