import { useState } from 'react';
import { toast } from 'sonner';
import type { OwnDevice } from '#contract/auth.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Confirmation } from '#ui/confirmation.tsx';
import { TimeDisplay } from '#ui/time-display.tsx';

interface OwnDevicesProps {
  devices: readonly OwnDevice[];
  onChanged: () => Promise<void>;
}

/** As the office's list of devices names it: by the end of its id. */
function idWords({ device_id }: OwnDevice): string {
  return device_id === null ? '' : ` (${device_id.slice(-6)})`;
}

const nameOf = (device: OwnDevice) => `${device.browser || 'Unknown browser'}${idWords(device)}`;

/** The devices on which the person is logged in. */
export function OwnDevices({ devices, onChanged }: OwnDevicesProps) {
  const { engine } = useSignedIn();
  const [ending, setEnding] = useState<OwnDevice | null>(null);
  const confirm = async () => {
    if (ending === null) return;
    await engine.api.call('auth.end-own-device', { params: { id: ending.id } });
    toast.success('Device logged out', { duration: 2_500 });
    await onChanged();
  };
  return (
    <>
      <ul aria-label="My devices" className="grid divide-y divide-border">
        {devices.map((device) => (
          <li
            key={device.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <div className="grid min-w-0 flex-1 basis-52 gap-0.5 text-sm">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {nameOf(device)}
                {device.is_current && <Badge>This device</Badge>}
              </p>
              <p className="text-muted-foreground">
                Last seen{' '}
                <TimeDisplay dateTime={device.last_seen_at}>
                  {pacificDisplay(device.last_seen_at)}
                </TimeDisplay>
              </p>
              <p className="text-muted-foreground text-xs">
                Logged in{' '}
                <TimeDisplay dateTime={device.signed_in_at}>
                  {pacificDisplay(device.signed_in_at)}
                </TimeDisplay>
              </p>
            </div>
            {!device.is_current && (
              <Button
                size="sm"
                variant="outline"
                aria-label={`Log out this device: ${nameOf(device)}`}
                onClick={() => setEnding(device)}
              >
                Log out this device
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Confirmation
        title="Confirmation - Log out this device"
        destructive
        open={ending !== null}
        onOpenChange={(isOpen) => !isOpen && setEnding(null)}
        onConfirm={confirm}
      >
        {ending !== null && `${nameOf(ending)}, last seen ${pacificDisplay(ending.last_seen_at)}. `}
        Caseload locks on that device the next time it connects. Unsynced changes stay encrypted there and
        sync when you log in on it again.
      </Confirmation>
    </>
  );
}
