import { type FormEvent, useState } from 'react';
import { pacificInstantAfter, skippedTimeProblem } from '#domain/time/clock-change.ts';
import { displayTime, pacificTime } from '#domain/time/pacific.ts';
import { TimeInput } from '#screens/form/time-input.tsx';
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

interface BreakEndDialogProps {
  kind: 'lunch' | 'pause';
  /** Instants, ISO 8601. */
  started_at: string;
  now: string;
  workDate: string;
  onEntered: (at: string) => void;
  onGiveUp: () => void;
}

/** Asks when a running lunch or pause ended, before clocking out. */
export function BreakEndDialog({
  kind,
  started_at,
  now,
  workDate,
  onEntered,
  onGiveUp,
}: BreakEndDialogProps) {
  const [time, setTime] = useState(pacificTime(now));
  const [problem, setProblem] = useState<string>();
  const name = kind === 'lunch' ? 'Lunch' : 'Break';
  const enter = (event: FormEvent) => {
    event.preventDefault();
    if (time === '') return setProblem('Enter a time.');
    const skipped = skippedTimeProblem(workDate, time);
    if (skipped !== null) return setProblem(skipped);
    // The current minute means now, to the second.
    const at = time === pacificTime(now) ? now : pacificInstantAfter({ day: workDate, time }, started_at);
    if (Date.parse(at) < Date.parse(started_at)) {
      return setProblem(`It started at ${displayTime(pacificTime(started_at))}.`);
    }
    if (Date.parse(at) > Date.parse(now)) return setProblem('That time is in the future.');
    onEntered(at);
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onGiveUp()}>
      <DialogContent>
        <form noValidate className="grid gap-4" onSubmit={enter}>
          <DialogHeader>
            <DialogTitle>{name} is still running</DialogTitle>
            <DialogDescription>
              Started at {displayTime(pacificTime(started_at))}. When did it end?
            </DialogDescription>
          </DialogHeader>
          <Field label={kind === 'lunch' ? 'End of lunch' : 'End of break'} required error={problem}>
            <TimeInput value={time} onChange={({ target }) => setTime(target.value)} />
          </Field>
          <DialogFooter>
            <Button variant="outline" onClick={onGiveUp}>
              Cancel
            </Button>
            <Button type="submit">Clock out</Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
