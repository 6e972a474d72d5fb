const LABELS: Readonly<Record<string, string>> = {
  w2_nonexempt: 'Employee, paid by the hour (W-2)',
  w2_exempt: 'Employee, salaried (W-2)',
  contractor: 'Contractor',
};

/** The displayed name of an employment type; a code that this version doesn't know, as it is. */
export function employmentLabel(emp: string): string {
  return Object.hasOwn(LABELS, emp) ? (LABELS[emp] ?? emp) : emp;
}
