const FIRST_GRADES: Readonly<Record<string, string>> = { tk: 'K', k: '1', kindergarten: '1' };
const NUMBERED = /^(grade |gr\.? ?)?(\d{1,2})(st|nd|rd|th)?( grade)?$/i;
const LAST_GRADE = 12;

/** What a new school year does to a grade: moves it up, ends school, or nothing, because no one can tell. */
export type GradeStep = { kind: 'next'; grade: string } | { kind: 'leaves' } | { kind: 'unknown' };

/** The grade after this one, written in the same way: TK, K, 1 to 12, "Grade 5", "5th". */
export function nextGrade(grade: string): GradeStep {
  const written = grade.trim();
  const first = FIRST_GRADES[written.toLowerCase()];
  if (first !== undefined) return { kind: 'next', grade: first };
  const [, before = '', digits = '', ordinal, after = ''] = NUMBERED.exec(written) ?? [];
  const number = Number(digits);
  if (digits === '' || number < 1 || number > LAST_GRADE) return { kind: 'unknown' };
  if (number === LAST_GRADE) return { kind: 'leaves' };
  const next = number + 1;
  return { kind: 'next', grade: `${before}${next}${ordinal === undefined ? '' : ending(next)}${after}` };
}

/** What a column of grades sorts by: TK, K, then 1 to 12, and after them all else as text; null if there is none. */
export function gradeOrder(grade: string): string | null {
  const written = grade.trim().toLowerCase();
  if (written === '') return null;
  if (Object.hasOwn(FIRST_GRADES, written)) return written === 'tk' ? '0 1' : '0 2';
  return NUMBERED.exec(written)?.[2] ?? written;
}

function ending(number: number): string {
  return ({ 1: 'st', 2: 'nd', 3: 'rd' } as Record<number, string>)[number] ?? 'th';
}
