import { rateText, scaledNumber } from '#domain/payroll/extra-pay.ts';
import { LINE_KIND_LABELS } from '#domain/payroll/pay-line.ts';
import { RUN_KIND_LABELS, RUN_STATE_LABELS } from '#domain/payroll/run-rules.ts';
import type { EntityWords } from './entity-words.ts';
import { coded, counted, day, instant, linked, minutes, NONE, person, plain, type Say } from './say.ts';

const warnings: Say<object> = (value, names) => {
  if (typeof value !== 'object' || value === null) return plain(value, names);
  const people = Object.values(value).reduce<number>(
    (sum, list: unknown) => sum + (Array.isArray(list) ? list.length : 0),
    0,
  );
  return people === 0 ? NONE : String(people);
};

export const payroll_run: EntityWords<'payroll_run'> = {
  one: 'payroll run',
  title: (row) => [[plain, row.number]],
  fields: {
    number: 'Number',
    pay_period: { label: 'Pay period', say: linked },
    start_date: { label: 'First day', say: day },
    end_date: { label: 'Last day', say: day },
    kind: { label: 'Kind', say: coded(RUN_KIND_LABELS) },
    adjusts: { label: 'Corrects', say: linked },
    state: { label: 'Status', say: coded(RUN_STATE_LABELS) },
    started_by: { label: 'Started by', say: person },
    as_of: { label: 'As of', say: instant },
    watermark: 'Snapshot',
    warnings: { label: 'Warnings', say: warnings },
    steps: { label: 'History', say: counted },
  },
};

export const payroll_decision: EntityWords<'payroll_decision'> = {
  one: 'pay line',
  title: (row) => [[minutes, row.adjusted_minutes]],
  fields: {
    run: { label: 'Payroll run', say: linked },
    is_approved: { label: 'Approved', say: plain },
    adjusted_minutes: { label: 'Adjusted minutes', say: minutes },
    note: 'Note',
    changed_by: { label: 'Changed by', say: person },
    changed_by_name: 'Name',
    captured_at: { label: 'Changed at', say: instant },
  },
};

const hundredths: Say<number> = (value, names) =>
  typeof value === 'number' ? String(value / 100) : plain(value, names);
/** Tenths of a cent, or an amount as a form holds it. */
const rate: Say<number> = (value, names) => {
  const tenths = typeof value === 'string' ? scaledNumber(value, 3) : value;
  return typeof tenths === 'number' ? rateText(tenths) : plain(value, names);
};
const { mileage, clock, 'paid-time-off': timeOff } = LINE_KIND_LABELS;
const payType = coded({ mileage, clock, 'paid-time-off': timeOff });
const everyoneOr: Say<string | null> = (value, names) => (value === null ? 'Everyone' : person(value, names));

export const extra_pay: EntityWords<'extra_pay'> = {
  one: 'extra pay',
  title: (row) => [
    [person, row.provider],
    [payType, row.pay_type],
    [day, row.pay_day],
  ],
  fields: {
    provider: { label: 'Provider', say: person },
    pay_type: { label: 'Pays for', say: payType },
    pay_day: { label: 'Date', say: day },
    quantity_hundredths: { label: 'Quantity', say: hundredths },
    rate_tenths: { label: 'Rate', say: rate },
    reason: 'Reason',
  },
};

export const pay_rate: EntityWords<'pay_rate'> = {
  one: 'pay rate',
  title: (row) => [
    [everyoneOr, row.provider],
    [payType, row.pay_type],
    [day, row.starts_on],
  ],
  fields: {
    provider: { label: 'Provider', say: everyoneOr },
    pay_type: { label: 'Pays for', say: payType },
    starts_on: { label: 'First day', say: day },
    rate_tenths: { label: 'Rate', say: rate },
  },
};
