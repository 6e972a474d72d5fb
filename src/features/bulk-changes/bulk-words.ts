import type { BulkChange } from '#contract/bulk-changes.ts';
import type { BulkChangeKind } from '#domain/students/bulk-change.ts';
import { counted } from '#domain/text/counted.ts';

/** What a change of each kind changes. */
const NOUNS: Readonly<Record<BulkChangeKind, string>> = {
  renewal: 'student',
  transfer: 'student',
  'transfer-students': 'student',
  'assign-provider': 'student',
  'archive-students': 'student',
  'set-supervisor': 'provider',
  'archive-clients': 'client',
  'archive-providers': 'provider',
  'restore-students': 'student',
  'restore-clients': 'client',
  'restore-providers': 'provider',
};

/** "12 students" */
export function recordsWords({ kind, records }: Pick<BulkChange, 'kind' | 'records'>): string {
  return counted(records, NOUNS[kind]);
}

/** "students": of many, whatever their number. */
export function manyWords(kind: BulkChangeKind): string {
  return `${NOUNS[kind]}s`;
}
