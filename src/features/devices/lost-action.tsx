import { useState } from 'react';
import { toast } from 'sonner';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { Confirmation } from '#ui/confirmation.tsx';
import type { DeviceRow } from './device-rows.ts';

interface LostActionProps {
  row: DeviceRow;
  /** The server has stored it. */
  onChanged: () => Promise<void>;
}

/** Reports a device lost, or withdraws that, after saying what happens. */
export function LostAction({ row: { device, person, isOwn }, onChanged }: LostActionProps) {
  const { engine } = useSignedIn();
  const [isAsking, setAsking] = useState(false);
  const isLost = device.lost_at !== null;
  const name = isLost ? 'Mark as found' : 'Report lost';
  const confirm = async () => {
    await engine.api.call('device.report-lost', { params: { id: device.id }, body: { is_lost: !isLost } });
    toast.success(isLost ? 'Marked as found' : 'Reported lost', { duration: 2_500 });
    await onChanged();
  };
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setAsking(true)}>
        {name}
      </Button>
      <Confirmation
        open={isAsking}
        onOpenChange={setAsking}
        onConfirm={confirm}
        title={`Confirmation - ${name}`}
        destructive={!isLost}
      >
        {`${person}, last contact ${pacificDisplay(device.last_contact_at)}. `}
        {isLost ? foundWords(device.wiped_at) : lostWords(device.unsent_count, isOwn)}
      </Confirmation>
    </>
  );
}

function lostWords(unsent: number, isOwn: boolean): string {
  const work =
    unsent === 0
      ? 'Last report: no unsynced changes. '
      : `Last report: ${unsent === 1 ? '1 unsynced change' : `${unsent} unsynced changes`}. `;
  return (
    work +
    (isOwn ? "This is the device you're using: you'll be logged out. " : '') +
    'It will be logged out now. The next time it connects, its unsynced changes go to Held changes for review, and its data is erased.'
  );
}

function foundWords(wipedAt: string | null): string {
  return wipedAt === null
    ? "It hasn't connected since, so nothing on it was erased. Its user can log in again and keep working."
    : 'Its data was already erased. When its user logs in online, their records download again.';
}
