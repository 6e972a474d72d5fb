import { applyNoteCommand, type NoteCommand, takesWriting } from '#domain/notes/soap-commands.ts';
import type { AppliedWrite, Behavior } from './behavior.ts';

/** A signature or a later step; null if the write is not a step. */
function stepOf({ endpoint, body, author }: AppliedWrite): NoteCommand | null {
  if (endpoint === 'soap.sign') return { step: 'sign' };
  if (endpoint === 'soap.co-sign') return { step: 'co-sign' };
  if (endpoint === 'soap.return') return { step: 'return', ...(body as { comment: string }) };
  if (endpoint === 'soap.withdraw') return { step: 'withdraw', at: author.captured_at };
  if (endpoint === 'soap.amend') return { step: 'amend', ...(body as { id: string; text: string }) };
  return null;
}

export const soapNoteBehavior: Behavior<'soap_note'> = {
  changed(note, write) {
    const step = stepOf(write);
    const { user_id, captured_at } = write.author;
    return step === null
      ? { ...note, ...(write.body as object) }
      : applyNoteCommand(note, step, { by: user_id, at: captured_at });
  },
  isClosed: (note) => !takesWriting(note),
};

export const goalEntryBehavior: Behavior<'goal_entry'> = { together: { trials: ['trials', 'correct'] } };
