import { CheckCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { displayDay } from '#domain/time/pacific.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { KeyHint } from '#screens/review/key-hint.tsx';
import { KeysLine } from '#screens/review/keys-line.tsx';
import { PressTwiceWords, usePressTwice } from '#screens/review/press-twice.tsx';
import { useHadTimeToRead, useSheetKeys } from '#screens/review/review-keys.ts';
import { useReviewQueue } from '#screens/review/review-queue.ts';
import { ReviewSteps } from '#screens/review/review-steps.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { NoteConfirmation } from '#ui/note-confirmation.tsx';
import { useOneAtATime } from '#ui/save-once.ts';
import { Sheet, SheetBody, SheetContent, SheetHeader, SheetTitle } from '#ui/sheet.tsx';
import { CoSignNote } from './co-sign-note.tsx';
import { NOTHING_TO_CO_SIGN, wordsOf } from './note-words.ts';
import { coSignNote, returnNote } from './record-note.ts';
import type { ListedNote } from './waiting-notes.ts';

interface CoSignSheetProps {
  /** The note that is shown first. */
  first: string;
  waiting: readonly ListedNote[];
  onOpenSession: (session: string, student: string) => void;
  onClose: () => void;
}

/** Notes to co-sign one after another: after each co-signature or return the next one opens. */
export function CoSignSheet({ first, waiting, onOpenSession, onClose }: CoSignSheetProps) {
  const { workspace } = useSignedIn();
  const queue = useReviewQueue(waiting.map(({ note }) => note.id));
  const [current, setCurrent] = useState(first);
  const [isReturning, setReturning] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [said, setSaid] = useState('');
  const title = useRef<HTMLHeadingElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const once = useOneAtATime();

  // A note that no longer waits, because of an action here or elsewhere, is replaced by the next.
  const shown = queue.isWaiting(current) ? current : queue.nearest(current, 1);
  const listed = waiting.find(({ note }) => note.id === shown);
  const hadTimeToRead = useHadTimeToRead(shown);
  const wasShown = useRef(shown);
  useEffect(() => {
    if (shown === wasShown.current) return;
    wasShown.current = shown;
    if (shown !== null) setCurrent(shown);
    setProblem(null);
    if (body.current !== null) body.current.scrollTop = 0;
    title.current?.focus();
  }, [shown]);

  /** Co-signed here, before the device's own list knows. */
  const signed = useRef<string | null>(null);
  const hasOthers = waiting.length > 1;
  const go = (by: 1 | -1) => {
    const next = shown === null ? null : queue.nearest(shown, by);
    if (next === null) return;
    setSaid('');
    setCurrent(next);
  };
  const coSign = (staysOpen: boolean) =>
    once(async () => {
      // The second tap of a double tap would sign the next note unread.
      if (listed === undefined || !hadTimeToRead()) return;
      if (signed.current === listed.note.id) return;
      try {
        await coSignNote(workspace, listed.note.id);
      } catch (caught) {
        setProblem(caught);
        return;
      }
      signed.current = listed.note.id;
      if (staysOpen) setSaid(`Co-signed: ${nameOf(listed)}.`);
      else {
        toast.success('Co-signed', { duration: 2_500 });
        onClose();
      }
    });
  const next = () => void coSign(true);
  const twice = usePressTwice('c', shown, next);
  const sheet = useSheetKeys(
    listed === undefined
      ? {}
      : { j: () => go(1), k: () => go(-1), c: twice.press, r: () => setReturning(true) },
  );
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent
        ref={sheet}
        aria-describedby={undefined}
        className="max-sm:h-[92dvh] sm:max-w-2xl"
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          title.current?.focus();
        }}
      >
        <SheetHeader className="gap-1">
          {listed === undefined ? (
            <SheetTitle ref={title} tabIndex={-1} className="outline-none">
              Notes to co-sign
            </SheetTitle>
          ) : (
            <>
              <div className="flex items-center gap-2">
                <p className="text-muted-foreground text-sm tabular-nums">
                  {`${queue.placeOf(listed.note.id)} of ${queue.length}`}
                </p>
                {hasOthers && <ReviewSteps noun="note" onStep={go} />}
              </div>
              <SheetTitle ref={title} tabIndex={-1} className="outline-none">
                {nameOf(listed)}
              </SheetTitle>
            </>
          )}
        </SheetHeader>
        {/* Next to the title, which has the focus and is announced: what was done, and the current position. */}
        <p role="status" className="sr-only">
          {said}
          {listed === undefined
            ? ` ${NOTHING_TO_CO_SIGN}`
            : ` Note ${queue.placeOf(listed.note.id)} of ${queue.length}: ${nameOf(listed)}`}
          {twice.isArmed && '. Press C again to co-sign.'}
        </p>
        <SheetBody ref={body}>
          {listed === undefined ? (
            <EmptyState
              icon={CheckCheck}
              title={NOTHING_TO_CO_SIGN}
              action={
                <Button variant="outline" onClick={onClose}>
                  Close
                </Button>
              }
            />
          ) : (
            <CoSignNote key={listed.note.id} listed={listed} onOpenSession={onOpenSession} />
          )}
        </SheetBody>
        {listed !== undefined && (
          <footer className="grid gap-2 border-border border-t bg-card px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-5">
            {problem !== null && (
              <p role="alert" className="text-destructive text-sm">
                {wordsOf(problem)}
              </p>
            )}
            <div className="flex flex-wrap items-center justify-end gap-2 max-sm:*:grow max-sm:*:px-3">
              <div className="w-full max-sm:hidden touch:hidden">
                <KeysLine>
                  {hasOthers
                    ? 'Keys: J next, K previous, C twice to co-sign, R return'
                    : 'Keys: C twice to co-sign, R return'}
                </KeysLine>
              </div>
              <Button size="lg" variant="outline" onClick={() => setReturning(true)}>
                Return
                <KeyHint>R</KeyHint>
              </Button>
              <Button
                size="lg"
                variant={hasOthers ? 'outline' : 'default'}
                onClick={() => void coSign(!hasOthers)}
              >
                {hasOthers ? (
                  'Co-sign'
                ) : (
                  <PressTwiceWords isArmed={twice.isArmed} of="C">
                    Co-sign
                  </PressTwiceWords>
                )}
              </Button>
              {hasOthers && (
                <Button size="lg" onClick={next}>
                  <PressTwiceWords isArmed={twice.isArmed} of="C">
                    Co-sign & next
                  </PressTwiceWords>
                </Button>
              )}
            </div>
          </footer>
        )}
        {isReturning && listed !== undefined && (
          <NoteConfirmation
            action="Return the note"
            label="Comment"
            needsNote
            onClose={() => setReturning(false)}
            onConfirm={async (comment) => {
              await returnNote(workspace, listed.note.id, comment);
              setSaid(`Returned: ${nameOf(listed)}.`);
            }}
          >
            {listed.provider} can edit and sign it again. What needs to change?
          </NoteConfirmation>
        )}
      </SheetContent>
    </Sheet>
  );
}

function nameOf({ student, note }: ListedNote): string {
  return `${student}, ${displayDay(note.note_date)}`;
}
