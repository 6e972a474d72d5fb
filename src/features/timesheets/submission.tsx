import { CircleAlert, Send } from 'lucide-react';
import { useId, useState } from 'react';
import { toast } from 'sonner';
import { ATTESTATION } from '#domain/timesheets/attestation.ts';
import { blocksSubmission } from '#domain/timesheets/day-problems.ts';
import { useOrganization } from '#screens/device/known-organization.tsx';
import { useSignedIn } from '#screens/device/signed-in.ts';
import type { PeriodChoice } from '#screens/pay-period/period-choice.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from '#ui/card.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import type { OwnHours } from './own-hours.ts';
import { submitTimesheet } from './submit-timesheet.ts';

interface SubmissionProps {
  hours: OwnHours;
  period: NonNullable<PeriodChoice['period']>;
  today: string;
}

/** Certifies and submits the user's own period, online or offline. */
export function Submission({ hours, period, today }: SubmissionProps) {
  const { meal_policies } = useOrganization();
  const { workspace, profile } = useSignedIn();
  const [isDeclared, setDeclared] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [notes, setNotes] = useState('');
  const [state, setState] = useState<{ isBusy: boolean; problem: string | null }>({
    isBusy: false,
    problem: null,
  });
  const checkId = useId();
  const errors = hours.days.filter(({ problems }) => problems.some(blocksSubmission)).length;
  const unsent = hours.work.covered.writes.length;
  const submit = async () => {
    setAsked(true);
    if (!isDeclared) return;
    setState({ isBusy: true, problem: null });
    try {
      const { user_id: provider, emp } = profile;
      const range = { from: period.start_date, to: period.end_date };
      const submitted = await submitTimesheet(
        workspace,
        { provider, emp, ...range },
        notes.trim(),
        meal_policies,
      );
      setState({ isBusy: false, problem: submitted.kind === 'refused' ? submitted.message : null });
      if (submitted.kind === 'saved') toast.success('Saved on this device', { duration: 2_500 });
    } catch (problem) {
      const words = problem instanceof Error ? problem.message : String(problem);
      setState({ isBusy: false, problem: `Not saved. ${words}` });
    }
  };
  return (
    <Card className="print:hidden">
      <CardHeader>
        <CardTitle>Submit this timesheet</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-4">
        {errors > 0 && (
          <p className="flex items-start gap-2 text-destructive text-sm">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {errors === 1 ? 'One day has errors.' : `${errors} days have errors.`} Fix them before you submit.
          </p>
        )}
        {today <= period.end_date && (
          <p className="text-muted-foreground text-sm">
            This period isn't over. After you submit, you can't add entries to its days unless you withdraw
            the timesheet.
          </p>
        )}
        {unsent > 0 && (
          <p className="text-muted-foreground text-sm">
            {unsent === 1 ? '1 change on these days is' : `${unsent} changes on these days are`} still on this
            device. The timesheet counts as submitted once they've synced.
          </p>
        )}
        <div className="grid gap-1.5">
          <div className="flex items-start gap-3">
            <Checkbox
              id={checkId}
              checked={isDeclared}
              aria-invalid={isAsked && !isDeclared}
              aria-describedby={`${checkId}-error`}
              onCheckedChange={(checked) => setDeclared(checked === true)}
            />
            <label htmlFor={checkId} className="max-w-prose text-sm leading-5">
              {ATTESTATION.text}
            </label>
          </div>
          <p id={`${checkId}-error`} aria-live="polite" className="text-destructive text-xs empty:hidden">
            {isAsked && !isDeclared && 'Check the statement to submit.'}
          </p>
        </div>
        <Field label="Notes" className="max-w-prose">
          <Textarea value={notes} maxLength={2_000} onChange={({ target }) => setNotes(target.value)} />
        </Field>
        {state.problem !== null && (
          <p role="alert" className="text-destructive text-sm">
            {state.problem}
          </p>
        )}
      </CardContent>
      <CardFooter>
        <Button
          className="max-sm:h-12 max-sm:w-full"
          disabled={errors > 0}
          progress={state.isBusy ? 'loading' : 'idle'}
          onClick={() => void submit()}
        >
          {!state.isBusy && <Send aria-hidden="true" />}
          Submit
        </Button>
      </CardFooter>
    </Card>
  );
}
