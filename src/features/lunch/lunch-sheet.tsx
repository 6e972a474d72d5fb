import { useMemo, useState } from 'react';
import { type LocalLunchBreak, lunchBreakById } from '#db/lunch-breaks.ts';
import { refusedWriteOf } from '#db/outbox.ts';
import { pacificDay, pacificTime } from '#domain/time/pacific.ts';
import { useLocal, useSignedIn } from '#sync/signed-in.ts';
import { LunchForm } from './lunch-form.tsx';
import { type LunchValues, newLunchValues, valuesOfLunch } from './lunch-values.ts';

interface NewLunchProps {
  provider: string;
  /** The Pacific day that is open on the screen. */
  day: string;
  onClose: () => void;
}

export function NewLunch({ provider, day, onClose }: NewLunchProps) {
  const { clock } = useSignedIn().workspace;
  const [initial] = useState(() => {
    const now = clock.now();
    return newLunchValues(day, { day: pacificDay(now), time: pacificTime(now) });
  });
  return <LunchForm provider={provider} initial={initial} lunch={null} refusal={null} onClose={onClose} />;
}

/** Nothing is shown where the lunch break is not on this device. */
export function EditLunch({ id, onClose }: { id: string; onClose: () => void }) {
  const lunch = useLocal((db) => lunchBreakById(db, id), [id]);
  const [opened, setOpened] = useState<LocalLunchBreak>();
  // Kept after it is deleted, so that the form closes by itself.
  if (lunch != null && opened?.id !== id) setOpened(lunch);
  if (opened === undefined) return null;
  return <OpenedLunch key={opened.id} lunch={lunch ?? opened} onClose={onClose} />;
}

/**
 * The form keeps to the lunch break as it was when it opened: what arrives meanwhile
 * moves no field. The office's acknowledgement is none and shows as it comes.
 */
function OpenedLunch({ lunch, onClose }: { lunch: LocalLunchBreak; onClose: () => void }) {
  const [opened] = useState(lunch);
  const [initial] = useState(() => valuesOfLunch(lunch));
  const { acknowledged_at, acknowledgment_note } = lunch;
  const shown = useMemo(
    () => ({ ...opened, acknowledged_at, acknowledgment_note }),
    [opened, acknowledged_at, acknowledgment_note],
  );
  const refused = useLocal((db) => refusedWriteOf(db, opened.id), [opened.id]);
  const [next, setNext] = useState<LunchValues | null>(null);
  if (refused === undefined) return null;
  const { provider } = opened;
  if (next !== null) {
    return (
      <LunchForm
        key="next"
        provider={provider}
        initial={next}
        lunch={null}
        refusal={null}
        onClose={onClose}
      />
    );
  }
  return (
    <LunchForm
      provider={provider}
      initial={initial}
      lunch={shown}
      refusal={refused?.problem ?? null}
      onClose={onClose}
      onAddAnother={setNext}
    />
  );
}
