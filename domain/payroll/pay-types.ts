// Part of every entity's declaration, so small.

/** What the office pays a provider besides time: miles driven, and paid time off. */
export const EXTRA_PAY_TYPES = ['mileage', 'paid-time-off'] as const;
export type ExtraPayType = (typeof EXTRA_PAY_TYPES)[number];
