import { createFileRoute } from '@tanstack/react-router';
import { ImportList } from '#features/imports/import-list.tsx';
import { PageHeader } from '#ui/page-header.tsx';

export const Route = createFileRoute('/_signed-in/admin/import/')({
  staticData: { title: 'Import files', permission: 'catalogue.record', reads: 'recent' },
  component: ImportsScreen,
});

function ImportsScreen() {
  return (
    <div className="grid gap-5">
      <PageHeader
        title="Import files"
        description="Move records from another system. Every file is checked before anything is imported, and you can undo an import."
      />
      <ImportList />
    </div>
  );
}
