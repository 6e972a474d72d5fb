// By itself, because the address is read before anything of the report is loaded.
/** The filters of the lunch card report. */
export const COMPLIANCE_FILTERS = [
  'all',
  'compliant',
  'noncompliant',
  'waived',
  'unknown',
  'not-required',
  'needs_ack',
] as const;
export type ComplianceFilter = (typeof COMPLIANCE_FILTERS)[number];
