import { sql } from 'drizzle-orm';
import type { EntityRow } from '#contract/entities.ts';
import { TRANSLATED } from '#domain/imports/import-columns.ts';
import { keptRows } from '#server/db/entity-rows.ts';
import type { Call, Records } from '#server/records/call.ts';
import { Names, serviceNames } from './named-records.ts';
import { faulty, newRow, type Plan, type Planner, updateOf } from './plan.ts';

type Bank = 'goal_option' | 'plan_option';

const ARCHIVED: Readonly<Record<Bank, string>> = {
  goal_option: 'Text: this goal is archived. Restore it in SOAP options, under Goals.',
  plan_option: 'Text: this plan is archived. Restore it in SOAP options, under Plans.',
};

/** Entries of a bank by text and service. A translation that a line doesn't have stays. */
export async function planOptions({ tx }: Call, bank: Bank): Promise<Planner<'goal-option' | 'plan-option'>> {
  const records: Records<EntityRow<Bank>> = { entity: bank, scopes: () => ['global'], about: () => ({}) };
  const services = await serviceNames(tx);
  const options = new Names<EntityRow<Bank>>();
  for (const row of await keptRows(tx, bank, sql`true`)) options.add(row.option_text, row);
  return {
    plan({ option_text = '', service: serviceName, ...texts }, idOf): Plan {
      const service =
        serviceName === undefined
          ? null
          : services.one(serviceName, 'service', 'Import services first, or correct the name.');
      if (service !== null && 'fault' in service) return faulty(`Service: ${service.fault}`);
      const of = service === null ? null : service.row.id;
      const translations: EntityRow<Bank>['translations'] = Object.fromEntries(
        TRANSLATED.flatMap((language) => {
          const text = texts[language];
          return text === undefined ? [] : [[language, text]];
        }),
      );
      const known = options.all(option_text).find((one) => one.service === of);
      if (known?.archived === true) return faulty(ARCHIVED[bank]);
      if (known !== undefined) {
        // In one order, so that what is the same isn't a change.
        const all = { ...known.translations, ...translations };
        const isSame = TRANSLATED.every((language) => all[language] === known.translations[language]);
        return updateOf(bank, known.id, known, isSame ? {} : { translations: all });
      }
      const row: EntityRow<Bank> = {
        ...{ id: idOf(), option_text, service: of, translations, archived: false, version: 1 },
      };
      options.add(option_text, row);
      return { outcome: 'add', rows: [newRow(records, row)] };
    },
  };
}
