/** The words of a student's file that both sides share. */

/** The periods for which service minutes are authorized. */
export const AUTHORIZED_PER = ['week', 'month', 'year'] as const;
export type AuthorizedPer = (typeof AUTHORIZED_PER)[number];

export const RELATIONSHIPS = ['mother', 'father', 'guardian', 'grandparent', 'foster', 'other'] as const;
export type Relationship = (typeof RELATIONSHIPS)[number];

/** Languages of families, by BCP 47 tag. */
export const FAMILY_LANGUAGES = ['en', 'es', 'zh', 'vi', 'tl', 'ko', 'hy', 'ar', 'ru', 'fa'] as const;
export type FamilyLanguage = (typeof FAMILY_LANGUAGES)[number];

export const CODE_KINDS = ['cpt', 'dx'] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

/** How two names are alike, strongest first: the same, sounding the same, or a typing slip apart. */
export const LIKENESSES = ['same', 'sound', 'typing'] as const;
export type Likeness = (typeof LIKENESSES)[number];

export const AUTHORIZED_PER_LABELS: Record<AuthorizedPer, string> = {
  week: 'Week',
  month: 'Month',
  year: 'Fiscal year',
};

/** "240 min/month"; "No limit" if no limit is authorized. */
export function authorizedText({
  authorised_minutes,
  authorised_per,
}: {
  authorised_minutes: number | null;
  authorised_per: AuthorizedPer;
}): string {
  return authorised_minutes === null
    ? 'No limit'
    : `${authorised_minutes.toLocaleString('en-US')} min/${authorised_per}`;
}

export const RELATIONSHIP_LABELS: Record<Relationship, string> = {
  mother: 'Mother',
  father: 'Father',
  guardian: 'Guardian',
  grandparent: 'Grandparent',
  foster: 'Foster parent',
  other: 'Other',
};

export const LANGUAGE_LABELS: Record<FamilyLanguage, string> = {
  en: 'English',
  es: 'Spanish',
  zh: 'Chinese',
  vi: 'Vietnamese',
  tl: 'Tagalog',
  ko: 'Korean',
  hy: 'Armenian',
  ar: 'Arabic',
  ru: 'Russian',
  fa: 'Persian',
};

/** As insurances ask for it; empty while it isn't entered. */
export const STUDENT_SEXES = ['', 'female', 'male', 'unspecified'] as const;
export type StudentSex = (typeof STUDENT_SEXES)[number];

export const SEX_LABELS: Readonly<Record<StudentSex, string>> = {
  '': 'Not entered',
  female: 'Female',
  male: 'Male',
  unspecified: 'Not specified',
};
