import { createFileRoute } from '@tanstack/react-router';
import { RescueImport } from '#features/devices/rescue-import.tsx';
import { PageHeader } from '#ui/page-header.tsx';

export const Route = createFileRoute('/_signed-in/admin/rescue')({
  staticData: { title: 'Import a rescue file', permission: 'rescue.import', reads: 'recent' },
  component: RescueScreen,
});

function RescueScreen() {
  return (
    <div className="grid gap-5">
      <PageHeader
        title="Import a rescue file"
        description="Imports unsynced changes under the original author's name. Safe to import more than once."
      />
      <RescueImport />
    </div>
  );
}
