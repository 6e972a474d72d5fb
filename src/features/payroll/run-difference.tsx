import type { RunDifference, RunFile } from '#contract/payroll.ts';
import { providerFilter } from '#contract/report-files/delivery-figures.ts';
import { namedLines } from '#contract/report-files/pay-line-file.ts';
import { periodText } from '#contract/report-files/payroll-run-file.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { LINE_KIND_LABELS } from '#domain/payroll/pay-line.ts';
import { isRunOpen } from '#domain/payroll/run-rules.ts';
import { hoursText } from '#domain/time/duration.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { defineReport, fromServer, type ReportColumn } from '#screens/report/define-report.ts';
import { TwoLines } from '#ui/two-lines.tsx';
import { DIFFERENCE_FILTERS } from './payroll-filters.ts';

type Difference = RunDifference['rows'][number];
interface Row extends Difference {
  provider_name: string;
  service_name: string;
  client_name: string;
}

const amountOf = (figures: Difference['before']) => figures?.amount_cents ?? 0;
/** Null where one of the sides has no pay rate: what differs isn't known then. */
function change({ before, after }: Row): number | null {
  const isUnknown = [before, after].some((figures) => figures !== null && figures.amount_cents === null);
  return isUnknown ? null : amountOf(after) - amountOf(before);
}

/** What a side has in place of an amount. */
const withoutAmount = (figures: Difference['before']) => (figures === null ? 'No line' : 'No rate');

function sideColumns(side: 'before' | 'after', header: string): ReportColumn<Row>[] {
  return [
    {
      ...{ id: `${side}_minutes`, header: `${header}, time`, kind: 'duration', only: 'file' },
      value: (row) => row[side]?.minutes ?? null,
    },
    {
      ...{ id: side, header, kind: 'money', width: '9.5rem', none: '–' },
      value: (row) => row[side]?.amount_cents ?? withoutAmount(row[side]),
      sortBy: (row) => amountOf(row[side]),
      total: (rows) => rows.reduce((sum, row) => sum + amountOf(row[side]), 0),
      cell: (row) => {
        const figures = row[side];
        if (figures === null) return <span className="text-muted-foreground">{withoutAmount(figures)}</span>;
        const amount =
          figures.amount_cents === null ? withoutAmount(figures) : moneyText(figures.amount_cents);
        return (
          <TwoLines
            first={amount}
            second={`${hoursText(figures.minutes)}${figures.is_approved ? '' : ', not approved'}`}
          />
        );
      },
    },
  ];
}

/** What the figures say, by what the run is compared with. */
function comparedWords({ run, others }: Compared, other: string | undefined): string {
  const found = others.find(({ id }) => id === other);
  if (found !== undefined) return `Compared with run ${found.number}.`;
  return isRunOpen(run.state)
    ? 'Compared with records now: what a new snapshot would change.'
    : 'Compared with records now: what reopening would pay.';
}

type Compared = Pick<RunFile, 'run' | 'others'>;

/**
 * The lines in which a run differs from another one of its period, or from the current records.
 * @param other the run that it's compared with
 */
export function runDifference({ run, others }: Compared, other?: string) {
  return defineReport(DIFFERENCE_FILTERS, {
    id: `payroll-difference-${run.number}`,
    title: `Differences to run ${run.number}`,
    label: 'Lines that differ',
    rows: fromServer({
      name: 'the differences',
      ask: (api, { with: other }) =>
        api.call('payroll.read-difference', {
          params: { id: run.id },
          query: other === '' ? {} : { with: other },
        }),
      rows: ({ rows, names }: RunDifference) => namedLines(rows, names),
      asOf: ({ as_of }) => as_of,
      ...(other === undefined && { unsynced: ({ unsynced }: RunDifference) => unsynced ?? [] }),
    }),
    rowId: ({ key }) => key,
    filters: {
      with: {
        label: 'Compare with',
        all: 'Records now',
        choices: () => others.map(({ id, number }) => ({ id, name: `Run ${number}` })),
      },
      provider: providerFilter,
    },
    sort: { id: 'day', desc: false },
    remark: () => `${periodText(run)}. ${comparedWords({ run, others }, other)}`,
    totals: (rows) => [
      ['Lines', rows.length],
      ['Difference', moneyText(rows.reduce((sum, row) => sum + (change(row) ?? 0), 0))],
      ...(rows.some((row) => change(row) === null)
        ? [['Without a pay rate', rows.filter((row) => change(row) === null).length] as const]
        : []),
    ],
    columns: [
      {
        ...{ id: 'day', header: 'Date', kind: 'day', width: '7rem' },
        value: ({ day }) => day,
        sortBy: ({ day, provider_name, key }) => `${day} ${provider_name} ${key}`,
        cell: ({ day, session }, { linkTo }) =>
          session === null
            ? displayDay(day)
            : linkTo(session, displayDay(day), 'underline underline-offset-2 tabular-nums'),
      },
      {
        ...{ id: 'provider', header: 'Provider', width: '11rem' },
        value: ({ provider_name }) => provider_name,
      },
      {
        ...{ id: 'what', header: 'Pays for' },
        value: ({ kind }) => LINE_KIND_LABELS[kind],
        cell: ({ kind, service_name, client_name }) => (
          <TwoLines first={service_name || LINE_KIND_LABELS[kind]} second={client_name} />
        ),
      },
      ...sideColumns('before', 'Earlier'),
      ...sideColumns('after', 'Later'),
      {
        ...{ id: 'change', header: 'Difference', kind: 'money', width: '8rem', none: 'No rate' },
        value: change,
        total: (rows) => rows.reduce((sum, row) => sum + (change(row) ?? 0), 0),
      },
    ],
    rowHeight: 52,
    empty: {
      title: 'No differences',
      help: 'The run matches the records.',
      filtered: 'No lines differ. Pick another run to compare with.',
    },
  });
}
