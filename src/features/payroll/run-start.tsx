import { Play } from 'lucide-react';
import { type FormEvent, useCallback, useState } from 'react';
import { toast } from 'sonner';
import { v7 as uuidv7 } from 'uuid';
import { payPeriods } from '#db/catalog.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { useLocal, useServerData } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { useOneAtATime } from '#ui/save-once.ts';
import { Select } from '#ui/select.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { WarningList } from './run-warnings.tsx';
import { periodText } from './run-words.ts';

const PERIODS_OFFERED = 12;

/** Starts payroll for a pay period that is over, after telling what it may lack. */
export function StartPayroll({ onStarted }: { onStarted: (id: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Play aria-hidden="true" />
        Start payroll
      </Button>
      {isOpen && <StartDialog onClose={() => setOpen(false)} onStarted={onStarted} />}
    </>
  );
}

function StartDialog({ onClose, onStarted }: { onClose: () => void; onStarted: (id: string) => void }) {
  const today = useToday();
  const periods = useLocal(payPeriods, []);
  const write = useServerWrite();
  const once = useOneAtATime();
  const [id] = useState(() => uuidv7());
  const [chosen, setChosen] = useState<string | null>(null);
  const [error, setError] = useState<string | undefined>();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const over = (periods ?? []).filter(({ end_date }) => end_date < today).reverse();
  const period = over.find((one) => one.id === chosen) ?? over[0];
  const start = async () => {
    if (period === undefined) return setError('Choose a pay period.');
    setBusy(true);
    setError(undefined);
    setProblem(null);
    try {
      const refused = await write('payroll.start', { body: { id, pay_period: period.id } }, 0);
      if (refused === null) {
        toast.success('Payroll started', { duration: 2_500 });
        onClose();
        onStarted(id);
      } else setError(Object.values(refused).join(' '));
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void once(start);
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Start payroll</DialogTitle>
          <DialogDescription>
            Takes a snapshot of what the pay period pays. Later changes don't alter it: take a new snapshot,
            or correct it with an adjustment.
          </DialogDescription>
        </DialogHeader>
        <form noValidate className="grid gap-4" onSubmit={submit}>
          <Field label="Pay period" error={error}>
            <Select
              value={period?.id ?? ''}
              onChange={({ target }) => {
                setChosen(target.value);
                setError(undefined);
              }}
            >
              {over.slice(0, PERIODS_OFFERED).map((one) => (
                <option key={one.id} value={one.id}>
                  {periodText(one)}
                </option>
              ))}
            </Select>
          </Field>
          {period !== undefined && <StartCheck key={period.id} pay_period={period.id} />}
          {problem !== null && (
            <p role="alert" className="text-destructive text-sm">
              {problem}
            </p>
          )}
          <div className="flex justify-end gap-2">
            <Button type="button" variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" progress={isBusy ? 'loading' : 'idle'}>
              Start payroll
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** What the run would lack, as the server knows it now. */
function StartCheck({ pay_period }: { pay_period: string }) {
  const ask = useCallback(
    (api: ApiClient) => api.call('payroll.read-start', { query: { pay_period } }),
    [pay_period],
  );
  return (
    <ServerData name="what is still missing" state={useServerData(ask)}>
      {({ warnings, refusal }) => (
        <section aria-label="Before you start" className="grid max-h-72 gap-3 overflow-y-auto">
          {refusal !== null && <p className="text-destructive text-sm">{refusal}</p>}
          <WarningList warnings={warnings} />
        </section>
      )}
    </ServerData>
  );
}
