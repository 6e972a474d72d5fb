import { CircleAlert } from 'lucide-react';
import { type ReactElement, type ReactNode, useCallback, useMemo } from 'react';
import type { RunFile } from '#contract/payroll.ts';
import { absentAsNull } from '#screens/device/signed-in.ts';
import type { ReportAddress } from '#screens/report/address.ts';
import type { CellTools } from '#screens/report/define-report.ts';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import type { WhyLink } from '#screens/report/why.tsx';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ServerData } from '#ui/server-data.tsx';
import type { RUN_LINE_FILTERS } from './payroll-filters.ts';
import { runReport, type ShownRun } from './run-lines.tsx';
import { RunSteps } from './run-steps.tsx';
import { UnratedLines } from './unrated-lines.tsx';

type Search = ReportAddress<typeof RUN_LINE_FILTERS>;

interface RunScreenProps {
  id: string;
  search: Search;
  onSearch: (change: (before: Search) => Search) => void;
  /** Opens a run that this one led to. */
  onRun: (id: string) => void;
  onDiscarded: () => void;
  back: ReactNode;
  /** The link to the differences to other runs and to the current records. */
  differences: ReactElement;
  notFound: ReactNode;
  linkTo: NonNullable<CellTools['linkTo']>;
  whyLink: WhyLink;
}

/** A payroll run: its lines, what was decided on them, and its way to the pay file. */
export function RunScreen({ id, back, notFound, ...others }: RunScreenProps) {
  const { on } = others.search;
  const answer = useKeptAnswer(
    'payroll-run',
    JSON.stringify({ id, on }),
    useCallback(
      (api: ApiClient) =>
        absentAsNull(api.call('payroll.read-run', { params: { id }, query: on === undefined ? {} : { on } })),
      [id, on],
    ),
  );
  if (answer.result === null) return notFound;
  // A saved view can name a day before this run was started: asking again changes nothing.
  if (on !== undefined && answer.result === undefined && answer.problem !== null && !answer.isOffline) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {back}
        <div role="alert" className="rounded-lg border border-border bg-card">
          <EmptyState
            icon={CircleAlert}
            title="Can't load the payroll run"
            action={<CurrentRun onSearch={others.onSearch} />}
          >
            {answer.problem}
          </EmptyState>
        </div>
      </div>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {back}
      <ServerData name="the payroll run" state={{ ...answer, result: answer.result }}>
        {(file) => <OpenRun file={file} reload={answer.reload} {...others} />}
      </ServerData>
    </div>
  );
}

function CurrentRun({ onSearch }: Pick<RunScreenProps, 'onSearch'>) {
  return (
    <Button
      variant="outline"
      className="justify-self-center"
      onClick={() => onSearch(({ on: _, ...rest }) => rest)}
    >
      Show the current run
    </Button>
  );
}

interface OpenRunProps extends Omit<RunScreenProps, 'id' | 'back' | 'notFound'> {
  file: RunFile;
  reload: () => Promise<void>;
}

function OpenRun({
  file: { run, unrated, days },
  reload,
  search,
  onSearch,
  linkTo,
  whyLink,
  ...others
}: OpenRunProps) {
  // Its sums change with each decision: the report stays the same, so that what is open over it stays open.
  const { approved: _, unapproved: __, ...facts } = run;
  const stoodOn = search.on ?? null;
  const text = JSON.stringify({ run: facts, days, stoodOn });
  const report = useMemo(() => runReport(JSON.parse(text) as ShownRun, reload), [text, reload]);
  return (
    <>
      {stoodOn === null && <UnratedLines run={run.id} state={run.state} unrated={unrated} />}
      <ReportScreen
        report={report}
        search={search}
        onSearch={onSearch}
        linkTo={linkTo}
        whyLink={whyLink}
        actions={
          stoodOn === null ? (
            <RunSteps run={run} reload={reload} {...others} />
          ) : (
            <CurrentRun onSearch={onSearch} />
          )
        }
      />
    </>
  );
}
