import { createFileRoute } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { DEVICE_FILTERS } from '#features/devices/device-filters.ts';
import { type DeviceSearch, Devices } from '#features/devices/devices.tsx';
import { Button } from '#ui/button.tsx';

/** Only what is set stays in the address. */
function deviceSearch({ show, search }: Record<string, unknown>): DeviceSearch {
  const filter = DEVICE_FILTERS.find((one) => one === show && one !== 'all');
  return {
    ...(filter === undefined ? {} : { show: filter }),
    ...(typeof search === 'string' && search !== '' ? { search } : {}),
  };
}

export const Route = createFileRoute('/_signed-in/admin/devices')({
  staticData: { title: 'Devices and sync', permission: 'device.read-all', reads: 'recent' },
  validateSearch: deviceSearch,
  component: DevicesScreen,
});

function DevicesScreen() {
  const navigate = Route.useNavigate();
  return (
    <Devices
      search={Route.useSearch()}
      onSearch={(change) =>
        void navigate({ search: (before) => deviceSearch({ ...before, ...change }), replace: true })
      }
      rescue={
        <Button variant="outline" onClick={() => void navigate({ to: '/admin/rescue' })}>
          <FileUp aria-hidden="true" />
          Import a rescue file
        </Button>
      }
    />
  );
}
