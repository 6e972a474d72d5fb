import { useState } from 'react';
import { toast } from 'sonner';
import type { PayPeriodFile } from '#contract/pay-periods.ts';
import {
  needsReason,
  PERIOD_STATE_LABELS,
  type PeriodState,
  periodChangeProblems,
  stateOfPeriod,
} from '#domain/payroll/pay-period-rules.ts';
import { isolated } from '#domain/text/isolated.ts';
import { displayDay, pacificDisplay } from '#domain/time/pacific.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import { useToday } from '#screens/device/today.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { NoteConfirmation } from '#ui/note-confirmation.tsx';
import { STATE_LOOKS } from './pay-period-list.tsx';

interface Step {
  action: string;
  state: PeriodState;
  /** What happens. */
  words: string;
}

const LOCK: Step = {
  action: 'Lock',
  state: 'locked',
  words:
    'Lunch breaks, punches, and timesheets for these days are no longer accepted. Sessions entered or changed become requests. Anything that arrives late stays with the person who entered it.',
};
const STEPS: Readonly<Record<PeriodState, readonly Step[]>> = {
  open: [
    { ...LOCK, action: 'Close and lock' },
    {
      action: 'Close',
      state: 'closed',
      words: 'Entries are still accepted until you lock the period. Sessions count as late after 48 hours.',
    },
  ],
  closed: [
    LOCK,
    { action: 'Reopen', state: 'open', words: 'Entries count as on time again until you close it.' },
  ],
  locked: [
    {
      action: 'Reopen',
      state: 'open',
      words: 'Everything on these days can be entered and changed again until you close it.',
    },
  ],
};

/** What can be done to a pay period on a Pacific day. */
export function possibleSteps({ period, obstacles }: PayPeriodFile, today: string): readonly Step[] {
  return STEPS[stateOfPeriod(period)].filter(
    (step) =>
      periodChangeProblems(period, { state: step.state, reason: '-' }, { today, obstacles }).state ===
      undefined,
  );
}

interface PeriodStepsProps {
  file: PayPeriodFile;
  reload: () => Promise<void>;
}

/** The buttons that close, lock, or reopen a pay period. */
export function PeriodSteps({ file, reload }: PeriodStepsProps) {
  const { period, obstacles } = file;
  const command = useServerCommand();
  const possible = possibleSteps(file, useToday());
  const [asked, setAsked] = useState<Step | null>(null);
  return (
    <>
      {possible.map((step, at) => (
        <Button
          key={step.action}
          variant={at === 0 && step.state !== 'open' ? 'default' : 'outline'}
          onClick={() => setAsked(step)}
        >
          {step.action}
        </Button>
      ))}
      {asked !== null && (
        <NoteConfirmation
          action={asked.action}
          label="Reason"
          needsNote={needsReason(asked.state, obstacles)}
          onClose={() => setAsked(null)}
          onConfirm={async (note) => {
            try {
              await command(
                'pay-period.update',
                { params: { id: period.id }, body: { state: asked.state, reason: note } },
                period.version,
              );
              toast.success(`Pay period ${PERIOD_STATE_LABELS[asked.state].toLowerCase()}`, {
                duration: 2_500,
              });
            } finally {
              await reload();
            }
          }}
        >
          {asked.state !== 'open' && needsReason(asked.state, obstacles)
            ? `${asked.words} Some items are still open, so enter why you're not waiting for them.`
            : asked.words}
        </NoteConfirmation>
      )}
    </>
  );
}

/** The status of a pay period with who set it last, and what can be done to it. */
export function PeriodClosing({ file, reload }: PeriodStepsProps) {
  const { period, steps } = file;
  const state = stateOfPeriod(period);
  const [last] = steps;
  const isOver = possibleSteps(file, useToday()).length > 0;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Badge variant={STATE_LOOKS[state]}>{PERIOD_STATE_LABELS[state]}</Badge>
        {isOver
          ? last !== undefined && `by ${isolated(last.changed_by_name)}, ${pacificDisplay(last.captured_at)}`
          : `It can be closed after ${displayDay(period.end_date)}.`}
      </p>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <PeriodSteps file={file} reload={reload} />
      </div>
    </div>
  );
}
