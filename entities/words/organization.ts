import { PAY_FILE_CONTENT_LABELS, PAY_FILE_CONTENTS } from '#domain/payroll/pay-file-layout.ts';
import { PAY_PERIOD_KIND_LABELS, PERIOD_STATE_LABELS } from '#domain/payroll/pay-period-rules.ts';
import type { EntityWords } from './entity-words.ts';
import { coded, day, each, instant, linked, minutes, NONE, person, plain, type Say } from './say.ts';

/** "Emp ID (Provider ID)" */
const payFileColumn: Say<object> = (value) => {
  const { header, content }: Record<string, unknown> = Object(value);
  const known = PAY_FILE_CONTENTS.find((one) => one === content);
  return known === undefined ? String(header) : `${header} (${PAY_FILE_CONTENT_LABELS[known]})`;
};

/** "E01 for REG" */
const payFileCode: Say<object> = (value) => {
  const { code, own }: Record<string, unknown> = Object(value);
  return `${own} for ${code}`;
};

export const organization: EntityWords<'organization'> = {
  one: 'organization',
  title: (row) => [[plain, row.name]],
  fields: {
    name: 'Name',
    address: 'Address',
    payment_instructions: 'Payment instructions',
    logo: { label: 'Logo', say: (value) => (value === null || value === undefined ? NONE : 'Uploaded') },
    uses_24_hour_clock: '24-hour clock',
    pay_period_kind: { label: 'Pay periods', say: coded(PAY_PERIOD_KIND_LABELS) },
    pay_period_anchor: { label: 'Weeks are counted from', say: day },
    pay_file_columns: { label: 'Columns', say: each(payFileColumn) },
    pay_file_codes: { label: 'Codes', say: each(payFileCode) },
  },
};

export const meal_policy: EntityWords<'meal_policy'> = {
  one: 'meal policy',
  title: (row) => [[day, row.starts_on]],
  fields: {
    policy_version: 'Version',
    starts_on: { label: 'Applies from', say: day },
    first_meal_after_minutes: { label: 'First meal after', say: minutes },
    second_meal_after_minutes: { label: 'Second meal after', say: minutes },
    shortest_meal_minutes: { label: 'Shortest meal', say: minutes },
    first_waivable_to_minutes: { label: 'First meal can be waived up to', say: minutes },
    second_waivable_to_minutes: { label: 'Second meal can be waived up to', say: minutes },
  },
};

export const pay_period_step: EntityWords<'pay_period_step'> = {
  one: 'pay period status',
  title: (row) => [[coded(PERIOD_STATE_LABELS), row.state]],
  fields: {
    pay_period: { label: 'Pay period', say: linked },
    state: { label: 'Status', say: coded(PERIOD_STATE_LABELS) },
    reason: 'Reason',
    changed_by: { label: 'Changed by', say: person },
    changed_by_name: 'Name',
    captured_at: { label: 'Changed at', say: instant },
  },
};
