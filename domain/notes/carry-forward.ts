import type { GoalResult, SoapContent } from './soap-note.ts';
import { SOAP_PARTS } from './soap-note.ts';

interface DatedNote extends SoapContent {
  id: string;
  student: string;
  service: string;
  note_date: string;
  captured_at: string;
}

/** The newest note before this one about the same student; of the same service where there is one. */
export function lastNoteBefore<Note extends DatedNote>(
  notes: readonly Note[],
  current: Pick<DatedNote, 'id' | 'student' | 'service' | 'note_date'>,
): Note | null {
  const earlier = notes
    .filter((note) => note.id !== current.id && note.student === current.student)
    .filter((note) => note.note_date <= current.note_date)
    .toSorted((a, b) => order(b).localeCompare(order(a)));
  return earlier.find(({ service }) => service === current.service) ?? earlier[0] ?? null;
}

function order({ note_date, captured_at }: DatedNote): string {
  return `${note_date} ${captured_at}`;
}

/**
 * What is carried forward from the last note: its texts into parts that are empty,
 * below what is written already, and its codes where none are chosen. Nothing that
 * was written is replaced. Counts of goals are never carried: they are of their day.
 */
export function carriedForward(current: SoapContent, last: SoapContent): SoapContent {
  const texts = Object.fromEntries(
    SOAP_PARTS.map((part) => [part, withText(current[part], last[part])]),
  ) as Pick<SoapContent, (typeof SOAP_PARTS)[number]>;
  return {
    ...texts,
    cpt_codes: current.cpt_codes.length > 0 ? current.cpt_codes : last.cpt_codes,
    dx_codes: current.dx_codes.length > 0 ? current.dx_codes : last.dx_codes,
  };
}

function withText(written: string, carried: string): string {
  if (written.trim() === '') return carried;
  if (carried.trim() === '' || written.includes(carried.trim())) return written;
  return `${written.trimEnd()}\n\n${carried}`;
}

/** The prompt level that the goal was last worked at, as the place to begin. */
export function carriedPrompt(last: readonly GoalResult[], goal: string): GoalResult['prompt_level'] {
  return last.find((result) => result.goal === goal)?.prompt_level ?? '';
}
