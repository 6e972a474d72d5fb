import { CircleCheck } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import type { PayPeriodFile } from '#contract/pay-periods.ts';
import { PERIOD_STATE_LABELS, stateOfPeriod } from '#domain/payroll/pay-period-rules.ts';
import { counted } from '#domain/text/counted.ts';
import { displayDay, pacificDisplay } from '#domain/time/pacific.ts';
import { absentAsNull } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Badge } from '#ui/badge.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '#ui/card.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { DeletePeriod } from './delete-period.tsx';
import { STATE_LOOKS } from './pay-period-list.tsx';
import { PeriodSteps, possibleSteps } from './period-steps.tsx';

interface PayPeriodInfoProps {
  id: string;
  back: ReactNode;
  /** In place of a period that doesn't exist. */
  notFound: ReactNode;
  /** The period was deleted. */
  onDeleted: () => void;
  /** The link to its closing checklist, for people who run payroll. */
  closing?: ((start: string) => ReactNode) | undefined;
}

/** A pay period: its status, what blocks closing it, and who closed or reopened it when. */
export function PayPeriodInfo({ id, back, notFound, ...more }: PayPeriodInfoProps) {
  const answer = useKeptAnswer(
    'pay-period',
    JSON.stringify({ id }),
    useCallback((api: ApiClient) => absentAsNull(api.call('pay-period.read', { params: { id } })), [id]),
  );
  if (answer.result === null) return notFound;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {back}
      <ServerData name="the pay period" state={{ ...answer, result: answer.result }}>
        {(file) => <PeriodFile file={file} reload={answer.reload} {...more} />}
      </ServerData>
    </div>
  );
}

interface PeriodFileProps extends Pick<PayPeriodInfoProps, 'onDeleted' | 'closing'> {
  file: PayPeriodFile;
  reload: () => Promise<void>;
}

function PeriodFile({ file, reload, onDeleted, closing }: PeriodFileProps) {
  const { period, obstacles, steps } = file;
  const possible = possibleSteps(file, useToday());
  const state = stateOfPeriod(period);
  const dates = `${displayDay(period.start_date)} – ${displayDay(period.end_date)}`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PageHeader
        className="max-lg:grid"
        title={dates}
        badge={<Badge variant={STATE_LOOKS[state]}>{PERIOD_STATE_LABELS[state]}</Badge>}
        description={
          possible.length === 0 ? `It can be closed after ${displayDay(period.end_date)}.` : undefined
        }
        actions={
          <span className="flex flex-wrap items-center gap-2 print:hidden">
            <PeriodSteps file={file} reload={reload} />
            {closing?.(period.start_date)}
            <DeletePeriod period={period} title={dates} reload={reload} onDeleted={onDeleted} />
          </span>
        }
      />
      {state !== 'locked' && <Obstacles obstacles={obstacles} />}
      <History steps={steps} />
    </div>
  );
}

function Obstacles({ obstacles }: Pick<PayPeriodFile, 'obstacles'>) {
  const { unsubmitted, undecided_timesheets, undecided_requests, held_changes, unsynced } = obstacles;
  const lines = [
    ...(unsubmitted.length === 0
      ? []
      : [
          {
            title: `${counted(unsubmitted.length, 'provider')} with work in this period but no submitted timesheet`,
            names: unsubmitted.map(({ name }) => name),
          },
        ]),
    ...countedLine(undecided_timesheets, 'submitted timesheet to review', 'submitted timesheets to review'),
    ...countedLine(
      undecided_requests,
      'session with a request to review',
      'sessions with a request to review',
    ),
    ...countedLine(held_changes, 'held change to review', 'held changes to review'),
    ...(unsynced.length === 0
      ? []
      : [
          {
            title: `${counted(unsynced.length, 'person', 'people')} with unsynced changes on a device that may affect this period`,
            names: unsynced.map(
              ({ name, changes, since }) =>
                `${name} (${changes}${since === null ? '' : `, since ${pacificDisplay(since)}`})`,
            ),
          },
        ]),
  ];
  return (
    <Card>
      <CardHeader>
        <CardTitle>Before you close it</CardTitle>
      </CardHeader>
      <CardContent>
        {lines.length === 0 ? (
          <p className="flex items-center gap-2 text-sm">
            <CircleCheck aria-hidden="true" className="size-4 text-success" />
            All done: timesheets are submitted and reviewed, and every device has synced.
          </p>
        ) : (
          <ul aria-label="Still open" className="grid gap-3 text-sm">
            {lines.map(({ title, names }) => (
              <li key={title} className="grid gap-0.5">
                <span className="font-medium">{title}</span>
                {names.length > 0 && <span className="text-muted-foreground">{names.join(', ')}</span>}
              </li>
            ))}
          </ul>
        )}
      </CardContent>
    </Card>
  );
}

function countedLine(count: number, one: string, many: string): { title: string; names: string[] }[] {
  return count === 0 ? [] : [{ title: counted(count, one, many), names: [] }];
}

function History({ steps }: Pick<PayPeriodFile, 'steps'>) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>History</CardTitle>
      </CardHeader>
      <CardContent>
        {steps.length === 0 ? (
          <p className="text-muted-foreground text-sm">
            This period hasn't been closed or reopened in Admin.
          </p>
        ) : (
          <ol aria-label="History" className="grid gap-3 text-sm">
            {steps.map(({ id, state, reason, changed_by_name, captured_at }) => (
              <li key={id} className="grid gap-0.5">
                <span className="font-medium">
                  {state === 'open' ? 'Reopened' : PERIOD_STATE_LABELS[state]} by {changed_by_name}
                  <span className="font-normal text-muted-foreground">, {pacificDisplay(captured_at)}</span>
                </span>
                {reason !== '' && <span className="whitespace-pre-wrap">{reason}</span>}
              </li>
            ))}
          </ol>
        )}
      </CardContent>
    </Card>
  );
}
