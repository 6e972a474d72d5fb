import type { LocalSoapNote } from '#db/soap-notes.ts';
import { awaitsCoSign } from '#domain/notes/soap-steps.ts';

/** How a note stands, for a badge. */
export function noteState(note: Pick<LocalSoapNote, 'state' | 'needs_co_sign' | 'amendments'> | null): {
  label: string;
  variant: 'neutral' | 'success' | 'warning';
} {
  if (note === null) return { label: 'No note yet', variant: 'neutral' };
  if (note.state === 'draft') return { label: 'Draft', variant: 'neutral' };
  if (note.state === 'returned') return { label: 'Returned', variant: 'warning' };
  if (awaitsCoSign(note)) return { label: 'Waiting for co-signature', variant: 'warning' };
  const amended = note.amendments.length > 0 ? ', amended' : '';
  return {
    label: note.state === 'co-signed' ? `Co-signed${amended}` : `Signed${amended}`,
    variant: 'success',
  };
}

/** An error in its own words. */
export function wordsOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
