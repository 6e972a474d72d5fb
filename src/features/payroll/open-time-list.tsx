import { Timer } from 'lucide-react';
import { v7 as uuidv7 } from 'uuid';
import type { OpenTime } from '#contract/payroll-closing.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { mayRemindAgain } from '#domain/payroll/closing-rules.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { defineReport, fromServer } from '#screens/report/define-report.ts';
import type { ReportAction } from '#screens/report/report-action.ts';
import { OPEN_ITEM_FILTERS } from './payroll-filters.ts';

const KIND_LABELS = { timecard: 'Timecard', lunch: 'Lunch break' } as const;

interface Row extends OpenTime {
  pay_period: string | null;
  as_of: string;
  period_start: string;
}

/** Rings the bell of the providers, each at most once a day however many of their rows are chosen. */
const remind: ReportAction<Row> = {
  ...{ id: 'remind', label: 'Remind about', done: 'Reminded', nouns: ['open time', 'open times'] },
  takesNoNote: true,
  may: (actor) => mayUse(actor, 'payroll.view'),
  refusal({ pay_period, provider, reminded_at, as_of }, actor) {
    if (pay_period === null) return 'Choose a pay period.';
    if (provider === actor.user_id) return "It's your own.";
    return mayRemindAgain(reminded_at, as_of) ? null : 'Already reminded today.';
  },
  summary: () => ['Each provider gets one reminder, and an email if they want emails.'],
  async run({ pay_period, provider }, _, { engine }) {
    if (pay_period === null) return;
    await engine.api.call('payroll.remind', {
      body: { pay_period, item: 'open-time', person: provider },
      write: { key: uuidv7(), base_version: 0 },
    });
  },
};

/** Timecards and lunch breaks of a pay period without an end. */
export const openTimeList = defineReport(OPEN_ITEM_FILTERS, {
  ...{ id: 'open-time', title: 'Open time', label: 'Timecards and lunch breaks without an end' },
  rows: fromServer({
    name: 'timecards and lunch breaks without an end',
    async ask(api, { from, to }) {
      const answer = await api.call('payroll.list-open-time', { query: { start_date: from, end_date: to } });
      return { ...answer, period_start: from };
    },
    rows: ({ rows, pay_period, as_of, period_start }): Row[] =>
      rows.map((row) => ({ ...row, pay_period, as_of, period_start })),
    asOf: ({ as_of }) => as_of,
    unsynced: ({ unsynced }) => unsynced,
  }),
  rowId: ({ id }) => id,
  rowName: ({ provider_name, kind, since }) =>
    `${provider_name}, ${KIND_LABELS[kind].toLowerCase()} since ${pacificDisplay(since)}`,
  opens: ({ provider, period_start }) => `${provider} ${period_start}`,
  opensClosed: true,
  actions: [remind],
  filters: {
    search: { label: 'Search', placeholder: 'Provider', words: ({ provider_name }) => provider_name },
  },
  sort: { id: 'since', desc: false },
  columns: [
    { id: 'provider', header: 'Provider', value: ({ provider_name }) => provider_name },
    {
      ...{ id: 'kind', header: 'Without an end', width: '10rem', tightWidth: '8rem' },
      value: ({ kind }) => KIND_LABELS[kind],
    },
    {
      ...{ id: 'since', header: 'Since', kind: 'instant', width: '12rem', tightWidth: '10rem' },
      value: ({ since }) => since,
    },
    {
      ...{ id: 'reminded', header: 'Reminded', kind: 'instant', width: '12rem', only: 'wide', none: '' },
      value: ({ reminded_at }) => reminded_at,
    },
  ],
  empty: {
    ...{ icon: Timer, title: 'Nothing is open' },
    help: 'Every timecard and lunch break of this pay period has an end.',
    filtered: 'No open time matches these filters.',
  },
});
