import { useState } from 'react';
import { toast } from 'sonner';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { Button } from '#ui/button.tsx';
import { Confirmation } from '#ui/confirmation.tsx';
import type { DeviceRow } from './device-rows.ts';

interface LostActionProps {
  row: DeviceRow;
  /** The office has noted it. */
  onChanged: () => Promise<void>;
}

/** Reports a device lost, or takes that back, after saying what happens. */
export function LostAction({ row: { device, person, isOwn }, onChanged }: LostActionProps) {
  const { engine } = useSignedIn();
  const [isAsking, setAsking] = useState(false);
  const isLost = device.lost_at !== null;
  const name = isLost ? 'Found again' : 'Report lost';
  const confirm = async () => {
    await engine.api.call('device.report-lost', { params: { id: device.id }, body: { is_lost: !isLost } });
    toast.success(isLost ? 'Noted as found again' : 'Reported lost', { duration: 2_500 });
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
      ? 'It said that it holds no unsent work. '
      : `It said that it holds ${unsent === 1 ? '1 unsent change' : `${unsent} unsent changes`}. `;
  return (
    work +
    (isOwn ? 'This is the device that you are using: you are signed out. ' : '') +
    'Its sign-ins end now. When it next reaches the server, its unsynced changes go to Quarantine for you to decide on, and its keys are destroyed.'
  );
}

function foundWords(wipedAt: string | null): string {
  return wipedAt === null
    ? 'It has not been in contact since, so nothing on it was destroyed. Its user signs in again and goes on.'
    : 'Its keys are destroyed already: its user signs in with a connection, and the records come anew.';
}
