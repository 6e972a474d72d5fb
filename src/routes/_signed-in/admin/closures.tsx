import { createFileRoute } from '@tanstack/react-router';
import { CLOSURE_FILTERS } from '#features/closures/closure-filters.ts';
import { schoolClosures } from '#features/closures/closure-list.tsx';
import { reportAddress } from '#screens/report/address.ts';
import { ReportScreen } from '#screens/report/report-screen.tsx';

export const Route = createFileRoute('/_signed-in/admin/closures')({
  staticData: { title: 'School closures', permission: 'catalogue.record', reads: 'recent' },
  validateSearch: reportAddress(CLOSURE_FILTERS),
  component: ClosuresScreen,
});

function ClosuresScreen() {
  const navigate = Route.useNavigate();
  return (
    <ReportScreen
      report={schoolClosures}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  );
}
