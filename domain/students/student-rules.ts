interface StudentFields {
  date_of_birth: string | null;
  consent_date: string | null;
  release_date: string | null;
  zip: string;
}

/**
 * What is checked before a student is saved, on the device and on the server. Empty if the student can be
 * saved.
 * @param today the Pacific day on which the student is saved
 */
export function studentProblems(
  student: StudentFields,
  today: string,
): Partial<Record<keyof StudentFields, string>> {
  const problems: Partial<Record<keyof StudentFields, string>> = {};
  for (const field of ['date_of_birth', 'consent_date', 'release_date'] as const) {
    if ((student[field] ?? '') > today) problems[field] = "The date can't be in the future.";
  }
  if (student.zip !== '' && !/^\d{5}(-?\d{4})?$/.test(student.zip)) {
    problems.zip = 'Enter a ZIP code with 5 or 9 digits.';
  }
  return problems;
}
