import type { AuditRecord } from '#contract/audit-log.ts';
import type { ImportKind } from '#domain/imports/import-kinds.ts';
import { KIND_WORDS } from '#domain/imports/import-words.ts';
import { nameIfKnown } from '#domain/students/student-name.ts';
import { capitalized } from '#domain/text/capitalized.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { auditChanges, auditDetails, auditTitle } from './audit-words.ts';
import type { KnownNames } from './say.ts';
import { fieldLabel } from './words.ts';

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

export interface EntryWords {
  who: string;
  title: string;
  about: string;
  details: string;
  /** "Modality: In person → Remote" */
  changes: string;
}

/** An entry in the words of the list. */
export function entryWords(entry: AuditRecord, names: KnownNames): EntryWords {
  return {
    who: whoWords(entry),
    title: auditTitle(entry.action),
    about: aboutWords(entry, names),
    details: detailsOf(entry, names)
      .map(({ label, value }) => `${label}: ${value}`)
      .join('; '),
    changes: auditChanges(entry, names)
      .map(({ label, before, after }) => `${label}: ${before} → ${after}`)
      .join('; '),
  };
}

/** What a search for words looks through: what the list shows of an entry, and the ID of its record. */
export function searchedEntry(entry: AuditRecord, names: KnownNames): string {
  return [...Object.values(entryWords(entry, names)), entry.row_id ?? ''].join(' ');
}
