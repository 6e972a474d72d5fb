import { counted } from '#domain/text/counted.ts';

/** What the office keeps of a caseload. */
interface Caseload {
  name: string;
  /** Active students now. */
  students: number;
  /** Null without a maximum. */
  max_caseload: number | null;
}

/** "Dana Ruiz would have 26 students; the maximum is 25." Null if more students fit, or none are added. */
export function overCaseloadWords({ name, students, max_caseload }: Caseload, added: number): string | null {
  const total = students + added;
  if (max_caseload === null || added === 0 || total <= max_caseload) return null;
  return `${name} would have ${counted(total, 'student')}; the maximum is ${max_caseload.toLocaleString('en-US')}.`;
}
