import { type Holder, mayUse, type Permission } from '#domain/access/permissions.ts';

/**
 * What can be imported, in the order in which it has to be: each kind refers to earlier ones only, and to records of
 * its own.
 */
export const IMPORT_KINDS = [
  'category',
  'service',
  'region',
  'sub-region',
  'client',
  'school',
  'student',
  'guardian',
  'provider',
  'assignment',
  'rate',
  'session',
  'goal-option',
  'plan-option',
  'extra-pay',
] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export function isImportKind(text: string): text is ImportKind {
  return (IMPORT_KINDS as readonly string[]).includes(text);
}

/**
 * Kinds that others than super admins, who move an organization in, import too: who can add the records one by one, and people of
 * payroll.
 */
const SHARED_KINDS: Partial<Record<ImportKind, Permission>> = {
  category: 'catalogue.record',
  service: 'catalogue.record',
  region: 'catalogue.record',
  'sub-region': 'catalogue.record',
  school: 'catalogue.record',
  'goal-option': 'soap-option.record',
  'plan-option': 'soap-option.record',
  'extra-pay': 'payroll.view',
};

export function mayImport(holder: Holder, kind: ImportKind): boolean {
  return mayUse(holder, SHARED_KINDS[kind] ?? 'import.run');
}

/** Whether not only super admins import it. */
export function isShared(kind: ImportKind): boolean {
  return kind in SHARED_KINDS;
}

/** Whether it is imported from a screen of Payroll instead of Admin. */
export function isOfPayroll(kind: ImportKind): boolean {
  return kind === 'extra-pay';
}

/** What happens to a line. */
export const LINE_OUTCOMES = ['add', 'update', 'same', 'exists', 'faulty'] as const;
export type LineOutcome = (typeof LINE_OUTCOMES)[number];

/** What to do with lines whose record already exists. */
export const EXISTING_CHOICES = ['skip', 'update'] as const;
export type ExistingChoice = (typeof EXISTING_CHOICES)[number];

/**
 * Past sessions are history: a correction is a new import after undoing the first one. Categories and sub-regions are recognized by all that
 * their lines say. So is a school, except for whether it is billed, and extra pay, except for its rate.
 */
const NEVER_UPDATED: readonly ImportKind[] = ['category', 'sub-region', 'school', 'session', 'extra-pay'];

export function canUpdate(kind: ImportKind): boolean {
  return !NEVER_UPDATED.includes(kind);
}
