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
        description="The changes in it take effect as the work of their author, each of them once."
      />
      <RescueImport />
    </div>
  );
}
