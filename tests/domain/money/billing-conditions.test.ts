import { describe, expect, test } from 'vitest';
import {
  type BillingCondition,
  type ConditionTerms,
  conditionOn,
  conditionProblems,
  conditionWords,
  WITHOUT_CONDITION,
} from '#domain/money/billing-conditions.ts';
import { CONDITION_TYPES } from '#domain/money/condition-types.ts';

const NOTHING = { percent: null, minutes: null, days: null, choice: null, service: null };
const terms = (type: ConditionTerms['type'], changes: Partial<ConditionTerms> = {}): ConditionTerms => ({
  ...{ type, ...NOTHING, ...changes },
});
const VALID: Record<ConditionTerms['type'], Partial<ConditionTerms>> = {
  no_show: { percent: 50, minutes: 30 },
  late_cancel: { percent: 0 },
  group_split: { choice: 'shared' },
  minimum_increment: { minutes: 15 },
  rounding: { choice: 'nearest' },
  travel: { service: 'drive', percent: 60 },
  indirect_cap: { minutes: 0, choice: 'month' },
  makeup_window: { days: 30 },
  authorization_required: {},
  invoice_terms: { days: 30 },
};

describe('a billing condition', () => {
  test.each(CONDITION_TYPES)('of the type %s has the terms of its type, and only those', (type) => {
    expect(conditionProblems(terms(type, VALID[type]))).toEqual({});
    const everything = { percent: 1, minutes: 1, days: 1, choice: 'each', service: 'x' } as const;
    const wanted = Object.keys(VALID[type]);
    const { choice: _, ...problems } = conditionProblems(terms(type, { ...everything, ...VALID[type] }));
    const optional = type === 'late_cancel' || type === 'travel' ? ['minutes'] : [];
    const others = Object.keys(NOTHING).filter(
      (field) => field !== 'choice' && !wanted.includes(field) && !optional.includes(field),
    );
    expect(Object.keys(problems).sort()).toEqual(others.sort());
  });

  test.each<[keyof ConditionTerms, ConditionTerms]>([
    ['percent', terms('no_show')],
    ['minutes', terms('no_show', { percent: 50, minutes: 0 })],
    ['minutes', terms('minimum_increment', { minutes: 0 })],
    ['minutes', terms('minimum_increment', { minutes: 61 })],
    ['choice', terms('rounding', { choice: 'shared' })],
    ['choice', terms('group_split')],
    ['service', terms('travel', { percent: 50 })],
    ['days', terms('makeup_window')],
    ['days', terms('authorization_required', { days: 3 })],
  ])('says at %s what is wrong', (field, wrong) => {
    expect(Object.keys(conditionProblems(wrong))).toEqual([field]);
  });

  test('applies from its first day until the next one of its type begins', () => {
    const make = (id: string, starts_on: string, changes: Partial<BillingCondition> = {}) => ({
      ...{ id, client: 'district', starts_on, archived: false, ...terms('no_show', { percent: 50 }) },
      ...changes,
    });
    const all = [
      make('later', '2027-01-01'),
      make('first', '2026-07-01'),
      make('archived', '2026-09-01', { archived: true }),
      make('other', '2026-08-01', { type: 'late_cancel' }),
    ];
    const on = (day: string) => conditionOn(all, 'no_show', day)?.id ?? null;
    expect(on('2026-06-30')).toBeNull();
    expect(on('2026-07-01')).toBe('first');
    expect(on('2026-12-31')).toBe('first');
    expect(on('2027-01-01')).toBe('later');
  });

  test.each<[string, ConditionTerms]>([
    ['Billed at 50% of the rate, up to 30 minutes.', terms('no_show', VALID.no_show)],
    ['Not billed.', terms('late_cancel', VALID.late_cancel)],
    ['The students share the time equally.', terms('group_split', VALID.group_split)],
    ['Billed in increments of 1 minute.', terms('minimum_increment', { minutes: 1 })],
    ['Rounded to the nearest increment.', terms('rounding', VALID.rounding)],
    ['Drive time is billed at 60% of the rate each time.', terms('travel', VALID.travel)],
    ['Up to 0 minutes of indirect time per student per month.', terms('indirect_cap', VALID.indirect_cap)],
    ['Makeup sessions are billed up to 1 day after the missed one.', terms('makeup_window', { days: 1 })],
    ['Due 30 days after the invoice date.', terms('invoice_terms', VALID.invoice_terms)],
  ])('reads "%s"', (words, condition) => {
    expect(conditionWords(condition, () => 'Drive time')).toBe(words);
  });

  test('of each type says what applies without it', () => {
    expect(Object.keys(WITHOUT_CONDITION)).toEqual([...CONDITION_TYPES]);
  });
});
