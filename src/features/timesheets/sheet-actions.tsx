import { Check, CheckCheck, Hourglass, RotateCcw, ThumbsUp, TriangleAlert, Undo2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { toast } from 'sonner';
import type { Timesheet } from '#contract/timesheet.ts';
import { pendingDecision } from '#db/timesheets.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { decisionRefusal, needsNote } from '#domain/timesheets/status-rules.ts';
import type { StatusDecision } from '#domain/timesheets/timesheet.ts';
import { ownActor } from '#screens/device/own-actor.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { KeyHint } from '#screens/review/key-hint.tsx';
import { KeysLine } from '#screens/review/keys-line.tsx';
import { PressTwiceWords, usePressTwice } from '#screens/review/press-twice.tsx';
import { useHadTimeToRead, usePageKeys } from '#screens/review/review-keys.ts';
import { Button } from '#ui/button.tsx';
import { NoteConfirmation } from '#ui/note-confirmation.tsx';
import { useOneAtATime } from '#ui/save-once.ts';
import { type DecidedSheet, decideTimesheet } from './decide-timesheet.ts';
import type { SheetReview } from './sheet-review.tsx';

type OfficeDecision = Exclude<StatusDecision, 'withdrawn'>;
type Step = OfficeDecision | 'recommended';

const STEPS: Record<Step, { action: string; doing: string; icon: typeof Check; words: string }> = {
  approved: {
    action: 'Approve',
    doing: 'Approving',
    icon: Check,
    words: 'These hours go to payroll. You can reopen the timesheet until the period is locked.',
  },
  rejected: {
    action: 'Reject',
    doing: 'Rejecting',
    icon: Undo2,
    words: 'The provider will see your reason, can correct the timesheet, and resubmit.',
  },
  reopened: {
    action: 'Reopen',
    doing: 'Reopening',
    icon: RotateCcw,
    words: 'The provider will see your reason, can correct the timesheet, and resubmit.',
  },
  recommended: {
    action: 'Recommend',
    doing: 'Recommending',
    icon: ThumbsUp,
    words: 'Your office will see that you recommend approving this timesheet.',
  },
};

const OFFICE_DECISIONS: readonly OfficeDecision[] = ['approved', 'rejected', 'reopened'];

interface SheetActionsProps {
  sheet: DecidedSheet & Pick<Timesheet, 'status' | 'waiting_for'>;
  isLocked: boolean;
  /** Leads to the Sync center. */
  syncCenter: ReactNode;
  /** The office has taken a recommendation. */
  onRecommended: () => Promise<void>;
  /** The timesheets that are decided one after the other; nothing for those who decide on none. */
  review?: SheetReview | null;
  /** Whose timesheet it is. */
  person: string;
}

/** What the office, a lead or a supervisor can do with someone else's timesheet. */
export function SheetActions(props: SheetActionsProps) {
  const { sheet, isLocked, syncCenter, onRecommended, review = null, person } = props;
  const { workspace, engine, profile } = useSignedIn();
  const pending = useLocal(async (db) => ({ decision: await pendingDecision(db, sheet.id) }), [sheet.id]);
  const [asking, setAsking] = useState<Step | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const once = useOneAtATime();
  const hasGoneOn = useRef(false);
  const hadTimeToRead = useHadTimeToRead(sheet.id);
  const decision = pending?.decision ?? null;
  const isOnItsWay = decision !== null && decision.state !== 'parked';
  const actor = ownActor(profile);
  const isPossible = (status: OfficeDecision) =>
    decisionRefusal(
      actor,
      { ...sheet, waiting_for: 0 },
      { new_status: status, notes: 'asked for' },
      isLocked,
    ) === null;
  const steps: Step[] = OFFICE_DECISIONS.filter(isPossible);
  if (mayUse(actor, 'timesheet.recommend') && sheet.status === 'submitted' && !isLocked) {
    steps.push('recommended');
  }
  const isOpen = pending !== undefined && !isOnItsWay;
  const mayApprove = isOpen && steps.includes('approved') && sheet.waiting_for === 0;
  const approveAndGoOn = () =>
    once(async () => {
      // The second tap of a double tap would approve the next timesheet unread.
      if (!mayApprove || review === null || !hadTimeToRead()) return;
      try {
        await decideTimesheet(workspace, engine.api, sheet, { new_status: 'approved', notes: '' });
      } catch (caught) {
        setProblem(caught instanceof Error ? caught.message : String(caught));
        return;
      }
      review.goOn(`Approved: ${person}`);
    });
  const isAtOnce = review?.approvesAtOnce === true;
  const goesOn = mayApprove && (review?.hasOthers === true || isAtOnce);
  const twice = usePressTwice('a', sheet.id, () => void approveAndGoOn());
  const pressA = isAtOnce ? () => void approveAndGoOn() : twice.press;
  usePageKeys({
    ...(goesOn ? { a: pressA } : mayApprove && review !== null && { a: () => setAsking('approved') }),
    ...(isOpen && review !== null && steps.includes('rejected') && { r: () => setAsking('rejected') }),
  });
  if (pending === undefined || (decision === null && steps.length === 0)) return null;
  const confirm = async (step: Step, notes: string) => {
    if (step !== 'recommended') {
      await decideTimesheet(workspace, engine.api, sheet, { new_status: step, notes });
      if (step === 'rejected' && review !== null) {
        hasGoneOn.current = true;
        review.goOn(`Rejected: ${person}`);
      }
      return;
    }
    await engine.api.call('timesheet.recommend', { params: { id: sheet.id }, body: { notes } });
    toast.success('Recommended', { duration: 2_500 });
    await onRecommended();
  };
  return (
    <div className="grid gap-3 print:hidden">
      {isOnItsWay && (
        <p role="status" className="flex items-start gap-2 text-primary text-sm">
          <Hourglass aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {STEPS[decision.new_status as Step].doing}. Waiting for the server to confirm.
        </p>
      )}
      {decision?.state === 'parked' && (
        <p role="status" className="flex items-start gap-2 text-destructive text-sm">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>
            Your decision wasn't accepted. {decision.problem} {syncCenter}
          </span>
        </p>
      )}
      {!isOnItsWay && steps.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          {(isAtOnce ? steps.filter((step) => step !== 'approved') : steps).map((step) => {
            const { action, icon: Icon } = STEPS[step];
            const isQuiet = step === 'rejected' || step === 'reopened' || (step === 'approved' && goesOn);
            return (
              <Button
                key={step}
                variant={isQuiet ? 'outline' : 'default'}
                disabled={step === 'approved' && sheet.waiting_for > 0}
                onClick={() => setAsking(step)}
              >
                <Icon aria-hidden="true" />
                {action}
                {review !== null && step === 'rejected' && <KeyHint>R</KeyHint>}
                {review !== null && step === 'approved' && !goesOn && <KeyHint>A</KeyHint>}
              </Button>
            );
          })}
          {goesOn && (
            <Button onClick={() => void approveAndGoOn()}>
              <CheckCheck aria-hidden="true" />
              <PressTwiceWords isArmed={twice.isArmed} of="A">
                {review?.hasOthers ? 'Approve & next' : 'Approve'}
              </PressTwiceWords>
            </Button>
          )}
          {goesOn && (
            <KeysLine>
              {`Keys: J next, K previous, A ${isAtOnce ? 'approve' : 'twice to approve'} & next, R reject`}
            </KeysLine>
          )}
        </div>
      )}
      <p role="status" className="sr-only">
        {twice.isArmed && 'Press A again to approve.'}
      </p>
      {problem !== null && (
        <p role="alert" className="text-destructive text-sm">
          {problem}
        </p>
      )}
      {asking !== null && (
        <NoteConfirmation
          action={STEPS[asking].action}
          needsNote={asking !== 'recommended' && needsNote(asking)}
          destructive={asking === 'rejected'}
          onClose={() => setAsking(null)}
          onConfirm={(notes) => confirm(asking, notes)}
          onCloseAutoFocus={(event) => {
            // While the dialog is open, it keeps the focus in itself.
            if (!hasGoneOn.current) return;
            event.preventDefault();
            review?.focus();
          }}
        >
          {STEPS[asking].words}
        </NoteConfirmation>
      )}
    </div>
  );
}
