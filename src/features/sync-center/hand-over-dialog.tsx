import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { NoAnswer } from '#sync/api-client.ts';
import { handOver } from '#sync/outbox/hand-over.ts';
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
import { Textarea } from '#ui/textarea.tsx';
import type { OrphanedRecord } from './queue.ts';
import { sentenceOf } from './write-words.ts';

const LONGEST_NOTE = 2_000;

type Step = { name: 'asking' | 'sending' | 'done' } | { name: 'failed'; words: string };

interface HandOverDialogProps {
  draft: OrphanedRecord;
  onClose: () => void;
}

/** Hands an orphaned draft over to those who may see its student now, with a note by its author. */
export function HandOverDialog({ draft, onClose }: HandOverDialogProps) {
  const { engine, workspace } = useSignedIn();
  const { isReachable } = useSyncExternalStore(engine.subscribe, engine.getStatus);
  const [note, setNote] = useState('');
  const [step, setStep] = useState<Step>({ name: 'asking' });
  const [{ write_id: writeId }] = draft.writes;
  const what = sentenceOf(draft);
  const handIt = async () => {
    setStep({ name: 'sending' });
    try {
      await handOver(engine.sender, writeId, note.trim());
      // If the student has come back in between, nothing is handed over.
      const left = await workspace.db.history.get(writeId);
      if (left?.outcome === 'handed-over') setStep({ name: 'done' });
      else
        setStep({
          name: 'failed',
          words: 'Nothing was handed over. Close this and check the Sync center again.',
        });
    } catch (problem) {
      setStep({ name: 'failed', words: problemWords(problem) });
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void handIt();
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent closable={false}>
        {step.name === 'done' ? (
          <>
            <DialogHeader>
              <DialogTitle>Handed over</DialogTitle>
              <DialogDescription role="status">
                {`${what} It's on the server. Your supervisor, a service lead, or an admin reviews it. Once accepted, it counts as your work. You can find it in the history.`}
              </DialogDescription>
            </DialogHeader>
            <DialogFooter>
              <Button onClick={onClose}>Close</Button>
            </DialogFooter>
          </>
        ) : (
          <form noValidate className="contents" onSubmit={submit}>
            <DialogHeader>
              <DialogTitle>Hand over to a supervisor</DialogTitle>
              <DialogDescription>
                {`${what} Your supervisor, a service lead, or an admin gets it as you entered it, and accepts or rejects it. You need a connection for this.`}
              </DialogDescription>
            </DialogHeader>
            <Field label="Note" description="Optional. What should the reviewer know?">
              <Textarea
                value={note}
                maxLength={LONGEST_NOTE}
                onChange={({ target }) => setNote(target.value)}
              />
            </Field>
            <p role="alert" className="text-destructive text-sm empty:hidden">
              {step.name === 'failed'
                ? step.words
                : isReachable === false && step.name === 'asking'
                  ? "Can't reach the server right now."
                  : ''}
            </p>
            <DialogFooter>
              <Button variant="outline" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" progress={step.name === 'sending' ? 'loading' : 'idle'}>
                Hand over
              </Button>
            </DialogFooter>
          </form>
        )}
      </DialogContent>
    </Dialog>
  );
}

function problemWords(problem: unknown): string {
  if (problem instanceof NoAnswer) {
    return "Can't reach the server. The draft stays here. Try again when you're back online.";
  }
  return problem instanceof Error ? problem.message : String(problem);
}
