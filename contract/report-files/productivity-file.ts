import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { ProviderLoad } from '#contract/reports.ts';
import { deliveredPercent } from '#domain/reports/service-minutes.ts';
import { perProvider, providerColumn, providerSearch, sumOf } from './delivery-figures.ts';
import { type AskedDays, fileReport } from './file-report.ts';
import { daysQuery, headedSource } from './headed-source.ts';

type Answer = ReplyOf<Endpoints['report.productivity']>;

/** A provider's figures, and the days that they are about. */
export interface ProductivityRow extends ProviderLoad, AskedDays {}

export const isOverloaded = ({ students, max_caseload }: ProviderLoad) =>
  max_caseload !== null && students > max_caseload;

export const serviceMinutes = (row: ProviderLoad) => row.direct_minutes + row.indirect_minutes;

/** Session time in percent of the time on timecards. */
function productivity(row: ProviderLoad): number | null {
  return row.worked_minutes === null ? null : deliveredPercent(serviceMinutes(row), row.worked_minutes);
}

/** Meals in compliance, in percent of the workdays. */
function mealPercent({ meal_days, meal_violations }: ProviderLoad): number | null {
  return deliveredPercent(meal_days - meal_violations, meal_days);
}

/** Providers' caseloads, what they did with their time, and their meal breaks. */
export const productivityFile = fileReport({
  id: 'productivity',
  title: 'Productivity',
  label: 'Providers',
  rows: headedSource({
    name: 'productivity',
    async ask(api, { from, to }): Promise<Answer & AskedDays> {
      const query = daysQuery({ from, to });
      return { ...(await api.call('report.productivity', { query })), from, to };
    },
    rows: ({ providers, from, to }: Answer & AskedDays): readonly ProductivityRow[] =>
      providers.map((row) => ({ ...row, from, to })),
  }),
  ...perProvider,
  filters: {
    show: {
      label: 'Show',
      choices: () => [
        { id: 'full', name: 'Above their maximum' },
        { id: 'meals', name: 'With meals out of compliance' },
      ],
      matches: (row, held) => (held === 'full' ? isOverloaded(row) : row.meal_violations > 0),
    },
    search: providerSearch,
  },
  sort: { id: 'provider', desc: false },
  columns: [
    providerColumn,
    {
      ...{ id: 'students', header: 'Students', kind: 'number', width: '6.25rem', tightWidth: '7rem' },
      value: ({ students }) => students,
      total: (rows) => sumOf(rows, ({ students }) => students),
    },
    {
      ...{ id: 'maximum', header: 'Maximum', kind: 'number', only: 'file' },
      value: (row) => row.max_caseload,
    },
    {
      ...{ id: 'sessions', header: 'Sessions', kind: 'number', width: '6.25rem' },
      value: ({ sessions }) => sessions,
      total: (rows) => sumOf(rows, ({ sessions }) => sessions),
    },
    {
      ...{ id: 'missed', header: 'Missed', kind: 'number', width: '5.75rem', only: 'wide' },
      value: ({ missed }) => missed,
      total: (rows) => sumOf(rows, ({ missed }) => missed),
    },
    {
      ...{ id: 'direct', header: 'Direct', kind: 'duration', width: '6rem', only: 'wide' },
      value: ({ direct_minutes }) => direct_minutes,
      total: (rows) => sumOf(rows, ({ direct_minutes }) => direct_minutes),
    },
    {
      ...{ id: 'indirect', header: 'Indirect', kind: 'duration', width: '6.25rem', only: 'wide' },
      value: ({ indirect_minutes }) => indirect_minutes,
      total: (rows) => sumOf(rows, ({ indirect_minutes }) => indirect_minutes),
    },
    {
      ...{
        id: 'worked',
        header: 'Worked',
        kind: 'duration',
        width: '7rem',
        tightWidth: '6.75rem',
        none: 'No timecard',
      },
      value: ({ worked_minutes }) => worked_minutes,
      total: (rows) => sumOf(rows, ({ worked_minutes }) => worked_minutes ?? 0),
    },
    {
      ...{ id: 'productivity', header: 'Productivity (%)', kind: 'number', width: '7rem', none: '–' },
      value: productivity,
    },
    {
      ...{
        id: 'meals',
        header: 'Meals compliant (%)',
        kind: 'number',
        width: '7.75rem',
        tightWidth: '7.25rem',
        none: '–',
      },
      value: mealPercent,
    },
    {
      ...{ id: 'violations', header: 'Out of compliance', kind: 'number', width: '7.75rem', only: 'wide' },
      value: ({ meal_violations }) => meal_violations,
      total: (rows) => sumOf(rows, ({ meal_violations }) => meal_violations),
    },
  ],
});
