import type { SoapState } from '#domain/notes/soap-note.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import type { NoteStatus } from './report-statuses.ts';

export const NOTE_STATUS_LABELS: Readonly<Record<NoteStatus, string>> = {
  'not-started': 'Not started',
  draft: 'Draft',
  returned: 'Returned',
  'to-co-sign': 'To co-sign',
  done: 'Done',
};

/** The status of a note; null if there is none yet. A signed note that needs no co-signature is done. */
export function noteStatus(note: { state: SoapState; needs_co_sign: boolean } | null): NoteStatus {
  if (note === null) return 'not-started';
  switch (note.state) {
    case 'draft':
      return 'draft';
    case 'returned':
      return 'returned';
    case 'signed':
      return note.needs_co_sign ? 'to-co-sign' : 'done';
    case 'co-signed':
      return 'done';
  }
}

/** Whether the note's own author has to do something. */
export function waitsForAuthor(status: NoteStatus): boolean {
  return status === 'not-started' || status === 'draft' || status === 'returned';
}

/** Days that people have for a note. */
export const NOTE_WITHIN_DAYS = 7;

/** Whether a note that isn't signed is late: more than seven days after its session. */
export function isLateNote(status: NoteStatus, session_date: string, today: string): boolean {
  return waitsForAuthor(status) && dayPlus(session_date, NOTE_WITHIN_DAYS) < today;
}

/** The middle of some numbers, the lower one of an even count; null of none. */
export function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
