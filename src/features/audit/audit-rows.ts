import type { AuditRecord } from '#contract/audit-log.ts';
import { isRecordName, RECORD_NAMES } from '#contract/entity-name.ts';
import { type AuditKind, auditKindOf } from '#domain/access/audit-kinds.ts';
import { capitalized } from '#domain/text/capitalized.ts';
import { type EntryWords, entryWords } from '#entities/words/audit-entry-words.ts';
import type { KnownNames } from '#entities/words/say.ts';
import { wholeEntityName } from '#entities/words/words.ts';

export const KIND_LABELS: Record<AuditKind, string> = {
  viewed: 'Viewed',
  added: 'Added',
  changed: 'Changed',
  deleted: 'Deleted',
  decided: 'Approved or denied',
  account: 'Logins and passwords',
  other: 'Other',
};

/** Of what isn't a record, and of records whose name another kind has too. */
const OTHER_SUBJECTS: Readonly<Record<string, string>> = {
  bulk_change: 'bulk change',
  device: 'device',
  import: 'import',
  // Their name is that of the other pay rates, which stand beside them in the list.
  provider_rate: 'service pay rate',
  quarantined_write: 'held change',
  sign_in: 'login',
};

/** "Client details": the kind of record that an entry is about. */
export function subjectName(entity: string | null): string {
  if (entity === null) return '';
  const own = OTHER_SUBJECTS[entity] ?? (isRecordName(entity) ? wholeEntityName(entity) : null);
  return capitalized(own ?? entity.replaceAll('_', ' '));
}

/** Everything that entries can be about, by name. */
export const SUBJECTS = [...new Set([...RECORD_NAMES, ...Object.keys(OTHER_SUBJECTS)])]
  .map((id) => ({ id, name: subjectName(id) }))
  .sort((a, b) => a.name.localeCompare(b.name));

export interface AuditRow extends EntryWords {
  entry: AuditRecord;
  kind: AuditKind;
  /** The record that was asked for. */
  asked: string;
  /** All entries that match on the server. */
  total: number;
  /** Since when all entries were searched for the words; null if that is all of them. */
  searched_to: string | null;
}

export function auditRows(
  entries: readonly AuditRecord[],
  { asked, total, searched_to }: Pick<AuditRow, 'asked' | 'total' | 'searched_to'>,
  names: KnownNames,
): AuditRow[] {
  return entries.map((entry) => ({
    ...{ entry, asked, total, searched_to, kind: auditKindOf(entry.action) },
    ...entryWords(entry, names),
  }));
}
