import { type ExtraPay, ExtraPayBody } from '#contract/extra-pay.ts';
import { extraPayProblems, rateInput, ratePerUnit, scaledNumber } from '#domain/payroll/extra-pay.ts';
import type { ExtraPayType } from '#domain/payroll/pay-types.ts';
import {
  RATE_UNITS,
  type RecordedRate,
  recordedRateOn,
  recordedWords,
} from '#domain/payroll/recorded-rates.ts';
import { type Problems, shapeProblems } from '#screens/form/problems.ts';

/** What the form holds: numbers as they are typed. */
export interface ExtraPayValues {
  provider: string;
  pay_type: ExtraPayType;
  pay_day: string;
  quantity: string;
  rate: string;
  reason: string;
}

/** Of an entry, or of a new one: mileage of today. */
export function valuesOf(extra: ExtraPay | null, today: string): ExtraPayValues {
  return {
    provider: extra?.provider ?? '',
    pay_type: extra?.pay_type ?? 'mileage',
    pay_day: extra?.pay_day ?? today,
    quantity: extra === null ? '' : String(extra.quantity_hundredths / 100),
    rate: extra === null ? '' : rateInput(extra.rate_tenths),
    reason: extra?.reason ?? '',
  };
}

export function bodyOf({ quantity, rate, reason, ...rest }: ExtraPayValues, id: string): ExtraPayBody {
  return {
    ...{ id, ...rest, reason: reason.trim() },
    quantity_hundredths: scaledNumber(quantity, 2) ?? 0,
    rate_tenths: scaledNumber(rate, 3) ?? 0,
  };
}

/** The same rules that the server checks, by the form's fields. */
export function problemsOf(values: ExtraPayValues, id: string): Problems {
  const body = bodyOf(values, id);
  const problems: Record<string, string> = {
    ...extraPayProblems(body),
    ...shapeProblems(ExtraPayBody, body),
  };
  if (values.provider === '') problems.provider = 'Choose a provider.';
  if (scaledNumber(values.quantity, 2) === null) {
    problems.quantity_hundredths = `Enter ${RATE_UNITS[values.pay_type].many} such as 12.5.`;
  }
  if (scaledNumber(values.rate, 3) === null) problems.rate_tenths = 'Enter an amount such as 0.725 or 48.50.';
  return byValue(problems);
}

/** By the form's fields. */
export function byValue({ quantity_hundredths, rate_tenths, ...rest }: Problems): Problems {
  return {
    ...rest,
    ...(quantity_hundredths === undefined ? {} : { quantity: quantity_hundredths }),
    ...(rate_tenths === undefined ? {} : { rate: rate_tenths }),
  };
}

/** The rate in force for this, as it is entered; empty if none is recorded. */
export function offeredRate(
  rates: readonly RecordedRate[],
  values: Pick<ExtraPayValues, 'provider' | 'pay_type' | 'pay_day'>,
): string {
  const found = recordedRateOn(rates, values, values.pay_day);
  return found === null ? '' : rateInput(found.rate_tenths);
}

/** Whether no rate is recorded for the provider and day that are entered. */
export function lacksRate(
  rates: readonly RecordedRate[],
  values: Pick<ExtraPayValues, 'provider' | 'pay_type' | 'pay_day'>,
): boolean {
  return (
    values.provider !== '' && values.pay_day !== '' && recordedRateOn(rates, values, values.pay_day) === null
  );
}

/** Where the rate that is entered comes from. Nothing while there is no one to ask for, or no recorded rate. */
export function sourceText(
  rates: readonly RecordedRate[],
  values: Pick<ExtraPayValues, 'provider' | 'pay_type' | 'pay_day' | 'rate'>,
): string {
  if (values.provider === '' || values.pay_day === '') return '';
  const found = recordedRateOn(rates, values, values.pay_day);
  if (found === null) return '';
  const words = recordedWords(found);
  return scaledNumber(values.rate, 3) === found.rate_tenths
    ? `This is the rate ${words}.`
    : `This differs from ${ratePerUnit(found.rate_tenths, values.pay_type)}, the rate ${words}.`;
}
