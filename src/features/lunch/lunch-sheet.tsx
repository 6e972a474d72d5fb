import { useMemo, useState } from 'react';
import { type LocalLunchBreak, lunchBreakById } from '#db/lunch-breaks.ts';
import { pacificDay, pacificTime } from '#domain/time/pacific.ts';
import { useLocal, useSignedIn } from '#screens/device/signed-in.ts';
import { LunchForm } from './lunch-form.tsx';
import { type LunchValues, newLunchValues, valuesOfLunch } from './lunch-values.ts';

interface Leads {
  /** Opens another lunch break instead. */
  onOpen: (id: string) => void;
  onClose: () => void;
}

interface NewLunchProps extends Leads {
  provider: string;
  /** The Pacific day on the screen. */
  day: string;
}

export function NewLunch({ provider, day, onOpen, onClose }: NewLunchProps) {
  const { clock } = useSignedIn().workspace;
  const [initial] = useState(() => {
    const now = clock.now();
    return newLunchValues(day, { day: pacificDay(now), time: pacificTime(now) });
  });
  return <LunchForm provider={provider} initial={initial} lunch={null} onOpen={onOpen} onClose={onClose} />;
}

/** Renders nothing if the lunch break isn't on this device. */
export function EditLunch({ id, ...leads }: { id: string } & Leads) {
  const lunch = useLocal((db) => lunchBreakById(db, id), [id]);
  const [opened, setOpened] = useState<LocalLunchBreak>();
  // Kept after the deletion, so that the form closes on its own.
  if (lunch != null && opened?.id !== id) setOpened(lunch);
  if (opened === undefined) return null;
  return <OpenedLunch key={opened.id} lunch={lunch ?? opened} {...leads} />;
}

/**
 * The form keeps the lunch break as it was when opened: data that arrives changes no field. The office's
 * acknowledgment isn't a field and appears as it arrives.
 */
function OpenedLunch({ lunch, onOpen, onClose }: { lunch: LocalLunchBreak } & Leads) {
  const [opened] = useState(lunch);
  const [initial] = useState(() => valuesOfLunch(lunch));
  const { acknowledged_at, acknowledgment_note } = lunch;
  const shown = useMemo(
    () => ({ ...opened, acknowledged_at, acknowledgment_note }),
    [opened, acknowledged_at, acknowledgment_note],
  );
  const [next, setNext] = useState<LunchValues | null>(null);
  const { provider } = opened;
  if (next !== null) {
    return (
      <LunchForm
        key="next"
        provider={provider}
        initial={next}
        lunch={null}
        onOpen={onOpen}
        onClose={onClose}
      />
    );
  }
  return (
    <LunchForm
      provider={provider}
      initial={initial}
      lunch={shown}
      onOpen={onOpen}
      onClose={onClose}
      onAddAnother={setNext}
    />
  );
}
