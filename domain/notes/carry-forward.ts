import type { SoapContent } from './soap-note.ts';
import { SOAP_PARTS } from './soap-note.ts';

interface DatedNote extends SoapContent {
  id: string;
  student: string;
  service: string;
  note_date: string;
  captured_at: string;
}

/** The newest earlier note about the same student; preferably of the same service. */
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

/** A goal's result as a sentence for the objective part. */
export function resultSentence(goal_text: string, words: string): string {
  return `${goal_text.replace(/[.\s]+$/, '')}: ${words}.`;
}

/**
 * The texts of the last note for empty parts, and its codes if none are chosen. Existing text is never
 * replaced. Performance data belongs to its day: counts, prompt levels, comments on goals, and these
 * sentences are not copied.
 * @param measured sentences of the last note that state its goals' results
 */
export function carriedForward(
  current: SoapContent,
  last: SoapContent,
  measured: readonly string[] = [],
): SoapContent {
  const carried = { ...last, objective: withoutSentences(last.objective, measured) };
  const texts = Object.fromEntries(
    SOAP_PARTS.map((part) => [part, withText(current[part], carried[part])]),
  ) as Pick<SoapContent, (typeof SOAP_PARTS)[number]>;
  return {
    ...texts,
    cpt_codes: current.cpt_codes.length > 0 ? current.cpt_codes : last.cpt_codes,
    dx_codes: current.dx_codes.length > 0 ? current.dx_codes : last.dx_codes,
  };
}

function withoutSentences(text: string, sentences: readonly string[]): string {
  const kept = sentences
    // Notes from before version 0.5 have a space before the percent sign.
    .flatMap((sentence) => [sentence, sentence.replace(/(\d)%\)/, '$1 %)')])
    .reduce((rest, sentence) => rest.replaceAll(sentence, ''), text);
  return kept === text ? text : kept.replaceAll(/ {2,}/g, ' ').trim();
}

function withText(written: string, carried: string): string {
  if (written.trim() === '') return carried;
  if (carried.trim() === '' || written.includes(carried.trim())) return written;
  return `${written.trimEnd()}\n\n${carried}`;
}
