import { type ProviderRate, ProviderRateBody } from '#contract/providers.ts';
import { centsOf, moneyInput } from '#domain/money/money-text.ts';
import { type Problems, shapeProblems } from '#screens/form/problems.ts';

/** What the form holds: what is not chosen or entered is empty. */
export interface PayRateValues {
  service: string;
  start_year: string;
  amount: string;
}

/** @param rate null for a new one, which is for this fiscal year to begin with */
export function valuesOf(rate: ProviderRate | null, thisYear: number): PayRateValues {
  return {
    service: rate?.service ?? '',
    start_year: String(rate?.start_year ?? thisYear),
    amount: rate === null ? '' : moneyInput(rate.amount_cents),
  };
}

export function bodyOf(values: PayRateValues, id: string): ProviderRateBody {
  return {
    ...{ id, service: values.service, start_year: Number(values.start_year) },
    amount_cents: centsOf(values.amount) ?? 0,
  };
}

/** The same rules that the server checks, by the form's fields. */
export function problemsOf(values: PayRateValues, id: string): Problems {
  const problems = shapeProblems(ProviderRateBody, bodyOf(values, id));
  if (values.service === '') problems.service = 'Choose a service.';
  if (centsOf(values.amount) === null) problems.amount_cents = 'Enter an amount such as 48.50.';
  return byValue(problems);
}

/** By the form's fields. */
export function byValue({ amount_cents, ...rest }: Problems): Problems {
  return amount_cents === undefined ? rest : { ...rest, amount: amount_cents };
}
