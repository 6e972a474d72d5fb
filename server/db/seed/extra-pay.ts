import { dayPlus } from '#domain/time/pacific.ts';
import type { extra_pays, pay_rates } from '#server/db/schema/payroll.ts';
import type { SeededPayPeriod } from './catalog.ts';
import type { People } from './people.ts';
import type { Random } from './random.ts';

type SeededExtra = typeof extra_pays.$inferSelect;

/** Tenths of a cent for a mile, and for an hour off. */
const MILE_RATE = 725;
const OFF_RATE = 42_000;
const TRIPS = [
  'Drove between two schools',
  'IEP meeting at another school',
  'Covered for a colleague',
] as const;

/** Mileage and paid time off: of the pay period that is paid, and of the one that runs. */
export function seedExtraPay(
  random: Random,
  people: People,
  periods: readonly SeededPayPeriod[],
  today: string,
): SeededExtra[] {
  const paid = periods.filter(({ closed_at }) => closed_at !== null).at(-2);
  const providers = people.providers.filter(({ row }) => !row.archived);
  const entry = (
    provider: string,
    own: Pick<SeededExtra, 'pay_type' | 'pay_day' | 'quantity_hundredths' | 'rate_tenths' | 'reason'>,
  ): SeededExtra => ({ id: random.id(), provider, ...own, deleted_at: null, version: 1 });
  return [...(paid === undefined ? [] : [dayPlus(paid.start_date, 2)]), today].flatMap((pay_day) =>
    providers.slice(0, 5).map(({ row }, place) =>
      place === 3
        ? entry(row.id, {
            ...{ pay_type: 'paid-time-off', pay_day, quantity_hundredths: 800, rate_tenths: OFF_RATE },
            reason: 'Sick day',
          })
        : entry(row.id, {
            ...{ pay_type: 'mileage', pay_day, quantity_hundredths: random.int(40, 310) * 10 },
            ...{ rate_tenths: MILE_RATE, reason: random.pick(TRIPS) },
          }),
    ),
  );
}

type SeededRate = typeof pay_rates.$inferSelect;

/** The rate of a mile for everyone, as it was and is; of an hour off for those who have entries and a few more. */
export function seedPayRates(random: Random, people: People, today: string): SeededRate[] {
  const year = Number(today.slice(0, 4));
  const rate = (
    own: Pick<SeededRate, 'provider' | 'pay_type' | 'starts_on' | 'rate_tenths'>,
  ): SeededRate => ({
    ...{ id: random.id(), ...own, deleted_at: null, version: 1 },
  });
  const providers = people.providers.filter(({ row }) => !row.archived);
  return [
    rate({ provider: null, pay_type: 'mileage', starts_on: `${year - 2}-01-01`, rate_tenths: 700 }),
    rate({ provider: null, pay_type: 'mileage', starts_on: `${year - 1}-01-01`, rate_tenths: MILE_RATE }),
    ...providers.slice(3, 9).map(({ row }, place) =>
      rate({
        ...{ provider: row.id, pay_type: 'paid-time-off', starts_on: `${year - 1}-07-01` },
        rate_tenths: OFF_RATE + place * 1_500,
      }),
    ),
  ];
}
