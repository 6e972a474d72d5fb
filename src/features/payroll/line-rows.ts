import type { LinesReply } from '#contract/payroll-figures.ts';
import type { LineRow } from '#contract/report-files/pay-line-file.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { LINE_KIND_LABELS, type PayLine, type PaySum, paySum } from '#domain/payroll/pay-line.ts';
import { counted } from '#domain/text/counted.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { hoursText } from '#domain/time/duration.ts';
import { displayDay } from '#domain/time/pacific.ts';
import type { Why, WhyPart } from '#screens/report/why.tsx';

/** Where the amount of a line comes from, with its session. */
export function whyOfLine(row: LineRow): Why & { parts: readonly WhyPart[] } {
  const { session, why, provider_name, amount_cents, minutes, what } = row;
  return {
    title: `${what}, ${provider_name}`,
    rule: why.join(' '),
    parts: [
      {
        ...{ id: row.key, label: session === null ? what : 'Open the session' },
        figure: amount_cents === null ? hoursText(minutes) : moneyText(amount_cents),
        ...(session !== null && { to: { kind: 'session' as const, id: session } }),
      },
    ],
  };
}

type ReportedLine = LinesReply['lines'][number];

/**
 * Each day with its lines: what each pays, and why it has its minutes where there is a reason.
 * @param figure of the sum of a day's lines, or of one line
 */
export function dayParts(
  answers: readonly Pick<LinesReply, 'lines' | 'names'>[],
  figure: (sum: PaySum) => string,
): WhyPart[] {
  const services = new Map(
    answers.flatMap(({ names }) => names.services.map(({ id, name }): [string | null, string] => [id, name])),
  );
  const label = ({ service, kind, because }: ReportedLine) =>
    [services.get(service) ?? LINE_KIND_LABELS[kind], because].filter((part) => part != null).join(': ');
  const lines = answers.flatMap((answer) => answer.lines);
  const days = [...groupedBy(lines, ({ day }) => day)].sort(([one], [other]) => one.localeCompare(other));
  return days.map(([day, own]) => ({
    ...{ id: day, label: displayDay(day), figure: figure(paySum(own)) },
    parts: own.map((line) => ({
      ...{ id: line.key, label: label(line), figure: figure(paySum([line])) },
      ...(line.session !== null && { to: { kind: 'session' as const, id: line.session } }),
    })),
  }));
}

/** The totals above a list of lines. */
export function lineTotals(rows: readonly PayLine[]): (readonly [string, number | string])[] {
  return sumFigures(paySum(rows));
}

/** The same of lines that are summed elsewhere. */
export function sumFigures(sum: PaySum): (readonly [string, number | string])[] {
  const { lines, minutes, amount_cents, premium_cents, extra_cents, missing_rates } = sum;
  return [
    ['Lines', lines],
    ['Hours', hoursText(minutes)],
    ['Premiums', moneyText(premium_cents)],
    ...(extra_cents === 0 ? [] : [['Extra pay', moneyText(extra_cents)] as const]),
    ['Amount', moneyText(amount_cents)],
    ...(missing_rates === 0 ? [] : [['Without a pay rate', missing_rates] as const]),
  ];
}

/** Where the figures come from, and what an amount lacks. */
export function missingRateRemark(lines: number): string {
  const source = 'Based on current records. Payroll runs show what was paid, with adjustments.';
  if (lines === 0) return source;
  return `${source} ${counted(lines, 'line has', 'lines have')} no pay rate and no amount.`;
}
