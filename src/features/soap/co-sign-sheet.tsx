import { CheckCheck, ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { displayDay } from '#domain/time/pacific.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { DOUBLE_TAP_MS } from '#ui/double-tap.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { NoteConfirmation } from '#ui/note-confirmation.tsx';
import { useOneAtATime } from '#ui/save-once.ts';
import { Sheet, SheetBody, SheetContent, SheetHeader, SheetTitle } from '#ui/sheet.tsx';
import { CoSignNote } from './co-sign-note.tsx';
import { NOTHING_TO_CO_SIGN, wordsOf } from './note-words.ts';
import { coSignNote, returnNote } from './record-note.ts';
import { nearestWaiting, reviewQueue } from './review-queue.ts';
import { useSheetKeys } from './sheet-keys.ts';
import type { ListedNote } from './waiting-notes.ts';

interface CoSignSheetProps {
  /** The note that is shown first. */
  first: string;
  waiting: readonly ListedNote[];
  onOpenSession: (session: string) => void;
  onClose: () => void;
}

/** Notes to co-sign one after another: after each co-signature or return the next one opens. */
export function CoSignSheet({ first, waiting, onOpenSession, onClose }: CoSignSheetProps) {
  const { workspace } = useSignedIn();
  const ids = waiting.map(({ note }) => note.id);
  const [known, setKnown] = useState(ids);
  const [current, setCurrent] = useState(first);
  const [isReturning, setReturning] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [said, setSaid] = useState('');
  const title = useRef<HTMLHeadingElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const once = useOneAtATime();

  const queue = reviewQueue(known, ids);
  const isWaiting = new Set(ids);
  // A note that no longer waits, because of an action here or elsewhere, is replaced by the next.
  const shown = isWaiting.has(current) ? current : nearestWaiting(queue, isWaiting, current, 1);
  const listed = waiting.find(({ note }) => note.id === shown);
  const length = queue.length;
  useEffect(() => {
    if (length > known.length) setKnown(queue);
  });
  const wasShown = useRef(shown);
  const shownAt = useRef(0);
  useEffect(() => {
    shownAt.current = performance.now();
    if (shown === wasShown.current) return;
    wasShown.current = shown;
    if (shown !== null) setCurrent(shown);
    setProblem(null);
    if (body.current !== null) body.current.scrollTop = 0;
    title.current?.focus();
  }, [shown]);

  /** Co-signed here, before the device's own list knows. */
  const signed = useRef<string | null>(null);
  const hasOthers = ids.length > 1;
  const go = (by: 1 | -1) => {
    const next = shown === null ? null : nearestWaiting(queue, isWaiting, shown, by);
    if (next === null) return;
    setSaid('');
    setCurrent(next);
  };
  const coSign = (staysOpen: boolean) =>
    once(async () => {
      // The second tap of a double tap would sign the next note unread.
      if (listed === undefined || performance.now() - shownAt.current < DOUBLE_TAP_MS) return;
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
  const sheet = useSheetKeys(
    listed === undefined ? {} : { j: () => go(1), k: () => go(-1), c: next, r: () => setReturning(true) },
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
                  {`${queue.indexOf(listed.note.id) + 1} of ${length}`}
                </p>
                {hasOthers && (
                  <>
                    <Button size="sm" variant="ghost" aria-label="Previous note" onClick={() => go(-1)}>
                      <ChevronUp aria-hidden="true" />
                      <KeyHint>K</KeyHint>
                    </Button>
                    <Button size="sm" variant="ghost" aria-label="Next note" onClick={() => go(1)}>
                      <ChevronDown aria-hidden="true" />
                      <KeyHint>J</KeyHint>
                    </Button>
                  </>
                )}
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
            : ` Note ${queue.indexOf(listed.note.id) + 1} of ${length}: ${nameOf(listed)}`}
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
              <Button size="lg" variant="outline" onClick={() => setReturning(true)}>
                Return
                <KeyHint>R</KeyHint>
              </Button>
              <Button
                size="lg"
                variant={hasOthers ? 'outline' : 'default'}
                onClick={() => void coSign(!hasOthers)}
              >
                Co-sign
                {!hasOthers && <KeyHint>C</KeyHint>}
              </Button>
              {hasOthers && (
                <Button size="lg" onClick={next}>
                  Co-sign & next
                  <KeyHint>C</KeyHint>
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

/** A keyboard shortcut of the sheet, on devices with a keyboard. The button that it presses has the label. */
function KeyHint({ children }: { children: string }) {
  return (
    <Kbd
      aria-hidden="true"
      className="border-current bg-transparent text-current opacity-70 max-sm:hidden touch:hidden"
    >
      {children}
    </Kbd>
  );
}
