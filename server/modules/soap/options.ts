import { sql } from 'drizzle-orm';
import { Refusal } from '#contract/errors.ts';
import type { SoapOption, SoapOptionBody, SoapOptionChanges } from '#contract/soap-options.ts';
import type { Transaction } from '#server/db/database.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { goal_options, plan_options } from '#server/db/schema/student-file.ts';
import { refuseUnknownService } from '#server/modules/catalogue/queries.ts';
import type { Call, Records } from '#server/records/call.ts';
import { refuseOutdated, wireRow, withTouched } from '#server/records/changing-rows.ts';
import { BANK_SCOPES } from './option-changes.ts';
import { loadGoalOptionRows, loadPlanOptionRows, soapOptionFields } from './queries.ts';

/** The two banks of the organisation. */
export type Bank = 'goal_option' | 'plan_option';

const NAMES = { goal_option: 'goal_options', plan_option: 'plan_options' } as const;

type StoredOption = SoapOption & { deleted_at: string | null };

export function listOptions(tx: Transaction, bank: Bank): Promise<SoapOption[]> {
  return jsonRows(
    tx,
    sql`select ${soapOptionFields} from ${sql.raw(NAMES[bank])} where deleted_at is null order by option_text, id`,
  );
}

async function storedOption(tx: Transaction, bank: Bank, id: string): Promise<StoredOption | null> {
  const [row] = await jsonRows<StoredOption>(
    tx,
    sql`select ${soapOptionFields}, deleted_at::text as deleted_at from ${sql.raw(NAMES[bank])} where id = ${id}`,
  );
  return row ?? null;
}

const RECORDS = {
  goal_option: recordsOf('goal_option', goal_options),
  plan_option: recordsOf('plan_option', plan_options),
} as const;

function recordsOf(bank: Bank, table: Records<SoapOption>['table']): Records<SoapOption> {
  return {
    entity: bank,
    table,
    stored: (tx, id) => storedOption(tx, bank, id),
    scopes: () => BANK_SCOPES,
    about: () => ({}),
  };
}

export async function createOption(call: Call, bank: Bank, body: SoapOptionBody): Promise<SoapOption> {
  const { tx } = call;
  await refuseUnknownService(tx, body.service);
  return call.create(RECORDS[bank], { ...body, version: 1 });
}

export async function updateOption(
  call: Call,
  bank: Bank,
  id: string,
  changes: SoapOptionChanges,
): Promise<SoapOption> {
  const { tx } = call;
  const before = await changeableOption(call, bank, id);
  const option = wireRow(withTouched(before, changes));
  await refuseUnknownService(tx, option.service);
  return call.change(RECORDS[bank], before, option);
}

/** Takes an entry out of the bank. Goals that were copied from it stay as they are. */
export async function deleteOption(call: Call, bank: Bank, id: string): Promise<void> {
  await call.remove(RECORDS[bank], await changeableOption(call, bank, id));
}

async function changeableOption({ tx, facts }: Call, bank: Bank, id: string): Promise<StoredOption> {
  const before = await storedOption(tx, bank, id);
  if (before === null) throw new Refusal('record.absent');
  refuseOutdated(before, facts.base_version);
  return before;
}

/** An entry of either bank in the languages of families. */
export async function readTranslations(tx: Transaction, id: string) {
  const [option] = [...(await loadGoalOptionRows(tx, [id])), ...(await loadPlanOptionRows(tx, [id]))];
  if (option === undefined) throw new Refusal('record.absent');
  return { id, option_text: option.option_text, translations: option.translations };
}
