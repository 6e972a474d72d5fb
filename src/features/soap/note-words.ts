import type { LocalSoapNote } from '#db/soap-notes.ts';
import { awaitsCoSign } from '#domain/notes/soap-commands.ts';
import { SOAP_STATE_LABELS, type SoapStep } from '#domain/notes/soap-note.ts';
import { nameOnRow, withCredentials } from '#domain/providers/provider-name.ts';
import type { NoteFacts } from './note-facts.ts';

/** The status of a note, for a badge. */
export function noteState(note: Pick<LocalSoapNote, 'state' | 'needs_co_sign' | 'amendments'> | null): {
  label: string;
  variant: 'neutral' | 'success' | 'warning';
} {
  if (note === null) return { label: 'No note yet', variant: 'neutral' };
  if (note.state === 'draft') return { label: SOAP_STATE_LABELS.draft, variant: 'neutral' };
  if (note.state === 'returned') return { label: SOAP_STATE_LABELS.returned, variant: 'warning' };
  if (awaitsCoSign(note)) return { label: 'Awaiting co-signature', variant: 'warning' };
  const amended = note.amendments.length > 0 ? ', amended' : '';
  return {
    label: `${SOAP_STATE_LABELS[note.state]}${amended}`,
    variant: 'success',
  };
}

/** Who took a step of a note, with their credentials as far as known. */
export function signerName(
  { by, by_name, by_credentials }: Pick<SoapStep, 'by' | 'by_name' | 'by_credentials'>,
  providers: NoteFacts['providers'],
): string {
  const name = nameOnRow(by, by_name, providers) ?? 'a colleague';
  return withCredentials(name, by_credentials ?? providers.get(by)?.credentials);
}

/** Shown if no note waits for a co-signature. */
export const NOTHING_TO_CO_SIGN = "No notes to co-sign. You're all caught up.";

/** The message of an error. */
export function wordsOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
