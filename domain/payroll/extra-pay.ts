import { moneyText } from '#domain/money/money-text.ts';
import { durationText } from '#domain/time/duration.ts';
import { LINE_KIND_LABELS, type PayLine, payCents } from './pay-line.ts';
import type { ExtraPayType, PayRateType } from './pay-types.ts';
import { RATE_UNITS, type RecordedRate, rateProblem, recordedWords } from './recorded-rates.ts';

/** What the office enters for a provider and day. */
export interface ExtraPay {
  id: string;
  provider: string;
  pay_type: ExtraPayType;
  /** The Pacific day, whose pay period pays it. */
  pay_day: string;
  /** Miles or hours, in hundredths; negative takes back what was paid. */
  quantity_hundredths: number;
  /** For a mile or an hour, in tenths of a cent. */
  rate_tenths: number;
  reason: string;
}

/** "$0.725", "$48.50": a rate in tenths of a cent. */
export function rateText(tenths: number): string {
  return `$${rateInput(tenths)}`;
}

/** A rate as it is entered again: "0.725". */
export function rateInput(tenths: number): string {
  return (tenths / 1_000).toFixed(tenths % 10 === 0 ? 2 : 3);
}

/**
 * An entered number such as "-1,240.5" as a whole number of its smallest part; null if it isn't one.
 * @param places the most digits after the point: 2 for hundredths
 */
export function scaledNumber(entered: string, places: number): number | null {
  const plain = entered
    .trim()
    .replace(/^\$\s*/, '')
    .replace('−', '-')
    .replace(/,(?=\d{3}(\D|$))/g, '');
  const found = /^(-?)(\d{1,7})(?:\.(\d+))?$/.exec(plain);
  if (found === null) return null;
  const [, sign, whole = '0', part = ''] = found;
  if (part.length > places) return null;
  const value = Number(whole + part.padEnd(places, '0'));
  return sign === '-' && value !== 0 ? -value : value;
}

/** Why it can't be entered so, by field; empty if it can. */
export function extraPayProblems({
  pay_type,
  quantity_hundredths,
  rate_tenths,
}: Pick<ExtraPay, 'pay_type' | 'quantity_hundredths' | 'rate_tenths'>): {
  quantity_hundredths?: string;
  rate_tenths?: string;
} {
  const quantity = quantityProblem(quantity_hundredths, RATE_UNITS[pay_type].many);
  const rate = rateProblem(rate_tenths, pay_type);
  return {
    ...(quantity !== null && { quantity_hundredths: quantity }),
    ...(rate !== null && { rate_tenths: rate }),
  };
}

const MOST_HUNDREDTHS = 100_000;

function quantityProblem(hundredths: number, units: string): string | null {
  if (hundredths === 0) return `Enter ${units} other than 0.`;
  return Math.abs(hundredths) > MOST_HUNDREDTHS ? `Enter ${units} from -1,000 to 1,000.` : null;
}

/** What it pays. What is taken back is exactly what the same quantity paid. */
export function extraPaySum({
  pay_type,
  quantity_hundredths: quantity,
  rate_tenths,
}: Pick<ExtraPay, 'pay_type' | 'quantity_hundredths' | 'rate_tenths'>): {
  minutes: number;
  hourly_cents: number | null;
  amount_cents: number;
} {
  const sign = Math.sign(quantity);
  const isTime = pay_type === 'paid-time-off';
  const minutes = isTime ? sign * Math.round((Math.abs(quantity) * 60) / 100) : 0;
  const hourly_cents = isTime ? rate_tenths / 10 : null;
  const cents =
    hourly_cents === null
      ? mileageCents(Math.abs(quantity), rate_tenths)
      : payCents(Math.abs(minutes), hourly_cents, 100);
  return { minutes, hourly_cents, amount_cents: cents === 0 ? 0 : sign * cents };
}

/**
 * The line that it pays.
 * @param recorded the rate in force on its day; null if there is none
 */
export function extraPayLine(extra: ExtraPay, recorded: RecordedRate | null): PayLine {
  const { id, provider, pay_type, pay_day, quantity_hundredths: quantity, rate_tenths, reason } = extra;
  const { minutes, hourly_cents, amount_cents } = extraPaySum(extra);
  const counted = pay_type === 'mileage' ? `${quantity / 100} miles` : durationText(minutes);
  return {
    ...{ key: extraPayKey(id), kind: pay_type, provider, day: pay_day, session: null, session_version: null },
    ...{ service: null, client: null, minutes, hourly_cents, percent: 100, amount_cents },
    ...{ is_approved: true, is_late: false, finding: null },
    why: [
      `${LINE_KIND_LABELS[pay_type]}, entered by the office: ${reason.trim()}`,
      `${counted} at ${ratePerUnit(rate_tenths, pay_type)}: ${moneyText(amount_cents)}.`,
      sourceWords(extra, recorded),
    ],
  };
}

/** Where the rate of an entry comes from. */
function sourceWords({ rate_tenths, pay_type }: ExtraPay, recorded: RecordedRate | null): string {
  if (recorded === null) return 'The rate was entered by hand. None is recorded for this day.';
  const words = recordedWords(recorded);
  return recorded.rate_tenths === rate_tenths
    ? `The rate is ${words}.`
    : `The rate was entered by hand. ${ratePerUnit(recorded.rate_tenths, pay_type)} is ${words}.`;
}

/** "$0.725 a mile", "$48.50 an hour" */
export function ratePerUnit(tenths: number, pay_type: PayRateType): string {
  const { one } = RATE_UNITS[pay_type];
  return `${rateText(tenths)} ${one === 'hour' ? 'an' : 'a'} ${one}`;
}

/** Names its line in any snapshot. */
export function extraPayKey(id: string): string {
  return `extra ${id}`;
}

/** Rounded half up. A hundredth of a mile at a tenth of a cent is a thousandth of a cent. */
function mileageCents(hundredths: number, tenths: number): number {
  return Math.floor((hundredths * tenths + 500) / 1_000);
}
