/** How a person is employed; meal rules and timecards apply to the first only. */
export const EMPLOYMENT_TYPES = ['w2_nonexempt', 'w2_exempt', 'contractor'] as const;
export type EmploymentType = (typeof EMPLOYMENT_TYPES)[number];

export const EMPLOYMENT_LABELS: Readonly<Record<EmploymentType, string>> = {
  w2_nonexempt: 'Hourly employee (W-2, nonexempt)',
  w2_exempt: 'Salaried employee (W-2, exempt)',
  contractor: 'Contractor',
};

export function employmentType(code: string): EmploymentType | null {
  return EMPLOYMENT_TYPES.find((known) => known === code) ?? null;
}

/** The displayed name of an employment type; a code that this version doesn't know as it is. */
export function employmentLabel(code: string): string {
  const known = employmentType(code);
  return known === null ? code : EMPLOYMENT_LABELS[known];
}
