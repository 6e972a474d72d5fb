// In its own file: the URL is parsed before the report is loaded.
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
