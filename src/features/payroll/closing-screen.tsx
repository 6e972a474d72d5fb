import { CalendarClock } from 'lucide-react';
import { type ReactElement, type ReactNode, useCallback } from 'react';
import type { PayPeriodClosing } from '#contract/payroll-closing.ts';
import { counted } from '#domain/text/counted.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { type Period, usePeriodChoice } from '#screens/pay-period/period-choice.ts';
import { PeriodSwitcher } from '#screens/pay-period/period-switcher.tsx';
import type { ReportAddress } from '#screens/report/address.ts';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { RefreshButton, ServerData } from '#ui/server-data.tsx';
import { ClosingChecklist } from './closing-list.tsx';
import { ClosingRun } from './closing-run.tsx';
import type { CLOSING_FILTERS } from './payroll-filters.ts';

type Search = ReportAddress<typeof CLOSING_FILTERS>;

/** What the parts of other features get. */
export interface ClosingPart {
  period: Period;
  closing: PayPeriodClosing;
  /** Asks the server again, after something was done. */
  reload: () => Promise<void>;
}

interface ClosingScreenProps {
  search: Search;
  onSearch: (change: (before: Search) => Search) => void;
  back: ReactNode;
  /** The timesheets that wait. */
  timesheets: (part: ClosingPart) => ReactNode;
  /** Closing and locking; nothing for people who may not. */
  lock: (part: ClosingPart) => ReactNode;
  differences: (run: string) => ReactElement;
}

/** Everything that closing a pay period takes, in order: what is open, the timesheets, the run, and the lock. */
export function ClosingScreen({ search, onSearch, back, ...parts }: ClosingScreenProps) {
  const choice = usePeriodChoice(search.period, { opensClosed: true });
  if (choice === undefined) return null;
  const { period } = choice;
  if (period === null) {
    return (
      <EmptyState icon={CalendarClock} title="No pay periods yet">
        Add the pay periods of this fiscal year in Admin.
      </EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {back}
      <Closing
        key={period.id}
        period={period}
        switcher={
          <PeriodSwitcher
            choice={choice}
            onPeriod={(start) => onSearch((before) => ({ ...before, period: start }))}
          />
        }
        {...parts}
      />
    </div>
  );
}

interface ClosingProps extends Omit<ClosingScreenProps, 'search' | 'onSearch' | 'back'> {
  period: Period;
  switcher: ReactNode;
}

function Closing({ period, switcher, timesheets, lock, differences }: ClosingProps) {
  const answer = useKeptAnswer(
    'payroll-closing',
    JSON.stringify({ period: period.id }),
    useCallback(
      (api: ApiClient) => api.call('payroll.read-closing', { query: { pay_period: period.id } }),
      [period.id],
    ),
  );
  const { answeredAt, reload } = answer;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PageHeader
        title="Close pay period"
        description={answeredAt === null ? undefined : `As of ${pacificDisplay(answeredAt)}`}
        actions={
          <span className="flex flex-wrap items-center gap-2 print:hidden">
            {switcher}
            <RefreshButton state={answer} />
          </span>
        }
      />
      <ServerData name="what is still open" state={answer}>
        {(closing) => {
          const part = { period, closing, reload };
          return (
            <>
              <Card>
                <CardHeader>
                  <CardTitle>1. What is still open</CardTitle>
                  <CardDescription>{openWords(closing)}</CardDescription>
                </CardHeader>
                <ClosingChecklist closing={closing} reload={reload} />
              </Card>
              <Card>
                <CardHeader>
                  <CardTitle>2. Timesheets</CardTitle>
                </CardHeader>
                <CardContent>{timesheets(part)}</CardContent>
              </Card>
              <Card>
                <CardHeader>
                  <CardTitle>3. Payroll run</CardTitle>
                </CardHeader>
                <CardContent>
                  <ClosingRun closing={closing} reload={reload} differences={differences} />
                </CardContent>
              </Card>
              <Card>
                <CardHeader>
                  <CardTitle>4. Close and lock</CardTitle>
                </CardHeader>
                <CardContent>{lock(part)}</CardContent>
              </Card>
            </>
          );
        }}
      </ServerData>
    </div>
  );
}

function openWords({ items }: PayPeriodClosing): string {
  const open = items.filter(({ count }) => count > 0).length;
  return open === 0
    ? 'Nothing is open in this pay period.'
    : `${counted(open, 'item is', 'items are')} open. You can continue anyway; the run lists what's missing.`;
}
