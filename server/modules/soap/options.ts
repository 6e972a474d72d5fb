import { sql } from 'drizzle-orm';
import { Refusal } from '#contract/errors.ts';
import type { SoapOption, SoapOptionBody, SoapOptionChanges } from '#contract/soap-options.ts';
import type { Transaction } from '#server/db/database.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { goal_options, plan_options } from '#server/db/schema/student-file.ts';
import { refuseUnknownService } from '#server/modules/catalogue/queries.ts';
import { overwrite, refuseOutdated, wireRow, withTouched } from '#server/modules/changing-rows.ts';
import { noteBankChange, noteBankDeletion, type OptionCaller } from './option-changes.ts';
import { loadGoalOptionRows, loadPlanOptionRows, soapOptionFields } from './queries.ts';

/** The two banks of the organisation. */
export type Bank = 'goal_option' | 'plan_option';

const TABLES = { goal_option: goal_options, plan_option: plan_options } as const;
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

export async function createOption(
  caller: OptionCaller,
  bank: Bank,
  body: SoapOptionBody,
): Promise<SoapOption> {
  const { tx } = caller;
  await refuseUnknownService(tx, body.service);
  const option: SoapOption = { ...body, version: 1 };
  const added = await tx
    .insert(TABLES[bank])
    .values(option)
    .onConflictDoNothing()
    .returning({ id: TABLES[bank].id });
  if (added.length === 0) throw new Refusal('record.exists');
  await noteBankChange(caller, bank, 'create', option.id);
  return option;
}

export async function updateOption(
  caller: OptionCaller,
  bank: Bank,
  id: string,
  changes: SoapOptionChanges,
): Promise<SoapOption> {
  const { tx } = caller;
  const before = await changeableOption(caller, bank, id);
  const option = wireRow({ ...withTouched(before, changes), version: before.version + 1 });
  await refuseUnknownService(tx, option.service);
  await overwrite(tx, TABLES[bank], before, option, (now, row) => storedOption(now, bank, row));
  await noteBankChange(caller, bank, 'update', id);
  return option;
}

/** Takes an entry out of the bank. Goals that were copied from it stay as they are. */
export async function deleteOption(caller: OptionCaller, bank: Bank, id: string): Promise<void> {
  const { tx, facts } = caller;
  const before = await changeableOption(caller, bank, id);
  await overwrite(
    tx,
    TABLES[bank],
    before,
    { deleted_at: facts.now, version: before.version + 1 },
    (now, row) => storedOption(now, bank, row),
  );
  await noteBankDeletion(caller, bank, id);
}

async function changeableOption({ tx, facts }: OptionCaller, bank: Bank, id: string): Promise<StoredOption> {
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
