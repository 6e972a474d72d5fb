import { Link } from '@tanstack/react-router';
import { ChevronDown, Download } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { toast } from 'sonner';
import { v7 as uuidv7 } from 'uuid';
import type { PayFile, RunSummary } from '#contract/payroll.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { isRunOpen, stepRefusal } from '#domain/payroll/run-rules.ts';
import type { RunState } from '#domain/payroll/run-states.ts';
import { counted } from '#domain/text/counted.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#ui/dropdown-menu.tsx';
import { NoteConfirmation } from '#ui/note-confirmation.tsx';
import { savePayFile } from './pay-file-download.ts';

interface Step {
  action: string;
  words: string;
  needsNote: boolean;
  isDestructive?: true;
  /** Why it can't be done, in words. */
  refusal?: string | undefined;
  take: (note: string) => Promise<void>;
}

interface RunStepsProps {
  run: RunSummary;
  reload: () => Promise<void>;
  /** Opens a run that this one led to. */
  onRun: (id: string) => void;
  onDiscarded: () => void;
  /** The link to the differences to other runs and to the current records. */
  differences: ReactElement;
}

/** What can be done to the run as a whole. */
export function RunSteps({ run, reload, onRun, onDiscarded, differences }: RunStepsProps) {
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
        words: `Someone else checks the run and approves it. Lines can still be adjusted.${unratedWords(run)}`,
      },
    ],
    review: [
      {
        ...{ action: 'Approve', needsNote: false, refusal: refusalOf('approved') },
        words: `Pays ${amount}. After that the run never changes. Corrections go in a separate run.`,
        take: (note) => becomes('approved', note),
      },
      {
        ...{ action: 'Send back', needsNote: true, take: (note: string) => becomes('open', note) },
        words: 'The person who started the run can change it again.',
      },
    ],
    approved: [
      {
        ...{ action: 'Export pay file', needsNote: false, take: (note: string) => becomes('exported', note) },
        words: `Makes the pay file with ${amount}. You can download it anytime, and it never changes.`,
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
          words: 'Rebuilds the run from current records. Lines that are the same keep their adjustments.',
          async take() {
            const body = { id: fresh, pay_period: run.pay_period, replaces: run.id };
            await command('payroll.start', { body }, run.version);
            onRun(fresh);
          },
        },
        {
          ...{ action: 'Discard run', needsNote: false, isDestructive: true as const },
          words: 'Deletes the run and its adjustments. Nothing in it has been paid.',
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
            "Creates a run with the differences between what was paid and the current records. This run doesn't change.",
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
        <p className="max-w-72 self-center text-muted-foreground text-sm">
          {main.refusal}
          {run.approved.missing_rates > 0 && run.started_by !== profile.user_id && (
            <>
              {' '}
              <Link
                to="/payroll/runs/$id"
                params={params}
                search={{ show: 'no-rate' }}
                className="font-medium text-foreground underline underline-offset-2"
              >
                Show the lines
              </Link>
            </>
          )}
        </p>
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

/** What blocks approving the run. */
function unratedWords({ approved: { missing_rates } }: RunSummary): string {
  if (missing_rates === 0) return '';
  return ` ${counted(missing_rates, 'approved line has', 'approved lines have')} no pay rate: no one can approve the run until they have one or are left out.`;
}

function PayFileMenu({ id }: { id: string }) {
  const { engine } = useSignedIn();
  const [isBusy, setBusy] = useState(false);
  /** Once it was asked for: it never changes. */
  const [file, setFile] = useState<PayFile | null>(null);
  const read = async () => {
    const found = file ?? (await engine.api.call('payroll.read-file', { params: { id } }));
    setFile(found);
    return found;
  };
  const save = async (format: 'csv' | 'xlsx', isOwn: boolean) => {
    setBusy(true);
    try {
      await savePayFile(await read(), format, isOwn);
    } catch (problem) {
      toast.error(problem instanceof Error ? problem.message : String(problem));
    } finally {
      setBusy(false);
    }
  };
  const item = (words: string, format: 'csv' | 'xlsx', isOwn: boolean) => (
    <DropdownMenuItem onSelect={() => void save(format, isOwn)}>{words}</DropdownMenuItem>
  );
  return (
    // Whether there is a file in the organization's own layout is known from the file. A failure is said once a file
    // is chosen.
    <DropdownMenu onOpenChange={(isOpen) => isOpen && void read().catch(() => undefined)}>
      <DropdownMenuTrigger asChild>
        <Button progress={isBusy ? 'loading' : 'idle'}>
          {!isBusy && <Download aria-hidden="true" />}
          Pay file
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {item('CSV', 'csv', false)}
        {item('Excel (XLSX)', 'xlsx', false)}
        {file?.own != null && (
          <>
            {item('Your layout, CSV', 'csv', true)}
            {item('Your layout, Excel (XLSX)', 'xlsx', true)}
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
