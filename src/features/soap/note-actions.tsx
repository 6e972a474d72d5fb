import { Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { toast } from 'sonner';
import { refusedWriteOf } from '#db/outbox.ts';
import type { LocalSoapNote } from '#db/soap-notes.ts';
import { isDeletable, withdrawalProblem } from '#domain/notes/soap-commands.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { DeleteConfirmation } from '#ui/delete-confirmation.tsx';
import { wordsOf } from './note-words.ts';
import {
  amendNote,
  type BorrowedNote,
  takeSignatureBack,
  throwNoteAway,
  unsentSignatureOf,
  withdrawSignature,
} from './record-note.ts';

interface NoteActionsProps {
  note: LocalSoapNote;
  /** The note as the server answered it, where this device doesn't hold it. */
  borrowed?: BorrowedNote;
  lateText: string;
  onLate: () => void;
  /** Beside the buttons. */
  menu: ReactNode;
}

/** What an author does with a note besides writing it. */
export function NoteActions({ note, borrowed = null, lateText: late, onLate, menu }: NoteActionsProps) {
  const { workspace } = useSignedIn();
  const { id, signed_at } = note;
  const refused = useLocal((db) => refusedWriteOf(db, id), [id]);
  const unsent = useLocal((db) => unsentSignatureOf(db, { id, signed_at }), [id, signed_at]);
  const [isDeleting, setDeleting] = useState(false);
  const now = new Date(workspace.clock.now()).toISOString();
  const isSigned = note.state === 'signed' || note.state === 'co-signed';
  const isWithdrawable = refused === null && withdrawalProblem(note, now) === null;
  const canTakeBack = isSigned && ((unsent ?? null) !== null || isWithdrawable);
  return (
    <>
      <span className="ml-auto flex items-center gap-2">
        {canTakeBack && (
          <Button
            variant="outline"
            size="sm"
            onClick={() =>
              void withdrawSignature(workspace, note.id, borrowed).then(
                () => toast.success('Signature withdrawn on this device', { duration: 2_500 }),
                (problem) => toast.error(wordsOf(problem)),
              )
            }
          >
            <Undo2 aria-hidden="true" />
            Withdraw signature
          </Button>
        )}
        {isDeletable(note) && (
          <Button variant="ghost" size="sm" onClick={() => setDeleting(true)}>
            <Trash2 aria-hidden="true" />
            Delete draft
          </Button>
        )}
        {menu}
      </span>
      {refused?.endpoint === 'soap.sign' && (
        <div
          role="alert"
          className="grid w-full gap-2 rounded-lg bg-warning-soft px-3 py-2 text-sm text-warning"
        >
          <p>The signature wasn't accepted: {refused.problem?.message}</p>
          <Button
            variant="outline"
            size="sm"
            className="w-fit"
            onClick={() => void takeSignatureBack(workspace, note.id)}
          >
            <Undo2 aria-hidden="true" />
            Edit and sign again
          </Button>
        </div>
      )}
      {late !== '' && (
        <div
          role="alert"
          className="grid w-full gap-2 rounded-lg bg-warning-soft px-3 py-2 text-sm text-warning"
        >
          <p>This note was signed while you were typing. We kept your text:</p>
          <p className="whitespace-pre-wrap">{late}</p>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => void amendNote(workspace, note.id, late, borrowed).then(onLate)}>
              Add as an amendment
            </Button>
            <Button size="sm" variant="outline" onClick={onLate}>
              Discard
            </Button>
          </div>
        </div>
      )}
      <DeleteConfirmation
        name="this draft and its goal data"
        open={isDeleting}
        onOpenChange={setDeleting}
        onConfirm={async () => {
          await throwNoteAway(workspace, note.id);
          toast.success('Draft deleted on this device', { duration: 2_500 });
        }}
      />
    </>
  );
}
