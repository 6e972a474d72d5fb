import { ReceiptText } from 'lucide-react';
import type { ListedCondition } from '#contract/billing-conditions.ts';
import { CONDITION_LABELS } from '#domain/money/billing-conditions.ts';
import { CONDITION_TYPES } from '#domain/money/condition-types.ts';
import { countedOf } from '#domain/text/counted.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { useLookups } from '#screens/device/lookups.ts';
import type { FormLeads } from '#screens/list/record-edit.tsx';
import { defineReport, fromServer } from '#screens/report/define-report.ts';
import { ClampedText } from '#ui/clamped-text.tsx';
import { termsOf } from './client-conditions.tsx';
import { ConditionArchive } from './condition-archive.tsx';
import { ConditionForm } from './condition-form.tsx';
import { CONDITION_FILTERS } from './condition-search.ts';

const label = (field: keyof ListedCondition) => fieldLabel('billing_condition', field);

/** What was agreed with all clients about their invoices. */
export const billingConditions = defineReport(CONDITION_FILTERS, {
  ...{ id: 'billing-conditions', title: 'Billing conditions', label: 'Billing conditions' },
  tightRowHeight: 60,
  rows: fromServer({
    name: 'billing conditions',
    ask: (api) => api.call('billing-condition.list'),
    rows: (conditions: readonly ListedCondition[]) => conditions,
  }),
  rowId: ({ id }) => id,
  filters: {
    search: {
      label: 'Search',
      placeholder: 'Client or terms',
      words: (row) => `${row.client_name} ${CONDITION_LABELS[row.type]} ${termsOf(row)} ${row.note}`,
    },
    type: {
      label: label('type'),
      choices: () => CONDITION_TYPES.map((id) => ({ id, name: CONDITION_LABELS[id] })),
      matches: ({ type }, held) => type === held,
    },
    show: {
      label: 'Show',
      all: 'Current and archived',
      initial: 'current',
      choices: () => [
        { id: 'current', name: 'Current' },
        { id: 'archived', name: 'Archived' },
      ],
      matches: ({ archived }, show) => archived === (show === 'archived'),
    },
  },
  sort: { id: 'client', desc: false },
  columns: [
    {
      id: 'client',
      header: label('client'),
      value: ({ client_name }) => client_name,
      width: '15rem',
      tightWidth: '11rem',
    },
    {
      id: 'type',
      header: label('type'),
      value: ({ type }) => CONDITION_LABELS[type],
      width: '11rem',
      tightWidth: '8rem',
    },
    {
      ...{ id: 'terms', header: 'Terms', value: termsOf },
      cell: (row) => <ClampedText text={termsOf(row)} />,
    },
    {
      ...{ id: 'starts_on', header: label('starts_on'), kind: 'day', width: '9rem', tightWidth: '8rem' },
      value: ({ starts_on }) => starts_on,
    },
    { id: 'note', header: label('note'), only: 'file', value: ({ note }) => note },
    {
      ...{ id: 'archived', header: label('archived'), only: 'file' },
      value: ({ archived }) => (archived ? 'Yes' : 'No'),
    },
    {
      ...{
        id: 'action',
        header: 'Action',
        width: '11rem',
        tightWidth: '7rem',
        isPinned: true,
        only: 'screen',
        isUnsortable: true,
      },
      value: () => null,
      cell: (row, { reload }) => <ConditionArchive condition={row} onDone={reload} />,
    },
  ],
  remark: (shown, all) => countedOf(shown.length, all.length, 'billing condition'),
  edits: {
    entity: 'billing_condition',
    permission: 'billing-condition.record',
    form: (row, leads) => <ListedForm condition={row} {...leads} />,
  },
  empty: {
    ...{ icon: ReceiptText, title: 'No billing conditions yet', filtered: 'Clear the filters to see all.' },
    help: 'Add what you agreed with a client, such as how no-shows or rounding are billed.',
  },
});

function ListedForm({ condition, ...leads }: FormLeads & { condition: ListedCondition | null }) {
  const lookups = useLookups();
  return (
    <ConditionForm
      condition={condition}
      client={condition === null ? null : { id: condition.client, name: condition.client_name }}
      services={lookups?.services ?? []}
      {...leads}
    />
  );
}
