import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { PayPeriodClosing } from '#contract/payroll-closing.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { RUN_STATE_LABELS } from '#domain/payroll/run-rules.ts';
import { durationText } from '#domain/time/duration.ts';
import { Badge } from '#ui/badge.tsx';
import { StartPayroll } from './run-start.tsx';
import { RunSteps } from './run-steps.tsx';
import { RUN_STATE_LOOKS, runText } from './run-words.ts';

interface ClosingRunProps {
  closing: PayPeriodClosing;
  reload: () => Promise<void>;
  /** The link to what has changed since a run. */
  differences: (run: string) => ReactElement;
}

/** The newest run of the pay period with its next step, or the way to start one. */
export function ClosingRun({ closing, reload, differences }: ClosingRunProps) {
  const { runs, run_refusal, period } = closing;
  const [run] = runs;
  if (run === undefined) {
    return run_refusal === null ? (
      <div className="grid justify-items-start gap-4">
        <p className="text-sm">Payroll hasn't been started for this pay period.</p>
        <StartPayroll period={period.id} onStarted={() => void reload()} />
      </div>
    ) : (
      <p className="text-muted-foreground text-sm">{run_refusal}</p>
    );
  }
  const { approved, unapproved } = run;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="grid gap-0.5 text-sm">
        <p className="flex flex-wrap items-center gap-2">
          <Link
            to="/payroll/runs/$id"
            params={{ id: run.id }}
            className="font-medium underline underline-offset-2"
          >
            {runText(run)}
          </Link>
          <Badge variant={RUN_STATE_LOOKS[run.state]}>{RUN_STATE_LABELS[run.state]}</Badge>
        </p>
        <p className="text-muted-foreground tabular-nums">
          {moneyText(approved.amount_cents)} for {durationText(approved.minutes)} approved
          {unapproved.lines > 0 && `, ${moneyText(unapproved.amount_cents)} not approved`}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <RunSteps
          key={run.id}
          run={run}
          reload={reload}
          onRun={() => void reload()}
          onDiscarded={() => void reload()}
          differences={differences(run.id)}
        />
      </div>
    </div>
  );
}
