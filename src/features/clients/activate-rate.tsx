import { useState } from 'react';
import { toast } from 'sonner';
import type { Rate, RateBody } from '#contract/rates.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#ui/dialog.tsx';
import { useOneAtATime } from '#ui/save-once.ts';
import { RatePreviewAnswer } from './rate-preview.tsx';

interface ActivateRateProps {
  rate: Rate;
  /** What the rate is for, in words. */
  subject: string;
  isTabStop: boolean;
  onActivate: (rate: Rate) => Promise<void>;
}

/** Activates a draft, after showing which unbilled sessions that changes. */
export function ActivateRate({ rate, subject, isTabStop, onActivate }: ActivateRateProps) {
  const [isOpen, setOpen] = useState(false);
  const once = useOneAtATime();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const activate = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await onActivate(rate);
      toast.success('Rate activated', { duration: 2_500 });
      setOpen(false);
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button size="sm" variant="outline" tabIndex={isTabStop ? 0 : -1} onClick={() => setOpen(true)}>
        Activate
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        <DialogContent>
          <DialogHeader>
            <DialogTitle>Activate the rate</DialogTitle>
            <DialogDescription>
              {subject}: {moneyText(rate.amount_cents)} an hour.
            </DialogDescription>
          </DialogHeader>
          <RatePreviewAnswer body={activated(rate)} />
          {problem !== null && (
            <p role="alert" className="text-destructive text-sm">
              {problem}
            </p>
          )}
          <div className="flex justify-end gap-2">
            <Button type="button" variant="outline" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button type="button" progress={isBusy ? 'loading' : 'idle'} onClick={() => void once(activate)}>
              Activate rate
            </Button>
          </div>
        </DialogContent>
      </Dialog>
    </>
  );
}

function activated({ version: _, ...rate }: Rate): RateBody {
  return { ...rate, is_draft: false };
}
