import { ChevronDown, Download } from 'lucide-react';
import { type ReactElement, type ReactNode, useCallback, useMemo, useState } from 'react';
import { toast } from 'sonner';
import { v7 as uuidv7 } from 'uuid';
import type { RunFile, RunSummary } from '#contract/payroll.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { isRunOpen, stepRefusal } from '#domain/payroll/run-rules.ts';
import type { RunState } from '#domain/payroll/run-states.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { absentAsNull, useSignedIn } from '#screens/device/signed-in.ts';
import type { ReportAddress } from '#screens/report/address.ts';
import type { CellTools } from '#screens/report/define-report.ts';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import type { WhyLink } from '#screens/report/why.tsx';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#ui/dropdown-menu.tsx';
import { NoteConfirmation } from '#ui/note-confirmation.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { savePayFile } from './pay-file-download.ts';
import type { RUN_LINE_FILTERS } from './payroll-filters.ts';
import { runReport } from './run-lines.tsx';

type Search = ReportAddress<typeof RUN_LINE_FILTERS>;

interface RunScreenProps {
  id: string;
  search: Search;
  onSearch: (change: (before: Search) => Search) => void;
  /** Opens a run that this one led to. */
  onRun: (id: string) => void;
  onDiscarded: () => void;
  back: ReactNode;
  /** The link to the differences to other runs and to the records of now. */
  differences: ReactElement;
  notFound: ReactNode;
  linkTo: NonNullable<CellTools['linkTo']>;
  whyLink: WhyLink;
}

/** A payroll run: its lines, what was decided on them, and its way to the pay file. */
export function RunScreen({ id, back, notFound, ...others }: RunScreenProps) {
  const answer = useKeptAnswer(
    'payroll-run',
    JSON.stringify({ id }),
    useCallback((api: ApiClient) => absentAsNull(api.call('payroll.read-run', { params: { id } })), [id]),
  );
  if (answer.result === null) return notFound;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {back}
      <ServerData name="the payroll run" state={{ ...answer, result: answer.result }}>
        {(file) => <OpenRun file={file} reload={answer.reload} {...others} />}
      </ServerData>
    </div>
  );
}

interface OpenRunProps extends Omit<RunScreenProps, 'id' | 'back' | 'notFound'> {
  file: RunFile;
  reload: () => Promise<void>;
}

function OpenRun({ file: { run }, reload, search, onSearch, linkTo, whyLink, ...others }: OpenRunProps) {
  // Its sums change with each decision: the report stays the same, so that what is open over it stays open.
  const { approved: _, unapproved: __, ...facts } = run;
  const text = JSON.stringify(facts);
  const report = useMemo(() => runReport(JSON.parse(text) as typeof facts, reload), [text, reload]);
  return (
    <ReportScreen
      report={report}
      search={search}
      onSearch={onSearch}
      linkTo={linkTo}
      whyLink={whyLink}
      actions={<RunSteps run={run} reload={reload} {...others} />}
    />
  );
}

interface Step {
  action: string;
  words: string;
  needsNote: boolean;
  isDestructive?: true;
  /** Why it can't be done, in words. */
  refusal?: string | undefined;
  take: (note: string) => Promise<void>;
}

