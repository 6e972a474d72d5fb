import { ApiError } from '#contract/errors.ts';
import type { Transaction } from '#server/db/database.ts';
import { loadRows } from '#server/db/entity-rows.ts';
import { keptList } from '#server/modules/catalog/kept-list.ts';
import { refuseUnknownService } from '#server/modules/catalog/queries.ts';
import type { Call } from '#server/records/call.ts';

const rules = {
  order: 'option_text, id',
  check: ({ tx }: Call, { service }: { service: string | null }) => refuseUnknownService(tx, service),
};

/** The organization's two banks. */
export const goalOptions = keptList('goal_option', rules);
export const planOptions = keptList('plan_option', rules);

/** An entry of either bank with its translations. */
export async function readTranslations(tx: Transaction, id: string) {
  const [option] = [
    ...(await loadRows(tx, 'goal_option', [id])),
    ...(await loadRows(tx, 'plan_option', [id])),
  ];
  if (option === undefined) throw new ApiError('record.absent');
  return { id, option_text: option.option_text, translations: option.translations };
}
