/**
 * What can be imported, in the order in which it has to be: each kind refers to earlier ones only, and to records of
 * its own.
 */
export const IMPORT_KINDS = [
  'service',
  'client',
  'school',
  'student',
  'guardian',
  'provider',
  'assignment',
  'rate',
  'session',
  'extra-pay',
] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export function isImportKind(text: string): text is ImportKind {
  return (IMPORT_KINDS as readonly string[]).includes(text);
}

/** Kinds that people of payroll import too. All others are for super admins, who move an organization in. */
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
 * Past sessions are history: a correction is a new import after undoing the first one. A school is recognized by all
 * that its line says, except for whether it is billed, and so is extra pay, except for its rate.
 */
export function canUpdate(kind: ImportKind): boolean {
  return kind !== 'session' && kind !== 'school' && kind !== 'extra-pay';
}
