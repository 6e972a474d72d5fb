import { Ellipsis, FilePlus2, Printer } from 'lucide-react';
import { useCallback, useState } from 'react';
import { toast } from 'sonner';
import { refusedWriteOf } from '#db/outbox.ts';
import type { LocalSession } from '#db/sessions.ts';
import { useKeptDraft } from '#screens/device/kept-draft.ts';
import { useOrganization } from '#screens/device/known-organization.tsx';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#ui/dropdown-menu.tsx';
import { NoteConfirmation } from '#ui/note-confirmation.tsx';
import { usePrinting } from '#ui/use-printing.ts';
import type { NoteFacts } from './note-facts.ts';
import { NotePaper, NotePrint, type PrintKind } from './note-print.tsx';
import type { ShownNote } from './note-view.tsx';
import { amendNote, type BorrowedNote } from './record-note.ts';

interface NoteMenuProps {
  session: LocalSession;
  /** As typed so far, if it is being written. */
  shown: ShownNote;
  facts: NoteFacts;
  /** Whether the student's file is here: a family gets every goal, in its language. */
  isFileHere: boolean;
  /** Whether the reader may amend the note. */
  isOwn: boolean;
  /** The note as the server answered it, where this device doesn't hold it. */
  borrowed?: BorrowedNote;
}

/** Less frequent actions of a note: print it, and amend it once it is signed. */
export function NoteMenu({ session, shown, facts, isFileHere, isOwn, borrowed = null }: NoteMenuProps) {
  const { workspace } = useSignedIn();
  const { id, state, amendments } = shown.note;
  const refused = useLocal((db) => refusedWriteOf(db, id), [id]);
  const { name: organization, logo } = useOrganization();
  const [chosen, setChosen] = useState<PrintKind | 'amend' | null>(null);
  const stop = useCallback(() => setChosen(null), []);
  const isPrinting = usePrinting();
  const paper = { organization, logo, session, shown, facts };
  const isSigned = state === 'signed' || state === 'co-signed';
  const isAmendable = isOwn && isSigned && refused?.endpoint !== 'soap.sign';
  const draft = useKeptDraft(`soap-amendment|${id}`);
  const [typed, setTyped] = useState<string | null>(null);
  const kept = (draft.found as { text: string } | null | undefined)?.text ?? '';
  // Left by a reload, a lock, or a turned device: it opens again, unless it was added in the last moment.
  const isLeft = typed === null && kept.trim() !== '' && !amendments.some(({ text }) => text === kept.trim());
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="icon" aria-label="More actions">
            <Ellipsis aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {isAmendable && (
            <DropdownMenuItem onSelect={() => setChosen('amend')}>
              <FilePlus2 aria-hidden="true" />
              Add amendment
            </DropdownMenuItem>
          )}
          <DropdownMenuItem onSelect={() => setChosen('clinical')}>
            <Printer aria-hidden="true" />
            Print
          </DropdownMenuItem>
          {isFileHere && (
            <DropdownMenuItem onSelect={() => setChosen('family')}>
              <Printer aria-hidden="true" />
              Print for the family
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {isAmendable && (chosen === 'amend' || isLeft) && (
        <NoteConfirmation
          action="Amend the note"
          label="Amendment"
          needsNote
          typed={isLeft ? kept : ''}
          onType={(text) => {
            setChosen('amend');
            setTyped(text);
            draft.keep({ text });
          }}
          onClose={() => {
            setTyped('');
            stop();
            void draft.drop();
          }}
          onConfirm={async (text) => {
            await amendNote(workspace, id, text, borrowed);
            toast.success('Amendment added on this device', { duration: 2_500 });
          }}
        >
          Signed notes can't be changed. Your amendment is added below, with its date and your name.
        </NoteConfirmation>
      )}
      {chosen === 'clinical' || chosen === 'family' ? (
        <NotePrint kind={chosen} {...paper} onDone={stop} />
      ) : (
        // The browser's own Print, too: the screen around the note has no place on paper.
        isPrinting && <NotePaper kind="clinical" {...paper} />
      )}
    </>
  );
}
