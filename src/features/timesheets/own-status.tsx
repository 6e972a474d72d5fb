import { useMachine } from '@xstate/react';
import { CloudUpload, Hourglass, TriangleAlert, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { fromPromise } from 'xstate';
import { type LocalTimesheet, type PendingDecision, pendingDecision } from '#db/timesheets.ts';
import { timesheetWithdrawalMachine, type WithdrawalFacts } from '#machines/timesheet-withdrawal.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { NoteConfirmation } from '#ui/note-confirmation.tsx';
import { decideTimesheet } from './decide-timesheet.ts';

interface OwnStatusProps {
  sheet: LocalTimesheet;
  /** A link to the Sync center. */
  syncCenter: ReactNode;
}

/** The status of the user's own newest timesheet, and a button to withdraw it. Renders nothing until loaded. */
export function OwnStatus({ sheet, syncCenter }: OwnStatusProps) {
  const pending = useLocal(async (db) => ({ decision: await pendingDecision(db, sheet.id) }), [sheet.id]);
  if (pending === undefined) return null;
  return <StatusLine key={sheet.id} sheet={sheet} decision={pending.decision} syncCenter={syncCenter} />;
}

function factsOf(status: LocalTimesheet['status'], decision: PendingDecision | null): WithdrawalFacts {
  if (decision === null || decision.new_status !== 'withdrawn') {
    return { status, write: 'none', reason: null };
  }
  const isRefused = decision.state === 'parked';
  return { status, write: isRefused ? 'refused' : 'waiting', reason: decision.problem };
}

function StatusLine({ sheet, decision, syncCenter }: OwnStatusProps & { decision: PendingDecision | null }) {
  const { workspace, engine } = useSignedIn();
  const facts = useMemo(() => factsOf(sheet.status, decision), [sheet.status, decision]);
  // The timesheet never changes: the component is keyed by its id.
  const [machine] = useState(() =>
    timesheetWithdrawalMachine.provide({
      actors: {
        queueWithdrawal: fromPromise<void, { notes: string }>(({ input }) =>
          decideTimesheet(workspace, engine.api, sheet, { new_status: 'withdrawn', notes: input.notes }),
        ),
      },
    }),
  );
  const [state, send] = useMachine(machine, { input: { facts } });
  useEffect(() => send({ type: 'facts.seen', facts }), [send, facts]);
  const [isAsking, setAsking] = useState(false);

  if (sheet.version === 0 && sheet.record_state === 'attention') {
    return (
      <Line icon={TriangleAlert} tone="text-destructive">
        This timesheet wasn't accepted. {syncCenter}
      </Line>
    );
  }
  const isQuiet = state.matches('closed') || state.matches('withdrawn');
  if (isQuiet) return null;
  const items = sheet.waiting_for === 1 ? '1 item' : `${sheet.waiting_for} items`;
  return (
    <div className="grid gap-3">
      {sheet.status === 'submitted' && sheet.version === 0 && (
        <Line icon={CloudUpload} tone="text-primary">
          Saved on this device. Will be submitted when you're back online
          {sheet.waiting_for > 0 ? `, after ${items} from these days.` : '.'}
        </Line>
      )}
      {sheet.status === 'submitted' && sheet.version > 0 && sheet.waiting_for > 0 && (
        <Line icon={Hourglass} tone="text-warning">
          The server has it, but {items} from these days {sheet.waiting_for === 1 ? 'is' : 'are'} missing. It
          counts as submitted when {sheet.waiting_for === 1 ? 'it arrives' : 'they arrive'}.
        </Line>
      )}
      {(state.matches('withdrawing') || state.matches('storing')) && (
        <Line icon={Undo2} tone="text-primary">
          Withdrawing. Waiting for the server to confirm.
        </Line>
      )}
      {state.matches('refused') && (
        <Line icon={TriangleAlert} tone="text-destructive">
          The withdrawal wasn't accepted. {state.context.facts.reason} {syncCenter}
        </Line>
      )}
      {state.matches('unsaved') && (
        <Line icon={TriangleAlert} tone="text-destructive">
          Not saved. {state.context.problem}
        </Line>
      )}
      {(state.matches('submitted') || state.matches('unsaved')) && (
        <div className="print:hidden">
          <Button variant="outline" onClick={() => setAsking(true)}>
            <Undo2 aria-hidden="true" />
            Withdraw
          </Button>
        </div>
      )}
      {isAsking && (
        <NoteConfirmation
          action="Withdraw"
          needsNote={false}
          onClose={() => setAsking(false)}
          onConfirm={async (notes) => send({ type: 'withdrawal.asked', notes })}
        >
          You can edit these days again and resubmit the timesheet.
        </NoteConfirmation>
      )}
    </div>
  );
}

interface LineProps {
  icon: typeof Undo2;
  tone: string;
  children: ReactNode;
}

function Line({ icon: Icon, tone, children }: LineProps) {
  return (
    <p role="status" className={`flex items-start gap-2 text-sm ${tone}`}>
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
