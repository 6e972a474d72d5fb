import { useState } from 'react';
import { toast } from 'sonner';
import { fiscalYearText } from '#domain/money/rates.ts';
import { counted } from '#domain/text/counted.ts';
import { useServerWrite } from '#screens/device/server-write.ts';
import { ChoiceDialog } from '#ui/choice-dialog.tsx';
import { DecimalInput } from '#ui/decimal-input.tsx';
import { Field } from '#ui/field.tsx';
import { percentHundredths } from './rate-values.ts';

interface NextYearDialogProps {
  /** Of a client and its students, of a region, or with neither the defaults of services. */
  client: string | null;
  region: string | null;
  /** As in "12 rates of this client and its students". */
  whose: string;
  start_year: number;
  /** Active ones. */
  count: number;
  onClose: () => void;
  onMade: () => void;
}

/** Makes the drafts of the next fiscal year from this year's active rates. */
export function NextYearDialog(props: NextYearDialogProps) {
  const { client, region, whose, start_year, count, onClose, onMade } = props;
  const write = useServerWrite();
  const [entered, setEntered] = useState('0');
  const next = fiscalYearText(start_year + 1);
  const make = async () => {
    const percent_hundredths = percentHundredths(entered);
    if (percent_hundredths === null || percent_hundredths < -9_000 || percent_hundredths > 10_000) {
      return 'Enter a percentage from -90 to 100, such as 2.5.';
    }
    const body = { client, region, start_year, percent_hundredths };
    const refused = await write('rate.create-next-year', { body }, 0);
    if (refused !== null) throw new Error(Object.values(refused).join(' '));
    toast.success(`Drafts for ${next} saved`, { duration: 2_500 });
    onMade();
    return null;
  };
  return (
    <ChoiceDialog
      title={`Create rates for ${next}`}
      description={`${counted(count, 'rate')} ${whose} for ${fiscalYearText(start_year)} become drafts for ${next}. Rates that ${next} already has don't change.`}
      action="Create drafts"
      onClose={onClose}
      onSubmit={make}
    >
      {(error) => (
        <Field label="Change (percent)" description="0 keeps the amounts." error={error}>
          <DecimalInput value={entered} onChange={({ target }) => setEntered(target.value)} />
        </Field>
      )}
    </ChoiceDialog>
  );
}
