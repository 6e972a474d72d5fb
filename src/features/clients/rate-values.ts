import { type Rate, type RateBody, rateEndpoints } from '#contract/rates.ts';
import { centsOf, moneyInput } from '#domain/money/money-text.ts';
import { type RateLevel, rateProblems } from '#domain/money/rates.ts';
import type { SessionSetting } from '#domain/sessions/session.ts';
import { type Problems, shapeProblems } from '#screens/form/problems.ts';

/** What the form holds: what is not chosen or entered is empty. */
export interface RateValues {
  level: RateLevel;
  service: string;
  student: string;
  region: string;
  setting: SessionSetting;
  amount: string;
  is_draft: boolean;
}

/**
 * @param rate null for a new one
 * @param begins whose rates are shown: a new one is theirs to begin with
 */
export function valuesOf(
  rate: Rate | null,
  begins: { client: string | null; region: string | null },
): RateValues {
  const own = begins.client !== null ? 'client' : begins.region !== null ? 'region' : 'service';
  return {
    level: rate?.level ?? own,
    service: rate?.service ?? '',
    student: rate?.student ?? '',
    region: rate?.region ?? begins.region ?? '',
    setting: rate?.setting ?? 'individual',
    amount: rate === null ? '' : moneyInput(rate.amount_cents),
    is_draft: rate?.is_draft ?? false,
  };
}

/** Only what the level needs is sent: a choice made for another level stays in the form alone. */
export function bodyOf(
  values: RateValues,
  { id, client, start_year }: Pick<RateBody, 'id' | 'client' | 'start_year'>,
): RateBody {
  const { level } = values;
  return {
    ...{ id, level, start_year, service: values.service, is_draft: values.is_draft },
    student: level === 'student' ? values.student || null : null,
    client: level === 'client' ? client : null,
    region: level === 'region' ? values.region || null : null,
    setting: level === 'client' ? values.setting : null,
    amount_cents: centsOf(values.amount) ?? 0,
  };
}

/** The same rules that the server checks, by the form's fields. */
export function problemsOf(values: RateValues, facts: Parameters<typeof bodyOf>[1]): Problems {
  const body = bodyOf(values, facts);
  const problems: Record<string, string> = {
    ...shapeProblems(rateEndpoints['rate.create'].body, body),
    ...rateProblems(body),
  };
  if (values.service === '') problems.service = 'Choose a service.';
  if (centsOf(values.amount) === null) problems.amount_cents = 'Enter an amount such as 96.50.';
  return byValue(problems);
}

/**
 * The rate as it would be saved, to ask which sessions it changes; null while it couldn't be.
 * @param rate null for a new one
 */
export function previewBody(
  values: RateValues,
  rate: Rate | null,
  facts: Parameters<typeof bodyOf>[1],
): RateBody | null {
  if (Object.keys(problemsOf(values, facts)).length > 0) return null;
  const { id, amount_cents, is_draft, ...subject } = bodyOf(values, facts);
  if (rate === null) return { id, ...subject, amount_cents, is_draft };
  const { version: _, ...own } = rate;
  return { ...own, amount_cents, is_draft };
}

/** By the form's fields. */
export function byValue({ amount_cents, ...rest }: Problems): Problems {
  return amount_cents === undefined ? rest : { ...rest, amount: amount_cents };
}

/** "2.5", "-3", or "+4 %" in hundredths of a percent; null if it isn't a percentage. */
export function percentHundredths(entered: string): number | null {
  const plain = entered.trim().replace(/\s*%$/, '').replace(/^[+]/, '').replace(/^−/, '-');
  if (!/^-?\d{1,3}(\.\d{1,2})?$/.test(plain)) return null;
  return Math.round(Number(plain) * 100);
}
