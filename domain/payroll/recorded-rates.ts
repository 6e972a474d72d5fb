import { dayPlus, displayDay } from '#domain/time/pacific.ts';
import type { PayRateType } from './pay-types.ts';

/** A rate that is in force from a Pacific day until the next one for the same begins. */
export interface RecordedRate {
  /** Null is for everyone who has none of their own. */
  provider: string | null;
  pay_type: PayRateType;
  starts_on: string;
  /** For a mile or an hour, in tenths of a cent. Never zero. */
  rate_tenths: number;
}

/** What a rate is for one of. */
export const RATE_UNITS: Readonly<Record<PayRateType, { one: string; many: string }>> = {
  mileage: { one: 'mile', many: 'miles' },
  'paid-time-off': { one: 'hour', many: 'hours' },
  clock: { one: 'hour', many: 'hours' },
};

const MOST_TENTHS = 1_000_000;

/** Why a rate can't be entered so; null if it can. Hourly rates are whole cents, as a pay line has them. */
export function rateProblem(tenths: number, pay_type: PayRateType): string | null {
  if (tenths <= 0) return 'Enter a rate above $0.';
  if (tenths > MOST_TENTHS) return 'Enter at most $1,000.00.';
  return pay_type !== 'mileage' && tenths % 10 !== 0 ? 'Enter an hourly rate in whole cents.' : null;
}

/** The rate in force on a day: the provider's own, or else that of everyone; null if there is none. */
export function recordedRateOn<Rate extends RecordedRate>(
  rates: Iterable<Rate>,
  { provider, pay_type }: { provider: string; pay_type: PayRateType },
  day: string,
): Rate | null {
  let found: Rate | null = null;
  for (const rate of rates) {
    if (rate.pay_type !== pay_type || rate.starts_on > day) continue;
    if (rate.provider !== null && rate.provider !== provider) continue;
    if (found === null || comesBefore(rate, found)) found = rate;
  }
  return found;
}

/** Own rates come before those of everyone, and newer ones before older ones. */
function comesBefore(a: RecordedRate, b: RecordedRate): boolean {
  if ((a.provider === null) !== (b.provider === null)) return a.provider !== null;
  return a.starts_on > b.starts_on;
}

/** The last day of a rate: the one before the next for the same; null if none follows. */
export function lastDayOf(rates: Iterable<RecordedRate>, rate: RecordedRate): string | null {
  let next: string | null = null;
  for (const { provider, pay_type, starts_on } of rates) {
    if (provider !== rate.provider || pay_type !== rate.pay_type || starts_on <= rate.starts_on) continue;
    if (next === null || starts_on < next) next = starts_on;
  }
  return next === null ? null : dayPlus(next, -1);
}

/** "recorded for everyone from 01/01/2026" */
export function recordedWords({ provider, starts_on }: RecordedRate): string {
  return `recorded for ${provider === null ? 'everyone' : 'this provider'} from ${displayDay(starts_on)}`;
}
