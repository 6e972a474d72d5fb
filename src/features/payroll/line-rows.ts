import type { LineNames } from '#contract/payroll.ts';
import { moneyText } from '#domain/money/money-text.ts';
import type { PayLine } from '#domain/payroll/pay-line.ts';
import { LINE_FINDING_LABELS, LINE_KIND_LABELS, type LineKind, paySum } from '#domain/payroll/pay-line.ts';
import { counted } from '#domain/text/counted.ts';
import { hoursText } from '#domain/time/duration.ts';
import { distinctChoices } from '#screens/report/define-report.ts';
import type { Why } from '#screens/report/why.tsx';

/** A pay line with what its ids are called. */
export interface LineRow extends PayLine {
  provider_name: string;
  service_name: string;
  client_name: string;
  /** "Session", "Daily overtime": what it pays. */
  what: string;
}

type Named<Line> = Line & Pick<LineRow, 'provider_name' | 'service_name' | 'client_name'>;

/** Lines with names, of which an answer has each once. */
export function namedLines<Line extends Pick<PayLine, 'provider' | 'service' | 'client'>>(
  lines: readonly Line[],
  names: LineNames,
): Named<Line>[] {
  const [providers, services, clients] = [names.providers, names.services, names.clients].map(
    (list) => new Map(list.map(({ id, name }) => [id, name])),
  );
  return lines.map((line) => ({
    ...line,
    provider_name: providers?.get(line.provider) ?? 'Unknown provider',
    service_name: line.service === null ? '' : (services?.get(line.service) ?? 'Unknown service'),
    client_name: line.client === null ? '' : (clients?.get(line.client) ?? 'Unknown client'),
  }));
}

export function lineRows(lines: readonly PayLine[], names: LineNames): LineRow[] {
  return namedLines(lines, names).map((line) => ({ ...line, what: LINE_KIND_LABELS[line.kind] }));
}

/** "No pay rate": what someone has to look at; empty where there is nothing. */
export function findingWords({ finding }: Pick<PayLine, 'finding'>): string {
  return finding === null ? '' : LINE_FINDING_LABELS[finding];
}

export function providerChoices(rows: readonly { provider: string; provider_name: string }[]) {
  return distinctChoices(rows.map(({ provider, provider_name }) => [provider, provider_name]));
}

export function kindChoices(rows: readonly { kind: LineKind }[]) {
  return distinctChoices(rows.map(({ kind }) => [kind, LINE_KIND_LABELS[kind]]));
}

/** Where the amount of a line comes from, with its session. */
export function whyOfLine(row: LineRow): Why {
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

/** The totals above a list of lines. */
export function lineTotals(rows: readonly PayLine[]): (readonly [string, number | string])[] {
  const { lines, minutes, amount_cents, premium_cents, missing_rates } = paySum(rows);
  return [
    ['Lines', lines],
    ['Hours', hoursText(minutes)],
    ['Premiums', moneyText(premium_cents)],
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
