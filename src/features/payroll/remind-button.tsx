import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { v7 as uuidv7 } from 'uuid';
import type { RemindableItem } from '#domain/payroll/closing-rules.ts';
import { counted } from '#domain/text/counted.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { useOneAtATime } from '#ui/save-once.ts';

interface RemindButtonProps {
  pay_period: string;
  item: RemindableItem;
  /** What they are reminded of, for screen readers. */
  about: string;
}

/** Rings the bell of everyone with this open item, at most once a day, and says of how many. */
export function RemindButton({ pay_period, item, about }: RemindButtonProps) {
  const { engine } = useSignedIn();
  const once = useOneAtATime();
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const remind = async () => {
    setBusy(true);
    try {
      const { reminded } = await engine.api.call('payroll.remind', {
        body: { pay_period, item },
        write: { key: uuidv7(), base_version: 0 },
      });
      setSaid(
        reminded === 0
          ? 'Everyone was already reminded today'
          : `Reminded ${counted(reminded, 'person', 'people')}`,
      );
    } catch (problem) {
      toast.error(problem instanceof Error ? problem.message : String(problem));
    } finally {
      setBusy(false);
    }
  };
  if (said !== null) {
    return (
      <span role="status" className="text-muted-foreground text-xs">
        {said}
      </span>
    );
  }
  return (
    <Button
      size="sm"
      variant="outline"
      className="justify-self-start"
      progress={isBusy ? 'loading' : 'idle'}
      aria-label={`Remind: ${about}`}
      onClick={() => void once(remind)}
    >
      {!isBusy && <BellRing aria-hidden="true" />}
      Remind
    </Button>
  );
}
