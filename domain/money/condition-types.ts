// A file of its own: an address is read before the screen is loaded.

/** What can be agreed with a client about its invoices beyond the rates. */
export const CONDITION_TYPES = [
  'no_show',
  'late_cancel',
  'group_split',
  'minimum_increment',
  'rounding',
  'travel',
  'indirect_cap',
  'makeup_window',
  'authorization_required',
  'invoice_terms',
] as const;
export type ConditionType = (typeof CONDITION_TYPES)[number];
