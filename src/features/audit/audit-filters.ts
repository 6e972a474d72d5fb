import { AUDIT_KINDS } from '#domain/access/audit-kinds.ts';
import { reportAddress } from '#screens/report/address.ts';

// In its own file: the URL is parsed before the report is loaded.
export const AUDIT_FILTERS = {
  days: 'days',
  person: 'words',
  student: 'words',
  kind: AUDIT_KINDS,
  entity: 'words',
  record: 'words',
  search: 'words',
} as const;
export const auditSearch = reportAddress(AUDIT_FILTERS);
