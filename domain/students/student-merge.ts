import { dayPlus } from '#domain/time/pacific.ts';

/** The fields of which people choose a value when two records of one child are merged, in reading order. */
export const MERGE_FIELDS = [
  'first_name',
  'last_name',
  'date_of_birth',
  'grade',
  'home_language',
  'qualifications',
  'client',
  'location',
  'iep_annual_date',
  'iep_triennial_date',
  'case_manager',
  'has_esy',
  'consent_date',
  'release_date',
  'district_student_id',
  'payer',
  'member_id',
  'sex',
  'street',
  'city',
  'state',
  'zip',
] as const;
export type MergeField = (typeof MERGE_FIELDS)[number];

/** The values of a record, by field. */
export type MergeValues = Readonly<Partial<Record<MergeField, unknown>>>;

/** How long a merge can be undone, in days. */
const UNDO_DAYS = 30;

/** The last Pacific day on which a merge can be undone. */
export function lastUndoDay(mergedOn: string): string {
  return dayPlus(mergedOn, UNDO_DAYS);
}

/** The fields whose values differ, in reading order. */
export function differingFields(one: MergeValues, other: MergeValues): MergeField[] {
  return MERGE_FIELDS.filter((field) => !isSameValue(one[field], other[field]));
}

/**
 * The fields that are suggested to come from the record that is archived: those that are empty in the one that
 * stays.
 */
export function suggestedFields(stays: MergeValues, merged: MergeValues): MergeField[] {
  return differingFields(stays, merged).filter((field) => isEmpty(stays[field]));
}

/** The chosen values of the archived record, by field; fields that don't differ are left out. */
export function takenValues(
  stays: MergeValues,
  merged: MergeValues,
  chosen: readonly MergeField[],
): Partial<Record<MergeField, unknown>> {
  const fields = differingFields(stays, merged).filter((field) => chosen.includes(field));
  return Object.fromEntries(fields.map((field) => [field, merged[field]]));
}

/**
 * What an undo does with the fields that the merge had replaced: those that still hold the merge's value get
 * their former one back, and those that were changed since stay.
 * @param replaced by field, the value before the merge and the one that it put there
 */
export function fieldsToRestore(
  replaced: Readonly<Record<string, readonly [before: unknown, after: unknown]>>,
  current: Readonly<Record<string, unknown>>,
): { restored: Record<string, unknown>; kept: string[] } {
  const restored: Record<string, unknown> = {};
  const kept: string[] = [];
  for (const [field, [before, after]] of Object.entries(replaced)) {
    if (isSameValue(current[field], after)) restored[field] = before;
    else kept.push(field);
  }
  return { restored, kept };
}

/** The students of a session with one replaced by another, each named once and in their order. */
export function withStudentReplaced(ids: readonly string[], from: string, into: string): string[] {
  return [...new Set(ids.map((id) => (id === from ? into : id)))];
}

function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  );
}

function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
