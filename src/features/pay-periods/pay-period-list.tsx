import { CalendarRange } from 'lucide-react';
import { v7 as uuidv7 } from 'uuid';
import type { UsedPayPeriod } from '#contract/pay-periods.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { fiscalYearText } from '#domain/money/rates.ts';
import {
  PERIOD_STATE_LABELS,
  PERIOD_STATES,
  type PeriodState,
  periodDeletionProblem,
  stateOfPeriod,
} from '#domain/payroll/pay-period-rules.ts';
import { countedOf } from '#domain/text/counted.ts';
import { fiscalYearOf } from '#domain/time/fiscal-year.ts';
import { displayDay, pacificDay } from '#domain/time/pacific.ts';
import { fieldLabel } from '#entities/words/words.ts';
import { defineReport, fromServer } from '#screens/report/define-report.ts';
import type { ReportAction } from '#screens/report/report-action.ts';
import { Badge } from '#ui/badge.tsx';
import { PAY_PERIOD_FILTERS } from './pay-period-search.ts';

interface Answer {
  periods: readonly UsedPayPeriod[];
  /** The Pacific day. */
  today: string;
}

type PeriodRow = UsedPayPeriod & { hasBegun: boolean };

/** Takes back pay periods that were added by mistake, as the button of each does. */
const deletion: ReportAction<PeriodRow> = {
  ...{ id: 'delete', label: 'Delete', done: 'Deleted', nouns: ['pay period', 'pay periods'] },
  isDestructive: true,
  may: (actor) => mayUse(actor, 'pay-period.record'),
  refusal: (period) => periodDeletionProblem(period, period.uses),
  summary: () => ["Their days won't have a pay period until you add one. Work on these days is kept."],
  async run({ id, version }, _, { engine }) {
    await engine.api.call('pay-period.delete', {
      params: { id },
      write: { key: uuidv7(), base_version: version },
    });
  },
  after: ({ engine }) => engine.refresh(),
};

const label = (field: string) => fieldLabel('pay_period', field);
export const STATE_LOOKS = { open: 'neutral', closed: 'warning', locked: 'success' } as const;

/** Pay periods with their status, the newest first: opens on those that have begun. */
export const payPeriodList = defineReport(PAY_PERIOD_FILTERS, {
  id: 'pay-periods',
  title: 'Pay periods',
  label: 'Pay periods',
  rows: fromServer({
    name: 'pay periods',
    ask: async (api): Promise<Answer> => ({
      periods: await api.call('pay-period.list'),
      today: pacificDay(Date.now()),
    }),
    rows: ({ periods, today }: Answer) =>
      periods.map((period) => ({ ...period, hasBegun: period.start_date <= today })),
  }),
  rowId: ({ id }) => id,
  rowName: ({ start_date, end_date }) => `${displayDay(start_date)} – ${displayDay(end_date)}`,
  actions: [deletion],
  opens: ({ id }) => id,
  filters: {
    year: {
      label: 'Fiscal year',
      all: 'All years',
      choices: (_, rows) =>
        [...new Set(rows.map(({ start_date }) => fiscalYearOf(start_date)))]
          .sort((a, b) => b - a)
          .map((year) => ({ id: String(year), name: fiscalYearText(year) })),
      matches: ({ start_date }, year) => String(fiscalYearOf(start_date)) === year,
    },
    show: {
      label: 'Show',
      all: 'All',
      initial: 'begun',
      choices: () => [
        { id: 'begun', name: 'Current and past' },
        { id: 'upcoming', name: 'Upcoming' },
      ],
      matches: ({ hasBegun }, show) => hasBegun === (show === 'begun'),
    },
    status: {
      label: 'Status',
      all: 'All',
      choices: () => PERIOD_STATES.map((id) => ({ id, name: PERIOD_STATE_LABELS[id] })),
      matches: (period, state) => stateOfPeriod(period) === (state as PeriodState),
    },
  },
  sort: { id: 'start_date', desc: true },
  remark: (shown, all) => countedOf(shown.length, all.length, 'pay period'),
  columns: [
    { id: 'start_date', header: label('start_date'), kind: 'day', value: ({ start_date }) => start_date },
    { id: 'end_date', header: label('end_date'), kind: 'day', value: ({ end_date }) => end_date },
    {
      ...{ id: 'closed_at', header: label('closed_at'), kind: 'instant', width: '13rem' },
      value: ({ closed_at }) => closed_at,
    },
    {
      ...{ id: 'status', header: 'Status', width: '7rem' },
      value: (period) => PERIOD_STATE_LABELS[stateOfPeriod(period)],
      cell(period) {
        const state = stateOfPeriod(period);
        return <Badge variant={STATE_LOOKS[state]}>{PERIOD_STATE_LABELS[state]}</Badge>;
      },
    },
  ],
  empty: {
    ...{ icon: CalendarRange, title: 'No pay periods yet' },
    help: 'Add the pay periods of this fiscal year, so that providers can submit timesheets.',
    filtered: 'Clear the filters to see all.',
  },
});