/** What can be done to the run as a whole. */
function RunSteps({
  run,
  reload,
  onRun,
  onDiscarded,
  differences,
}: { run: RunSummary; reload: () => Promise<void> } & Pick<
  OpenRunProps,
  'onRun' | 'onDiscarded' | 'differences'
>) {
  const command = useServerCommand();
  const { profile } = useSignedIn();
  const [asked, setAsked] = useState<Step | null>(null);
  const [fresh] = useState(() => uuidv7());
  const params = { id: run.id };
  const becomes = async (state: RunState, note: string) => {
    try {
      await command('payroll.change-run', { params, body: { state, note } }, run.version);
    } finally {
      await reload();
    }
  };
  const refusalOf = (state: RunState) => {
    const facts = { ...run, missing_rates: run.approved.missing_rates };
    const refusal = stepRefusal(profile, facts, { state, note: '-' });
    return refusal === null ? undefined : (refusal.message ?? refusal.fields?.state);
  };
  const amount = moneyText(run.approved.amount_cents);
  const steps: Record<RunState, readonly Step[]> = {
    open: [
      {
        ...{ action: 'Send to review', needsNote: false, take: (note: string) => becomes('review', note) },
        words: 'Someone else checks the run and approves it. Lines can still be adjusted.',
      },
    ],
    review: [
      {
        ...{ action: 'Approve', needsNote: false, refusal: refusalOf('approved') },
        words: `${amount} are paid. After that, nothing of the run changes; corrections are a run of their own.`,
        take: (note) => becomes('approved', note),
      },
      {
        ...{ action: 'Send back', needsNote: true, take: (note: string) => becomes('open', note) },
        words: 'The run is open again for whoever started it.',
      },
    ],
    approved: [
      {
        ...{ action: 'Export pay file', needsNote: false, take: (note: string) => becomes('exported', note) },
        words: `Makes the pay file with ${amount}. It can be downloaded any time and stays the same.`,
      },
    ],
    exported: [
      {
        ...{ action: 'Close run', needsNote: false, take: (note: string) => becomes('closed', note) },
        words: 'Close it once the payroll service has the pay file.',
      },
    ],
    closed: [],
  };
  const others: readonly Step[] = isRunOpen(run.state)
    ? [
        {
          ...{ action: 'Take a new snapshot', needsNote: false },
          words: 'Replaces this run by the records of now. Adjustments stay where a line is the same.',
          async take() {
            const body = { id: fresh, pay_period: run.pay_period, replaces: run.id };
            await command('payroll.start', { body }, run.version);
            onRun(fresh);
          },
        },
        {
          ...{ action: 'Discard run', needsNote: false, isDestructive: true as const },
          words: 'The run and what was adjusted in it go. Nothing of it was paid.',
          async take() {
            await command('payroll.discard-run', { params }, run.version);
            onDiscarded();
          },
        },
      ]
    : [
        {
          ...{ action: 'Reopen', needsNote: true },
          words:
            'Makes a run with the differences between what was paid and the records of now. This one stays as it is.',
          async take(reason) {
            await command('payroll.reopen-run', { params, body: { id: fresh, reason } }, 0);
            onRun(fresh);
          },
        },
      ];
  const [main] = steps[run.state];
  return (
    <>
      {main?.refusal !== undefined && (
        <p className="max-w-72 self-center text-muted-foreground text-sm">{main.refusal}</p>
      )}
      {steps[run.state].map((step, at) => (
        <Button
          key={step.action}
          variant={at === 0 ? 'default' : 'outline'}
          disabled={step.refusal !== undefined}
          onClick={() => setAsked(step)}
        >
          {step.action}
        </Button>
      ))}
      {(run.state === 'exported' || run.state === 'closed') && <PayFileMenu id={run.id} />}
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline">
            More
            <ChevronDown aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem asChild>{differences}</DropdownMenuItem>
          {others.map((step) => (
            <DropdownMenuItem key={step.action} onSelect={() => setAsked(step)}>
              {step.action}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
      {asked !== null && (
        <NoteConfirmation
          action={asked.action}
          needsNote={asked.needsNote}
          label={asked.needsNote ? 'Reason' : 'Notes'}
          destructive={asked.isDestructive === true}
          onClose={() => setAsked(null)}
          onConfirm={asked.take}
        >
          {asked.words}
        </NoteConfirmation>
      )}
    </>
  );
}

function PayFileMenu({ id }: { id: string }) {
  const { engine } = useSignedIn();
  const [isBusy, setBusy] = useState(false);
  const download = async (format: 'csv' | 'xlsx') => {
    setBusy(true);
    try {
      await savePayFile(await engine.api.call('payroll.read-file', { params: { id } }), format);
    } catch (problem) {
      toast.error(problem instanceof Error ? problem.message : String(problem));
    } finally {
      setBusy(false);
    }
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button progress={isBusy ? 'loading' : 'idle'}>
          {!isBusy && <Download aria-hidden="true" />}
          Pay file
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={() => void download('csv')}>CSV</DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void download('xlsx')}>Excel (XLSX)</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
