import { z } from 'zod';
import { EXTRA_PAY_TYPES, PAY_RATE_TYPES } from '#domain/payroll/pay-types.ts';
import { RUN_KINDS, RUN_STATES } from '#domain/payroll/run-states.ts';
import { ask, defineEntity, setByServer } from './define-entity.ts';
import { day, instant, personName, requiredText, text, uuid } from './fields.ts';
import { author, captured, nobody } from './server-fields.ts';

/** A snapshot of what a pay period pays. */
export const payroll_run = defineEntity({
  reach: 'office',
  clear: [],
  once: { pay_period: uuid },
  fields: {},
  setByServer: {
    /** "2026-11-15-1": the last day of its period, and which run of it this is. */
    number: setByServer(z.string()),
    kind: setByServer(z.enum(RUN_KINDS)),
    adjusts: nobody,
    start_date: setByServer(day),
    end_date: setByServer(day),
    state: setByServer(z.enum(RUN_STATES), () => 'open' as const),
    started_by: author,
    /** The records are those of this instant. */
    as_of: setByServer(instant),
    /** Names exactly which writes the snapshot contains. */
    watermark: setByServer(z.string()),
    // Their shapes are in the contract: this file is part of the login page's bundle.
    warnings: setByServer(z.looseObject({})),
    steps: setByServer(z.array(z.looseObject({}))),
  },
});

/** What the office decided on a line of a run, under the line's id. */
export const payroll_decision = defineEntity({
  reach: 'office',
  clear: [],
  once: { run: uuid },
  fields: {
    is_approved: ask(z.boolean()),
    /** Null keeps the line's own. Negative where the line takes time back. */
    adjusted_minutes: ask(
      z
        .int('Enter whole minutes.')
        .min(-1_440, 'Enter minutes from -1,440 to 1,440.')
        .max(1_440, 'Enter minutes from -1,440 to 1,440.')
        .nullable(),
    ),
    note: ask(text(2_000)),
  },
  setByServer: {
    changed_by: author,
    changed_by_name: setByServer(personName, () => ''),
    captured_at: captured.captured_at,
  },
});

/** Mileage or paid time off of a provider, which the office enters and a payroll run pays. */
export const extra_pay = defineEntity({
  reach: 'office',
  clear: [],
  // What it is for never changes: another day is another entry.
  once: { provider: uuid, pay_type: z.enum(EXTRA_PAY_TYPES), pay_day: day },
  setByServer: {},
  fields: {
    /** Miles or hours, in hundredths. Negative takes back what was paid. */
    quantity_hundredths: ask(z.int()),
    /** For a mile or an hour, in tenths of a cent. Never zero. */
    rate_tenths: ask(z.int()),
    reason: ask(requiredText(500)),
  },
});

/** What a mile or an hour besides services pays from a day on: one provider, or everyone. */
export const pay_rate = defineEntity({
  reach: 'office',
  clear: [],
  // What it is for never changes: a raise is another rate from another day.
  once: { provider: uuid.nullable(), pay_type: z.enum(PAY_RATE_TYPES), starts_on: day },
  setByServer: {},
  fields: {
    /** For a mile or an hour, in tenths of a cent. Never zero. */
    rate_tenths: ask(z.int()),
  },
});
