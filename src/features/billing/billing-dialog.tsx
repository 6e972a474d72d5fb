import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#ui/dialog.tsx';
import type { Submission } from './billing-submission.ts';

interface BillingDialogProps {
  title: string;
  /** What it does, before it is done. */
  description: string;
  /** The button that does it. */
  action: string;
  submission: Submission;
  onClose: () => void;
  /** Wide enough for a table. */
  wide?: boolean;
  /** The fields. */
  children: ReactNode;
}

/** Asks for a few fields, then does something with an invoice or batch that can't be taken back. */
export function BillingDialog({
  title,
  description,
  action,
  submission: { problem, isBusy, form, submit },
  onClose,
  wide = false,
  children,
}: BillingDialogProps) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className={wide ? 'max-w-2xl' : ''}>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{description}</DialogDescription>
        </DialogHeader>
        <form ref={form} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={submit}>
          {children}
          <SubmissionProblem problem={problem} />
          <div className="flex justify-end gap-2">
            <Button type="button" variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" progress={isBusy ? 'loading' : 'idle'}>
              {action}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** What failed and belongs to no field. */
export function SubmissionProblem({ problem }: { problem: string | null }) {
  if (problem === null) return null;
  return (
    <p role="alert" className="text-destructive text-sm">
      {problem}
    </p>
  );
}
