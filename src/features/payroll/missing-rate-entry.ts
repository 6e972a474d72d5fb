import type { MissingRate } from '#contract/payroll-closing.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { rateProblem } from '#domain/payroll/recorded-rates.ts';
import type { ServerFieldErrors, ServerWrite } from '#screens/device/server-write.ts';

/** Why an hourly rate can't be entered for it here; null if it can. */
export function rateGap({ service, kind }: Pick<MissingRate, 'service' | 'kind'>): string | null {
  if (service !== null || kind === 'clock' || kind === 'paid-time-off') return null;
  return kind === 'mileage'
    ? "It's paid by the mile. Enter its rate under Pay rates."
    : "It's paid by the rates of the day's services. Enter those first.";
}

/** Why an hourly amount can't be entered; null if it can. */
export function hourlyProblem(cents: number | null): string | null {
  if (cents === null) return 'Enter an amount such as 48.50.';
  return rateProblem(cents * 10, 'clock');
}

/** Why this person can't enter it: nobody sets their own pay. Null if they can. */
export function entryProblem(row: MissingRate, actor: Pick<Actor, 'user_id'>): string | null {
  return row.provider === actor.user_id ? 'Someone else has to enter your own pay rate.' : rateGap(row);
}

/** Enters one hourly rate under this id: of the service and fiscal year, or for other time from the first day on that lacks it. */
export function enterRate(
  write: ServerWrite,
  { provider, service, kind, start_year, first_day }: MissingRate,
  amount_cents: number,
  id: string,
): Promise<ServerFieldErrors> {
  if (service !== null) {
    const body = { id, service, start_year, amount_cents };
    return write('provider-rate.create', { params: { id: provider }, body }, 0);
  }
  const pay_type = kind === 'paid-time-off' ? kind : 'clock';
  const body = { id, provider, pay_type, starts_on: first_day, rate_tenths: amount_cents * 10 } as const;
  return write('pay-rate.create', { body }, 0);
}
