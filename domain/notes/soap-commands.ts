import type { SoapAmendment, SoapState, SoapStep } from './soap-note.ts';

/** The fields that the steps of a note read and change. */
export interface SteppedNote {
  state: SoapState;
  needs_co_sign: boolean;
  signed_by: string | null;
  signed_at: string | null;
  co_signed_by: string | null;
  co_signed_at: string | null;
  return_comment: string;
  amendments: readonly SoapAmendment[];
  steps: readonly SoapStep[];
}

export type NoteCommand =
  | { step: 'sign' | 'co-sign' }
  /** Withdrawn at this instant, ISO 8601. */
  | { step: 'withdraw'; at: string }
  | { step: 'return'; comment: string }
  | { step: 'amend'; id: string; text: string };

/** Whether texts, codes, and goal entries may be edited: before the signature, and after a return. */
export function takesWriting({ state }: Pick<SteppedNote, 'state'>): boolean {
  return state === 'draft' || state === 'returned';
}

/** Whether it is signed and still needs a co-signature. */
export function awaitsCoSign({
  state,
  needs_co_sign,
}: Pick<SteppedNote, 'state' | 'needs_co_sign'>): boolean {
  return state === 'signed' && needs_co_sign;
}

/** Whether no signature is missing. */
export function isFinished(note: Pick<SteppedNote, 'state' | 'needs_co_sign'>): boolean {
  return note.state === 'co-signed' || (note.state === 'signed' && !note.needs_co_sign);
}

/** Whether it may be discarded: it was never signed. */
export function isDeletable({ state, steps }: Pick<SteppedNote, 'state' | 'steps'>): boolean {
  return state === 'draft' && steps.length === 0;
}

/** How long a signature that needs no co-signature can be withdrawn. */
export const WITHDRAWAL_MINUTES = 10;

/**
 * Why a signature can't be withdrawn at this instant; null if it can. A signature that needs a co-signature
 * can be withdrawn until it is co-signed; any other for a few minutes. A signature that never left its device
 * is simply removed there, without this rule.
 * @param at ISO 8601
 */
export function withdrawalProblem(note: SteppedNote, at: string): string | null {
  if (takesWriting(note)) return "This note isn't signed.";
  if (note.state === 'co-signed') return 'This note is co-signed. Add an amendment instead.';
  if (note.steps.at(-1)?.step === 'amend')
    return 'This note has been amended. Add another amendment instead.';
  const sinceMs = Date.parse(at) - Date.parse(note.signed_at ?? at);
  return note.needs_co_sign || sinceMs <= WITHDRAWAL_MINUTES * 60_000
    ? null
    : `Once sent, a signature can be withdrawn for ${WITHDRAWAL_MINUTES} minutes after signing. Add an amendment instead.`;
}

/** Why a note's current state doesn't allow a step; null if it does. Permissions are checked separately. */
export function commandProblem(note: SteppedNote, step: NoteCommand): string | null {
  switch (step.step) {
    case 'sign':
      return takesWriting(note) ? null : 'This note is already signed.';
    case 'co-sign':
    case 'return':
      if (awaitsCoSign(note)) {
        return step.step === 'return' && step.comment.trim() === '' ? 'Enter what needs to change.' : null;
      }
      return note.state === 'co-signed'
        ? 'This note is already co-signed.'
        : "This note doesn't need a co-signature.";
    case 'withdraw':
      return withdrawalProblem(note, step.at);
    case 'amend':
      if (takesWriting(note)) return "This note isn't signed. Edit it instead.";
      return step.text.trim() === '' ? 'Enter the amendment.' : null;
  }
}

interface TakenBy {
  by: string;
  by_name?: string;
  by_credentials?: string;
  at: string;
}

/**
 * The note after a step, on the device and on the server. A step that isn't allowed changes nothing, and an
 * amendment that the note already has is not added twice.
 * @param by who takes the step, under which name and credentials if known, and when (ISO 8601)
 */
export function applyNoteCommand<Note extends SteppedNote>(
  note: Note,
  step: NoteCommand,
  { by, by_name, by_credentials, at }: TakenBy,
): Note {
  if (commandProblem(note, step) !== null) return note;
  const taken = (comment = ''): SoapStep[] => [
    ...note.steps,
    {
      ...{ step: step.step, by, at, comment },
      ...(by_name === undefined ? {} : { by_name }),
      ...(by_credentials === undefined || by_credentials === '' ? {} : { by_credentials }),
    },
  ];
  switch (step.step) {
    case 'sign':
      return {
        ...note,
        state: 'signed',
        signed_by: by,
        signed_at: at,
        co_signed_by: null,
        co_signed_at: null,
        return_comment: '',
        steps: taken(),
      };
    case 'co-sign':
      return { ...note, state: 'co-signed', co_signed_by: by, co_signed_at: at, steps: taken() };
    case 'withdraw':
      return { ...note, state: 'draft', signed_by: null, signed_at: null, steps: taken() };
    case 'return': {
      const comment = step.comment.trim();
      return { ...note, state: 'returned', return_comment: comment, steps: taken(comment) };
    }
    case 'amend': {
      if (note.amendments.some(({ id }) => id === step.id)) return note;
      const added: SoapAmendment = {
        id: step.id,
        text: step.text.trim(),
        added_by: by,
        ...(by_name === undefined ? {} : { added_by_name: by_name }),
        added_at: at,
      };
      return { ...note, amendments: [...note.amendments, added], steps: taken() };
    }
  }
}

/** Whether the notes of a session complete it: each of its students has one, and no signature is missing. */
export function completesSession(
  student_ids: readonly string[],
  notes: readonly (Pick<SteppedNote, 'state' | 'needs_co_sign'> & { student: string })[],
): boolean {
  return (
    student_ids.length > 0 &&
    student_ids.every((student) => notes.some((note) => note.student === student && isFinished(note)))
  );
}
