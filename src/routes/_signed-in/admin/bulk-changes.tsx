import { createFileRoute } from '@tanstack/react-router';
import { BULK_CHANGE_FILTERS } from '#features/bulk-changes/bulk-change-filters.ts';
import { bulkChanges } from '#features/bulk-changes/bulk-change-list.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';

export const Route = createFileRoute('/_signed-in/admin/bulk-changes')({
  staticData: { title: 'Bulk changes', permission: 'bulk-change.record', reads: 'recent' },
  validateSearch: reportAddress(BULK_CHANGE_FILTERS),
  component: BulkChangesScreen,
});

function BulkChangesScreen() {
  const navigate = Route.useNavigate();
  return (
    <ReportScreen
      report={bulkChanges}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  );
}
