import type { SoapNote } from '#contract/soap-note.ts';
import { SOAP_PARTS } from '#domain/notes/soap-note.ts';
import type { Effect } from './book.ts';
import type { Run } from './run.ts';
import type { ServerRow } from './visibility.ts';

/** Broken invariants of SOAP notes, as messages. */
export function brokenNotes(run: Run, notes: readonly ServerRow[], effects: readonly Effect[]): string[] {
  const kept = notes as readonly unknown[] as readonly SoapNote[];
  return [...unreadSignatures(run, effects), ...kept.flatMap((note) => lostWords(run, note, effects))];
}

/** A signature covers what its signer saw, never unread text. */
function unreadSignatures({ authors }: Run, effects: readonly Effect[]): string[] {
  return effects
    .filter(({ signed, marks }) => {
      const texts = authors.seen.signed.get(marks[0] ?? '');
      return signed !== null && texts !== undefined && !texts.has(signed);
    })
    .map(({ endpoint, row }) => `${endpoint} of note ${row.slice(-6)} stands for what its signer never saw`);
}

/**
 * Text written into a note stays there until someone who has read it replaces it: no merge drops either
 * side's words. Notes with refused, discarded, or restored writes are excluded.
 */
function lostWords({ authors, server }: Run, note: SoapNote, effects: readonly Effect[]): string[] {
  const { id } = note;
  const { book } = server;
  const { replaced } = authors.seen;
  const own = effects.filter(({ row }) => row === id);
  const isSetBack = [...book.lost.values()].some(({ row }) => row === id || row === note.session);
  if (isSetBack || book.refused.has(id)) return [];
  if (own.some(({ effect }) => effect === 'delete')) return [];
  const words = new Set(SOAP_PARTS.flatMap((part) => note[part].split(/\n+/)));
  return own
    .filter(({ endpoint }) => endpoint === 'soap.create' || endpoint === 'soap.update')
    .flatMap(({ marks }) => marks)
    .filter((mark) => !words.has(mark) && !replaced.has(mark))
    .map((mark) => `${mark} was written into note ${id.slice(-6)} and stands there no more`);
}
