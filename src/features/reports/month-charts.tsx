import type { ComponentProps } from 'react';
import { hoursText } from '#domain/time/duration.ts';
import { monthText } from '#domain/time/months.ts';
import { BarChart } from '#ui/bar-chart.tsx';

/** "Nov", of `2026-11` */
function shortMonth(month: string): string {
  return monthText(month).slice(0, 3);
}

const pointsOf = (months: readonly { month: string }[]) =>
  months.map(({ month }) => ({ id: month, short: shortMonth(month), long: monthText(month) }));

const STEPS_OF_HOURS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000];
const MOST_TICKS = 4;

/** Whole hours at which an axis is marked, in minutes. */
function hourTicks(most: number): number[] {
  const step = (STEPS_OF_HOURS.find((hours) => most <= hours * 60 * MOST_TICKS) ?? 100_000) * 60;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, at) => at * step);
}

/** "4,000 h" */
const wholeHours = (minutes: number) => `${(minutes / 60).toLocaleString('en-US')} h`;

/** Whole percents at which an axis is marked. */
function percentTicks(most: number): number[] {
  const step = [1, 2, 5, 10, 25].find((percent) => most <= percent * MOST_TICKS) ?? 50;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, at) => at * step);
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

type Chart = ComponentProps<typeof BarChart>;
type MonthChartProps = Pick<Chart, 'title' | 'series' | 'wordsOf' | 'ticksOf' | 'tickWords'> & {
  months: readonly { month: string }[];
};

function MonthChart({ months, ...chart }: MonthChartProps) {
  return <BarChart pointHead="Month" points={pointsOf(months)} {...chart} />;
}

/** Bars of minutes, each with what they are in front of or on top of. */
interface HoursSeries<Month> extends Pick<Chart['series'][number], 'name' | 'kind' | 'look'> {
  minutesOf: (month: Month) => number;
}

function MinutesChart<Month extends { month: string }>({
  title,
  months,
  series,
}: {
  title: string;
  months: readonly Month[];
  series: readonly HoursSeries<Month>[];
}) {
  return (
    <MonthChart
      {...{ title, months, wordsOf: hoursText, ticksOf: hourTicks, tickWords: wholeHours }}
      series={series.map(({ minutesOf, ...look }) => {
        const values = months.map(minutesOf);
        return { ...look, values, sum: hoursText(sumOf(values)) };
      })}
    />
  );
}

/** A month with its minutes. */
export interface AuthorizedMonth {
  /** `YYYY-MM` */
  month: string;
  authorized_minutes: number;
  delivered_minutes: number;
}

/** Delivered hours in front of authorized ones, by month. */
export function AuthorizedChart({ months }: { months: readonly AuthorizedMonth[] }) {
  return (
    <MinutesChart
      title="Delivered and authorized hours by month"
      months={months}
      series={[
        { name: 'Delivered', kind: 'stacked', look: 'strong', minutesOf: (one) => one.delivered_minutes },
        { name: 'Authorized', kind: 'outlined', look: 'soft', minutesOf: (one) => one.authorized_minutes },
      ]}
    />
  );
}

/** A month with what was recorded in it. */
export interface WorkedMonth {
  month: string;
  direct_minutes: number;
  indirect_minutes: number;
  /** Recorded sessions, and those that were entered late. */
  entered: number;
  late: number;
}

/** Direct and indirect hours by month. */
export function HoursChart({ months }: { months: readonly WorkedMonth[] }) {
  return (
    <MinutesChart
      title="Session hours by month"
      months={months}
      series={[
        { name: 'Direct', kind: 'stacked', look: 'strong', minutesOf: (one) => one.direct_minutes },
        { name: 'Indirect', kind: 'stacked', look: 'soft', minutesOf: (one) => one.indirect_minutes },
      ]}
    />
  );
}

/** Late ones in percent of all; null of none. One decimal below ten percent. */
function lateShare(late: number, entered: number): number | null {
  return entered === 0 ? null : Math.round((late * 1_000) / entered) / 10;
}

const percentText = (share: number) => `${share.toLocaleString('en-US')}%`;

/** How many of each month's sessions were entered late, in percent. */
export function LateChart({ months }: { months: readonly WorkedMonth[] }) {
  const [late, entered] = [sumOf(months.map((one) => one.late)), sumOf(months.map((one) => one.entered))];
  const all = lateShare(late, entered);
  return (
    <MonthChart
      title="Sessions entered late by month"
      months={months}
      wordsOf={percentText}
      ticksOf={percentTicks}
      tickWords={percentText}
      series={[
        {
          ...{ name: 'Late', kind: 'stacked', look: 'strong' },
          values: months.map((one) => lateShare(one.late, one.entered)),
          sum: all === null ? 'None' : `${percentText(all)} (${late.toLocaleString('en-US')})`,
        },
      ]}
    />
  );
}
