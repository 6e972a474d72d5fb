import { sql } from 'drizzle-orm';
import type { ExtraPay } from '#contract/extra-pay.ts';
import { extraPayProblems } from '#domain/payroll/extra-pay.ts';
import { LINE_KIND_LABELS } from '#domain/payroll/pay-line.ts';
import { recordedRateOn } from '#domain/payroll/recorded-rates.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { keptRows } from '#server/db/entity-rows.ts';
import { OWN_EXTRA_PAY } from '#server/modules/payroll/extra-pays.ts';
import { readRecordedRates } from '#server/modules/payroll/recorded-pay-rates.ts';
import type { Call, Records } from '#server/records/call.ts';
import { faulty, fieldFaults, newRow, type Plan, type Planner, updateOf } from './plan.ts';
import { providerNames } from './plan-sessions.ts';

const records: Records<ExtraPay> = { entity: 'extra_pay', scopes: () => [], about: () => ({}) };

const entryKey = ({
  provider,
  pay_type,
  pay_day,
  quantity_hundredths,
  reason,
}: Pick<ExtraPay, 'provider' | 'pay_type' | 'pay_day' | 'quantity_hundredths' | 'reason'>) =>
  [provider, pay_type, pay_day, quantity_hundredths, reason.trim().toLowerCase()].join(' ');

/** Mileage and paid time off, with the same rules as their form. A line without a rate gets the recorded one. */
export async function planExtraPay({ tx, actor }: Call): Promise<Planner<'extra-pay'>> {
  const [providers, rates] = [await providerNames(tx), await readRecordedRates(tx)];
  const known = new Map((await keptRows(tx, 'extra_pay', sql`true`)).map((row) => [entryKey(row), row]));
  return {
    plan(values, idOf): Plan {
      const { pay_type = 'mileage', pay_day = '', quantity_hundredths = 0, reason = '' } = values;
      const found = providers.one(values.provider ?? '', 'provider');
      if ('fault' in found) return faulty(`Provider: ${found.fault}`);
      const provider = found.row.id;
      if (provider === actor.provider_id) return faulty(OWN_EXTRA_PAY);
      const entry = { provider, pay_type, pay_day, quantity_hundredths, reason };
      const existing = known.get(entryKey(entry));
      if (existing !== undefined) return updateOf('extra_pay', existing.id, existing, {});
      const rate_tenths =
        values.rate_tenths ?? recordedRateOn(rates, { provider, pay_type }, pay_day)?.rate_tenths;
      if (rate_tenths === undefined) {
        const what = LINE_KIND_LABELS[pay_type].toLowerCase();
        return faulty(
          `Rate: none is recorded for ${what} on ${displayDay(pay_day)}. Add it in Pay rates, or enter one in the file.`,
        );
      }
      const row: ExtraPay = { id: idOf(), ...entry, rate_tenths, version: 1 };
      const problems = fieldFaults('extra-pay', extraPayProblems(row));
      if (problems.length > 0) return faulty(...problems);
      known.set(entryKey(row), row);
      return { outcome: 'add', rows: [newRow(records, row)] };
    },
  };
}
