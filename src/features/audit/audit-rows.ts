import type { AuditPage, AuditRecord } from '#contract/audit-log.ts';
import { isRecordName, RECORD_NAMES } from '#contract/entity-name.ts';
import { type AuditKind, auditKindOf } from '#domain/access/audit-kinds.ts';
import type { ImportKind } from '#domain/imports/import-kinds.ts';
import { KIND_WORDS } from '#domain/imports/import-words.ts';
import { nameIfKnown } from '#domain/students/student-name.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { auditChanges, auditDetails, auditTitle } from '#entities/words/audit-words.ts';
import type { KnownNames } from '#entities/words/say.ts';
import { fieldLabel, wholeEntityName } from '#entities/words/words.ts';

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

const capitalized = (words: string) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;

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

/** The student, person, or client that an entry is about; empty if it names none. */
export function aboutWords({ entity, row_id, details }: AuditRecord, names: KnownNames): string {
  const student = entity === 'student' || entity === 'student_account' ? row_id : details.student;
  if (student != null) return names.students?.get(student) ?? nameIfKnown(undefined);
  const isPerson = entity === 'user' || entity === 'provider' || entity === 'provider_account';
  const person = isPerson ? row_id : details.on_behalf_of;
  if (person != null) return names.providers?.get(person) ?? 'Unknown person';
  if ((entity === 'client' || entity === 'client_account') && row_id !== null) {
    return names.clients?.get(row_id) ?? '';
  }
  return '';
}

export function whoWords({ by, by_name }: Pick<AuditRecord, 'by' | 'by_name'>): string {
  return by_name ?? (by === null ? 'Not logged in' : 'Unknown person');
}

/** "Students from September roster.xlsx, 11/26/2026 10:42 AM" */
function importWords({ kind, file_name, started_at }: NonNullable<AuditRecord['imported']>): string {
  const what = KIND_WORDS[kind as ImportKind]?.many ?? kind;
  return `${capitalized(what)} from ${file_name}, ${pacificDisplay(started_at)}`;
}

/** What an entry says besides who, when, what, and about whom. */
export function detailsOf(entry: AuditRecord, names: KnownNames): { label: string; value: string }[] {
  const { fields, student, on_behalf_of, ...others } = entry.details;
  // About whom it is has its own place: the student, if it names one.
  const details = student !== undefined && on_behalf_of !== undefined ? { on_behalf_of, ...others } : others;
  // The changed fields are listed with their values.
  const named = entry.changes === null && fields !== undefined ? { fields, ...details } : details;
  const said = (shown: AuditRecord['details']) => [
    ...auditDetails({ entity: entry.entity, details: shown }, names),
    ...(entry.reason == null
      ? []
      : [{ label: fieldLabel('pay_period_step', 'reason'), value: entry.reason }]),
  ];
  if (entry.imported == null) return said(named);
  const { import: _id, kind, ...rest } = named;
  const isOfImport = entry.entity === 'import';
  return [
    { label: 'Import', value: importWords(entry.imported) },
    ...said(isOfImport || kind === undefined ? rest : { kind, ...rest }),
  ];
}

export interface AuditRow {
  entry: AuditRecord;
  kind: AuditKind;
  who: string;
  title: string;
  about: string;
  details: string;
  /** "Modality: In person → Remote" */
  changes: string;
  /** The record that was asked for. */
  asked: string;
  /** All entries that match on the server. */
  total: number;
}

export function auditRows(
  { entries, total, asked }: Pick<AuditPage, 'entries' | 'total'> & { asked: string },
  names: KnownNames,
): AuditRow[] {
  return entries.map((entry) => ({
    ...{ entry, total, asked },
    kind: auditKindOf(entry.action),
    who: whoWords(entry),
    title: auditTitle(entry.action),
    about: aboutWords(entry, names),
    details: detailsOf(entry, names)
      .map(({ label, value }) => `${label}: ${value}`)
      .join('; '),
    changes: auditChanges(entry, names)
      .map(({ label, before, after }) => `${label}: ${before} → ${after}`)
      .join('; '),
  }));
}
