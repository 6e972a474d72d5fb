import { z } from 'zod';
import { PAY_PERIOD_KINDS, PERIOD_STATES } from '#domain/payroll/pay-period-rules.ts';
import { ask, defineEntity, setByServer } from './define-entity.ts';
import { day, minutes, personName, text, uuid } from './fields.ts';
import { author, captured } from './server-fields.ts';

const WORKDAY_MINUTES = 24 * 60;

/** The organization's own settings: one row. */
export const organization = defineEntity({
  reach: 'office',
  clear: [],
  once: {},
  fields: {
    /** At the top of prints and in emails. Empty: as the server is configured. */
    name: ask(text(200)),
    /** Printed on invoices. */
    address: ask(text(500)),
    /** How clients pay, printed on invoices: a lockbox, an account, whom checks are made out to. */
    payment_instructions: ask(text(1_000)),
    /** Whether times are shown as 14:30 where a person hasn't chosen. */
    uses_24_hour_clock: ask(z.boolean()),
    pay_period_kind: ask(z.enum(PAY_PERIOD_KINDS)),
    pay_period_anchor: ask(day),
    /** The columns of the organization's own pay file; none if it uses the generic one. */
    pay_file_columns: ask(z.array(z.strictObject({ header: text(60), content: text(20) })).max(40)),
    /** What its payroll service calls kinds of earnings. */
    pay_file_codes: ask(z.array(z.strictObject({ code: text(20), own: text(20) })).max(10)),
  },
  setByServer: {
    /** SHA-256 of the logo's bytes; null without a logo. */
    logo: setByServer(z.string().nullable(), () => null),
  },
});

/** The limits of the meal rules from a day on. What is in force never changes: new limits are a new version. */
export const meal_policy = defineEntity({
  reach: 'office',
  clear: [],
  once: {},
  fields: {
    starts_on: ask(day),
    first_meal_after_minutes: ask(minutes(WORKDAY_MINUTES)),
    second_meal_after_minutes: ask(minutes(WORKDAY_MINUTES)),
    shortest_meal_minutes: ask(minutes(WORKDAY_MINUTES)),
    first_waivable_to_minutes: ask(minutes(WORKDAY_MINUTES)),
    second_waivable_to_minutes: ask(minutes(WORKDAY_MINUTES)),
  },
  setByServer: {
    /** Findings name it; 1 are the built-in limits. */
    policy_version: setByServer(z.int()),
  },
});

/** A step in the history of a pay period: closed, locked, or reopened, by whom and why. */
export const pay_period_step = defineEntity({
  reach: 'office',
  clear: [],
  once: {
    pay_period: uuid,
    state: z.enum(PERIOD_STATES),
    reason: text(2_000),
  },
  fields: {},
  setByServer: {
    changed_by: author,
    changed_by_name: setByServer(personName, () => ''),
    captured_at: captured.captured_at,
  },
});
