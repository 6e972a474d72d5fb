import { groupedBy } from '#domain/text/grouped.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { LINE_KIND_LABELS, type LineKind, type PayLine } from './pay-line.ts';

/** The earning codes of a pay file: what a payroll service calls each kind of line. */
export const EARNING_CODES = ['REG', 'OTP', 'DTP', 'MEAL', 'MILE', 'PTO'] as const;
export type EarningCode = (typeof EARNING_CODES)[number];

const CODE_OF: Readonly<Record<LineKind, EarningCode>> = {
  session: 'REG',
  clock: 'REG',
  'daily-overtime': 'OTP',
  'weekly-overtime': 'OTP',
  'seventh-day': 'OTP',
  'double-time': 'DTP',
  'meal-premium': 'MEAL',
  mileage: 'MILE',
  'paid-time-off': 'PTO',
};

export const EARNING_CODE_NAMES: Readonly<Record<EarningCode, string>> = {
  REG: 'Regular',
  OTP: 'Overtime premium (half of the rate, on top)',
  DTP: 'Double-time premium (the rate, on top)',
  MEAL: LINE_KIND_LABELS['meal-premium'],
  MILE: LINE_KIND_LABELS.mileage,
  PTO: LINE_KIND_LABELS['paid-time-off'],
};

export const PAY_FILE_HEAD = [
  'Provider ID',
  'Last name',
  'First name',
  'Employment',
  'Period start',
  'Period end',
  'Code',
  'Earning',
  'Minutes',
  'Hours',
  'Rate',
  'Amount',
] as const;

export interface PayFilePerson {
  first: string;
  last: string;
  /** What the payroll service calls them; their id if the office hasn't entered it. */
  payroll_id: string;
  /** What their employment type is called. */
  employment: string;
}

type FileLine = Pick<PayLine, 'kind' | 'provider' | 'minutes' | 'hourly_cents' | 'amount_cents' | 'key'>;

/** Amounts and rates are numbers of dollars, hours have four decimals. */
export type PayFileCell = string | number;

/**
 * The generic pay file: one row for each provider, earning code, and rate, sorted so that the same lines always give the
 * same file. Amounts are sums of rounded lines, so the file adds up to the run; hours times rate may differ by cents.
 * @param lines the approved ones as they were decided
 */
export function payFileRows(
  lines: readonly FileLine[],
  period: { start_date: string; end_date: string },
  personOf: (provider: string) => PayFilePerson,
): PayFileCell[][] {
  const groups = groupedBy(
    lines.filter(({ minutes, amount_cents }) => minutes !== 0 || (amount_cents ?? 0) !== 0),
    ({ provider, kind, hourly_cents }) => JSON.stringify([provider, CODE_OF[kind], hourly_cents]),
  );
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const person = personOf(first.provider);
      const code = CODE_OF[first.kind];
      const minutes = group.reduce((sum, line) => sum + line.minutes, 0);
      const cents = group.reduce((sum, line) => sum + (line.amount_cents ?? 0), 0);
      const rate = first.hourly_cents;
      const row: PayFileCell[] = [
        ...[person.payroll_id, person.last, person.first, person.employment],
        ...[displayDay(period.start_date), displayDay(period.end_date), code, EARNING_CODE_NAMES[code]],
        ...[minutes, Math.round((minutes / 60) * 10_000) / 10_000],
        ...[rate === null ? '' : rate / 100, cents / 100],
      ];
      const place = [person.last, person.first, first.provider, code, String(rate ?? 0).padStart(9, '0')];
      return [{ place: place.join('\n'), row }];
    })
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ row }) => row);
}
