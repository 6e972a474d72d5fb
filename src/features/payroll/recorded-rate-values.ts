import { type PayRate, PayRateBody } from '#contract/pay-rate-records.ts';
import { rateInput, scaledNumber } from '#domain/payroll/extra-pay.ts';
import type { PayRateType } from '#domain/payroll/pay-types.ts';
import { rateProblem } from '#domain/payroll/recorded-rates.ts';
import { type Problems, shapeProblems } from '#screens/form/problems.ts';

/** What the form holds: a rate as it is typed, and no provider for everyone. */
export interface RecordedRateValues {
  provider: string;
  pay_type: PayRateType;
  starts_on: string;
  rate: string;
}

/** Of a rate, or of a new one: mileage of everyone from today. */
export function valuesOf(rate: PayRate | null, today: string): RecordedRateValues {
  return {
    provider: rate?.provider ?? '',
    pay_type: rate?.pay_type ?? 'mileage',
    starts_on: rate?.starts_on ?? today,
    rate: rate === null ? '' : rateInput(rate.rate_tenths),
  };
}

export function bodyOf({ provider, rate, ...rest }: RecordedRateValues, id: string): PayRateBody {
  return {
    ...{ id, ...rest, provider: provider === '' ? null : provider },
    rate_tenths: scaledNumber(rate, 3) ?? 0,
  };
}

/** The same rules that the server checks, by the form's fields. */
export function problemsOf(values: RecordedRateValues, id: string): Problems {
  const body = bodyOf(values, id);
  const problems = shapeProblems(PayRateBody, body);
  const wrong =
    scaledNumber(values.rate, 3) === null
      ? 'Enter an amount such as 0.725 or 48.50.'
      : rateProblem(body.rate_tenths, body.pay_type);
  return byValue(wrong === null ? problems : { ...problems, rate_tenths: wrong });
}

/** By the form's fields. */
export function byValue({ rate_tenths, ...rest }: Problems): Problems {
  return rate_tenths === undefined ? rest : { ...rest, rate: rate_tenths };
}
