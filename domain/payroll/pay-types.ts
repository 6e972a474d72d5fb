// Part of every entity's declaration, so small.

/** What the office pays a provider besides time: miles driven, and paid time off. */
export const EXTRA_PAY_TYPES = ['mileage', 'paid-time-off'] as const;
export type ExtraPayType = (typeof EXTRA_PAY_TYPES)[number];

/** What a pay rate of its own is recorded for. Services have theirs by provider and fiscal year. */
export const PAY_RATE_TYPES = [...EXTRA_PAY_TYPES, 'clock'] as const;
export type PayRateType = (typeof PAY_RATE_TYPES)[number];
