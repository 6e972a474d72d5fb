import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import type { UsedPayPeriod } from '#contract/pay-periods.ts';
import { periodDeletionProblem } from '#domain/payroll/pay-period-rules.ts';
import { useServerCommand } from '#screens/device/server-write.ts';
import type { FormMerge } from '#screens/form/late-dialog.tsx';
import { PageRemoval } from '#screens/form/page-removal.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#ui/dialog.tsx';

const PERIOD_MERGE: FormMerge<Partial<UsedPayPeriod>, UsedPayPeriod> = {
  valuesOf: ({ start_date, end_date, closed_at, is_locked }) => ({
    start_date,
    end_date,
    closed_at,
    is_locked,
  }),
  read: async (api, id) => (await api.call('pay-period.read', { params: { id } })).period,
};

interface DeletePeriodProps {
  period: UsedPayPeriod;
  title: string;
  /** It wasn't deleted, and may be in use now. */
  reload: () => Promise<void>;
  onDeleted: () => void;
}

/** Deletes a pay period that was never used, or says why it can't be. */
export function DeletePeriod({ period, title, reload, onDeleted }: DeletePeriodProps) {
  const command = useServerCommand();
  const [isAsking, setAsking] = useState(false);
  const problem = periodDeletionProblem(period, period.uses);
  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        Delete
      </Button>
      {problem === null ? (
        <PageRemoval
          entity="pay_period"
          open={isAsking}
          onOpenChange={setAsking}
          name={`the pay period ${title}`}
          detail="Its days won't have a pay period until you add one. Their sessions, lunch breaks, and timecards are kept."
          record={period}
          merge={PERIOD_MERGE}
          done="deleted"
          run={({ id, version }) => command('pay-period.delete', { params: { id } }, version)}
          reload={reload}
          onDone={() => {
            toast.success('Pay period deleted', { duration: 2_500 });
            onDeleted();
          }}
        />
      ) : (
        <Dialog open={isAsking} onOpenChange={setAsking}>
          <DialogContent>
            <DialogHeader>
              <DialogTitle>This pay period can't be deleted</DialogTitle>
              <DialogDescription>
                {problem} Only a period that was never used can be deleted.
              </DialogDescription>
            </DialogHeader>
            <div className="flex justify-end">
              <Button variant="outline" onClick={() => setAsking(false)}>
                Close
              </Button>
            </div>
          </DialogContent>
        </Dialog>
      )}
    </>
  );
}
