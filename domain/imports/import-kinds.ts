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
] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export function isImportKind(text: string): text is ImportKind {
  return (IMPORT_KINDS as readonly string[]).includes(text);
}

interface KindWords {
  one: string;
  many: string;
  /** What the file holds, and what is worth knowing before it is imported. */
  about: string;
}

export const KIND_WORDS: Readonly<Record<ImportKind, KindWords>> = {
  service: {
    one: 'service',
    many: 'services',
    about: 'What your providers deliver. Missing categories are added.',
  },
  client: {
    one: 'client',
    many: 'clients',
    about: 'Districts, schools, and families you bill. A district can be in the same file.',
  },
  school: {
    one: 'school',
    many: 'schools',
    about: "Your clients' schools and other places, such as a clinic. Existing ones don't change.",
  },
  student: {
    one: 'student',
    many: 'students',
    about: 'Matched by district student ID, or by name, birth date, and client.',
  },
  guardian: {
    one: 'guardian',
    many: 'guardians',
    about: 'Parents and guardians, one line for each person and student.',
  },
  provider: {
    one: 'provider',
    many: 'providers',
    about: "Matched by email address. No emails are sent. Invite people in Users when you're ready.",
  },
  assignment: {
    one: 'assigned service',
    many: 'assigned services',
    about:
      'Which services a student gets, from whom, and how many minutes are authorized. Providers get no notifications.',
  },
  rate: {
    one: 'rate',
    many: 'rates',
    about: 'Hourly billing rates: for a student, a client and setting, a region, or every client.',
  },
  session: {
    one: 'past session',
    many: 'past sessions',
    about:
      "History from your previous system. It's already approved, doesn't need notes or makeups, and is never paid or billed.",
  },
};

/** What happens to a line. */
export const LINE_OUTCOMES = ['add', 'update', 'same', 'exists', 'faulty'] as const;
export type LineOutcome = (typeof LINE_OUTCOMES)[number];

/** What to do with lines whose record already exists. */
export const EXISTING_CHOICES = ['skip', 'update'] as const;
export type ExistingChoice = (typeof EXISTING_CHOICES)[number];

/**
 * Past sessions are history: a correction is a new import after undoing the first one. A school is recognized by all
 * that its line says, except for whether it is billed.
 */
export function canUpdate(kind: ImportKind): boolean {
  return kind !== 'session' && kind !== 'school';
}
