import type { SoapContent } from './soap-note.ts';
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

/** How a goal went, as a sentence of the objective part. */
export function resultSentence(goal_text: string, words: string): string {
  return `${goal_text.replace(/[.\s]+$/, '')}: ${words}.`;
}

/**
 * What is carried forward from the last note: its texts into parts that are empty,
 * below what is written already, and its codes where none are chosen. Nothing that
 * was written is replaced. Performance data belongs to its day: no counts, no prompt
 * levels, no comments on goals, and none of these sentences.
 *
 * @param measured sentences of the last note that state how its goals went
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
