import type { LocalDatabase } from './local-database.ts';
import { type LocalRow, openRows } from './sealed-rows.ts';

export type LocalSoapOption = LocalRow<'goal_option'>;
export type LocalClinicalCode = LocalRow<'clinical_code'>;

/** The entries of a bank by text, including archived ones. */
export async function bankOptions(
  db: LocalDatabase,
  bank: 'goal_option' | 'plan_option',
): Promise<LocalSoapOption[]> {
  const options = await openRows(db, bank, await db.rowsOf(bank).toArray());
  return options.sort((a, b) => a.option_text.localeCompare(b.option_text));
}

/** Codes of one kind in order, including archived ones. */
export async function codesOfKind(
  db: LocalDatabase,
  kind: LocalClinicalCode['kind'],
): Promise<LocalClinicalCode[]> {
  const codes = await openRows(db, 'clinical_code', await db.clinicalCodes.toArray());
  return codes.filter((code) => code.kind === kind).sort((a, b) => a.code.localeCompare(b.code));
}
