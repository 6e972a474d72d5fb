import { createFileRoute } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { DEVICE_FILTERS } from '#features/devices/device-filters.ts';
import { devices } from '#features/devices/devices.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import { Button } from '#ui/button.tsx';

export const Route = createFileRoute('/_signed-in/admin/devices')({
  staticData: { title: 'Devices and sync', permission: 'device.read-all', reads: 'recent' },
  validateSearch: reportAddress(DEVICE_FILTERS),
  component: DevicesScreen,
});

function DevicesScreen() {
  const navigate = Route.useNavigate();
  return (
    <ReportScreen
      report={devices}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
      actions={
        <Button variant="outline" onClick={() => void navigate({ to: '/admin/rescue' })}>
          <FileUp aria-hidden="true" />
          Import a rescue file
        </Button>
      }
    />
  );
}
