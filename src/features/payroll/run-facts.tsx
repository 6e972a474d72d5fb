import type { PayrollRun } from '#contract/payroll.ts';
import { RUN_STATE_LABELS } from '#domain/payroll/run-rules.ts';
import { isolated } from '#domain/text/isolated.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { WarningList } from './run-warnings.tsx';
import { warningLines } from './run-words.ts';

/** What the run may lack, and its history. */
export function RunFacts({ run }: { run: PayrollRun }) {
  const warnings = warningLines(run.warnings).length;
  return (
    <div className="grid gap-2 print:hidden">
      <Disclosure
        title={warnings === 0 ? 'Nothing was missing at the start' : `Missing at the start (${warnings})`}
      >
        <WarningList warnings={run.warnings} />
      </Disclosure>
      <Disclosure title="History">
        <ol aria-label="History" className="grid gap-3 text-sm">
          {run.steps.map(({ state, by_name, at, note }, place) => (
            <li key={at} className="grid gap-0.5">
              <span className="font-medium">
                {stepWords(state, place)} by {isolated(by_name)}
                <span className="font-normal text-muted-foreground">, {pacificDisplay(at)}</span>
              </span>
              {note !== '' && <span className="whitespace-pre-wrap">{note}</span>}
            </li>
          ))}
        </ol>
      </Disclosure>
    </div>
  );
}

function stepWords(state: PayrollRun['state'], place: number): string {
  if (place === 0) return 'Started';
  if (state === 'open') return 'Sent back';
  return state === 'review' ? 'Sent to review' : RUN_STATE_LABELS[state];
}
