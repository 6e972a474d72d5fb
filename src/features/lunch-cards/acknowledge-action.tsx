import { type FormEvent, type ReactNode, useState } from 'react';
import { toast } from 'sonner';
import type { LunchCard } from '#contract/lunch-cards.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { DurationDisplay } from '#screens/device/duration-display.tsx';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { acknowledgeLunch } from '#sync/acknowledge-lunch.ts';
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
import { findingText, lunchWords, reasonWords } from './card-words.ts';

interface AcknowledgeActionProps {
  card: LunchCard;
  /** The server has stored it. */
  onAcknowledged: () => Promise<void>;
}

/** The employer's part of a waiver, or a note on a violation. A colleague acknowledges the person's own. */
export function AcknowledgeAction({ card, onAcknowledged }: AcknowledgeActionProps) {
  const [isOpen, setOpen] = useState(false);
  if (!card.may_acknowledge) return <span className="text-muted-foreground">Pending</span>;
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
        Acknowledge<span className="sr-only"> {nameOf(card)}</span>
      </Button>
      {isOpen && (
        <AcknowledgeDialog card={card} onAcknowledged={onAcknowledged} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

function nameOf({ provider_name, work_date }: LunchCard): string {
  return `${provider_name}, ${displayDay(work_date)}`;
}

function AcknowledgeDialog({
  card,
  onAcknowledged,
  onClose,
}: AcknowledgeActionProps & { onClose: () => void }) {
  const { engine } = useSignedIn();
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const needsNote = card.compliance === 'noncompliant';
  const acknowledge = async (event: FormEvent) => {
    event.preventDefault();
    if (needsNote && note.trim() === '') return setProblem('Add a note: this day is out of compliance.');
    setProblem(undefined);
    setSending(true);
    try {
      await acknowledgeLunch(engine.api, card.id, note);
      toast.success('Acknowledged', { duration: 2_500 });
      onClose();
      await onAcknowledged();
    } catch (failure) {
      setSending(false);
      setProblem(failure instanceof Error ? failure.message : String(failure));
    }
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        <form noValidate className="grid gap-4" onSubmit={(event) => void acknowledge(event)}>
          <DialogHeader>
            <DialogTitle>Acknowledge lunch card</DialogTitle>
            <DialogDescription>
              {nameOf(card)}. {findingText(card)}
            </DialogDescription>
          </DialogHeader>
          <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-sm">
            <Fact name="Worked">
              {card.started_at === null ? 'No timecard' : <DurationDisplay minutes={card.worked_minutes} />}
            </Fact>
            <Fact name="Lunch">{lunchWords(card) || 'None'}</Fact>
            <Fact name="Reason given">{reasonWords(card) || 'None'}</Fact>
          </dl>
          <Field label="Note" required={needsNote} error={problem}>
            <Textarea rows={3} value={note} onChange={({ target }) => setNote(target.value)} />
          </Field>
          <DialogFooter>
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" progress={isSending ? 'loading' : 'idle'}>
              Acknowledge
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </>
  );
}
