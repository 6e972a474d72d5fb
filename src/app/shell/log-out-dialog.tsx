import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { outboxCounts } from '#db/outbox.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';

/** The word to type before unsynced changes are discarded. */
export const DISCARD_WORD = 'DISCARD';

interface LogOutDialogProps {
  /** The number of unsynced changes. */
  unsent: number;
  onStay: () => void;
  onLogOut: (discardUnsent: boolean) => void;
}

/** Logs out; with changes that haven't synced, what becomes of them has to be asked first. */
export function useLogOut() {
  const { signIn } = useRouter().options.context;
  const { workspace } = useSignedIn();
  const [unsent, setUnsent] = useState(0);
  const logOut = (discardUnsent: boolean) =>
    signIn.actor.send({ type: 'signIn.ended', reason: 'logged-out', discardUnsent });
  return {
    /** More than 0 while the question has to be asked. */
    unsent,
    logOut,
    stay: () => setUnsent(0),
    async ask(): Promise<void> {
      const { waiting, attention } = await outboxCounts(workspace.db);
      if (waiting + attention === 0) logOut(false);
      else setUnsent(waiting + attention);
    },
  };
}

/** Asks what to do with unsynced changes before an explicit logout. */
export function LogOutDialog({ unsent, onStay, onLogOut }: LogOutDialogProps) {
  const [isDiscarding, setDiscarding] = useState(false);
  const [typed, setTyped] = useState('');
  const changes = unsent === 1 ? '1 change' : `${unsent} changes`;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onStay()}>
      <DialogContent>
        {isDiscarding ? (
          <form
            className="contents"
            onSubmit={(event) => {
              event.preventDefault();
              if (typed.trim() === DISCARD_WORD) onLogOut(true);
            }}
          >
            <DialogHeader>
              <DialogTitle>Discard {changes}?</DialogTitle>
              <DialogDescription>
                {unsent === 1 ? "It hasn't synced" : "They haven't synced"} and can't be recovered. Your other
                records are removed from this device too, but not from the server.
              </DialogDescription>
            </DialogHeader>
            <Field label={`Type ${DISCARD_WORD} to confirm`}>
              <Input
                value={typed}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                onChange={(event) => setTyped(event.target.value)}
              />
            </Field>
            <DialogFooter>
              <Button variant="outline" onClick={() => setDiscarding(false)}>
                Back
              </Button>
              <Button type="submit" variant="destructive" disabled={typed.trim() !== DISCARD_WORD}>
                Discard and log out
              </Button>
            </DialogFooter>
          </form>
        ) : (
          <>
            <DialogHeader>
              <DialogTitle>Log out with unsynced changes?</DialogTitle>
              <DialogDescription>
                {unsent === 1
                  ? '1 change will stay encrypted on this device'
                  : `${unsent} changes will stay encrypted on this device`}{' '}
                until you log in here again. No one else can read or send {unsent === 1 ? 'it' : 'them'}.
              </DialogDescription>
            </DialogHeader>
            {/* The choice that loses work comes last, and never has the initial focus. */}
            <DialogFooter className="sm:items-center">
              <Button variant="outline" onClick={onStay}>
                Stay
              </Button>
              <Button onClick={() => onLogOut(false)}>Log out and keep</Button>
              <Button
                variant="link"
                className="text-destructive sm:order-first sm:mr-auto sm:px-0"
                onClick={() => setDiscarding(true)}
              >
                Discard…
              </Button>
            </DialogFooter>
          </>
        )}
      </DialogContent>
    </Dialog>
  );
}
