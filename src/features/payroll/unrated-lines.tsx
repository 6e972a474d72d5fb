import { Link } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import type { RunFile } from '#contract/payroll.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { LINE_KIND_LABELS } from '#domain/payroll/pay-line.ts';
import { isRunOpen } from '#domain/payroll/run-rules.ts';
import type { RunState } from '#domain/payroll/run-states.ts';
import { counted } from '#domain/text/counted.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';

interface UnratedLinesProps extends Pick<RunFile, 'unrated'> {
  run: string;
  state: RunState;
}

/** The approved lines that have no pay rate, because of which no one can approve the run, with the way to the rates. */
export function UnratedLines({ run, state, unrated }: UnratedLinesProps) {
  const { profile } = useSignedIn();
  const maySeeRates = mayUse({ role: profile.auth, grants: profile.grants }, 'provider.read');
  if (unrated.length === 0 || !isRunOpen(state)) return null;
  const lines = unrated.reduce((sum, one) => sum + one.lines, 0);
  return (
    <section
      aria-label="Lines without a pay rate"
      className="grid gap-1 rounded-lg border border-border bg-warning-soft px-4 py-2.5 text-sm text-warning print:hidden"
    >
      <p className="flex items-start gap-2">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>
          {counted(lines, 'approved line has', 'approved lines have')} no pay rate, so no one can approve this
          run. Add the rate, then take a new snapshot, or leave the lines out.{' '}
          <Link
            to="/payroll/runs/$id"
            params={{ id: run }}
            search={{ show: 'no-rate' }}
            className="font-medium underline underline-offset-2"
          >
            Show the lines
          </Link>
        </span>
      </p>
      <ul aria-label="Missing rates" className="flex flex-wrap gap-x-4 gap-y-1 pl-6">
        {unrated.map(({ provider, provider_name, what, lines: count }) => (
          <li key={`${provider} ${what}`}>
            {what === LINE_KIND_LABELS.clock ? (
              <Link
                to="/payroll/pay-rates"
                search={{ type: 'clock' }}
                className="font-medium underline underline-offset-2"
              >
                {provider_name}
              </Link>
            ) : maySeeRates ? (
              <Link
                to="/providers/info/$id"
                params={{ id: provider }}
                search={{ tab: 'rates' }}
                className="font-medium underline underline-offset-2"
              >
                {provider_name}
              </Link>
            ) : (
              provider_name
            )}
            : {what} ({counted(count, 'line')})
          </li>
        ))}
      </ul>
    </section>
  );
}
