import type { StudentSex } from '#domain/students/student-file.ts';

/** What an insurance wants to know before it pays for a session. */
export const CLAIM_FIELDS = [
  'payer',
  'member_id',
  'date_of_birth',
  'sex',
  'address',
  'note',
  'dx',
  'cpt',
  'npi',
  'place_of_service',
  'taxonomy_code',
] as const;
export type ClaimField = (typeof CLAIM_FIELDS)[number];

export const CLAIM_FIELD_LABELS: Readonly<Record<ClaimField, string>> = {
  payer: 'Payer',
  member_id: 'Member ID',
  date_of_birth: 'Date of birth',
  sex: 'Sex',
  address: 'Home address',
  note: 'Signed note',
  dx: 'DX code',
  cpt: 'CPT code',
  npi: 'Provider NPI',
  place_of_service: 'Place of service',
  taxonomy_code: 'Provider taxonomy',
};

/** In a file where it is known. A claim without it is complete. */
const OPTIONAL_FIELDS: readonly ClaimField[] = ['taxonomy_code'];

/** What keeps a claim out of a file, of what it lacks. */
export function blockingFields(missing: readonly ClaimField[]): ClaimField[] {
  return missing.filter((field) => !OPTIONAL_FIELDS.includes(field));
}

/** Where the student lives. */
export interface HomeAddress {
  street: string;
  city: string;
  /** Two letters. */
  state: string;
  zip: string;
}

export interface ClaimFacts {
  payer: string;
  member_id: string;
  date_of_birth: string | null;
  sex: StudentSex;
  address: HomeAddress;
  /** The student's note of the session is signed, and co-signed where it has to be. */
  has_signed_note: boolean;
  dx_codes: readonly string[];
  cpt_codes: readonly string[];
  /** Of the provider who gave the session. */
  npi: string;
  /** Of that provider's specialty; empty if it isn't known. */
  taxonomy_code: string;
  place_of_service: string | null;
}

/** What a claim lacks, in the order of the form. */
export function missingFields(claim: ClaimFacts): ClaimField[] {
  const has: Record<ClaimField, boolean> = {
    payer: claim.payer.trim() !== '',
    member_id: claim.member_id.trim() !== '',
    date_of_birth: claim.date_of_birth !== null,
    sex: claim.sex !== '',
    address: Object.values(claim.address).every((part) => part.trim() !== ''),
    note: claim.has_signed_note,
    dx: claim.dx_codes.length > 0,
    cpt: claim.cpt_codes.length > 0,
    npi: claim.npi !== '',
    place_of_service: claim.place_of_service !== null,
    taxonomy_code: claim.taxonomy_code !== '',
  };
  return CLAIM_FIELDS.filter((field) => !has[field]);
}

const TELEHEALTH_AT_HOME = '10';
const SCHOOL = '03';
const HOME = '12';
export const OFFICE = '11';
/** Place-of-service codes of locations other than schools, by name. */
const NAMED_PLACES: Readonly<Record<string, string>> = {
  home: HOME,
  'student home': HOME,
  "student's home": HOME,
  office: OFFICE,
  clinic: OFFICE,
};

/** Whether a place of service is the student's home, also over video. */
export function isAtHome(place_of_service: string): boolean {
  return place_of_service === HOME || place_of_service === TELEHEALTH_AT_HOME;
}

/** The two-digit place of service; null if the location doesn't say. A location of a client is a school. */
export function placeOfService(
  modality: 'in_person' | 'remote',
  location: { name: string; client: string | null } | null,
): string | null {
  if (modality === 'remote') return TELEHEALTH_AT_HOME;
  if (location === null) return null;
  if (location.client !== null) return SCHOOL;
  return NAMED_PLACES[location.name.trim().toLowerCase()] ?? null;
}

/** Modifiers of a procedure: 95 for telehealth. */
export function claimModifiers(modality: 'in_person' | 'remote'): string[] {
  return modality === 'remote' ? ['95'] : [];
}

const TIMED = /\b15[ -]?min/i;
const UNIT_MINUTES = 15;
/** Half a unit and a minute more counts as a whole one. */
const ROUNDS_UP_FROM = 8;

/**
 * Units of a procedure: one for a session, or 15-minute units by the 8-minute rule if the organization's own list says
 * in the code's description that it is timed ("each 15 minutes").
 */
export function claimUnits(minutes: number, descriptions: readonly string[]): number {
  if (!descriptions.some((text) => TIMED.test(text))) return 1;
  return Math.max(1, Math.floor((minutes + UNIT_MINUTES - ROUNDS_UP_FROM) / UNIT_MINUTES));
}

/** The letters that a CMS-1500 form has for up to twelve diagnoses: "ABC". */
export function diagnosisPointer(count: number): string {
  return 'ABCDEFGHIJKL'.slice(0, Math.min(count, 4));
}
