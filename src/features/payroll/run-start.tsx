import { Play } from 'lucide-react';
import { useCallback, useState } from 'react';
import { toast } from 'sonner';
import { v7 as uuidv7 } from 'uuid';
import { periodText } from '#contract/report-files/payroll-run-file.ts';
import { payPeriods } from '#db/catalog.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { useLocal, useServerData } from '#screens/device/signed-in.ts';
import { useToday } from '#screens/device/today.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceDialog } from '#ui/choice-dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { ServerData } from '#ui/server-data.tsx';
import { WarningList } from './run-warnings.tsx';

const PERIODS_OFFERED = 12;

interface StartPayrollProps {
  /** The pay period that the dialog opens with; the last one that is over by default. */
  period?: string;
  onStarted: (id: string) => void;
}

/** Starts payroll for a pay period that is over, after telling what it may lack. */
export function StartPayroll(props: StartPayrollProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Play aria-hidden="true" />
        Start payroll
      </Button>
      {isOpen && <StartDialog onClose={() => setOpen(false)} {...props} />}
    </>
  );
}

function StartDialog({ period: initial, onClose, onStarted }: StartPayrollProps & { onClose: () => void }) {
  const today = useToday();
  const periods = useLocal(payPeriods, []);
  const write = useServerWrite();
  const [id] = useState(() => uuidv7());
  const [chosen, setChosen] = useState(initial);
  const over = (periods ?? []).filter(({ end_date }) => end_date < today).reverse();
  const period = over.find((one) => one.id === chosen) ?? over[0];
  const pay_period = period?.id ?? null;
  const check = useServerData(
    useCallback(
      async (api: ApiClient) =>
        pay_period === null ? null : api.call('payroll.read-start', { query: { pay_period } }),
      [pay_period],
    ),
  );
  const start = async () => {
    if (pay_period === null) return 'Choose a pay period.';
    const refused = await write('payroll.start', { body: { id, pay_period } }, 0);
    if (refused !== null) return Object.values(refused).join(' ');
    toast.success('Payroll started', { duration: 2_500 });
    onClose();
    onStarted(id);
    return null;
  };
  return (
    <ChoiceDialog
      title="Start payroll"
      description="Takes a snapshot of what the pay period pays. Later changes don't affect it. To include them, take a new snapshot or add an adjustment."
      action="Start payroll"
      isRefused={typeof check.result?.refusal === 'string'}
      onClose={onClose}
      onSubmit={start}
    >
      {(error, clear) => (
        <>
          {/* Why it can't start is said once, at the field. */}
          <Field label="Pay period" error={check.result?.refusal ?? error}>
            <Select
              value={period?.id ?? ''}
              onChange={({ target }) => {
                setChosen(target.value);
                clear();
              }}
            >
              {over.slice(0, PERIODS_OFFERED).map((one) => (
                <option key={one.id} value={one.id}>
                  {periodText(one)}
                </option>
              ))}
            </Select>
          </Field>
          <ServerData name="what is still missing" state={check}>
            {(known) =>
              known !== null &&
              known.refusal === null && (
                <section aria-label="Before you start" className="grid max-h-72 gap-3 overflow-y-auto">
                  <WarningList warnings={known.warnings} {...(pay_period !== null && { pay_period })} />
                </section>
              )
            }
          </ServerData>
        </>
      )}
    </ChoiceDialog>
  );
}
