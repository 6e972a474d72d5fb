import { sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { ProviderRate, ProviderRateBody, ProviderRateChanges } from '#contract/providers.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { fiscalYearText } from '#domain/money/rates.ts';
import { keptRows, type Stored, storedRow } from '#server/db/entity-rows.ts';
import { OWN_PAY_RATE } from '#server/modules/payroll/recorded-pay-rates.ts';
import type { Call, Records } from '#server/records/call.ts';
import { refuseOutdated, refuseProblems, wireRow, withTouched } from '#server/records/changing-rows.ts';
import { providerFile } from './queries.ts';

const records: Records<ProviderRate> = { entity: 'provider_rate', scopes: () => [], about: () => ({}) };

/** Pay rates of a provider whom the person sees, newest fiscal year first. */
export async function listPayRates({ tx, actor }: Call, provider: string): Promise<ProviderRate[]> {
  await providerFile(tx, actor, provider);
  return keptRows(tx, 'provider_rate', sql`provider = ${provider} order by start_year desc, service, id`);
}

export async function createPayRate(
  call: Call,
  provider: string,
  body: ProviderRateBody,
): Promise<ProviderRate> {
  const { tx, actor } = call;
  await providerFile(tx, actor, provider);
  refuseOwn(call, provider);
  // Writing the row makes a second rate for the same service and year wait, and then see this one.
  const { rows } = await tx.execute(
    sql`update services set version = version where id = ${body.service} and deleted_at is null returning id`,
  );
  if (rows.length === 0) refuseProblems({ service: 'Choose a service from the list.' });
  const [taken] = await keptRows(
    tx,
    'provider_rate',
    sql`provider = ${provider} and service = ${body.service} and start_year = ${body.start_year} limit 1`,
  );
  if (taken !== undefined) {
    const years = fiscalYearText(body.start_year);
    const amount = moneyText(taken.amount_cents);
    refuseProblems({ service: `There is already a rate for this service in ${years}: ${amount} an hour.` });
  }
  return call.create(records, { ...body, provider, version: 1 });
}

export async function updatePayRate(
  call: Call,
  id: string,
  changes: ProviderRateChanges,
): Promise<ProviderRate> {
  const before = await changeable(call, id);
  return call.change(records, before, wireRow(withTouched(before, changes)));
}

export async function deletePayRate(call: Call, id: string): Promise<void> {
  await call.remove(records, await changeable(call, id));
}

/** The rate, or `record.absent`, the same for inaccessible and nonexistent ones. */
async function changeable(call: Call, id: string): Promise<Stored<'provider_rate'>> {
  const { tx, actor, context } = call;
  const before = await storedRow(tx, 'provider_rate', id);
  if (before === null) throw new ApiError('record.absent');
  await providerFile(tx, actor, before.provider);
  refuseOwn(call, before.provider);
  refuseOutdated(before, context.base_version);
  return before;
}

/** As with rates for miles and time off: nobody decides on their own pay. */
function refuseOwn({ actor }: Call, provider: string): void {
  if (provider !== actor.provider_id) return;
  throw new ApiError('decision.own', { message: OWN_PAY_RATE });
}
