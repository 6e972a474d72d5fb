import type { ListedLine } from '#contract/billing-reports.ts';
import { approvalWords, latenessWords } from '#contract/report-files/billing-line-words.ts';
import { INVOICE_STATUS_LABELS } from '#domain/money/invoices.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { fiscalYearText } from '#domain/money/rates.ts';
import { counted } from '#domain/text/counted.ts';
import { durationText } from '#domain/time/duration.ts';
import { displayDay } from '#domain/time/pacific.ts';
import type { Why, WhyPart } from '#screens/report/why.tsx';

/** "Session of 10/06/2026, Anna Abara" */
export function lineTitle({ session_date, student_name }: ListedLine): string {
  return `Session of ${displayDay(session_date)}${student_name === '' ? '' : `, ${student_name}`}`;
}

/** Where the rate comes from: level, fiscal year, and amount. */
function rateWords({ rate_level, rate_year, rate_cents }: ListedLine): string | null {
  if (rate_level === null || rate_year === null || rate_cents === null) return null;
  const level = {
    student: 'Student rate',
    client: 'Client rate',
    region: 'Region rate',
    service: 'Service default',
  };
  return `${level[rate_level]}, ${fiscalYearText(rate_year)}, ${moneyText(rate_cents)} an hour`;
}

/** Why a line has its amount: the rule, and the rate, approval, lateness, and invoice behind it. */
export function whyOfLine(line: ListedLine): Why {
  const { session, reasons, amount_cents, invoice, attendance } = line;
  // Too long to show next to a label.
  const fact = (label: string, words: string): WhyPart => ({
    ...{ id: label, label: `${label}: ${words}`, figure: '' },
  });
  const rate = rateWords(line);
  return {
    title: `${moneyText(amount_cents)}, ${lineTitle(line)}`,
    rule: reasons.join(' '),
    parts: [
      { id: 'session', label: 'Open the session', figure: '', to: { kind: 'session', id: session } },
      ...(rate === null ? [] : [fact('Rate', rate)]),
      ...(attendance === 'delivered' ? [] : [fact('Attendance', attendance.replaceAll('-', ' '))]),
      fact('Hours', approvalWords(line)),
      fact('Lateness', latenessWords(line)),
      fact(
        'Invoice',
        invoice === null ? 'Not invoiced yet' : `${invoice.number}, ${INVOICE_STATUS_LABELS[invoice.status]}`,
      ),
    ],
  };
}

/** The lines of a figure by service and hourly rate, with what each comes to. */
export function rateParts(lines: readonly ListedLine[]): WhyPart[] {
  const sums = new Map<string, { minutes: number; cents: number; count: number }>();
  for (const line of lines) {
    if (line.kind !== 'billed') continue;
    const level = rateWords(line) ?? '';
    const label = `${line.service_name}, ${level}`;
    const sum = sums.get(label) ?? { minutes: 0, cents: 0, count: 0 };
    sums.set(label, {
      minutes: sum.minutes + line.minutes,
      cents: sum.cents + line.amount_cents,
      count: sum.count + 1,
    });
  }
  return [...sums]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([label, { minutes, cents, count }]) => ({
      ...{ id: label, label: `${label}: ${counted(count, 'line')}, ${durationText(minutes)}` },
      figure: moneyText(cents),
    }));
}
