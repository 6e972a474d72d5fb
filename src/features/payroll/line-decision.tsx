import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import type { RunLine } from '#contract/payroll.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { isExtraPay, payCents } from '#domain/payroll/pay-line.ts';
import { isAdjustable, lineRefusal } from '#domain/payroll/run-rules.ts';
import type { RunState } from '#domain/payroll/run-states.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
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
import { Label } from '#ui/label.tsx';
import { useOneAtATime } from '#ui/save-once.ts';
import { Textarea } from '#ui/textarea.tsx';
import type { RunLineRow } from './run-lines.tsx';

type Errors = Readonly<Record<string, string>>;

interface LineDecisionProps {
  row: RunLineRow;
  /** Of the run. */
  state: RunState;
  onDecided: () => Promise<void>;
}

/** The button that adjusts a line of a run. */
export function LineDecision(props: LineDecisionProps) {
  const { row } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
        Adjust<span className="sr-only"> {row.name}</span>
      </Button>
      {isOpen && <LineDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Whole minutes as they were typed: null if nothing was, undefined if it isn't a number. */
function minutesTyped(typed: string): number | null | undefined {
  const text = typed.trim().replace('−', '-');
  if (text === '') return null;
  return /^-?\d{1,5}$/.test(text) ? Number(text) : undefined;
}

function LineDialog({ row, state, onDecided, onClose }: LineDecisionProps & { onClose: () => void }) {
  const { line } = row;
  const { profile } = useSignedIn();
  const write = useServerWrite({ refreshes: false });
  const once = useOneAtATime();
  const [isApproved, setApproved] = useState(row.is_approved);
  const [typed, setTyped] = useState(line.decision?.adjusted_minutes?.toString() ?? '');
  const [note, setNote] = useState(line.decision?.note ?? '');
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const minutes = minutesTyped(typed);
  const save = async () => {
    if (minutes === undefined) return setErrors({ adjusted_minutes: 'Enter whole minutes.' });
    const body = { is_approved: isApproved, adjusted_minutes: minutes, note };
    const refusal = lineRefusal(profile, line, state, body);
    setErrors(refusal?.fields ?? {});
    setProblem(refusal === null || refusal.fields !== undefined ? null : (refusal.message ?? null));
    if (refusal !== null) return;
    setBusy(true);
    try {
      const refused = await write(
        'payroll.decide-line',
        { params: { id: line.id }, body },
        line.decision?.version ?? 0,
      );
      if (refused === null) {
        toast.success('Line saved', { duration: 2_500 });
        onClose();
        await onDecided();
      } else setErrors(refused);
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void once(save);
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        <form noValidate className="grid gap-4" onSubmit={submit}>
          <DialogHeader>
            <DialogTitle>Adjust pay line</DialogTitle>
            <DialogDescription>{row.title}</DialogDescription>
          </DialogHeader>
          <ul aria-label="How it was calculated" className="grid gap-1 text-muted-foreground text-sm">
            {line.why.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <Label className="flex items-center gap-2 text-sm touch:min-h-11">
            <Checkbox checked={isApproved} onCheckedChange={(checked) => setApproved(checked === true)} />
            Approved for payment
          </Label>
          {!isExtraPay(line.kind) && (
            <Field
              label="Adjusted minutes"
              description={`${amountWords(line, minutes)} Overtime and meal premiums don't change.`}
              error={errors.adjusted_minutes}
            >
              <Input
                inputMode="numeric"
                autoComplete="off"
                className="tabular-nums"
                placeholder={String(line.minutes)}
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
            </Field>
          )}
          <Field label="Note" error={errors.note}>
            <Textarea
              rows={3}
              maxLength={2_000}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          </Field>
          {problem !== null && (
            <p role="alert" className="text-destructive text-sm">
              {problem}
            </p>
          )}
          <DialogFooter>
            <Button type="button" variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" progress={isBusy ? 'loading' : 'idle'}>
              Save
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** What the minutes pay. */
function amountWords(line: RunLine, minutes: number | null | undefined): string {
  const { hourly_cents, percent, amount_cents } = line;
  if (minutes === null || minutes === undefined || !isAdjustable(line, minutes)) {
    const pays = amount_cents === null ? 'no pay rate yet' : moneyText(amount_cents);
    return `Leave blank to keep ${line.minutes} minutes (${pays}).`;
  }
  return hourly_cents === null
    ? 'No pay rate yet.'
    : `Pays ${moneyText(payCents(minutes, hourly_cents, percent))}.`;
}
